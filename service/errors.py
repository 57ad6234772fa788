"""Why a call is refused: the one table of reasons, and the exception that carries one.

A reason is stable and for programs; its sentence, and the detail that may follow it, are for people. Neither ever
holds anything that the caller may not know.

Every call is examined in the same order, and the first thing that is wrong is answered: the token, the key, the
key's right, the form of the request, the rules. So whoever may not look at a table learns nothing about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum, unique
from typing import TYPE_CHECKING

from engines.content import PackDefect
from engines.game import Violation
from engines.position import PositionDefect

if TYPE_CHECKING:
    from solver.tournament.reading import TournamentDefect


class Code(IntEnum):
    """The canonical status codes that the service answers with, by their number in google.rpc.Code."""

    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    INTERNAL = 13
    UNAVAILABLE = 14
    UNAUTHENTICATED = 16


@unique
class Reason(Enum):
    """A reason, its status code and its sentence."""

    # The request cannot be understood, or asks for something that is not there.
    MALFORMED = Code.INVALID_ARGUMENT, "The request is malformed."
    TOO_LARGE = Code.INVALID_ARGUMENT, "The request is too large."
    UNKNOWN_RULESET = Code.NOT_FOUND, "The ruleset is unknown."
    UNKNOWN_RULES_VERSION = Code.NOT_FOUND, "This version of the rules is unknown here."
    UNKNOWN_CONTENT_PACK = Code.NOT_FOUND, "The content pack is unknown."
    BAD_PLAYERS = Code.INVALID_ARGUMENT, "The number of players does not fit the ruleset."
    BAD_OPTION = Code.INVALID_ARGUMENT, "An option does not fit the ruleset."
    BAD_CONTENT_PACK = Code.INVALID_ARGUMENT, "The content pack has defects."
    BAD_POSITION = Code.INVALID_ARGUMENT, "The position has defects."
    BAD_TOURNAMENT = Code.INVALID_ARGUMENT, "The tournament has defects."
    # Whoever asks is not known, or may not. Why a token or a key cannot be opened is never told.
    TOKEN_UNOPENABLE = Code.UNAUTHENTICATED, "The token cannot be opened here."
    KEY_UNOPENABLE = Code.UNAUTHENTICATED, "The key cannot be opened here."
    KEY_OF_ANOTHER_TABLE = Code.PERMISSION_DENIED, "The key belongs to another table."
    KEY_LACKS_RIGHT = Code.PERMISSION_DENIED, "The key does not give this right."
    # The rules or the state of the table forbid it.
    ILLEGAL_MOVE = Code.FAILED_PRECONDITION, "The move is illegal."
    ILLEGAL_OUTCOME = Code.FAILED_PRECONDITION, "The dice or cards told are impossible."
    COMMITMENT_UNOPENABLE = Code.INVALID_ARGUMENT, "The commitment cannot be opened here."
    COMMITMENT_STALE = Code.FAILED_PRECONDITION, "The commitment was made for another table or another decision."
    INTERRUPTION_SEALED = Code.FAILED_PRECONDITION, "An interruption is told openly; only a seat that is asked commits."
    RANDOMNESS_NOT_EXTERNAL = Code.FAILED_PRECONDITION, "This table draws its own dice and cards."
    SEEDS_AWAITED = Code.FAILED_PRECONDITION, "The table waits for the client seeds."
    SEEDS_NOT_AWAITED = Code.FAILED_PRECONDITION, "The table waits for no client seeds."
    NOTHING_TO_DECIDE = Code.FAILED_PRECONDITION, "The seat can make no move now."
    GAME_NOT_FINISHED = Code.FAILED_PRECONDITION, "The game is not over."
    NOTHING_TO_REVEAL = Code.FAILED_PRECONDITION, "The table has drawn nothing itself, so there is no secret to reveal."
    # Who may call this service at all, and how often.
    API_KEY_UNKNOWN = Code.UNAUTHENTICATED, "This service wants an API key that it knows."
    RATE_LIMITED = Code.RESOURCE_EXHAUSTED, "There are too many calls with this API key."
    OVERLOADED = Code.RESOURCE_EXHAUSTED, "The service has too many calls to answer."
    TOO_MANY_STREAMS = Code.RESOURCE_EXHAUSTED, "Too many streams are open."
    SOLVER_BUSY = Code.RESOURCE_EXHAUSTED, "The solver has too many questions to answer."
    NO_ANSWER_IN_TIME = Code.DEADLINE_EXCEEDED, "The solver has found no answer in the time there was."
    SOLVER_LOST = Code.UNAVAILABLE, "The solver process that worked on this question has ended."
    SHUTTING_DOWN = Code.UNAVAILABLE, "The service is stopping. Connect again and go on with the last token."
    # A defect of the service itself; no request may lead here.
    INTERNAL_ERROR = Code.INTERNAL, "The service has a defect; the call changed nothing."

    def __init__(self, code: Code, sentence: str) -> None:
        self.code = code
        self.sentence = sentence


# A detail may quote the caller's own words; in bytes, because it travels in a header.
MAX_MESSAGE_BYTES = 480


class Refusal(Exception):
    """A call is refused. Nothing has happened."""

    def __init__(
        self,
        reason: Reason,
        detail: str = "",
        *,
        metadata: Mapping[str, str] | None = None,
        violations: Sequence[Violation] = (),
        defects: Sequence[PackDefect | PositionDefect | TournamentDefect] = (),
        retry_after: float | None = None,
    ) -> None:
        """`retry_after`: in how many seconds the same call may be answered."""
        self.reason = reason
        self.detail = detail
        self.metadata = dict(metadata or {})
        self.violations = tuple(violations)
        self.defects = tuple(defects)
        self.retry_after = retry_after
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """What a person reads."""
        text = f"{self.reason.sentence} {self.detail}" if self.detail else self.reason.sentence
        data = text.encode()
        return text if len(data) <= MAX_MESSAGE_BYTES else f"{data[: MAX_MESSAGE_BYTES - 3].decode(errors='ignore')}..."

    def at_action(self, index: int, seat: int | None = None) -> Refusal:
        """The same refusal, telling which of several actions it is about."""
        metadata = self.metadata | {"action": str(index)}
        if seat is not None:
            metadata["seat"] = str(seat)
        return Refusal(
            self.reason,
            self.detail,
            metadata=metadata,
            violations=self.violations,
            defects=self.defects,
            retry_after=self.retry_after,
        )
