"""A story: all calls of a game in the making, one after the other, with what each is answered by itself.

Everything that may be said about a table is said: looking, listing, checking, committing, applying, drawing, revealing,
by the right and by the wrong people, with sense and without. Every request is made of earlier answers alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TypeVar

from google.protobuf.message import Message
from google.rpc import error_details_pb2  # type: ignore[import-untyped]

from canopy.v1 import common_pb2, engine_pb2, game_pb2
from engines.game import Game
from tests.trust.requests import NONSENSE
from tests.trust.scenes import usual_players
from tests.trust.wire import OK, Answer, Wire, in_stream, response_class, snake_case, wire_bytes

_Response = TypeVar("_Response", bound=Message)


@dataclass
class Story:
    """What was asked, and what was answered."""

    wire: Wire
    calls: list[tuple[str, Message, Answer]] = field(default_factory=list)

    def tell(self, rpc: str, request: Message) -> Answer:
        """One more call."""
        answer = self.wire.call(rpc, request)
        self.calls.append((rpc, request, answer))
        return answer

    def ask(self, kind: type[_Response], rpc: str, request: Message) -> _Response:
        """One more call that is answered."""
        answer = self.tell(rpc, request)
        assert answer.code is OK, answer
        response = kind()
        response.ParseFromString(answer.body)
        return response

    def streamed(self) -> list[engine_pb2.PlayGameRequest]:
        """The same requests for PlayGame, numbered from 1."""
        return [in_stream(rpc, request, number) for number, (rpc, request, _) in enumerate(self.calls, 1)]

    def expected(self) -> list[bytes]:
        """What PlayGame has to answer, byte for byte."""
        return [as_streamed(rpc, answer, number) for number, (rpc, _, answer) in enumerate(self.calls, 1)]


def as_streamed(rpc: str, answer: Answer, number: int) -> bytes:
    """The answer of a unary call as PlayGame gives it."""
    response = engine_pb2.PlayGameResponse(id=number)
    if answer.code is OK:
        getattr(response, snake_case(rpc)).CopyFrom(response_class(rpc).FromString(answer.body))
    else:
        response.error.CopyFrom(_as_call_error(answer))
    return wire_bytes(response)


def _as_call_error(answer: Answer) -> engine_pb2.CallError:
    status = answer.status
    error = engine_pb2.CallError(code=status.code, message=status.message)
    for detail in status.details:
        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        violation, defect = common_pb2.RuleViolation(), common_pb2.PackDefect()
        if detail.Unpack(info):
            error.reason = info.reason
            error.metadata.update(info.metadata)
            assert "details_left_out" not in info.metadata, "nobody can tell what else a stream says"
            if "action" in info.metadata:
                error.action = int(info.metadata["action"])
        elif detail.Unpack(violation):
            error.violations.append(violation)
        elif detail.Unpack(defect):
            error.defects.append(defect)
        elif detail.Unpack(retry):
            error.retry_delay.CopyFrom(retry.retry_delay)
    return error


def tell_story(wire: Wire, game: Game, name: str, decisions: int) -> Story:
    """A table and some of its decisions, or all of them if they are fewer."""
    story, rng = Story(wire), random.Random(f"{game.id}/{name}/story")
    created = story.ask(
        engine_pb2.CreateGameResponse,
        "CreateGame",
        engine_pb2.CreateGameRequest(
            ruleset=game.id, players=usual_players(game), request_id=name.encode(), await_client_seeds=True
        ),
    )
    story.tell("CreateGame", engine_pb2.CreateGameRequest(ruleset=game.id))
    story.tell("CreateGame", engine_pb2.CreateGameRequest(ruleset=game.id, players=1, content_pack_json="{"))
    seeds = engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=[name.encode()]))
    teller = _Teller(story, created, rng)
    told = engine_pb2.Action(chance=game_pb2.ChanceOutcome(text=game.notation[-1][0]))
    assert [teller.apply(action) for action in (told, seeds, seeds)] == [False, True, False]
    for _ in range(decisions):
        if teller.status.finished:
            break
        teller.decide()
    story.tell("RevealGame", engine_pb2.RevealGameRequest(token=teller.token))
    return story


class _Teller:
    def __init__(self, story: Story, created: engine_pb2.CreateGameResponse, rng: random.Random) -> None:
        self._story = story
        self._keys = list(created.seat_keys)
        self._host_key = created.host_key
        self._rng = rng
        self.token = created.token
        self.status = created.status

    def apply(self, *actions: engine_pb2.Action) -> bool:
        """Advance the table, or be refused and let it be; whether it advanced."""
        viewers = [common_pb2.Viewer(), *(common_pb2.Viewer(seat=seat) for seat in range(len(self._keys)))]
        request = engine_pb2.ApplyMovesRequest(
            token=self.token, key=self._host_key, actions=actions, viewers=viewers, include_views=True
        )
        answer = self._story.tell("ApplyMoves", request)
        if answer.code is OK:
            response = engine_pb2.ApplyMovesResponse.FromString(answer.body)
            self.token, self.status = response.token, response.status
        return answer.code is OK

    def decide(self) -> None:
        """Everybody who is asked looks around and chooses, openly or not, and the host applies it.

        Before that, somebody who is not asked may interrupt.
        """
        if self._interrupt():
            return
        actions = []
        for seat in self.status.seats_to_act:
            move = self._choose(seat)
            if self._rng.random() < 0.5:
                actions.append(engine_pb2.Action(commitment=self._commit(seat, move)))
            else:
                actions.append(engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=move)))
        self.apply(engine_pb2.Action(), *actions)
        self._rng.shuffle(actions)
        # Where the first choice ends the decision, the others have to be made anew.
        assert self.apply(*actions) or self.apply(actions[0])

    def _interrupt(self) -> bool:
        """Now and then one of those who may interrupt does, after an attempt to do so in secret."""
        interrupters = list(self.status.seats_may_interrupt)
        if not interrupters or self._rng.random() < 0.75:
            return False
        seat = self._rng.choice(interrupters)
        move = self._choose(seat)
        self._story.tell("CommitMove", engine_pb2.CommitMoveRequest(token=self.token, key=self._keys[seat], move=move))
        assert self.apply(engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=move)))
        return True

    def _choose(self, seat: int) -> game_pb2.Move:
        tell, key = self._story.tell, self._keys[seat]
        tell("GetView", engine_pb2.GetViewRequest(token=self.token, key=key))
        tell("GetView", engine_pb2.GetViewRequest(token=self.token, key=key, include_memory=True))
        tell("GetView", engine_pb2.GetViewRequest(token=self.token, key=key, seat=len(self._keys)))
        picture = self._rng.choice((engine_pb2.PICTURE_FORMAT_SVG, engine_pb2.PICTURE_FORMAT_TEXT))
        tell("RenderView", engine_pb2.RenderViewRequest(token=self.token, key=key, format=picture))
        listing = engine_pb2.ListLegalMovesRequest(token=self.token, key=key)
        legal = self._story.ask(engine_pb2.ListLegalMovesResponse, "ListLegalMoves", listing).moves
        tell("CheckMove", engine_pb2.CheckMoveRequest(token=self.token, key=key, move=game_pb2.Move(text=NONSENSE)))
        chosen = self._rng.choice(legal)
        return chosen.move if self._rng.random() < 0.5 else game_pb2.Move(text=chosen.text)

    def _commit(self, seat: int, move: game_pb2.Move) -> bytes:
        key = self._keys[seat]
        self._story.tell("CheckMove", engine_pb2.CheckMoveRequest(token=self.token, key=key, move=move))
        self._story.tell("CommitMove", engine_pb2.CommitMoveRequest(token=self.token, key=self._host_key, move=move))
        request = engine_pb2.CommitMoveRequest(token=self.token, key=key, move=move)
        return self._story.ask(engine_pb2.CommitMoveResponse, "CommitMove", request).commitment
