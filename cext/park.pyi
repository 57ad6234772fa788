"""What Python sees of the Amazonia Park kernel; layouts of words, violations and events are described in `park.pyx`."""

from collections.abc import Sequence

from cext.kernel import Kernel, Rules
from cext.park_view import Magazine as Magazine
from cext.park_view import Player as Player
from cext.park_view import Sight as Sight
from cext.park_view import Standing as Standing
from cext.park_view import Table as Table
from cext.park_view import board as board
from cext.park_view import end_reason as end_reason
from cext.park_view import magazines as magazines
from cext.park_view import player as player
from cext.park_view import sights as sights
from cext.park_view import standing as standing
from cext.park_view import table as table

KERNEL: Kernel
VIOLATIONS: dict[int, str]
CHANCES: dict[int, str]
EVENTS: dict[int, str]

MIN_PLAYERS: int
MAX_PLAYERS: int
MIN_SIDE: int
MAX_SIDE: int
MAX_CELLS: int
MAX_TILES: int

TOKENS: int
TILE_COUNTS: int
STACK_CARDS: int
DISCOUNT_ANIMAL: int
DISCOUNT_AMAZONIA: int
BONUS_ANIMAL: int
BONUS_AMAZONIA: int

TOUCAN: int
JAGUAR: int
SQUIRREL_MONKEY: int
CAIMAN: int
CAPYBARA: int
ANIMALS: int

AMAZONIA: int
COLOURS: int

UP: int
RIGHT: int
DOWN: int
LEFT: int
DIRECTIONS: int

MORNING: int
EVENING: int
PARTS: int

DEALING: int
TURN: int
SUBSTITUTING: int
REWARD: int
DRAWING: int
OVER: int

MOVE_PLACE: int
MOVE_PUBLISH: int
MOVE_PASS: int
MOVE_SUBSTITUTE: int
MOVE_BONUS: int
MOVE_DECLINE: int

NO_SUCH_MOVE: int
WRONG_STEP: int
NO_TILE: int
NO_SUCH_SPACE: int
SPACE_TAKEN: int
NO_SUCH_MAGAZINE: int
STACK_EMPTY: int
COLOUR_OWNED: int
NOT_ENOUGH_TOKENS: int
OWN_TOKENS_FIRST: int
ODD_PAIR: int
PAYMENT_TOO_SMALL: int
PAYMENT_TOO_LARGE: int
PASS_WITH_TILE: int
PASS_CAN_PUBLISH: int
NO_SUCH_ANIMAL: int
SUPPLY_SHORT: int
WRONG_NUMBER_OF_TOKENS: int
TILE_UNKNOWN: int
TILE_ALREADY_DRAWN: int
TILE_WRONG_SEAT: int
TILE_OF_EVENING: int

CHANCE_TILE: int

EVENT_TILE_DRAWN: int
EVENT_PLACED: int
EVENT_SEEN: int
EVENT_SUBSTITUTED: int
EVENT_PUBLISHED: int
EVENT_PAID: int
EVENT_BONUS_TAKEN: int
EVENT_BONUS_DECLINED: int
EVENT_PASSED: int
EVENT_FINISHED: int

SIX_COLOURS: int
BOARD_FULL: int
ALL_PASSED: int

def compile_rules(
    players: int,
    columns: int,
    rows: int,
    printed: Sequence[tuple[int, int, int]],
    morning: Sequence[Sequence[int]],
    evening: Sequence[Sequence[int]],
) -> Rules: ...
def pack_move(kind: int, argument: int = 0, tokens: Sequence[int] = (0, 0, 0, 0, 0)) -> int: ...
def unpack_move(word: int) -> tuple[int, int, tuple[int, ...]]: ...
def pack_tile(seat: int, animal: int, count: int, copy: int = 0) -> int: ...
def unpack_outcome(word: int) -> tuple[int, tuple[int, int, int, int]]: ...
