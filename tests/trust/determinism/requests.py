"""The same requests every time, played through a real server, and a digest of each response.

`python -m tests.trust.determinism.requests` prints them; the tests run it in processes that differ in
whatever must not matter. Ring, secrets, request ids and choices are fixed.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from typing import Any

from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2, game_pb2
from cext import kernel
from engines import registry
from engines.game import Game
from service.capability import host_key, seat_key
from service.engine import Engine
from service.keyring import KeyRing
from service.sealing import Sealer
from service.table import Table, open_table
from tests.playing import next_movers, random_move
from tests.service.conftest import make_key, serving
from tests.trust.conftest import with_solver
from tests.trust.questions import good_questions, of_table
from tests.trust.requests import NONSENSE, as_data, as_text, tell_setup
from tests.trust.scenes import Scene, scenes_of, usual_scene
from tests.trust.wire import OK, STREAM, Wire, can_be_streamed, in_stream

# The section of what is asked about no ruleset.
SERVICE = "service"
RING = KeyRing((make_key("determinism"), make_key("determinism before")))
DIGEST_DIGITS = 20
# How many plies are played at tables that are not played to the end, how many pass before everything is asked again,
# and by how many viewers.
PLIES = 8
PLIES_BETWEEN = 7
FEW_VIEWERS = 2
# How many plies pass before a solver is asked again, which takes longest.
PLIES_BETWEEN_QUESTIONS = 60
# No answer is cut short by the time on any machine.
LONGEST_SECONDS = 600.0


def serving_all() -> AbstractContextManager[str]:
    """A server with the ring of the digests, and with solvers that have all the time they need; gives its address."""
    return serving(Engine(RING), **with_solver(RING, longest=LONGEST_SECONDS))


def build() -> str:
    """Which build of the kernels answers."""
    return "debug" if kernel.DEBUG else "release"


class Recorder:
    """Asks, and writes down a line for each answer."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._requests: list[Message] = []
        self.lines: list[str] = []

    def ask(self, where: object, rpc: str, request: Message) -> bytes:
        """The response, empty when the call is refused."""
        answer = self._wire.call(rpc, request)
        details = b"" if answer.code is OK else answer.status.SerializeToString(deterministic=True)
        self._write(where, rpc, answer.reason or "OK", answer.body + details)
        if can_be_streamed(rpc):
            self._requests.append(in_stream(rpc, request, len(self._requests)))
        return answer.body

    def ask_again(self, where: object) -> None:
        """All that was asked since the last time and that a stream takes, over one stream; a line for all of it."""
        bodies, _ = self._wire.stream(self._requests)
        self._write(where, STREAM, f"{len(bodies)}-answers", b"".join(bodies))
        self._requests.clear()

    def _write(self, where: object, rpc: str, what: str, said: bytes) -> None:
        digest = hashlib.sha256(said).hexdigest()[:DIGEST_DIGITS]
        self.lines.append(f"{len(self.lines):04} {where} {rpc} {what} {digest}")


class Player:
    """Plays one table and asks everything on the way."""

    def __init__(self, recorder: Recorder, scene: Scene) -> None:
        self._recorder = recorder
        self._scene = scene
        self._sealer = Sealer(RING)
        self._rng = scene.random("determinism")
        self._setup = scene.case.setup

    def play(self, plies: int, *, solving: bool = False, **create: Any) -> None:
        """From the creation so many plies far, or to the end; solvers are asked only where it is said."""
        token = engine_pb2.CreateGameResponse.FromString(self._ask("CreateGame", self._creation(create))).token
        next_question = 0
        for turn in range(plies):
            table = open_table(self._sealer, token)
            action = self._next_action(table)
            if action is None:
                break
            if turn % PLIES_BETWEEN == 0:
                self._look(table, token)
            if solving and turn >= next_question and table.state.to_act():
                self._ask_solvers(table, token)
                next_question = turn + PLIES_BETWEEN_QUESTIONS
            token = self._apply(table, token, [action]).token
        table = open_table(self._sealer, token)
        self._look(table, token)
        self._recorder.ask_again(self._scene)

    def _creation(self, create: dict[str, Any]) -> engine_pb2.CreateGameRequest:
        request = engine_pb2.CreateGameRequest(request_id=f"determinism {self._scene}".encode(), **create)
        if self._scene.external:
            request.randomness = common_pb2.RANDOMNESS_EXTERNAL
        tell_setup(self._setup, request)
        return request

    def _next_action(self, table: Table) -> engine_pb2.Action | None:
        """What happens next; None when the game is over."""
        state, game = table.state, self._setup.game
        if table.awaits_seeds:
            return engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=[b"one", b"two"]))
        if seats := next_movers(state, self._rng):
            seat = self._rng.choice(seats)
            move = as_text(self._setup, random_move(state, seat, self._rng))
            return engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=move))
        if state.chance_kind:
            text = game.outcome_text(self._setup, self._rng.choice(state.outcomes()))
            return engine_pb2.Action(chance=game_pb2.ChanceOutcome(text=text))
        return None

    def _apply(self, table: Table, token: bytes, actions: list[engine_pb2.Action]) -> engine_pb2.ApplyMovesResponse:
        viewers = [common_pb2.Viewer(seat=viewer) for viewer in self._scene.viewers()[:FEW_VIEWERS]]
        request = engine_pb2.ApplyMovesRequest(
            token=token,
            key=host_key(self._sealer, table.game_id),
            actions=actions,
            viewers=viewers,
            include_views=True,
        )
        return engine_pb2.ApplyMovesResponse.FromString(self._ask("ApplyMoves", request))

    def _look(self, table: Table, token: bytes) -> None:
        """Everything that can be asked about a table, by a few viewers, and some of what is refused."""
        for viewer in self._scene.viewers(table.ply)[:FEW_VIEWERS]:
            key = b"" if viewer is None else seat_key(self._sealer, table.game_id, viewer)
            self._ask("GetView", engine_pb2.GetViewRequest(token=token, key=key))
            if self._remembers(table, viewer):
                self._ask("GetView", engine_pb2.GetViewRequest(token=token, key=key, include_memory=True))
            for picture in (engine_pb2.PICTURE_FORMAT_SVG, engine_pb2.PICTURE_FORMAT_TEXT):
                self._ask("RenderView", engine_pb2.RenderViewRequest(token=token, key=key, format=picture))
            self._ask("ListLegalMoves", engine_pb2.ListLegalMovesRequest(token=token, key=key))
            for move in self._moves(table, viewer):
                self._ask("CheckMove", engine_pb2.CheckMoveRequest(token=token, key=key, move=move))
                self._ask("CommitMove", engine_pb2.CommitMoveRequest(token=token, key=key, move=move))
            self._ask("ApplyMoves", engine_pb2.ApplyMovesRequest(token=token, key=key))
        self._ask("RevealGame", engine_pb2.RevealGameRequest(token=token))

    def _ask_solvers(self, table: Table, token: bytes) -> None:
        """All that can be asked about the position, by a seat that is asked for a move."""
        position = of_table(token, seat_key(self._sealer, table.game_id, table.state.to_act()[0]))
        for rpc, question in good_questions(self._setup, table.state, position):
            self._ask(rpc, question)

    def _remembers(self, table: Table, viewer: int | None) -> bool:
        """Whether the viewer may know more than it sees."""
        plain, remembered = (
            self._setup.game.view(self._setup, table.state, viewer, memory=memory) for memory in (False, True)
        )
        return bool(plain != remembered)

    def _moves(self, table: Table, viewer: int | None) -> Iterator[game_pb2.Move]:
        legal = [] if viewer is None else table.state.legal_moves(viewer)
        yield from (as_data(self._setup, word) for word in legal[:1])
        yield from (as_text(self._setup, word) for word in legal[-1:])
        yield game_pb2.Move(text=NONSENSE)

    def _ask(self, rpc: str, request: Message) -> bytes:
        return self._recorder.ask(self._scene, rpc, request)


def record_service(wire: Wire) -> list[str]:
    """What is asked about no ruleset."""
    recorder = Recorder(wire)
    recorder.ask(SERVICE, "ListRulesets", engine_pb2.ListRulesetsRequest())
    recorder.ask(SERVICE, "GetRuleset", engine_pb2.GetRulesetRequest(ruleset="none"))
    recorder.ask(SERVICE, "GetView", engine_pb2.GetViewRequest(token=b"none"))
    return recorder.lines


def record(wire: Wire, game: Game) -> list[str]:
    """What is asked about a ruleset: a table to its end, and the beginnings of several others."""
    recorder = Recorder(wire)
    recorder.ask(game.id, "GetRuleset", engine_pb2.GetRulesetRequest(ruleset=game.id))
    Player(recorder, usual_scene(game)).play(10**6, solving=True, secret=b"determinism".ljust(32))
    for scene in scenes_of(game):
        Player(recorder, scene).play(PLIES, await_client_seeds=not scene.external)
    defective = engine_pb2.CreateGameRequest(ruleset=game.id, players=game.min_players, content_pack_json="{}")
    recorder.ask(game.id, "CreateGame", defective)
    return recorder.lines


def sections(wire: Wire, rulesets: Collection[str], *, backwards: bool) -> dict[str, list[str]]:
    """The lines of these rulesets; in which order they are asked must not matter either."""
    recorded = {ruleset: record(wire, registry.game(ruleset)) for ruleset in sorted(rulesets, reverse=backwards)}
    return {SERVICE: record_service(wire), **recorded}


def main() -> None:
    """Print the lines of some rulesets, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.determinism.requests")
    parser.add_argument("--backwards", action="store_true", help="the last ruleset first")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all of them if none is named")
    arguments = parser.parse_args()
    with serving_all() as address, Wire(address) as wire:
        found = sections(wire, arguments.rulesets or registry.games(), backwards=arguments.backwards)
    print(f"# {build()}")
    for name in sorted(found):
        print(f"# {name}", *found[name], sep="\n")


if __name__ == "__main__":
    main()
