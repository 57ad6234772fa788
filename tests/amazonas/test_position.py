"""From a view of Amazonas back to a state: what is shown comes back, what is wrong is named, all of it at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canopy.v1 import amazonas_pb2, trek12_pb2
from cext import amazonas
from cext.kernel import State
from engines.game import Malformed
from engines.position import BadPosition
from solver.position import Position
from tests.amazonas.tables import DEFAULT_CASES, look
from tests.playing import Case, every_viewer, walk

CASE = DEFAULT_CASES[0]
GAME = CASE.setup.game
View = amazonas_pb2.AmazonasView


@pytest.mark.parametrize("case", DEFAULT_CASES, ids=str)
def test_a_state_of_a_view_looks_like_it(case: Case) -> None:
    for state in walk(case, 0).states[::5]:
        for viewer in every_viewer(case.setup):
            view = look(case.setup, state, viewer)
            again = case.setup.game.state_of_view(case.setup, view)
            assert look(case.setup, again, viewer) == view
            if amazonas.table(state).phase != amazonas.DEALING:
                assert again.to_act() == state.to_act()
                if viewer is not None:
                    assert again.legal_moves(viewer) == state.legal_moves(viewer)


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    for state in walk(CASE, 1).states[::5]:
        full = look(CASE.setup, state, 0)
        bare = View()
        bare.CopyFrom(full)
        for name in ("edges", "supply", "five_types_left", "buildable", "rounds"):
            bare.ClearField(name)
        for player in bare.players:
            for name in ("items", "total", "gold_coins", "silver_coins", "huts_left", "white_numbers"):
                player.ClearField(name)
        assert look(CASE.setup, GAME.state_of_view(CASE.setup, bare), 0) == full


@pytest.mark.parametrize("case", DEFAULT_CASES, ids=str)
def test_hands_of_others_can_be_told_and_make_the_position_that_of_the_table(case: Case) -> None:
    """Every card lay open when it was played, so that a table's position knows them; a view does not show them."""
    told = 0
    for state in walk(case, 0).states[::7]:
        for viewer in range(case.setup.players):
            view = look(case.setup, state, viewer)
            for seat, player in enumerate(view.players):
                if seat != viewer:
                    player.hand.extend(amazonas.player(state, seat).hand)
            again = case.setup.game.state_of_view(case.setup, view)
            assert [amazonas.player(again, seat).hand for seat in range(case.setup.players)] == [
                amazonas.player(state, seat).hand for seat in range(case.setup.players)
            ]
            # Whether a neutral hut was built in this turn a view shows only by the sites that are left for one.
            if amazonas.table(state).phase != amazonas.BUILDING:
                here, there = (Position.seen_by(viewer, case.setup, one).state for one in (state, again))
                assert here == there
                told += 1
    assert told


def test_a_view_of_another_game_is_none() -> None:
    with pytest.raises(Malformed, match="AmazonasView"):
        GAME.state_of_view(CASE.setup, trek12_pb2.Trek12View())


def building() -> State:
    """Somebody builds, in a round in the middle of the game."""
    return next(
        state
        for state in walk(CASE, 2).states
        if amazonas.table(state).phase == amazonas.BUILDING and amazonas.table(state).round == 9
    )


def _double_hut(view: View) -> None:
    village = next(v for v in view.villages if len(v.sites) > 1 and v.sites[0].HasField("seat"))
    village.sites[1].seat = village.sites[0].seat


def _leave_cheap_site(view: View) -> None:
    next(v for v in view.villages if len(v.sites) > 1 and v.sites[0].WhichOneof("owner")).sites[1].seat = 0
    next(v for v in view.villages if len(v.sites) > 1 and v.sites[1].WhichOneof("owner")).sites[0].ClearField("owner")


DEFECTS: list[tuple[str, Callable[[View], object]]] = [
    ("NO_SUCH_STEP", lambda view: setattr(view, "step", 77)),
    ("NO_SUCH_ROUND", lambda view: setattr(view, "round", 19)),
    ("WRONG_ROUND", lambda view: setattr(view, "round", 0)),
    ("NO_SUCH_SEAT", lambda view: setattr(view, "viewer", 9)),
    ("WRONG_EVENT_COUNT", lambda view: setattr(view, "round", 10)),
    ("EVENTS_MISSING", lambda view: view.ClearField("events_left")),
    ("TOO_MANY_EVENTS", lambda view: setattr(view.events_left[0], "left", 3)),
    ("NO_SUCH_EVENT", lambda view: setattr(view.events_left[0], "event", 2)),
    ("WRONG_EVENT", lambda view: view.ClearField("event")),
    ("WRONG_ORDER", lambda view: view.ClearField("order")),
    ("SEAT_MISSING", lambda view: view.ClearField("active")),
    ("NO_SUCH_SEAT", lambda view: setattr(view, "active", 7)),
    ("WRONG_PLAYER_COUNT", lambda view: view.players.add()),
    ("WRONG_SEAT", lambda view: setattr(view.players[0], "seat", 1)),
    ("WRONG_SPECIMENS", lambda view: view.players[1].specimens.append(0)),
    ("NUMBER_TOO_HIGH", lambda view: setattr(view.players[1], "silver", 70_000)),
    ("NO_SUCH_CARD", lambda view: setattr(view.players[1], "played", 7)),
    ("CHOICE_TOO_EARLY", lambda view: setattr(view.players[1], "has_chosen", True)),
    ("WRONG_VILLAGE_COUNT", lambda view: view.villages.add()),
    ("WRONG_SITE_COUNT", lambda view: view.villages[0].sites.add()),
    ("SECOND_HUT", _double_hut),
    ("CHEAPER_SITE_FREE", _leave_cheap_site),
    ("TOO_MANY_SPECIMENS", lambda view: view.players[1].specimens.__setitem__(0, 12)),
    ("NO_SUCH_MISSION", lambda view: setattr(view.players[0].mission, "mission", 99)),
    ("MISSION_MISSING", lambda view: view.players[0].ClearField("mission")),
    ("WRONG_PLAYED_CARD", lambda view: view.players[0].ClearField("played")),
    ("WRONG_HAND", lambda view: view.players[0].ClearField("hand")),
    ("WRONG_HAND", lambda view: view.players[1].hand.extend([0, 9])),
    ("WRONG_HAND", lambda view: view.players[1].hand.extend([view.players[1].played] * 5)),
    ("CONTRADICTION", lambda view: setattr(view.players[1], "total", 77)),
    ("CONTRADICTION", lambda view: setattr(view.villages[1], "name", "Nowhere")),
    ("IMPOSSIBLE", lambda view: setattr(view.players[1], "silver", 9_000)),
]


@pytest.mark.parametrize(("code", "spoil"), DEFECTS)
def test_defects_are_named(code: str, spoil: Callable[[View], object]) -> None:
    view = look(CASE.setup, building(), 0)
    spoil(view)
    with pytest.raises(BadPosition) as refused:
        GAME.state_of_view(CASE.setup, view)
    assert code in {defect.code for defect in refused.value.defects}


def test_all_defects_of_a_kind_of_part_are_named_together() -> None:
    view = look(CASE.setup, building(), 0)
    view.step = 77  # type: ignore[assignment]
    view.players[0].played = 9
    view.players[1].silver = 70_000
    view.villages[0].sites.add()
    with pytest.raises(BadPosition) as refused:
        GAME.state_of_view(CASE.setup, view)
    codes = {defect.code for defect in refused.value.defects}
    assert {"NO_SUCH_STEP", "NO_SUCH_CARD", "NUMBER_TOO_HIGH", "WRONG_SITE_COUNT"} <= codes
