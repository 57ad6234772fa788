"""What Python sees of the Amazonas kernel; layouts of words, violations and events are described in `amazonas.pyx`."""

from collections.abc import Sequence

from cext.amazonas_view import NEUTRAL_OWNER as NEUTRAL_OWNER
from cext.amazonas_view import Player as Player
from cext.amazonas_view import SeatScore as SeatScore
from cext.amazonas_view import Standing as Standing
from cext.amazonas_view import Table as Table
from cext.amazonas_view import bonuses_left as bonuses_left
from cext.amazonas_view import buildable as buildable
from cext.amazonas_view import hirable as hirable
from cext.amazonas_view import income as income
from cext.amazonas_view import neutral_sites as neutral_sites
from cext.amazonas_view import player as player
from cext.amazonas_view import price as price
from cext.amazonas_view import score as score
from cext.amazonas_view import sites as sites
from cext.amazonas_view import standing as standing
from cext.amazonas_view import table as table
from cext.kernel import Kernel, Rules

KERNEL: Kernel
VIOLATIONS: dict[int, str]
CHANCES: dict[int, str]
EVENTS: dict[int, str]

MIN_PLAYERS: int
MAX_PLAYERS: int
MIN_VILLAGES: int
MAX_VILLAGES: int
MAX_SITES: int
MAX_PRICE: int
MIN_MISSIONS: int
MAX_MISSIONS: int
MISSION_VILLAGES: int

ROUNDS: int
SILVER_PER_GOLD: int
START_SILVER: int
HUTS: int
NEUTRAL_HUTS: int
TOKENS: int
INCOME_CARDS: int
ALL_TYPES_CARD: int
NATIVE_CARD: int
EVENT_CARDS: int
MISSION_POINTS: int
SCORING_SPECIMENS: int

FISH: int
BUTTERFLY: int
IGUANA: int
PARROT: int
ORCHID: int
TYPES: int

JAGUAR: int
CROCODILE: int
FOREST_FIRE: int
THEFT: int
NATIVES: int
BONUS_FISH: int
EVENT_KINDS: int

WHITE_NUMBER: int
COPPER_COINS: int

LOSS: int
GAIN: int

DEALING: int
SETTING_UP: int
DRAWING: int
CHOOSING: int
EARNING: int
BUILDING: int
OVER: int

MOVE_BUILD: int
MOVE_PASS: int
MOVE_CARD: int
MOVE_INCOME: int
MOVE_HIRE: int
MOVE_NEUTRAL: int
MOVE_END: int

NO_SUCH_MOVE: int
WRONG_STEP: int
CARD_NOT_IN_HAND: int
NO_SUCH_TYPE: int
INCOME_TAKEN_ALREADY: int
NO_NATIVE: int
NATIVE_NEEDS_OWN_TYPE: int
NO_SUCH_VILLAGE: int
OWN_HUT_THERE: int
VILLAGE_FULL: int
NO_HUT_LEFT: int
NOT_CONNECTED: int
BARRED_BY_JAGUAR: int
BARRED_BY_CROCODILE: int
TOO_EXPENSIVE: int
PASS_NOT_ALLOWED: int
NO_NEUTRAL_HUTS: int
NO_NEUTRAL_HUT_LEFT: int
NEUTRAL_HUT_BUILT_THIS_ROUND: int
NEUTRAL_HUT_THERE: int
LAST_FREE_SITE: int
MISSION_UNKNOWN: int
MISSION_ALREADY_DEALT: int
MISSION_WRONG_SEAT: int
EVENT_UNKNOWN: int
EVENT_ALREADY_DRAWN: int

CHANCE_MISSION: int
CHANCE_EVENT: int

EVENT_MISSION_DEALT: int
EVENT_HUT_BUILT: int
EVENT_TOKEN_GAINED: int
EVENT_FIVE_TYPES: int
EVENT_EVENT_DRAWN: int
EVENT_CARD_CHOSEN: int
EVENT_CARDS_REVEALED: int
EVENT_ORDER_DECIDED: int
EVENT_COIN_CHANGED: int
EVENT_MONEY: int
EVENT_NATIVE_HIRED: int
EVENT_NATIVE_LEFT: int
EVENT_NEUTRAL_BUILT: int
EVENT_TURN_ENDED: int
EVENT_CARDS_RETURNED: int
EVENT_MISSION_SHOWN: int
EVENT_FINISHED: int

ORDER_BY_INCOME: int
ORDER_BY_WHITE_NUMBER: int
ORDER_BY_COPPER_COIN: int

MONEY_INCOME: int
MONEY_BURNT_INCOME: int
MONEY_THEFT: int
MONEY_BONUS: int
MONEY_HUT: int

BY_PATH: int
BY_RIVER: int

def compile_rules(
    players: int,
    villages: Sequence[tuple[int, Sequence[int]]],
    edges: Sequence[tuple[int, int, bool, bool]],
    missions: Sequence[Sequence[int]],
    tie_break: int,
    native_needs_own_type: bool,
    mission_scoring: int,
    majority_chips: bool,
    extra_huts: bool,
    neutral_huts: bool,
) -> Rules: ...
def pack_move(kind: int, argument: int = 0) -> int: ...
def unpack_move(word: int) -> tuple[int, int]: ...
def pack_mission(seat: int, mission: int) -> int: ...
def pack_event(card: int) -> int: ...
def unpack_outcome(word: int) -> tuple[int, tuple[int, ...]]: ...
def event_shown(card: int) -> int: ...
def white_number_of(seat: int, card: int) -> int: ...
