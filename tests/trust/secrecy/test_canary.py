"""Nothing hidden turns up in logs, errors or trailers, and no response holds what only the service may know."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest
from google.protobuf.message import Message

from canopy.v1 import engine_pb2, game_pb2
from engines.game import Game
from service.capability import host_key, seat_key
from service.commitment import Commitment, seal_commitment
from service.engine import Engine
from service.fairness import Origin
from service.keyring import KeyRing
from service.sealing import Sealer
from service.table import Table, seal_table
from tests.trust.canary import Canary, captured_logs
from tests.trust.conftest import serving_with_log
from tests.trust.kit import with_other_seed
from tests.trust.requests import NONSENSE, REQUESTS, Viewpoint, as_data, as_text, viewpoint
from tests.trust.scenes import Moment, Scene, chosen_moments, usual_scene
from tests.trust.wire import OK, STREAM, Answer, Wire, in_stream, wire_bytes

# Of so many seats the keys are looked for, and so many repeat what they have chosen.
FEW = 3


def inner(table: Table, ring: KeyRing) -> dict[str, bytes]:
    """What only the service may know while the game goes on."""
    hidden = {
        "the secret": table.server_secret,
        "the transcript": table.transcript,
        "the decision": table.decision,
        "the state": table.state.to_bytes(),
        "the table": table.to_bytes(),
    }
    if not table.awaits_seeds and not table.is_external:
        hidden["the seed"] = table.seed
    return hidden | {f"the ring's key {key.name}": key.secret for key in ring.keys}


def sealed(table: Table, sealer: Sealer) -> dict[str, bytes]:
    """What somebody holds, and nobody else is told."""
    seats = range(table.setup.players)[:FEW]
    return {
        "the token": seal_table(sealer, table),
        "the host's key": host_key(sealer, table.game_id),
        **{f"the key of seat {seat}": seat_key(sealer, table.game_id, seat) for seat in seats},
        **{f"a sealed move of seat {seat}": seal_commitment(sealer, table, seat, 0) for seat in seats},
    }


def secret_moves(moment: Moment) -> dict[str, str]:
    """The moves that hang in the air, as people read them; without those that stand as examples in error messages."""
    setup = moment.table.setup
    examples = " ".join(text for text, _ in setup.game.notation)
    texts = {action.seat: setup.game.move_text(setup, action.word) for action in moment.pending}
    return {f"the move of seat {seat}": text for seat, text in texts.items() if text not in examples}


def every_request(sealer: Sealer, scene: Scene, moment: Moment) -> Iterable[tuple[str, Message]]:
    """Whatever anybody might ask about the moment, and calls of the host that are refused; what is equal once."""
    asked = _asked_by_all(sealer, scene, moment)
    return {(rpc, wire_bytes(request)): (rpc, request) for rpc, request in asked}.values()


def _asked_by_all(sealer: Sealer, scene: Scene, moment: Moment) -> Iterator[tuple[str, Message]]:
    rng = scene.random("canary")
    # Nobody names the secret moves: whoever does may hear of them.
    setup = moment.table.setup
    secret = [form(setup, action.word) for action in moment.pending for form in (as_data, as_text)]
    for viewer in scene.viewers():
        point = viewpoint(sealer, moment, viewer, rng)
        point = replace(point, moves=tuple(move for move in point.moves if move not in secret))
        for rpc, requests in REQUESTS.items():
            yield from ((rpc, request) for request in requests(point))
        yield from (("ApplyMoves", request) for request in refused(point))


def refused(point: Viewpoint) -> Iterator[Message]:
    """What the service refuses to its host: stale, unopenable and repeated commitments, seats that are not there."""
    table = point.moment.table
    seats = range(table.setup.players)
    move = game_pb2.Move(text=NONSENSE)
    actions = [
        *(engine_pb2.Action(commitment=seal_commitment(point.sealer, table, seat, 0)) for seat in seats[:FEW]),
        engine_pb2.Action(commitment=seal_commitment(point.sealer, with_other_seed(table), 0, 0)),
        engine_pb2.Action(commitment=point.token),
        engine_pb2.Action(commitment=point.key),
        engine_pb2.Action(move=engine_pb2.SeatMove(seat=len(seats), move=point.moves[0])),
        engine_pb2.Action(move=engine_pb2.SeatMove(seat=0, move=move)),
        engine_pb2.Action(chance=game_pb2.ChanceOutcome(text=NONSENSE)),
        engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=[b"x" * 65])),
    ]
    for action in actions:
        yield engine_pb2.ApplyMovesRequest(token=point.token, key=point.host_key, actions=[action])
    # Parts of what is sealed, where something else belongs.
    yield engine_pb2.GetViewRequest(token=point.host_key, key=point.token)
    yield engine_pb2.GetViewRequest(token=point.token, key=point.key[:-1] + b"x")


def ask(wire: Wire, rpc: str, request: Message) -> tuple[list[bytes], Answer]:
    """The responses to a request, and how the call ended."""
    if rpc == STREAM:
        return wire.stream([request])
    answer = wire.call(rpc, request)
    return [answer.body], answer


def test_nothing_hidden_is_logged_or_answered(
    wire: Wire, sealer: Sealer, ring: KeyRing, scene: Scene, capfd: pytest.CaptureFixture[str]
) -> None:
    """Logs, errors and trailers hold nothing that anybody hides; no response holds what only the service may know."""
    *_, end_of_game = moments = chosen_moments(scene, secret=1, plain=0)
    for moment in moments:
        hidden: dict[str, bytes | str] = {
            **inner(moment.table, ring),
            **sealed(moment.table, sealer),
            **secret_moves(moment),
        }
        canary = Canary(hidden)
        # When the game is over its secret is opened.
        kept = {} if moment is end_of_game else inner(moment.table, ring)
        inside = Canary({**kept, "the host's key": host_key(sealer, moment.table.game_id)})
        with captured_logs() as log:
            asked = [(rpc, *ask(wire, rpc, request)) for rpc, request in every_request(sealer, scene, moment)]
        assert {end.code for _, _, end in asked} > {OK}
        for rpc, bodies, end in asked:
            assert canary.found_in(end) == []
            for body in bodies:
                assert inside.found_in(body) == [], rpc
        # Every call is logged, the request's id with it, and nothing else of it.
        assert log.text().count("GetView") > 1
        assert canary.found_in(log.text()) == []
        assert canary.found_in("".join(capfd.readouterr())) == []


def test_what_is_printed_of_the_service_s_own_things_hides_their_secrets(
    sealer: Sealer, ring: KeyRing, game: Game
) -> None:
    """They turn up in tracebacks and debuggers, and from there in logs."""
    moment = chosen_moments(usual_scene(game), secret=1, plain=0)[2]
    table = moment.table
    canary = Canary({**inner(table, ring), "the word": "1234567890123"})
    commitment = Commitment(table.game_id, table.decision, 0, 1234567890123)
    for thing in (table, ring, *ring.keys, sealer, commitment, Origin(table.game_id, table.server_secret), table.state):
        for text in (repr(thing), str(thing), f"{thing}"):
            assert canary.found_in(text) == [], type(thing).__name__


def test_a_defect_of_the_service_is_logged_without_what_it_was_about(ring: KeyRing, sealer: Sealer, game: Game) -> None:
    """The text of an exception may be anything, so neither the log nor the caller gets it."""
    moment = chosen_moments(usual_scene(game), secret=1, plain=0)[2]
    canary = Canary({**inner(moment.table, ring), **sealed(moment.table, sealer)})

    def break_down(_: Message) -> Message:
        try:
            raise KeyError(moment.table.server_secret)
        except KeyError as error:
            raise ValueError(seal_table(sealer, moment.table), moment.table.seed.hex()) from error

    engine = Engine(ring)
    engine.get_view = break_down  # type: ignore[assignment, method-assign]
    request = engine_pb2.GetViewRequest(token=seal_table(sealer, moment.table))
    with captured_logs() as log, serving_with_log(engine, ring) as address, Wire(address) as wire:
        answer = wire.call("GetView", request)
        bodies, end = wire.stream([in_stream("GetView", request)])
    assert answer.reason == engine_pb2.PlayGameResponse.FromString(bodies[0]).error.reason == "INTERNAL_ERROR"
    assert end.code is OK
    assert "ValueError" in log.text()
    everything: list[bytes | str | Answer] = [answer, *bodies, end, log.text()]
    for told in everything:
        assert canary.found_in(told) == []


SECRET = b"\x00\xfe\xfftell nobody\x7f\x80"


@pytest.mark.parametrize("offset", range(4))
@pytest.mark.parametrize(
    "write",
    [
        bytes,
        lambda data: data.hex().encode(),
        lambda data: data.hex().upper().encode(),
        base64.b64encode,
        base64.urlsafe_b64encode,
        lambda data: repr(data).encode(),
        lambda data: repr(list(data)).encode(),
    ],
)
def test_a_canary_is_found_however_it_is_written(write: Callable[[bytes], bytes], offset: int) -> None:
    canary = Canary({"it": SECRET, "something else": b"something else"})
    assert canary.found_in(b"..." + write(b"-" * offset + SECRET + b"after it") + b"...") == ["it"]
    assert canary.found_in(write(b"-" * offset + SECRET[1:] + b"after it")) == []


def test_canaries_are_looked_for_in_all_of_a_refusal() -> None:
    answer = Answer(OK, "", (), (), SECRET)
    canary = Canary({"it": SECRET})
    assert canary.found_in(answer) == []
    for told in (
        answer._replace(message=SECRET.hex()),
        answer._replace(initial_metadata=(("name", SECRET.hex()),)),
        answer._replace(trailing_metadata=(("name-bin", b"..." + SECRET),)),
    ):
        assert canary.found_in(told) == ["it"]


def test_everything_that_is_logged_is_captured() -> None:
    logger = logging.getLogger("service.some.module")
    level = logger.level
    canary = Canary({"it": SECRET})
    with captured_logs() as log:
        logger.debug("nothing %s", "here")
        assert canary.found_in(log.text()) == []
        logger.debug("an argument %r", SECRET)
        logger.debug("a field", extra={"more": SECRET})
    # Other threads may log meanwhile.
    assert [record.name for record in log.records].count(logger.name) == 3
    assert canary.found_in(log.text()) == ["it"]
    assert logger.level == level
