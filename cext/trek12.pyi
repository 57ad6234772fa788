"""What Python sees of the Trek 12 kernel; layouts of words, violations and events are described in `trek12.pyx`."""

from collections.abc import Sequence

from cext.kernel import Kernel, Rules
from cext.trek12_view import SheetScore as SheetScore
from cext.trek12_view import Table as Table
from cext.trek12_view import WrittenCircle as WrittenCircle
from cext.trek12_view import challenge as challenge
from cext.trek12_view import choice as choice
from cext.trek12_view import observed as observed
from cext.trek12_view import score as score
from cext.trek12_view import table as table
from cext.trek12_view import used as used
from cext.trek12_view import written as written
from cext.trek12_view import zone_circles as zone_circles

KERNEL: Kernel
VIOLATIONS: dict[int, str]
CHANCES: dict[int, str]
EVENTS: dict[int, str]

MAX_PLAYERS: int
MAX_CIRCLES: int
MAX_NEIGHBOURS: int
MAX_BOXES: int
MAX_ROUNDS: int
LOWEST_MAX_NUMBER: int
HIGHEST_NUMBER: int
MAX_DANGER_POINTS: int
MAX_LINES: int
MAX_CARDS: int
MAX_CARD_VALUES: int
MAX_CARD_VALUE: int
MAX_NUMBER_CARDS: int

LOWER: int
HIGHER: int
DIFFERENCE: int
SUM: int
PRODUCT: int
OPERATIONS: int

DEALING: int
ROLLING: int
CHOOSING: int
TURNING: int
OVER: int

NO_SUCH_OPERATION: int
NO_SUCH_CIRCLE: int
OPERATION_USED_UP: int
CIRCLE_FILLED: int
CIRCLE_NOT_ADJACENT: int
LINK_ON_SPIDER: int
LINK_BELOW_NOT_NEIGHBOUR: int
LINK_BELOW_WRONG_NUMBER: int
LINK_BELOW_TAKEN: int
LINK_BELOW_MISSING: int
LINK_ABOVE_NOT_NEIGHBOUR: int
LINK_ABOVE_WRONG_NUMBER: int
LINK_ABOVE_TAKEN: int
LINK_ABOVE_MISSING: int
GREEN_DIE_IMPOSSIBLE: int
YELLOW_DIE_IMPOSSIBLE: int
NUMBER_CARD_UNKNOWN: int
NUMBER_CARD_REPEATED: int
CARD_WRONG_LINE: int
CARD_UNKNOWN: int
CARD_ALREADY_SHOWN: int

CHANCE_NUMBERS: int
CHANCE_ROLL: int
CHANCE_CARD: int

EVENT_NUMBERS_DEALT: int
EVENT_ROLLED: int
EVENT_CHOSE: int
EVENT_WROTE: int
EVENT_SPIDER: int
EVENT_PIRANHA: int
EVENT_LINKED: int
EVENT_ZONE: int
EVENT_DISCOVERED: int
EVENT_OBSERVED: int
EVENT_ROUND_ENDED: int
EVENT_FINISHED: int

SPIDER_TOO_HIGH: int
SPIDER_ORPHAN: int

def compile_rules(
    players: int,
    river: Sequence[bool],
    edges: Sequence[tuple[int, int]],
    boxes_per_operation: int,
    max_number: int,
    danger_points: int,
    cards: Sequence[Sequence[int]],
    number_cards: Sequence[int],
    lines: int,
    safe_operation: int,
) -> Rules: ...
def pack_move(operation: int, circle: int, below: int | None, above: int | None) -> int: ...
def unpack_move(word: int) -> tuple[int, int, int | None, int | None]: ...
def pack_numbers(numbers: Sequence[int]) -> int: ...
def pack_roll(green: int, yellow: int) -> int: ...
def pack_card(line: int, card: int) -> int: ...
def unpack_outcome(word: int) -> tuple[int, tuple[int, ...]]: ...
def result(operation: int, green: int, yellow: int) -> int: ...
