"""What Python sees of finished sheets of Trek 12."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from cext.kernel import Rules, State

# (circle, number or None for a spider, whether its piranha is coloured, operation or None)
Circle: TypeAlias = tuple[int, int | None, bool, int | None]
# (trail, circle of the lower number, circle of the higher one)
Link: TypeAlias = tuple[int, int, int]
Sheet: TypeAlias = tuple[Sequence[Circle], Sequence[Link], Sequence[int] | None]

def finished(
    rules: Rules, numbers: Sequence[int], cards: Sequence[int | None], sheets: Sequence[Sheet]
) -> tuple[State, list[tuple[str, dict[str, Any]]]]: ...
