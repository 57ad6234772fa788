"""What Python sees of finished tables of Amazonas, the board game."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from cext.kernel import Rules, State

# (villages with huts, tokens by type or None, natives by type, silver, mission, copper coin, points of the bonus token)
Player: TypeAlias = tuple[Sequence[int], Sequence[int] | None, Sequence[int], int, int | None, int, int]

def finished(
    rules: Rules, players: Sequence[Player], neutral: Sequence[int]
) -> tuple[State | None, list[tuple[str, dict[str, Any]]]]: ...
