"""Tokens, keys and commitments: bytes of any kind, as they come and as if this service had sealed them.

The second shows what a service makes of what another version of it has sealed: it is one of ours in every respect, or
it cannot be opened.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from contextlib import suppress

from canopy.v1 import engine_pb2
from engines import registry
from service import play
from service.capability import host_key, open_access, seat_key
from service.commitment import open_commitment, seal_commitment
from service.engine import Engine
from service.errors import Reason, Refusal
from service.fairness import GAME_ID_BYTES, SECRET_BYTES, Origin
from service.keyring import Key, KeyRing
from service.play import ChanceAction, MoveAction
from service.sealing import Purpose, Sealer, Unopenable
from service.table import Table, encode_setup, seal_table
from tests.playing import movers, next_movers

_RING = KeyRing((Key(b"fuzz", hashlib.sha512(b"fuzz").digest()),))
_SEALER = Sealer(_RING)
_ENGINE = Engine(_RING)
_ORIGIN = Origin(b"g" * GAME_ID_BYTES, b"s" * SECRET_BYTES)
_PLIES = 30

# What a token that cannot be opened, or a key, may be answered with.
_REFUSED = {
    Reason.TOKEN_UNOPENABLE,
    Reason.KEY_UNOPENABLE,
    Reason.KEY_OF_ANOTHER_TABLE,
    Reason.COMMITMENT_UNOPENABLE,
    Reason.UNKNOWN_RULESET,
    Reason.UNKNOWN_RULES_VERSION,
    Reason.UNKNOWN_CONTENT_PACK,
}


def _tables() -> Iterator[Table]:
    """For every ruleset tables of a random game, with drawn and with told dice, and with a pack of its own."""
    for game in registry.games().values():
        players = min(max(game.min_players, 2), game.max_players)
        setup = registry.make_setup(game, players, {}, registry.default_pack(game))
        for external, own_pack in ((False, False), (True, True)):
            setup_bytes = encode_setup(setup, own_pack=own_pack)
            table = play.create(setup, setup_bytes, _ORIGIN, external=external).table
            rng = random.Random(game.id)
            yield table
            for _ in range(_PLIES):
                action = _random_action(table, rng)
                if action is None:
                    break
                table = play.apply(table, [action]).table
            yield table


def _random_action(table: Table, rng: random.Random) -> MoveAction | ChanceAction | None:
    state = table.state
    if seats := next_movers(state, rng):
        return MoveAction(seats[0], rng.choice(state.legal_moves(seats[0])))
    return ChanceAction(rng.choice(state.outcomes())) if state.chance_kind else None


_SOME_TABLE = next(_tables())


def seeds() -> Iterator[bytes]:
    """Tables, keys and commitments, sealed and as what is sealed."""
    for table in _tables():
        yield table.to_bytes()
        sealed = [seal_table(_SEALER, table), host_key(_SEALER, table.game_id), seat_key(_SEALER, table.game_id, 0)]
        yield from sealed
        yield from (_SEALER.open(Purpose.KEY, key) for key in sealed[1:])
        commitment = seal_commitment(_SEALER, table, 0, 1)
        yield commitment
        yield _SEALER.open(Purpose.COMMITMENT, commitment)


def try_one(data: bytes) -> None:
    """As a token, a key and a commitment, and as what is in one."""
    _try_call(engine_pb2.GetViewRequest(token=data))
    _try_call(engine_pb2.GetViewRequest(token=seal_table(_SEALER, _SOME_TABLE), key=data))
    _try_table(data)
    if data:
        _try_sealed(data)


def _require_decent(call: Callable[[], object]) -> None:
    """The call is answered, or refused for a reason that a caller can bring about with such bytes."""
    reason = None
    try:
        call()
    except Refusal as refusal:
        reason = refusal.reason
    assert reason is None or reason in _REFUSED


def _try_call(request: engine_pb2.GetViewRequest) -> None:
    _require_decent(lambda: _ENGINE.get_view(request))


def _try_table(data: bytes) -> None:
    # Refused for want of a ruleset, its version or its pack, or not to be opened at all.
    with suppress(Unopenable):
        _require_decent(lambda: _use(Table.from_bytes(data), data))


def _use(table: Table, data: bytes) -> None:
    """What can be opened is a table like any other."""
    assert table.to_bytes() == data
    game, setup, state = table.setup.game, table.setup, table.state
    for viewer in (None, 0, setup.players - 1):
        for memory in (False, True):
            assert game.view(setup, state, viewer, memory=memory) is not None
    for seat in movers(state):
        for word in state.legal_moves(seat)[:3]:
            assert not state.check(seat, word)
            state.apply(seat, word)


def _try_sealed(data: bytes) -> None:
    """A key and a commitment of these contents."""
    _require_decent(lambda: open_access(_SEALER, _SEALER.seal(Purpose.KEY, data), _SOME_TABLE))
    _require_decent(lambda: open_commitment(_SEALER, _SEALER.seal(Purpose.COMMITMENT, data)))
