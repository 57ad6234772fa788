"""What Python sees of finished tables of Amazonia Park."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from cext.kernel import Rules, State

# (magazines as colour and value, tokens by animal)
Player: TypeAlias = tuple[Sequence[tuple[int, int]], Sequence[int]]

def finished(
    rules: Rules, players: Sequence[Player], end: int | None
) -> tuple[State | None, list[tuple[str, dict[str, Any]]]]: ...
