"""What Python sees of the Amazonas 2022 kernel; layouts of words, violations and events are described in `amazonas2022.pyx`."""

from collections.abc import Sequence

from cext.amazonas2022_view import Discard as Discard
from cext.amazonas2022_view import HandCard as HandCard
from cext.amazonas2022_view import Held as Held
from cext.amazonas2022_view import LastHand as LastHand
from cext.amazonas2022_view import LastRound as LastRound
from cext.amazonas2022_view import Look as Look
from cext.amazonas2022_view import Race as Race
from cext.amazonas2022_view import Standing as Standing
from cext.amazonas2022_view import Table as Table
from cext.amazonas2022_view import choice as choice
from cext.amazonas2022_view import discards as discards
from cext.amazonas2022_view import hand as hand
from cext.amazonas2022_view import held as held
from cext.amazonas2022_view import last_round as last_round
from cext.amazonas2022_view import look as look
from cext.amazonas2022_view import reserve as reserve
from cext.amazonas2022_view import stack as stack
from cext.amazonas2022_view import standing as standing
from cext.amazonas2022_view import table as table
from cext.kernel import Kernel, Rules

KERNEL: Kernel
VIOLATIONS: dict[int, str]
CHANCES: dict[int, str]
EVENTS: dict[int, str]

MIN_PLAYERS: int
MAX_PLAYERS: int
MAX_CARDS: int
MAX_SLOTS: int
MAX_VALUE: int

CARDS_DEALT: int
ROUNDS: int
ROUNDS_TO_WIN: int
CALLER_POINTS: int

SLOTH: int
TOAD: int
ANACONDA: int
JAGUAR: int
MONKEY: int
TOUCAN: int
DOLPHIN: int
KINDS: int

DEALING: int
FIRST_LOOK: int
FIRST_RETURN: int
TURN: int
DRAWING: int
HOLDING: int
SLOTH_EFFECT: int
TOAD_EFFECT: int
ANACONDA_EFFECT: int
JAGUAR_EFFECT: int
LOOKING: int
JAGUAR_LOOK: int
MONKEY_DIRECTION: int
PICKING: int
OVER: int
OWED: int
RACING: int
GIVING: int

MOVE_LOOK: int
MOVE_RETURN: int
MOVE_DRAW: int
MOVE_TAKE: int
MOVE_CALL: int
MOVE_PASS: int
MOVE_SWAP: int
MOVE_DISCARD: int
MOVE_SKIP: int
MOVE_EXCHANGE: int
MOVE_DIRECTION: int
MOVE_PICK: int
MOVE_WILD: int
MOVE_GIVE: int

LEFT: int
RIGHT: int

PENALTY: int
REPLACEMENT: int

RIGHT_CARD: int
LATE: int
WRONG: int

FROM_DRAW_PILE: int
FROM_DISCARDS: int

ALL_CARDS: int
DISCARDS: int

NO_SEAT: int
SPECTATORS: int
USED: int

NO_SUCH_MOVE: int
NOT_YOUR_TURN: int
WRONG_STEP: int
NOTHING_TO_DRAW: int
NOTHING_TO_TAKE: int
ALREADY_CALLED: int
PASS_CAN_DRAW: int
PASS_CAN_TAKE: int
ATTEMPT_BARRED: int
NOTHING_VISIBLE: int
CARD_USED_UP: int
OWN_SLOT_EMPTY: int
NO_SUCH_SEAT: int
NOT_OWN_CARD: int
OWN_CARD: int
CALLER_IMMUNE: int
SLOT_EMPTY: int
NOT_THE_CARD_LOOKED_AT: int
NO_SUCH_DIRECTION: int
NO_RIVAL: int
CARD_UNKNOWN: int
CARD_NOT_IN_PILE: int

CHANCE_CARD: int

EVENT_SHUFFLED: int
EVENT_RESERVE_TURNED: int
EVENT_DEALT: int
EVENT_CHOSE_LOOK: int
EVENT_LOOKED: int
EVENT_CARD_SEEN: int
EVENT_RETURNED: int
EVENT_DREW: int
EVENT_CARD_DRAWN: int
EVENT_TOOK: int
EVENT_SWAPPED: int
EVENT_DISCARDED: int
EVENT_SKIPPED: int
EVENT_EFFECT_VOID: int
EVENT_EXCHANGED: int
EVENT_DIRECTED: int
EVENT_CHOSE_CARD: int
EVENT_PASSED_ON: int
EVENT_ATTEMPTED: int
EVENT_ATTEMPT_VOID: int
EVENT_BLIND_CARD: int
EVENT_WAIVED: int
EVENT_GAVE: int
EVENT_GIFT_WAIVED: int
EVENT_CALLED: int
EVENT_PASSED: int
EVENT_REVEALED: int
EVENT_SCORED: int
EVENT_ROUND_ENDED: int
EVENT_FINISHED: int
EVENT_ROUND_BEGAN: int

def compile_rules(players: int, counts: Sequence[int], values: Sequence[int], without_monkeys: bool) -> Rules: ...
def pack_move(kind: int, first: int = 0, second: int = 0, third: int = 0) -> int: ...
def unpack_move(word: int) -> tuple[int, int, int, int]: ...
def pack_card(kind: int, copy: int = 0) -> int: ...
def unpack_outcome(word: int) -> tuple[int, tuple[int, int]]: ...
