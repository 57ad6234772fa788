"""Processes of our own Python: how a module of this package is started as one.

Whoever starts one talks to it through descriptors that are handed over: it is given neither settings nor secrets by its
command line or its environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from service.settings import SETTINGS

_VARIABLES = {setting.variable for setting in SETTINGS}


def command(module: str, descriptors: Sequence[int]) -> list[str]:
    """What runs the module and tells it these descriptors."""
    # It finds its modules where we have found ours: in the folder it is started in only if we did, too.
    safe_path = () if str(Path.cwd()) in sys.path else ("-P",)
    return [sys.executable, *safe_path, "-m", module, *map(str, descriptors)]


def environment() -> dict[str, str]:
    """Our own, without what was set for us."""
    return {name: value for name, value in os.environ.items() if name not in _VARIABLES}
