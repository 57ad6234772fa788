"""Strangers at the service: any calls in any order with any keys, and a model that knows every answer before it comes.

Held at every step: each call is answered with the reason that the model expects; only a host's key yields a token; a
table never changes once it is handed out; equal histories have equal tokens, and different ones different tokens.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from google.protobuf.message import Message
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, RuleBasedStateMachine, initialize, multiple, precondition, rule

from canopy.v1 import engine_pb2, game_pb2
from service.capability import host_key, seat_key
from service.sealing import Sealer
from service.table import Table, open_table, seal_table
from tests.playing import is_interrupted
from tests.trust.integrity.model import GRANTED, NO_SEAT, NOT_FINISHED, Key, Node, SealedMove
from tests.trust.requests import as_text
from tests.trust.scenes import Scene, random_game
from tests.trust.wire import OK, Wire, in_stream, snake_case

FEW_GAMES = 4
SPECTATOR = Key(None, NO_SEAT, b"")

NUMBERS = st.integers(0, 2**16)
# Over a stream or not; whether ApplyMoves is only to validate.
STREAMED, TRYING = st.booleans(), st.sampled_from([False, False, False, True])
# The right key comes often enough for games to go on.
HOST, SEAT, ANOTHER_SEAT, NOBODY, FOREIGN_HOST, FOREIGN_SEAT = range(6)
WHO = st.sampled_from([HOST, HOST, HOST, HOST, SEAT, SEAT, ANOTHER_SEAT, NOBODY, FOREIGN_HOST, FOREIGN_SEAT])
COMMITTERS = st.sampled_from([SEAT, SEAT, SEAT, SEAT, HOST, NOBODY, FOREIGN_SEAT])


class Strangers(RuleBasedStateMachine):
    """Subclasses say which server and which scene."""

    wire: ClassVar[Wire]
    sealer: ClassVar[Sealer]
    scene: ClassVar[Scene]

    nodes = Bundle("nodes")
    sealed_moves = Bundle("sealed_moves")

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Table] = []
        self.handed_out: list[Node] = []
        self.tokens: dict[tuple[object, ...], bytes] = {}
        self.views: dict[bytes, bytes] = {}

    # -- tables --

    @initialize(target=nodes)
    def start(self) -> MultipleResults[Node]:
        """A new table, and one of another game at its last decision."""
        moments = random_game(replace(self.scene, number=1))
        last = max(at for at, moment in enumerate(moments) if moment.table.state.to_act() and not moment.pending)
        return multiple(self._create(), self._first_node(seal_table(self.sealer, moments[last].table)))

    @precondition(lambda self: len(self.games) < FEW_GAMES)
    @rule(target=nodes)
    def create(self) -> Node:
        """One more table."""
        return self._create()

    def _create(self) -> Node:
        """A table that is asked for twice is the same one."""
        setup = self.scene.case.setup
        name = f"stranger {len(self.games)}".encode()
        request = engine_pb2.CreateGameRequest(ruleset=setup.game.id, players=setup.players, request_id=name)
        body = self._call("CreateGame", request, GRANTED, streamed=False)
        assert self._call("CreateGame", request, GRANTED, streamed=True) == body
        return self._first_node(engine_pb2.CreateGameResponse.FromString(body).token)

    def _first_node(self, token: bytes) -> Node:
        table = open_table(self.sealer, token)
        self.games.append(table)
        state = table.state
        asked, interrupters = state.to_act(), state.may_interrupt()
        return self._remember(Node(len(self.games) - 1, (), 0, asked, interrupters, table.ply, state.is_over, token))

    def _remember(self, node: Node) -> Node:
        """A history that is known has the same token again; any other one has a token that is new."""
        name = (node.game, node.history)
        assert self.tokens.setdefault(name, node.token) == node.token
        assert list(self.tokens.values()).count(node.token) == 1
        self.handed_out.append(node)
        return node

    # -- looking --

    @rule(node=nodes, who=WHO, number=NUMBERS, rpc=st.sampled_from(["GetView", "RenderView"]), streamed=STREAMED)
    def look(self, node: Node, who: int, number: int, rpc: str, streamed: bool) -> None:
        """Everybody may look."""
        key = self._key(node, who, self._seat(node, number))
        self._call(rpc, self._request(rpc, node, key), key.at(node), streamed)

    @rule(node=nodes, who=WHO, number=NUMBERS, rpc=st.sampled_from(["GetView", "RenderView"]), streamed=STREAMED)
    def look_at_a_seat(self, node: Node, who: int, number: int, rpc: str, streamed: bool) -> None:
        """What a seat sees is for the seat and the host."""
        seat = self._seat(node, number)
        key = self._key(node, who, seat)
        self._call(rpc, self._request(rpc, node, key, seat=seat), key.about(node, seat), streamed)

    @rule(node=nodes, streamed=STREAMED)
    def look_again(self, node: Node, streamed: bool) -> None:
        """A table never changes, whatever has been done with it since."""
        body = self._call("GetView", self._request("GetView", node, SPECTATOR), GRANTED, streamed)
        assert self.views.setdefault(node.token, body) == body

    @rule(node=nodes, who=WHO, number=NUMBERS, streamed=STREAMED)
    def list_moves(self, node: Node, who: int, number: int, streamed: bool) -> None:
        """The moves of a seat are for the seat and the host."""
        seat = self._seat(node, number)
        key = self._key(node, who, seat)
        request = self._request("ListLegalMoves", node, key, seat=seat)
        if body := self._call("ListLegalMoves", request, key.about(node, seat), streamed):
            assert engine_pb2.ListLegalMovesResponse.FromString(body).moves
            assert seat in node.movers

    @rule(node=nodes, who=WHO, number=NUMBERS, streamed=STREAMED)
    def check_move(self, node: Node, who: int, number: int, streamed: bool) -> None:
        """Likewise."""
        seat = self._seat(node, number)
        key = self._key(node, who, seat)
        request = self._request("CheckMove", node, key, seat=seat, move=self._move(node, seat, number))
        if body := self._call("CheckMove", request, key.about(node, seat), streamed):
            legal = engine_pb2.CheckMoveResponse.FromString(body).legal
            assert legal == (seat in node.movers)

    @rule(node=nodes, streamed=STREAMED)
    def reveal(self, node: Node, streamed: bool) -> None:
        """The secret is opened to anybody when the game is over."""
        request = engine_pb2.RevealGameRequest(token=node.token)
        self._call("RevealGame", request, GRANTED if node.over else NOT_FINISHED, streamed)

    # -- acting --

    @rule(target=sealed_moves, node=nodes, who=COMMITTERS, number=NUMBERS, streamed=STREAMED)
    def commit(self, node: Node, who: int, number: int, streamed: bool) -> SealedMove | MultipleResults[SealedMove]:
        """A seat that is asked commits to a move of its own; one that would interrupt may not."""
        seat = self._seat(node, number)
        key = self._key(node, who, seat)
        move = self._move(node, seat, number)
        expected = key.as_seat(node) or node.commitment_of(key.seat)
        body = self._call("CommitMove", self._request("CommitMove", node, key, move=move), expected, streamed)
        if expected:
            return multiple()
        sealed = engine_pb2.CommitMoveResponse.FromString(body).commitment
        return SealedMove(node.decision, key.seat, move.text, sealed)

    @rule(target=nodes, node=nodes, who=WHO, number=NUMBERS, streamed=STREAMED, trying=TRYING)
    def apply_move(
        self, node: Node, who: int, number: int, streamed: bool, trying: bool
    ) -> Node | MultipleResults[Node]:
        """The host moves for a seat that is asked or interrupts. Nobody else ever does, not even to try."""
        seat = self._seat(node, number)
        key = self._key(node, who, seat)
        move = self._move(node, seat, number)
        expected = key.as_host(node) or node.turn_of(seat)
        request = self._request("ApplyMoves", node, key, validate_only=trying)
        request.actions.add(move=engine_pb2.SeatMove(seat=seat, move=move))
        return self._after(node, key, (seat, move.text), self._call("ApplyMoves", request, expected, streamed))

    @rule(target=nodes, node=nodes, who=WHO, sealed=sealed_moves, streamed=STREAMED, trying=TRYING)
    def apply_sealed(
        self, node: Node, who: int, sealed: SealedMove, streamed: bool, trying: bool
    ) -> Node | MultipleResults[Node]:
        """The host applies what a seat has sealed, perhaps for this decision and perhaps again."""
        return self._apply_sealed(node, who, sealed, streamed, trying)

    @rule(target=nodes, who=WHO, sealed=sealed_moves, number=NUMBERS, streamed=STREAMED)
    def apply_sealed_in_time(
        self, who: int, sealed: SealedMove, number: int, streamed: bool
    ) -> Node | MultipleResults[Node]:
        """The same at a table of the decision that it was sealed for."""
        fitting = [node for node in self.handed_out if node.decision == sealed.decision]
        return self._apply_sealed(fitting[number % len(fitting)], who, sealed, streamed, trying=False)

    def _apply_sealed(
        self, node: Node, who: int, sealed: SealedMove, streamed: bool, trying: bool
    ) -> Node | MultipleResults[Node]:
        key = self._key(node, who, sealed.seat)
        expected = key.as_host(node) or sealed.at(node)
        request = self._request("ApplyMoves", node, key, validate_only=trying)
        request.actions.add(commitment=sealed.sealed)
        body = self._call("ApplyMoves", request, expected, streamed)
        return self._after(node, key, (sealed.seat, sealed.text), body)

    def _after(self, node: Node, key: Key, played: tuple[int, str], body: bytes) -> Node | MultipleResults[Node]:
        """The table that an answer holds, if it does: then the host has asked, and the game has gone on."""
        response = engine_pb2.ApplyMovesResponse.FromString(body)
        if not response.token:
            return multiple()
        status = response.status
        assert key.is_host_of(node)
        assert status.ply > node.ply
        history, asked = (*node.history, played), tuple(status.seats_to_act)
        interrupters = tuple(status.seats_may_interrupt)
        decided = node.decided if self._stays_open(node, played[0], asked, response.token) else len(history)
        return self._remember(
            Node(node.game, history, decided, asked, interrupters, status.ply, status.finished, response.token)
        )

    def _stays_open(self, node: Node, mover: int, asked: tuple[int, ...], token: bytes) -> bool:
        """Whether one of several seats has chosen, and the others are still asked in the same decision.

        Where seats may interrupt, several may also be asked which of them is the first: then the tables have to say.
        """
        if mover not in node.asked or not asked or asked != tuple(seat for seat in node.asked if seat != mover):
            return False
        before, after = (open_table(self.sealer, sealed).state.epoch for sealed in (node.token, token))
        return not is_interrupted(self.scene.game) or before == after

    # -- who and what --

    def _seat(self, node: Node, number: int) -> int:
        """A seat, most often one that is asked."""
        seats = [*node.asked, *node.movers, *range(self.scene.case.setup.players)]
        seat: int = seats[number % len(seats)]
        return seat

    def _key(self, node: Node, who: int, seat: int) -> Key:
        """A key of somebody, as he stands to the table and the seat."""
        if who == NOBODY:
            return SPECTATOR
        game = (node.game + 1) % len(self.games) if who in (FOREIGN_HOST, FOREIGN_SEAT) else node.game
        game_id = self.games[game].game_id
        if who in (HOST, FOREIGN_HOST):
            return Key(game, NO_SEAT, host_key(self.sealer, game_id))
        holder = (seat + 1) % self.scene.case.setup.players if who == ANOTHER_SEAT else seat
        return Key(game, holder, seat_key(self.sealer, game_id, holder))

    def _move(self, node: Node, seat: int, number: int) -> game_pb2.Move:
        """A legal move of the seat if it is asked, else one that somebody might make now or could have at the start."""
        state = open_table(self.sealer, node.token).state
        askable = [(state, who) for who in (seat, *node.asked)]
        at_the_start = self.games[0].state
        askable += [(at_the_start, who) for who in at_the_start.to_act()]
        legal = next(moves for position, who in askable if (moves := position.legal_moves(who)))
        return as_text(self.scene.case.setup, legal[number % len(legal)])

    # -- calls --

    def _request(self, rpc: str, node: Node, key: Key, **fields: Any) -> Any:
        return getattr(engine_pb2, f"{rpc}Request")(token=node.token, key=key.sealed, **fields)

    def _call(self, rpc: str, request: Message, expected: str, streamed: bool) -> bytes:
        """The response of a call, nothing when it is refused, as it must be for the reason that is expected."""
        if streamed:
            (raw,), end = self.wire.stream([in_stream(rpc, request)])
            assert end.code is OK
            answer = engine_pb2.PlayGameResponse.FromString(raw)
            reason = answer.error.reason
            body: bytes = b"" if reason else getattr(answer, snake_case(rpc)).SerializeToString(deterministic=True)
        else:
            heard = self.wire.call(rpc, request)
            reason, body = heard.reason, heard.body
        assert reason == expected
        assert not (reason and body)
        return body
