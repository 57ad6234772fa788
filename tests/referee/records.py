"""Records of random games without a server: what a host's recorder would hold at their end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from canopy.v1 import record_pb2, referee_pb2
from cext.kernel import State
from engines import registry
from engines.game import Setup
from service import play, wire
from service.capability import host_key
from service.fairness import GAME_ID_BYTES, SECRET_BYTES, Origin
from service.keyring import KeyRing
from service.play import ChanceAction, Made, MoveAction, Progress
from service.sealing import Sealer
from service.table import Table, encode_setup, seal_table
from tests.playing import Ply, next_movers, random_move
from tests.playing import play as play_ply
from tests.service.conftest import make_key
from tests.service.tables import setup_of

RING = KeyRing((make_key("records"), make_key("records before")))
SEALER = Sealer(RING)


class Played:
    """A random game and its record; `tables[i]` is the table after so many calls."""

    def __init__(
        self,
        setup: Setup,
        seed: int,
        *,
        external: bool = False,
        unrated: bool = False,
        seeds: tuple[bytes, ...] = (b"ann", b"bob"),
    ) -> None:
        rng = random.Random(f"{setup.game.id}/{setup.players}/{seed}")
        own_pack = setup.game.packs.get(setup.pack.id) is not setup.pack
        origin = Origin(rng.randbytes(GAME_ID_BYTES), rng.randbytes(SECRET_BYTES))
        self.setup = setup
        self.record = record_pb2.GameRecord(
            format=1,
            ruleset=setup.game.id,
            rules_version=setup.game.rules_version,
            players=setup.players,
            content_digest=setup.pack.digest,
            game_id=origin.game_id,
            client_seeds=() if external else seeds,
        )
        for name, value in setup.options:
            self.record.options.add(name=name, value=value)
        if own_pack:
            self.record.content_pack_json = setup.pack.canonical.decode()
        else:
            self.record.content_pack_id = setup.pack.id
        setup_bytes = encode_setup(setup, own_pack=own_pack)
        self.tables: list[Table] = []
        # The plies as they were made, and the states in which they were.
        self.made: list[Made] = []
        self.before: list[State] = []
        self._take(play.create(setup, setup_bytes, origin, client_seeds=seeds, external=external, unrated=unrated))
        while not self.end.state.is_over:
            self._take(play.apply(self.end, [next_action(self.end, rng)]))
        self.record.ending.token = seal_table(SEALER, self.end)
        self.record.ending.transcript = self.end.transcript
        wire.put_fairness(self.end, self.record.fairness)
        if not external:
            self.record.ending.server_secret = origin.server_secret

    @property
    def end(self) -> Table:
        """The last table."""
        return self.tables[-1]

    @property
    def key(self) -> bytes:
        """The host's key."""
        return host_key(SEALER, self.end.game_id)

    def _take(self, progress: Progress) -> None:
        wire.put_plies(progress.table, progress.plies, self.record.plies)
        state = self.tables[-1].state if self.tables else State.start(self.setup.rules)
        for made in progress.plies:
            self.made.append(made)
            self.before.append(state)
            state = play_ply(state, Ply(made.seat, made.word))[0]
        self.tables.append(progress.table)


def next_action(table: Table, rng: random.Random) -> play.Action:
    """What happens next at a table: a random move, or at an EXTERNAL one any dice."""
    if table.state.chance_kind:
        text = table.setup.game.outcome_text(table.setup, rng.choice(table.state.outcomes()))
        return ChanceAction(table.setup.game.parse_outcome(table.setup, text))
    seat = rng.choice(next_movers(table.state, rng))
    return MoveAction(seat, random_move(table.state, seat, rng))


@cache
def played(ruleset: str, seed: int = 0, *, external: bool = False) -> Played:
    """A random game of the usual table of a ruleset."""
    return Played(setup_of(ruleset), seed, external=external)


def copy_of(record: record_pb2.GameRecord) -> record_pb2.GameRecord:
    """A record that may be changed."""
    copy = record_pb2.GameRecord()
    copy.CopyFrom(record)
    return copy


def checks_of(verdict: referee_pb2.Verdict) -> dict[str, str]:
    """The results of a verdict by the kind of check, in short words."""
    return {
        referee_pb2.CheckKind.Name(check.kind).removeprefix("CHECK_KIND_"): referee_pb2.CheckResult.Name(
            check.result
        ).removeprefix("CHECK_RESULT_")
        for check in verdict.checks
    }


def kind_of(verdict: referee_pb2.Verdict) -> str:
    """The kind of a verdict in short."""
    return referee_pb2.VerdictKind.Name(verdict.kind).removeprefix("VERDICT_KIND_")


def rulesets() -> Iterator[str]:
    """All rulesets, by id."""
    yield from sorted(registry.games())
