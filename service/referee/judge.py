"""The judge: one record played again from nothing, and the verdict.

In this order, and the first thing that is wrong makes the verdict: the setup, the promises of the randomness, every ply
by rules and draw, decisions about conduct, the history hash, the seal, what was kept since the game began.
"""

from __future__ import annotations

from dataclasses import dataclass

from canopy.v1 import record_pb2, referee_pb2
from cext.kernel import CHANCE_SEAT, REPLAY_ENDED, REPLAY_ILLEGAL, REPLAY_NOT_DRAWN, State
from engines import conduct
from engines.violations import explain_all
from service import fairness, transcript, wire
from service.fairness import NO_HASH, NO_SEED
from service.limits import Limits
from service.referee.findings import Findings, verdict_on_nothing
from service.referee.seal import Seal
from service.referee.story import BadRecord, Story, read
from service.table import Flags, Table

# How many moves are named that would have been legal.
_LEGAL_NAMED = 16

_VALID = referee_pb2.VERDICT_KIND_VALID
_INVALID = referee_pb2.VERDICT_KIND_INVALID
_UNFAIR = referee_pb2.VERDICT_KIND_UNFAIR_RANDOMNESS
_FORKED = referee_pb2.VERDICT_KIND_FORKED
_SETUP = referee_pb2.CHECK_KIND_SETUP
_RULES = referee_pb2.CHECK_KIND_RULES
_COMMITMENT = referee_pb2.CHECK_KIND_COMMITMENT
_SEEDS = referee_pb2.CHECK_KIND_CLIENT_SEEDS
_DRAWS = referee_pb2.CHECK_KIND_DRAWS
_TRANSCRIPT = referee_pb2.CHECK_KIND_TRANSCRIPT
_SEAL = referee_pb2.CHECK_KIND_SEAL
_KEPT = referee_pb2.CHECK_KIND_KEPT

_TOLD_FROM_OUTSIDE = "Dice and cards were told from outside, so nothing was promised of them."
_WORD = "Such decisions are the host's word, and no seal covers them."
_UNKNOWN = "The record does not hold the server secret, or not the game id."


@dataclass(frozen=True, slots=True)
class _Followed:
    """Where the plies of a record have led."""

    state: State
    plies: int
    # After how many plies the present decision began.
    decided: int
    forfeited: frozenset[int]
    drawn: bool
    # A decision about conduct has ended the game.
    is_adjudicated: bool


def judge(
    record: record_pb2.GameRecord,
    limits: Limits,
    seal: Seal | None = None,
    kept: referee_pb2.KeptPromise | None = None,
) -> referee_pb2.Verdict:
    """The verdict on a record. Without a `seal` the token is not looked at. Refuses (TOO_LARGE) what is too long."""
    try:
        story = read(record, limits)
    except BadRecord as error:
        return verdict_on_nothing(error.code, error.message, record.game_id)
    return _Judge(story, seal, kept or referee_pb2.KeptPromise()).verdict()


class _Judge:
    """The work on one record."""

    def __init__(self, story: Story, seal: Seal | None, kept: referee_pb2.KeptPromise) -> None:
        self._story = story
        self._seal = seal
        self._kept = kept
        self._findings = Findings()
        self._verdict = referee_pb2.Verdict(game_id=story.game_id)
        # The server secret, once it is known that it may be used.
        self._secret = b""

    def verdict(self) -> referee_pb2.Verdict:
        """All of it."""
        findings = self._findings
        findings.held(_SETUP)
        self._look_at_promises()
        followed = self._follow()
        if not findings.is_wrong:
            self._look_at_end(followed)
            self._look_at_kept(followed)
        if not findings.is_wrong:
            self._conclude(followed)
        self._tell(followed)
        return self._verdict

    # -- what was promised --

    def _look_at_promises(self) -> None:
        story, findings = self._story, self._findings
        if self._seal is not None:
            self._seal.open(story)
        if story.is_external:
            for check in (_COMMITMENT, _SEEDS, _DRAWS):
                findings.skipped(check, _TOLD_FROM_OUTSIDE)
            self._secret = self._seal.secret if self._seal is not None else b""
            return
        secret = story.ending.server_secret
        if not secret and self._seal is not None:
            secret = self._seal.secret
        if not secret:
            findings.skipped(_COMMITMENT, _UNKNOWN)
        elif not story.promise.commitment:
            findings.skipped(_COMMITMENT, "The record does not tell the commitment.")
        elif fairness.commitment(secret) == story.promise.commitment:
            findings.held(_COMMITMENT)
        else:
            findings.failed(
                _COMMITMENT, _UNFAIR, "COMMITMENT_DIFFERS", "The server secret does not fit the commitment."
            )
        if not story.promise.client_seeds_hash:
            findings.skipped(_SEEDS, "The record does not tell the hash of the client seeds.")
        elif not story.told_seeds_hash:
            findings.skipped(_SEEDS, "The record does not tell the client seeds.")
        elif story.told_seeds_hash == story.promise.client_seeds_hash:
            findings.held(_SEEDS)
        else:
            findings.failed(_SEEDS, _UNFAIR, "CLIENT_SEEDS_DIFFER", "The client seeds do not fit their hash.")
        if not findings.is_wrong and story.game_id:
            self._secret = secret
        if not self._secret:
            findings.skipped(_DRAWS, _UNKNOWN)

    def _seed(self) -> bytes | None:
        story = self._story
        if story.is_external or not self._secret:
            return None
        return fairness.derive_seed(self._secret, story.client_seeds_hash, story.game_id)

    # -- every ply --

    def _follow(self) -> _Followed:
        story, findings = self._story, self._findings
        forfeited, drawn, ends_at = self._conduct()
        seats, words = story.seats, story.words
        if ends_at is not None:
            seats, words = seats[:ends_at], words[:ends_at]
        start = State.start(story.setup.rules)
        seed = self._seed()
        end = start.replay(seats, words, seed)
        # Outcomes that were not told are drawn by now.
        story.words[: len(words)] = words
        if end.ended == REPLAY_ENDED and ends_at is not None and len(story.seats) > ends_at:
            message = "The game had ended by a decision about conduct."
            findings.failed(_RULES, _INVALID, "ENDED_BY_CONDUCT", message, ply=ends_at + 1)
        elif end.ended == REPLAY_ENDED and story.unreadable is not None:
            findings.failed(_RULES, _INVALID, "MALFORMED", story.unreadable.message, ply=story.unreadable.ply + 1)
        elif end.ended == REPLAY_ENDED:
            findings.held(_RULES)
            if seed is not None:
                findings.held(_DRAWS)
        elif end.ended == REPLAY_ILLEGAL:
            self._explain(end.state, end.plies)
        elif end.ended == REPLAY_NOT_DRAWN:
            drawn_text = story.setup.game.outcome_text(story.setup, end.state.draw(seed or NO_SEED))
            message = f"The secret gives {drawn_text!r} here."
            findings.failed(_DRAWS, _UNFAIR, "NOT_DRAWN", message, ply=end.plies + 1)
        else:
            why = f"What ply {end.plies + 1} showed is not told, and cannot be known without the secret."
            findings.skipped(_RULES, why)
        is_adjudicated = drawn or conduct.is_ended(story.setup, forfeited)
        if not findings.is_wrong and end.ended == REPLAY_ENDED:
            self._check_decisions(end.state)
        return _Followed(end.state, end.plies, end.decided, forfeited, drawn, is_adjudicated)

    def _conduct(self) -> tuple[frozenset[int], bool, int | None]:
        """Who has forfeited, whether a draw was agreed on, and after which ply that ended the game, if it did."""
        forfeited: set[int] = set()
        setup = self._story.setup
        for decision in self._story.decisions:
            if decision.seat is None:
                return frozenset(forfeited), True, decision.plies
            forfeited.add(decision.seat)
            if conduct.is_ended(setup, forfeited):
                return frozenset(forfeited), False, decision.plies
        return frozenset(forfeited), False, None

    def _check_decisions(self, state: State) -> None:
        """Decisions about conduct: each while the game goes on, each seat once, and a draw where there can be one."""
        story, findings = self._story, self._findings
        forfeited: set[int] = set()
        drawn = False
        for decision in story.decisions:
            if (
                drawn
                or conduct.is_ended(story.setup, forfeited)
                or (state.is_over and decision.plies == len(story.seats))
            ):
                code, message = "DECISION_TOO_LATE", "A decision about conduct comes when the game is over."
            elif decision.seat is None and not story.setup.game.may_agree_on_draw(story.setup):
                code, message = "NO_DRAW", "No draw can be agreed on at this table."
            elif decision.seat in forfeited:
                code, message = "DECISION_TWICE", "A seat has forfeited already."
            else:
                drawn = decision.seat is None
                if decision.seat is not None:
                    forfeited.add(decision.seat)
                continue
            findings.failed(_RULES, _INVALID, code, message, ply=decision.plies + 1)
            return

    def _explain(self, state: State, ply: int) -> None:
        """What is wrong with the ply that is against the rules, and what would have been right."""
        story, verdict = self._story, self._verdict
        setup, game = story.setup, story.setup.game
        seat, word = story.seats[ply], story.words[ply]
        if seat == CHANCE_SEAT:
            broken, legal = state.check_outcome(word), state.outcomes()
            texts = dict.fromkeys(game.outcome_text(setup, outcome) for outcome in legal)
        else:
            broken, legal = state.check(seat, word), state.legal_moves(seat)
            texts = dict.fromkeys(game.move_text(setup, move) for move in legal[:_LEGAL_NAMED])
        violations = explain_all(setup, broken)
        self._findings.failed(
            _RULES,
            _INVALID,
            violations[0].code,
            violations[0].message,
            ply=ply + 1,
            violations=wire.violations_to_wire(violations),
        )
        verdict.legal.extend(list(texts)[:_LEGAL_NAMED])
        verdict.legal_count = len(texts) if seat == CHANCE_SEAT else len(legal)

    # -- where it led --

    def _look_at_end(self, followed: _Followed) -> None:
        story, findings = self._story, self._findings
        if followed.plies < len(story.seats):
            for check in (_TRANSCRIPT, _SEAL):
                findings.skipped(check, "The plies cannot be followed to the end.")
            return
        if not self._secret:
            findings.skipped(_TRANSCRIPT, _UNKNOWN)
            if self._seal is not None:
                self._seal.check_without_secret(followed.plies, findings)
            else:
                findings.skipped(_SEAL, "There is no key ring here to open or make tokens with.")
            return
        table = self._table(followed)
        over = followed.state.is_over or followed.is_adjudicated
        if not story.ending.transcript:
            findings.skipped(_TRANSCRIPT, "The record does not tell the history hash.")
        elif story.ending.transcript == table.transcript:
            findings.held(_TRANSCRIPT)
        elif over:
            message = "Another history led to the history hash that the record ends with."
            findings.failed(_TRANSCRIPT, _FORKED, "TRANSCRIPT_DIFFERS", message)
        else:
            message = "Plies are missing, or another history led to the history hash that the record ends with."
            findings.failed(_TRANSCRIPT, _INVALID, "TRANSCRIPT_DIFFERS", message)
        if self._seal is None:
            findings.skipped(_SEAL, "There is no key ring here to open or make tokens with.")
        else:
            self._seal.check(table, findings, is_over=over)

    def _table(self, followed: _Followed) -> Table:
        """The table to which the plies have led, as the service would have it."""
        story = self._story
        chain_key = transcript.key(self._secret, story.game_id)
        chain = transcript.begin(chain_key, story.setup_bytes)
        if not story.is_external and not story.promise.awaiting_client_seeds:
            chain = transcript.add_client_seeds(chain_key, chain, story.client_seeds_hash)
        decision = chain
        seats, words = story.seats[: followed.plies], story.words[: followed.plies]
        links = transcript.add_plies(chain_key, chain, seats, words, CHANCE_SEAT)
        for number, link in enumerate(links, start=1):
            chain = link
            if number == followed.decided:
                decision = link
        flags = Flags.UNRATED if story.promise.unrated else Flags.NONE
        flags |= Flags.EXTERNAL if story.is_external else Flags.NONE
        flags |= Flags.AWAITING_SEEDS if story.promise.awaiting_client_seeds else Flags.NONE
        has_seed = not story.is_external and not story.promise.awaiting_client_seeds
        return Table(
            setup=story.setup,
            setup_bytes=story.setup_bytes,
            flags=flags,
            ply=followed.plies,
            game_id=story.game_id,
            server_secret=self._secret,
            client_seeds_hash=story.client_seeds_hash if has_seed else NO_HASH,
            seed=(self._seed() or NO_SEED) if has_seed else NO_SEED,
            transcript=chain,
            decision=decision,
            state=followed.state,
        )

    def _look_at_kept(self, followed: _Followed) -> None:
        story, kept, findings = self._story, self._kept, self._findings
        if not (kept.game_id or kept.commitment or kept.client_seeds_hash or kept.transcript):
            findings.skipped(_KEPT, "Nothing was told that somebody has kept.")
            return
        for what, told, mine, kind in (
            ("game id", kept.game_id, story.game_id, _INVALID),
            ("commitment", kept.commitment, self._commitment(), _UNFAIR),
            ("hash of the client seeds", kept.client_seeds_hash, story.client_seeds_hash, _UNFAIR),
            ("history hash", kept.transcript, self._transcript(followed), _FORKED),
        ):
            is_promised = not (story.is_external and kind == _UNFAIR)
            if told and not mine and is_promised:
                # Else whoever forges a record would leave out what somebody may have kept.
                message = f"The record does not tell the {what}, which was kept."
                findings.failed(_KEPT, _INVALID, "KEPT_NOT_TOLD", message)
                return
            if told and told != mine:
                findings.failed(_KEPT, kind, "KEPT_DIFFERS", f"The {what} is not the one that was kept.")
                return
        if not self._secret and (kept.commitment or kept.client_seeds_hash or kept.transcript):
            findings.skipped(_KEPT, "The record tells all that was kept, but without the secret that binds no ply.")
        else:
            findings.held(_KEPT)

    def _commitment(self) -> bytes:
        """The commitment as the record tells it, or its secret."""
        story = self._story
        if story.promise.commitment or not self._secret or story.is_external:
            return story.promise.commitment
        return fairness.commitment(self._secret)

    def _transcript(self, followed: _Followed) -> bytes:
        """The history hash as the record tells it, or its secret and its plies."""
        story = self._story
        if story.ending.transcript or not self._secret or followed.plies < len(story.seats):
            return story.ending.transcript
        return self._table(followed).transcript

    # -- what is said --

    def _conclude(self, followed: _Followed) -> None:
        """The verdict when nothing is wrong."""
        findings = self._findings
        if followed.plies < len(self._story.seats):
            findings.kind = referee_pb2.VERDICT_KIND_INCOMPLETE
            findings.summary = f"All is right up to ply {followed.plies}; what follows cannot be checked."
        elif followed.is_adjudicated:
            findings.kind = _VALID
            findings.summary = (
                f"All that was checked is right, and a decision about conduct has settled the game. {_WORD}"
            )
        elif followed.state.is_over:
            findings.kind = _VALID
            findings.summary = "All that was checked is right, and the game is over."
            if followed.forfeited:
                findings.summary += f" Somebody has forfeited it. {_WORD}"
        else:
            findings.kind = referee_pb2.VERDICT_KIND_INCOMPLETE
            findings.summary = "All that was checked is right, but the game is not over."

    def _tell(self, followed: _Followed) -> None:
        verdict, setup = self._verdict, self._story.setup
        self._findings.put(verdict)
        verdict.plies = followed.plies
        verdict.finished = followed.state.is_over
        outcome = conduct.adjudicate(setup, followed.state, followed.forfeited, drawn=followed.drawn)
        verdict.outcome.CopyFrom(wire.outcome_to_wire(outcome))
