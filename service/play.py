"""Play: tables from nothing and from tables, by pure functions.

A table whose randomness is SEEDED resolves dice and cards as soon as they are due, so it always waits for a player
(or for its client seeds, before the first draw). An EXTERNAL table waits until they are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from cext.kernel import GENERIC_VIOLATIONS, Event, IllegalMove, State
from engines.game import Setup, Violation
from engines.violations import explain_all
from service import fairness, transcript
from service.commitment import Commitment
from service.errors import Reason, Refusal
from service.fairness import NO_HASH, NO_SEED, Origin
from service.table import Flags, Table


@dataclass(frozen=True, slots=True)
class MoveAction:
    """A seat's move, told openly."""

    seat: int
    word: int


@dataclass(frozen=True, slots=True)
class CommitmentAction:
    """A seat's move, told sealed."""

    commitment: Commitment


@dataclass(frozen=True, slots=True)
class ChanceAction:
    """Dice or cards of an EXTERNAL table."""

    word: int


@dataclass(frozen=True, slots=True)
class SeedsAction:
    """The client seeds that a table waits for."""

    seeds: tuple[bytes, ...]


Action = MoveAction | CommitmentAction | ChanceAction | SeedsAction


# The ply that caused a kernel event, and the event.
Happening: TypeAlias = tuple[int, Event]


class Made(NamedTuple):
    """A ply that was made: a seat's move, or a chance outcome (`seat` is None); and what it caused."""

    seat: int | None
    word: int
    events: Sequence[Event]


class Progress(NamedTuple):
    """A table, what has happened since the one it came from, and by which plies."""

    table: Table
    happenings: list[Happening]
    plies: list[Made]


def create(
    setup: Setup,
    setup_bytes: bytes,
    origin: Origin,
    *,
    client_seeds: Sequence[bytes] = (),
    await_seeds: bool = False,
    external: bool = False,
    unrated: bool = False,
) -> Progress:
    """A new table. It goes on to the first decision unless it waits for seeds or for dice from outside."""
    flags = Flags.NONE
    if unrated:
        flags |= Flags.UNRATED
    if external:
        flags |= Flags.EXTERNAL
    if await_seeds:
        flags |= Flags.AWAITING_SEEDS
    chain = transcript.begin(transcript.key(origin.server_secret, origin.game_id), setup_bytes)
    table = Table(
        setup=setup,
        setup_bytes=setup_bytes,
        flags=flags,
        ply=0,
        game_id=origin.game_id,
        server_secret=origin.server_secret,
        client_seeds_hash=NO_HASH,
        seed=NO_SEED,
        transcript=chain,
        decision=chain,
        state=State.start(setup.rules),
    )
    if not external and not await_seeds:
        table = _with_seeds(table, client_seeds)
    return _Run(table).draw().progress()


def apply(table: Table, actions: Sequence[Action]) -> Progress:
    """The table after all actions, in order, and the chance that follows them. Refuses all of them or none."""
    run = _Run(table).draw()
    for index, action in enumerate(actions):
        try:
            run.perform(action)
        except Refusal as refusal:
            raise refusal.at_action(index, _seat_of(action)) from None
        run.draw()
    return run.progress()


def check(table: Table, seat: int, word: int) -> list[Violation]:
    """Every rule that the move breaks now."""
    return explain_all(table.setup, table.state.check(seat, word))


def require_asked(table: Table, seat: int, word: int) -> None:
    """Refuses to seal a move that may not be made now, or that the table does not wait for.

    An interruption is no secret choice: it is open as soon as it is made, and the host says which came first.
    """
    if table.awaits_seeds:
        raise Refusal(Reason.SEEDS_AWAITED)
    if seat in table.state.may_interrupt():
        raise Refusal(Reason.INTERRUPTION_SEALED)
    violations = check(table, seat, word)
    if violations:
        raise _illegal_move(violations)


def _illegal_move(violations: Sequence[Violation]) -> Refusal:
    return Refusal(Reason.ILLEGAL_MOVE, violations[0].message, violations=violations)


def _with_seeds(table: Table, seeds: Sequence[bytes]) -> Table:
    seeds_hash = fairness.hash_client_seeds(seeds)
    chain_key = transcript.key(table.server_secret, table.game_id)
    chain = transcript.add_client_seeds(chain_key, table.transcript, seeds_hash)
    return replace(
        table,
        flags=table.flags & ~Flags.AWAITING_SEEDS,
        client_seeds_hash=seeds_hash,
        seed=fairness.derive_seed(table.server_secret, seeds_hash, table.game_id),
        transcript=chain,
        decision=chain,
    )


def _seat_of(action: Action) -> int | None:
    match action:
        case MoveAction(seat, _):
            return seat
        case CommitmentAction(commitment):
            return commitment.seat
        case _:
            return None


class _Run:
    """A table on its way through several plies; only `progress` makes a Table of it again."""

    def __init__(self, table: Table) -> None:
        self._chain_key = transcript.key(table.server_secret, table.game_id)
        self._start_at(table)
        self._happenings: list[Happening] = []
        self._plies: list[Made] = []

    def _start_at(self, table: Table) -> None:
        self._table = table
        self._draws = not table.is_external and not table.awaits_seeds
        self._state = table.state
        self._ply = table.ply
        self._transcript = table.transcript
        self._decision = table.decision

    def progress(self) -> Progress:
        """Where the run has led."""
        if self._state is self._table.state:
            return Progress(self._table, self._happenings, self._plies)
        table = self._table.after(self._ply, self._transcript, self._decision, self._state)
        return Progress(table, self._happenings, self._plies)

    def draw(self) -> _Run:
        """Resolve the chance that is due, if the table resolves its own and can."""
        if self._draws:
            while self._state.chance_kind:
                self._resolve(self._state.draw(self._table.seed))
        return self

    def perform(self, action: Action) -> None:
        """One action."""
        match action:
            case MoveAction(seat, word):
                self._perform_move(seat, word)
            case CommitmentAction(commitment):
                self._perform_commitment(commitment)
            case ChanceAction(word):
                self._perform_chance(word)
            case SeedsAction(seeds):
                self._perform_seeds(seeds)

    def _perform_move(self, seat: int, word: int) -> None:
        if self._table.awaits_seeds:
            raise Refusal(Reason.SEEDS_AWAITED)
        try:
            state, events = self._state.apply(seat, word)
        except IllegalMove as error:
            raise _illegal_move(explain_all(self._table.setup, error.violations)) from None
        self._transcript = transcript.add_move(self._chain_key, self._transcript, seat, word)
        self._step(state, Made(seat, word, events), ends_decision=state.epoch != self._state.epoch)

    def _perform_commitment(self, commitment: Commitment) -> None:
        if not commitment.is_for(self._table.game_id, self._decision):
            raise Refusal(Reason.COMMITMENT_STALE)
        try:
            self._perform_move(commitment.seat, commitment.word)
        except Refusal as refusal:
            # That the seat has chosen already is no secret; what it chose is, and the violations would tell.
            public = [item for item in refusal.violations if item.code in _GENERIC_CODES]
            if len(public) == len(refusal.violations):
                raise
            raise Refusal(refusal.reason, "It was committed to and stays sealed.") from None

    def _perform_chance(self, word: int) -> None:
        if not self._table.is_external:
            raise Refusal(Reason.RANDOMNESS_NOT_EXTERNAL)
        violations = explain_all(self._table.setup, self._state.check_outcome(word))
        if violations:
            raise Refusal(Reason.ILLEGAL_OUTCOME, violations[0].message, violations=violations)
        self._resolve(word)

    def _perform_seeds(self, seeds: Sequence[bytes]) -> None:
        if not self._table.awaits_seeds:
            raise Refusal(Reason.SEEDS_NOT_AWAITED)
        self._start_at(_with_seeds(self._table, seeds))

    def _resolve(self, word: int) -> None:
        state, events = self._state.resolve(word)
        self._transcript = transcript.add_chance(self._chain_key, self._transcript, word)
        # Nobody is choosing while chance is due, so the next decision begins after it, and knows it.
        self._step(state, Made(None, word, events), ends_decision=True)

    def _step(self, state: State, made: Made, *, ends_decision: bool) -> None:
        self._ply += 1
        self._plies.append(made)
        self._happenings += [(self._ply, event) for event in made.events]
        if ends_decision:
            self._decision = self._transcript
        self._state = state


_GENERIC_CODES = frozenset(GENERIC_VIOLATIONS.values())
