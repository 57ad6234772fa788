"""What Python sees of finished games of Amazonas 2022."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from cext.kernel import Rules, State

# (cards as kinds, what they add up to or None)
Hand: TypeAlias = tuple[Sequence[int], int | None]
# (caller or None, hands by seat)
Round: TypeAlias = tuple[int | None, Sequence[Hand]]

def finished(rules: Rules, rounds: Sequence[Round]) -> tuple[State | None, list[tuple[str, dict[str, Any]]]]: ...
