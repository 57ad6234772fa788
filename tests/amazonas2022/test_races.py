"""A race as a host tells it: one ApplyMoves call with all hands in the order in which they came ("Quick!").

The cards are told from outside, so that everybody holds what the test wants.
"""

from __future__ import annotations

from copy import copy

import pytest

from canopy.v1 import amazonas2022_pb2, common_pb2, engine_pb2, game_pb2
from service.engine import Engine
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.sealing import Sealer
from service.table import Table, open_table
from tests.service.conftest import make_key

# Everybody has a 3 in slot 0.
HANDS = (("3", "sloth", "0", "toad"), ("3", "1", "1", "jaguar"), ("3", "2", "5", "4"))
PLAYERS = range(len(HANDS))
RING = KeyRing((make_key("races"),))
RIGHT = amazonas2022_pb2.AMAZONAS2022_ATTEMPT_RIGHT
LATE = amazonas2022_pb2.AMAZONAS2022_ATTEMPT_LATE
WRONG = amazonas2022_pb2.AMAZONAS2022_ATTEMPT_WRONG


def move(seat: int, text: str) -> engine_pb2.Action:
    return engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=game_pb2.Move(text=text)))


def card(name: str) -> engine_pb2.Action:
    """The card that comes off the draw pile."""
    return engine_pb2.Action(chance=game_pb2.ChanceOutcome(text=f"card {name}"))


class Host:
    """The host of one table."""

    def __init__(self) -> None:
        self.engine = Engine(RING)
        created = self.engine.create_game(
            engine_pb2.CreateGameRequest(
                ruleset="amazonas-2022",
                players=len(HANDS),
                randomness=common_pb2.RANDOMNESS_EXTERNAL,
                request_id=b"races",
            )
        )
        self.token, self._key = created.token, created.host_key
        self.status = created.status

    @property
    def table(self) -> Table:
        """What the token holds."""
        return open_table(Sealer(RING), self.token)

    def apply(self, *actions: engine_pb2.Action) -> list[game_pb2.Event]:
        """Go on; what a spectator hears of it."""
        request = engine_pb2.ApplyMovesRequest(token=self.token, key=self._key, actions=actions)
        response = self.engine.apply_moves(request)
        self.token, self.status = response.token, response.status
        return list(response.updates[0].events)


@pytest.fixture
def host() -> Host:
    """Seat 0 has laid a 3 on the discard pile; it is the turn of seat 1, and all have a 3."""
    host = Host()
    host.apply(*(card(name) for hand in HANDS for name in hand))
    host.apply(*(move(seat, f"look {seat}.3") for seat in PLAYERS))
    host.apply(*(move(seat, "return") for seat in PLAYERS))
    host.apply(move(0, "draw"), card("3"), move(0, "discard"))
    return host


def attempts(events: list[game_pb2.Event]) -> list[tuple[int, int]]:
    """Who attempted, and what became of it, in order."""
    return [
        (event.seat, event.amazonas2022.attempted.result)
        for event in events
        if event.amazonas2022.WhichOneof("event") == "attempted"
    ]


def cards_of(host: Host) -> list[int]:
    """How many cards each seat has."""
    return [seat["count"] for seat in host.table.state.fields()["seats"]]


def test_the_table_waits_for_one_seat_while_others_may_be_quicker(host: Host) -> None:
    assert list(host.status.seats_to_act) == [1]
    assert list(host.status.seats_may_interrupt) == [0, 2]


def test_the_first_right_hand_wins_and_the_others_are_penalised_in_their_order(host: Host) -> None:
    events = host.apply(
        move(2, "wild 2.0 more"),
        move(0, "wild 0.0 more"),
        card("dolphin"),
        move(1, "wild 1.3"),
        card("toucan"),
    )
    assert attempts(events) == [(2, RIGHT), (0, LATE), (1, WRONG)]
    assert cards_of(host) == [5, 5, 3]
    # The turn goes on; only who was wrong may not try again in it.
    assert list(host.status.seats_to_act) == [1]


def test_a_wrong_hand_before_the_right_one_leaves_the_card_to_that(host: Host) -> None:
    events = host.apply(move(0, "wild 0.1 more"), card("dolphin"), move(2, "wild 2.0"))
    assert attempts(events) == [(0, WRONG), (2, RIGHT)]
    assert cards_of(host) == [5, 4, 3]


def test_the_winner_gives_a_card_for_another_s_after_all_penalties(host: Host) -> None:
    events = host.apply(move(2, "wild 0.0 more"), move(1, "wild 1.0"), card("4"), move(2, "give 2"))
    assert attempts(events) == [(2, RIGHT), (1, LATE)]
    assert cards_of(host) == [4, 5, 3]


def test_nobody_else_moves_before_the_gift_is_given(host: Host) -> None:
    host.apply(move(2, "wild 0.0"))
    assert (list(host.status.seats_to_act), list(host.status.seats_may_interrupt)) == ([2], [])
    for seat, text in ((1, "draw"), (1, "wild 1.0"), (0, "wild 0.1")):
        with pytest.raises(Refusal) as refusal:
            host.apply(move(seat, text))
        assert [violation.code for violation in refusal.value.violations] == ["NOT_TO_ACT"]


def test_a_race_that_is_told_wrongly_changes_nothing(host: Host) -> None:
    """All or none: the last hand named a card that is not there."""
    before = host.token
    with pytest.raises(Refusal) as refusal:
        host.apply(move(2, "wild 2.0 more"), move(0, "wild 0.9"))
    assert (refusal.value.reason, refusal.value.metadata["action"]) == (Reason.ILLEGAL_MOVE, "1")
    assert host.token == before


def test_the_order_is_the_host_s_and_another_one_is_a_fork(host: Host) -> None:
    one, other = copy(host), copy(host)
    assert attempts(one.apply(move(0, "wild 0.0 more"), move(2, "wild 2.0"), card("4"))) == [(0, RIGHT), (2, LATE)]
    assert attempts(other.apply(move(2, "wild 2.0 more"), move(0, "wild 0.0"), card("4"))) == [(2, RIGHT), (0, LATE)]
    here, there = one.table, other.table
    assert (here.game_id, here.ply) == (there.game_id, there.ply)
    assert here.transcript != there.transcript
    assert one.token != other.token
