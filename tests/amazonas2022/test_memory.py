"""What a perfect memory of Amazonas 2022 knows of the piles, and that nobody is told it unasked ("Game Setup")."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext import amazonas2022
from cext.amazonas2022 import SLOTH, TOAD
from cext.kernel import Event, State
from engines import registry
from engines.game import Setup
from engines.games.amazonas2022.vocabulary import CARDS, CARDS_TO_WIRE
from tests.amazonas2022.table import Table, dealt, with_reserve
from tests.amazonas2022.tables import CASES, look, setup_of, tell
from tests.playing import Case, every_viewer, walk
from tests.reference.amazonas2022_cards import DRAW

every_case = pytest.mark.parametrize("case", CASES, ids=str)
GAME = registry.game("amazonas-2022")


def seen(table: Table, viewer: int | None, *, memory: bool = True) -> Amazonas2022View:
    """A scripted table as a viewer sees and remembers it."""
    return look(setup_of(table.twin.players), table.state, viewer, memory=memory)


def moments(case: Case) -> Iterator[State]:
    """Some states of a random game, and the last."""
    game = walk(case, 3)
    yield from (*game.states[::7], game.end)


# --- What is remembered ----------------------------------------------------------------------------------------------


@every_case
def test_seats_remember_the_order_of_all_cards_that_lay_open(case: Case) -> None:
    """amazonas-2022 16: discards, the reserve, and the reserve turned over, until a shuffle."""
    for state in moments(case):
        for viewer in range(case.setup.players):
            view = look(case.setup, state, viewer, memory=True)
            assert [(CARDS_TO_WIRE[laid.kind], laid.used_up) for laid in amazonas2022.discards(state)] == [
                (laid.card, laid.used_up) for laid in view.discard_pile.remembered
            ]
            assert list(view.remembered_reserve) == [CARDS_TO_WIRE[kind] for kind in amazonas2022.reserve(state)]
            assert list(view.remembered_draw_pile) == [CARDS_TO_WIRE[kind] for kind in amazonas2022.stack(state)]


def test_a_taken_card_is_not_remembered_on_the_pile() -> None:
    table = dealt()
    table.idle_turn(4)
    table.idle_turn(0)
    assert [laid.card - 1 for laid in seen(table, 1).discard_pile.remembered] == [4, 0]
    table.take()
    view = seen(table, 1)
    assert [laid.card - 1 for laid in view.discard_pile.remembered] == [4]
    assert (view.held.card - 1, view.held.remembered) == (0, 0)


def test_a_reserve_is_remembered_before_and_after_it_is_turned_over() -> None:
    table = with_reserve([4, 0, 3])
    assert [card - 1 for card in seen(table, 1).remembered_reserve] == [4, 0, 3]
    assert list(seen(table, 1).remembered_draw_pile) == []
    table.play(0, DRAW)
    assert list(seen(table, 1).remembered_reserve) == []
    assert [card - 1 for card in seen(table, 1).remembered_draw_pile] == [0, 3]


def test_a_shuffle_wipes_all_of_it() -> None:
    table = with_reserve([4], discard=[5])
    table.play(0, DRAW)
    table.discard()
    table.play(1, DRAW)
    view = seen(table, 0)
    assert list(view.discard_pile.remembered) == list(view.remembered_draw_pile) == []


# --- What nobody is told unasked -------------------------------------------------------------------------------------


@every_case
def test_piles_are_not_remembered_unasked_nor_by_spectators(case: Case) -> None:
    for state in moments(case):
        plain = [look(case.setup, state, viewer) for viewer in every_viewer(case.setup)]
        for view in (*plain, look(case.setup, state, None, memory=True)):
            remembered = (view.discard_pile.remembered, view.remembered_reserve, view.remembered_draw_pile)
            assert not any(remembered)
            assert not view.held.remembered


def test_a_drawn_card_of_the_reserve_is_its_holder_s_to_see() -> None:
    """Playing a Round, A: in secret, wherever the card comes from; the others may remember it."""
    table = with_reserve([4, 0, 3])
    table.play(0, DRAW)
    for viewer in (None, 1):
        assert seen(table, viewer, memory=False).held.card == 0
    assert seen(table, None).held == seen(table, None, memory=False).held
    assert (seen(table, 1).held.card, seen(table, 1).held.remembered - 1) == (0, 4)
    assert (seen(table, 0).held.card - 1, seen(table, 0).held.remembered) == (4, 0)
    assert (seen(table, 0, memory=False).held.card - 1) == 4


def test_pictures_show_a_held_card_as_it_is_remembered() -> None:
    table = with_reserve([SLOTH, TOAD, 3])
    table.play(0, DRAW)
    for render in (GAME.render_text, GAME.render_svg):
        assert "remembered as sloth" in render(seen(table, 1))
        assert "remembered as sloth" not in render(seen(table, 1, memory=False))
        assert "holds a card from the draw pile: sloth." in render(seen(table, 0))


def faces_told(setup: Setup, events: list[Event], viewer: int | None) -> list[str]:
    """The names of cards in the log of a ply."""
    words = " ".join(tell(setup, event, viewer)[1] for event in events).replace(",", "").replace(".", "").split()
    return [word for word in words if word in CARDS[SLOTH:]]


def test_logs_name_no_card_that_comes_face_down_off_the_reserve() -> None:
    """Drawn, dealt, as a penalty or instead of the last card: only whoever sees a card is told which it is."""
    setup = setup_of(2)
    drawing = with_reserve([SLOTH, TOAD])
    drawing.play(0, DRAW)
    penalty = with_reserve([SLOTH, TOAD], discard=[5])
    penalty.wild(0, 0, 0)
    replacement = with_reserve([SLOTH, TOAD], hands=((5,), (3, 5)), discard=[5])
    replacement.wild(0, 0, 0)
    for viewer in (None, 0, 1):
        assert faces_told(setup, drawing.events, viewer) == (["sloth"] if viewer == 0 else [])
        for table in (penalty, replacement):
            assert faces_told(setup, table.events, viewer) == []


def test_logs_name_no_card_of_a_deal_from_the_reserve() -> None:
    table = with_reserve([4, SLOTH, 3, TOAD])
    table.play(0, DRAW)
    table.swap(0)
    table.call()
    table.play(0, DRAW)
    table.swap(0)
    dealt_events = [event for event in table.events if event.kind == amazonas2022.EVENT_DEALT]
    assert len(dealt_events) == 8
    assert all(faces_told(setup_of(2), dealt_events, viewer) == [] for viewer in (None, 0, 1))
