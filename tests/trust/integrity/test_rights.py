"""What each key may do: every RPC that takes a key, with every kind of key, with the right and without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import grpc
import pytest
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines.game import Game
from service.capability import host_key, seat_key
from service.sealing import Sealer
from service.table import Table, seal_table
from tests.trust.requests import as_text
from tests.trust.scenes import Scene, random_game, usual_scene
from tests.trust.wire import OK, STREAM, Wire, can_be_streamed, in_stream, request_class, with_field

HOST, SEAT, ANOTHER_SEAT, NOBODY = "the host", "the seat", "another seat", "a spectator"
FOREIGN_HOST, FOREIGN_SEAT = "another table's host", "the seat at another table"
EVERYBODY = (HOST, SEAT, ANOTHER_SEAT, NOBODY, FOREIGN_HOST, FOREIGN_SEAT)
FOREIGN = (FOREIGN_HOST, FOREIGN_SEAT)
# What a seat hears that commits though the table does not wait for it.
NOT_ASKED = ("ILLEGAL_MOVE", "INTERRUPTION_SEALED")


@dataclass(frozen=True)
class Right:
    """Something that a key may be used for; `names_seat` is whether the request names the seat."""

    rpc: str
    names_seat: bool
    granted_to: tuple[str, ...]


RIGHTS = (
    Right("GetView", False, (HOST, SEAT, ANOTHER_SEAT, NOBODY)),
    Right("GetView", True, (HOST, SEAT)),
    Right("RenderView", False, (HOST, SEAT, ANOTHER_SEAT, NOBODY)),
    Right("RenderView", True, (HOST, SEAT)),
    Right("ListLegalMoves", True, (HOST, SEAT)),
    Right("CheckMove", True, (HOST, SEAT)),
    Right("CommitMove", False, (SEAT, ANOTHER_SEAT)),
    Right("ApplyMoves", False, (HOST,)),
)


@dataclass(frozen=True)
class Keys:
    """A table at which somebody is asked, with the keys of everybody."""

    table: Table
    token: bytes
    seat: int
    keys: dict[str, bytes]


@pytest.fixture
def keys(game: Game, sealer: Sealer) -> Keys:
    """A table where one seat is asked, and perhaps others."""
    moments = random_game(usual_scene(game))
    table = next(moment.table for moment in moments[len(moments) // 2 :] if moment.table.state.to_act())
    other = Scene(usual_scene(game).case, number=1).new_table()
    seat = table.state.to_act()[0]
    another = next((number for number in range(table.setup.players) if number != seat), table.setup.players)
    return Keys(
        table,
        seal_table(sealer, table),
        seat,
        {
            HOST: host_key(sealer, table.game_id),
            SEAT: seat_key(sealer, table.game_id, seat),
            ANOTHER_SEAT: seat_key(sealer, table.game_id, another),
            NOBODY: b"",
            FOREIGN_HOST: host_key(sealer, other.game_id),
            FOREIGN_SEAT: seat_key(sealer, other.game_id, seat),
        },
    )


def request_of(keys: Keys, right: Right, who: str) -> Message:
    """The use of a right that would succeed with the right key."""
    message = request_class(right.rpc)(token=keys.token, key=keys.keys[who])
    if right.names_seat:
        message.seat = keys.seat  # type: ignore[attr-defined]
    move = as_text(keys.table.setup, keys.table.state.legal_moves(keys.seat)[0])
    if isinstance(message, engine_pb2.CheckMoveRequest | engine_pb2.CommitMoveRequest):
        message.move.CopyFrom(move)
    if isinstance(message, engine_pb2.ApplyMovesRequest):
        message.actions.add(move=engine_pb2.SeatMove(seat=keys.seat, move=move))
    return message


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("right", RIGHTS, ids=lambda right: f"{right.rpc}{'-of-a-seat' if right.names_seat else ''}")
def test_right_is_granted_or_denied(wire: Wire, keys: Keys, right: Right, who: str) -> None:
    request = request_of(keys, right, who)
    answer = wire.call(right.rpc, request)
    if who in right.granted_to:
        # Another seat may not be asked for a move just now; that is no question of rights.
        assert answer.code is OK or (who == ANOTHER_SEAT and answer.reason in NOT_ASKED)
        return
    assert answer.code is grpc.StatusCode.PERMISSION_DENIED
    assert answer.reason == ("KEY_OF_ANOTHER_TABLE" if who in FOREIGN else "KEY_LACKS_RIGHT")
    if can_be_streamed(right.rpc):
        (body,), _ = wire.stream([in_stream(right.rpc, request)])
        error = engine_pb2.PlayGameResponse.FromString(body).error
        assert (error.code, error.reason, error.message) == (answer.code.value[0], answer.reason, answer.message)


def test_a_refusal_for_lack_of_right_does_not_depend_on_the_table(
    wire: Wire, sealer: Sealer, game: Game, keys: Keys
) -> None:
    """Whoever may not ask learns nothing by asking: the answers are the same at every table of the game."""
    for right in RIGHTS:
        for who in set(EVERYBODY) - set(right.granted_to) - set(FOREIGN):
            request = request_of(keys, right, who)
            answers = set()
            for table in same_key_tables(keys.table, game):
                request.token = seal_table(sealer, table)  # type: ignore[attr-defined]
                answers.add(wire.call(right.rpc, request))
            assert len(answers) == 1


def same_key_tables(table: Table, game: Game) -> Iterator[Table]:
    """The table, an earlier one and the last one of its game."""
    moments = random_game(usual_scene(game))
    yield from (table, moments[0].table, moments[-1].table)


def test_every_rpc_with_a_key_has_rights() -> None:
    """Whoever adds an RPC that takes a key says here what which key may do with it."""
    assert {right.rpc for right in RIGHTS} == set(with_field("key"))
    seated = set(with_field("seat")) & set(with_field("key"))
    assert {right.rpc for right in RIGHTS if right.names_seat} == seated
    assert STREAM not in with_field("key")
