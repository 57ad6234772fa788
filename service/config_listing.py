"""What `canopy config` prints: every setting with its value, its source and its meaning, as a configuration file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from service.config import Chosen
from service.settings import to_text


def render(settings: Iterable[Chosen]) -> str:
    """TOML that says the same again when it is read. Secrets are masked and, as they have no place there, comments."""
    return "\n".join(_render_one(chosen) for chosen in settings)


def _render_one(chosen: Chosen) -> str:
    setting = chosen.setting
    ways = setting.variable if setting.is_secret else f"{setting.flag}, {setting.variable}"
    return f"# {setting.help} [{ways}]\n{_assignment(chosen)}  # {chosen.source}\n"


def _assignment(chosen: Chosen) -> str:
    name = chosen.setting.name
    if chosen.setting.is_secret:
        return f"# {name} = {'(hidden)' if chosen.value else '(none)'}"
    if chosen.value is None:
        return f"# {name} = (none)"
    is_bare = isinstance(chosen.value, bool | int | float)
    # As seen from here; a file may lie anywhere.
    text = to_text(chosen.value.absolute() if isinstance(chosen.value, Path) else chosen.value)
    return f"{name} = {text if is_bare else json.dumps(text, ensure_ascii=False)}"
