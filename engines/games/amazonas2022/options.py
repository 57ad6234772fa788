"""The one option of Amazonas 2022."""

from __future__ import annotations

from collections.abc import Mapping

from engines.game import OptionSpec
from engines.games.amazonas2022.rulebook import cite

WITHOUT_MONKEYS = "without_monkeys"
_FLAGS: Mapping[str, bool] = {"false": False, "true": True}

OPTIONS = (
    OptionSpec(
        WITHOUT_MONKEYS,
        "false",
        tuple(_FLAGS),
        "Whether the monkeys stay in the box, as is recommended for a first game.",
        cite("Basic Variant", 13),
    ),
)


def is_without_monkeys(options: Mapping[str, str]) -> bool:
    """Whether a table with these options plays the basic variant."""
    return _FLAGS[options[WITHOUT_MONKEYS]]
