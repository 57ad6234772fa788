"""What a viewer is told while others act: the host's call tells it nothing before the rules do.

Events, views and status of ApplyMoves are the same for the viewer whatever others have chosen, as long as the decision
stays open. What the last choice opens may differ, because that is what was hidden.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pytest
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines.game import Game
from service.table import Table
from tests.playing import asks_several_at_once
from tests.trust.host import Host, sealed_action
from tests.trust.kit import Ears, lookalikes
from tests.trust.requests import REQUESTS, viewpoint
from tests.trust.scenes import Moment, Scene, chosen_moments, random_game, scenes_of
from tests.trust.wire import OK, QUESTIONS, Answer, wire_bytes

# At so many moments of a random game somebody acts in secret.
MOMENTS = 2


def secret_actions(scene: Scene) -> Iterator[tuple[Moment, int, int]]:
    """Moments at which a seat may make a move that keeps the decision open, with that seat and that move."""
    moments = list(random_game(scene))
    rng = scene.random("secret actions")
    rng.shuffle(moments)
    found = 0
    for moment in moments:
        state = moment.table.state
        for seat in state.to_act():
            word = rng.choice(state.legal_moves(seat))
            if stays_open(moment.table, seat, word) and found < MOMENTS:
                found += 1
                yield moment, seat, word
                break


def stays_open(table: Table, seat: int, word: int) -> bool:
    """Whether others still choose in the same decision after this move."""
    after, _ = table.state.apply(seat, word)
    return bool(after.to_act()) and after.epoch == table.state.epoch


def told(answer: Answer) -> tuple[object, ...]:
    """What the host may pass on of an answer, with the length of the token."""
    assert answer.code is OK
    response = engine_pb2.ApplyMovesResponse.FromString(answer.body)
    return (wire_bytes(response.status), *map(wire_bytes, response.updates), len(response.token))


@pytest.mark.parametrize("memory", [False, True], ids=["views", "memories"])
@pytest.mark.parametrize("sealed", [False, True], ids=["openly", "sealed"])
def test_a_secret_move_is_told_alike_at_lookalikes(host: Host, scene: Scene, sealed: bool, memory: bool) -> None:
    for turn, (moment, seat, word) in enumerate(secret_actions(scene)):
        for viewer in scene.viewers(turn):
            tables = [other for other in lookalikes(moment.table, viewer) if stays_open(other.table, seat, word)]
            here, *there = (
                told(host.apply(table, host.action(table, seat, word, sealed=sealed), viewers=(viewer,), memory=memory))
                for table in (moment.table, *(other.table for other in tables))
            )
            for answer, (differs_in, _) in zip(there, tables, strict=True):
                assert answer == here, f"viewer {viewer} notices {differs_in}"


def test_commitments_in_flight_are_noticed_by_nobody(host: Host, scene: Scene, rpc: str) -> None:
    """A seat commits to this or that. Others notice nothing: not before it is applied, and not after."""
    rng = scene.random(f"in flight {rpc}")
    # A question takes a solver's time: it is asked at one moment of a game; of many games in a soak.
    actions = islice(secret_actions(scene), 1 if rpc in QUESTIONS else None)
    for turn, (moment, seat, word) in enumerate(actions):
        table = moment.table
        others = [viewer for viewer in scene.viewers(turn) if viewer != seat]
        requests = {viewer: list(REQUESTS[rpc](viewpoint(host.sealer, moment, viewer, rng))) for viewer in others}
        heard = []
        for choice in (word, rng.choice(table.state.legal_moves(seat))):
            in_flight = host.commit(table, seat, choice)
            before = hear_all(host, table, rpc, requests)
            answer = host.apply(table, sealed_action(in_flight), viewers=tuple(others))
            after = host.after(answer)
            assert after.decision == table.decision
            heard.append((len(in_flight), told(answer), before, hear_all(host, after, rpc, requests)))
        assert heard[0] == heard[1]


def hear_all(host: Host, table: Table, rpc: str, requests: Mapping[int | None, Sequence[Message]]) -> list[object]:
    """What each viewer hears to its requests."""
    ears = Ears(host.wire, host.sealer, table)
    return [ears.hear(rpc, asked) for asked in requests.values()]


def test_a_sealed_move_that_is_refused_stays_sealed(host: Host, scene: Scene) -> None:
    """Were an illegal move ever sealed: the host is told that it is illegal, and not which or why."""
    rng = scene.random("sealed nonsense")
    for moment in chosen_moments(scene, secret=1, plain=1):
        table = moment.table
        for seat in table.state.to_act()[:1]:
            answers = {
                host.apply(table, host.action(table, seat, word, sealed=True))
                for word in illegal_words(table, seat, rng)
            }
            assert len(answers) == 1
            (answer,) = answers
            assert (answer.reason, answer.violations) == ("ILLEGAL_MOVE", [])


def illegal_words(table: Table, seat: int, rng: random.Random) -> list[int]:
    """Words of several faults."""
    legal = table.state.legal_moves(seat)
    words = [0, 2**64 - 1, *(word ^ 1 << bit for word in rng.sample(legal, min(4, len(legal))) for bit in range(32))]
    return [word for word in words if table.state.check(seat, word)]


def test_every_game_that_asks_several_at_once_has_secret_moves(game: Game) -> None:
    """Else the tests above are empty. Where seats only take turns no move is a secret."""
    has_secret_moves = any(next(secret_actions(scene), None) for scene in scenes_of(game))
    assert has_secret_moves == asks_several_at_once(game)
