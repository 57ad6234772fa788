"""What Python sees of exact hints for Trek 12 with unknown dice."""

from cext.kernel import State
from cext.stop import Stop

def exact_values(
    state: State, seat: int, most_positions: int, stop: Stop
) -> tuple[list[tuple[int, float]] | None, int]: ...
