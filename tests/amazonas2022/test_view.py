"""What a seat and a spectator see of Amazonas 2022: all that lies open, what they look at, nobody else's secrets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canopy.v1 import amazonas2022_pb2 as pb
from canopy.v1.amazonas2022_pb2 import Amazonas2022Place, Amazonas2022View
from cext import amazonas2022
from cext.amazonas2022 import ANACONDA, DOLPHIN, JAGUAR, LEFT, MONKEY, SLOTH, TOAD, TOUCAN
from cext.kernel import State
from engines.games.amazonas2022.content import content_of, counts_in_play
from engines.games.amazonas2022.vocabulary import CARDS_TO_WIRE
from tests.amazonas2022.table import QUIET_HANDS, Table, deal, dealt, fresh
from tests.amazonas2022.tables import CASES, look, setup_of
from tests.playing import Case, every_viewer, walk
from tests.reference.amazonas2022_cards import LOOK, RETURN

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def scenes(case: Case) -> Iterator[tuple[State, int | None, Amazonas2022View]]:
    """Some states of a random game, and the last, as each viewer sees them."""
    game = walk(case, 3)
    for state in (*game.states[::5], game.end):
        for viewer in every_viewer(case.setup):
            yield state, viewer, look(case.setup, state, viewer)


def seen(table: Table, viewer: int | None = None, *, memory: bool = False) -> Amazonas2022View:
    """A scripted table as a viewer sees it."""
    return look(setup_of(table.twin.players), table.state, viewer, memory=memory)


def face_up(view: Amazonas2022View) -> list[tuple[int, int, int]]:
    """Seat, slot and kind of all cards that are shown in hands."""
    return [(player.seat, slot.slot, slot.card - 1) for player in view.players for slot in player.slots if slot.card]


def remembered(view: Amazonas2022View) -> list[tuple[int, int, int]]:
    """Seat, slot and kind of all cards that the viewer's seat remembers."""
    return [
        (player.seat, slot.slot, slot.remembered - 1)
        for player in view.players
        for slot in player.slots
        if slot.remembered
    ]


def forget(view: Amazonas2022View) -> None:
    """Leave in the view what it would show without a memory."""
    for player in view.players:
        for slot in player.slots:
            slot.ClearField("remembered")
    if view.HasField("held"):
        view.held.ClearField("remembered")
    view.discard_pile.ClearField("remembered")
    view.ClearField("remembered_reserve")
    view.ClearField("remembered_draw_pile")


def place(seat: int, slot: int) -> Amazonas2022Place:
    return Amazonas2022Place(seat=seat, slot=slot)


# --- Open ----------------------------------------------------------------------------------------------------------


@every_case
def test_piles_slots_and_points_are_shown_to_everybody(case: Case) -> None:
    content = content_of(case.setup.pack)
    counts = counts_in_play(case.setup.pack, without_monkeys=case.setup.option("without_monkeys") == "true")
    for state, _, view in scenes(case):
        table = amazonas2022.table(state)
        discards, reserve = amazonas2022.discards(state), amazonas2022.reserve(state)
        assert (view.round, view.rounds, view.starter) == (table.round, 5, table.starter)
        assert view.rounds_to_win == (3 if case.setup.players == 2 else 0)
        assert view.draw_pile == table.cards_left
        assert view.discard_pile.cards == len(discards)
        assert view.discard_pile.top == (CARDS_TO_WIRE[discards[-1].kind] if discards else 0)
        assert view.discard_pile.used_up == (bool(discards) and discards[-1].used_up)
        assert (view.reserve, view.reserve_top) == (len(reserve), CARDS_TO_WIRE[reserve[-1]] if reserve else 0)
        assert [(kind.card, kind.cards, kind.value) for kind in view.kinds] == [
            (CARDS_TO_WIRE[card], counts[card], content.values[card]) for card in range(13)
        ]
        for seat, player in enumerate(view.players):
            hand = amazonas2022.hand(state, seat)
            assert [slot.empty for slot in player.slots] == [card is None for card in hand]
            assert [slot.slot for slot in player.slots] == list(range(len(hand)))
            assert player.cards == sum(card is not None for card in hand)
            won, points = player.rounds_won, player.points
            assert (points, won) == (
                (0, state.returns()[seat]) if case.setup.players == 2 else (state.returns()[seat], 0)
            )
        in_sight = view.draw_pile + len(discards) + len(reserve) + view.HasField("held")
        assert in_sight + sum(player.cards for player in view.players) == sum(counts)


@every_case
def test_whatever_is_open_is_the_same_for_everybody(case: Case) -> None:
    for state in walk(case, 3).states[::5]:
        views = [look(case.setup, state, viewer) for viewer in every_viewer(case.setup)]
        for view in views:
            view.ClearField("viewer")
            view.held.ClearField("card")
            for player in view.players:
                player.ClearField("chosen")
                for slot in player.slots:
                    slot.ClearField("card")
        assert all(view == views[0] for view in views)


@every_case
def test_who_is_asked_and_who_may_attempt(case: Case) -> None:
    for state, _, view in scenes(case):
        asked = tuple(player.seat for player in view.players if player.asked)
        assert asked == state.to_act()
        open_to = {player.seat for player in view.players if player.may_attempt}
        assert open_to == {
            seat
            for seat in range(case.setup.players)
            if any(amazonas2022.unpack_move(move)[0] == amazonas2022.MOVE_WILD for move in state.legal_moves(seat))
        }


@every_case
def test_faces_are_shown_to_those_who_look_and_to_all_at_the_end(case: Case) -> None:
    for state, viewer, view in scenes(case):
        shown = {(seat, slot) for seat, slot, _ in face_up(view)}
        if view.step == pb.AMAZONAS2022_STEP_OVER:
            assert shown == {
                (player.seat, slot.slot) for player in view.players for slot in player.slots if not slot.empty
            }
        else:
            assert shown == {(it.card.seat, it.card.slot) for it in view.looks if it.seat == viewer}
        for seat, slot, kind in face_up(view):
            card = amazonas2022.hand(state, seat)[slot]
            assert card is not None
            assert card.kind == kind


# --- Memory --------------------------------------------------------------------------------------------------------


@every_case
def test_memory_tells_what_the_seat_knows_and_no_more(case: Case) -> None:
    for state in (*walk(case, 3).states[::5], walk(case, 3).end):
        for viewer in range(case.setup.players):
            view = look(case.setup, state, viewer, memory=True)
            known = [
                (seat, slot, card.kind)
                for seat in range(case.setup.players)
                for slot, card in enumerate(amazonas2022.hand(state, seat))
                if card is not None and viewer in card.known
            ]
            assert sorted(face_up(view) + remembered(view)) == known
            plain = look(case.setup, state, viewer)
            assert remembered(plain) == []
            forget(view)
            assert view == plain


@every_case
def test_a_spectator_remembers_nothing(case: Case) -> None:
    for state in walk(case, 3).states[::5]:
        assert look(case.setup, state, None, memory=True) == look(case.setup, state, None)


def test_memory_follows_a_card_through_a_monkey() -> None:
    table = dealt()
    table.lay(MONKEY)
    table.direct(LEFT)
    for seat in range(3):
        table.pick(seat, 0)
    assert remembered(seen(table, 0, memory=True)) == [(1, 0, 1)]
    assert remembered(seen(table, 0)) == []


# --- Rounds --------------------------------------------------------------------------------------------------------


def test_dealing_names_the_seat() -> None:
    table = fresh()
    assert (seen(table).step, seen(table).draws) == (pb.AMAZONAS2022_STEP_DEALING, 0)
    table.cards(1, 2, 3, 4, 5)
    view = seen(table)
    assert (view.draws, view.players[1].cards, view.HasField("active")) == (1, 1, False)


def test_the_first_look_is_secret_until_all_have_chosen() -> None:
    table = fresh()
    for hand in QUIET_HANDS[:3]:
        table.cards(*hand)
    table.play(1, LOOK, 1, 2)
    own, others = seen(table, 1), seen(table, 0)
    assert (own.step, list(own.looks), own.players[1].chosen) == (pb.AMAZONAS2022_STEP_FIRST_LOOK, [], 2)
    assert face_up(own) == []
    assert not others.players[1].HasField("chosen")
    assert [player.has_chosen for player in others.players] == [False, True, False]
    table.play(0, LOOK, 0, 0)
    table.play(2, LOOK, 2, 3)
    view = seen(table, 1)
    assert [(it.seat, it.card.seat, it.card.slot) for it in view.looks] == [(0, 0, 0), (1, 1, 2), (2, 2, 3)]
    assert face_up(view) == [(1, 2, 5)]
    assert face_up(seen(table)) == []
    table.play(1, RETURN)
    assert [it.seat for it in seen(table, 1).looks] == [0, 2]
    assert face_up(seen(table, 1)) == []


def test_the_round_before_stays_to_be_seen() -> None:
    table = dealt(3, ((0, 1, 2, 0), (0, 1, 3, 0), (0, 1, 4, 0)))
    table.call()
    table.last_turns(4, 4)
    view = seen(table)
    (played,) = view.rounds_played
    assert (played.round, played.caller, played.successful) == (1, 0, True)
    assert [score.points for score in played.scores] == [-5, 4, 5]
    assert [(hand.seat, [card - 1 for card in hand.slots], hand.sum) for hand in view.last_hands] == [
        (0, [0, 1, 2, 0], 3),
        (1, [0, 1, 3, 0], 4),
        (2, [0, 1, 4, 0], 5),
    ]
    assert [player.successful_calls for player in view.players] == [1, 0, 0]
    assert (view.round, view.starter, view.HasField("caller")) == (2, 0, False)
    deal(table)
    assert len(seen(table).last_hands) == 3


def test_the_caller() -> None:
    table = dealt()
    table.call()
    view = seen(table, 2)
    assert (view.caller, view.active) == (0, 1)


# --- Turns and effects ---------------------------------------------------------------------------------------------


def test_a_drawn_card_is_seen_by_its_holder_alone_and_survives_a_second_look() -> None:
    table = dealt()
    table.draw(TOUCAN)
    for _ in range(2):
        own, other = seen(table, 0), seen(table, 1)
        assert (own.held.seat, own.held.origin) == (0, pb.AMAZONAS2022_PILE_DRAW)
        assert own.held.card == pb.AMAZONAS2022_CARD_TOUCAN
        assert (other.held.seat, other.held.origin, other.held.card) == (0, pb.AMAZONAS2022_PILE_DRAW, 0)
        assert seen(table).held == other.held


def test_a_card_from_the_discard_pile_is_known_to_all() -> None:
    table = dealt()
    table.idle_turn(4)
    table.take()
    for viewer in (None, 0, 1, 2):
        view = seen(table, viewer)
        assert (view.held.seat, view.held.origin) == (1, pb.AMAZONAS2022_PILE_DISCARD)
        assert view.held.card == pb.AMAZONAS2022_CARD_FOUR
        assert view.discard_pile.cards == 0


def test_effects_and_looks() -> None:
    table = dealt()
    table.lay(JAGUAR)
    view = seen(table)
    assert (view.step, view.effect.animal) == (pb.AMAZONAS2022_STEP_EFFECT, pb.AMAZONAS2022_CARD_JAGUAR)
    table.look(2, 1)
    view = seen(table, 0)
    assert [(it.seat, it.card) for it in view.looks] == [(0, place(2, 1))]
    assert face_up(view) == [(2, 1, 5)]
    assert face_up(seen(table, 2)) == []
    for animal, owner in ((SLOTH, 0), (TOAD, 1)):
        table = dealt()
        table.lay(animal)
        table.look(owner, 3)
        assert seen(table).effect.animal == CARDS_TO_WIRE[animal]


def test_a_look_at_a_card_that_is_gone_only_has_to_be_ended() -> None:
    table = dealt(3, ((1, TOAD, 3, 5), (2, 3, 5, 1), (3, 5, TOAD, 2)))
    table.lay(TOAD)
    table.look(2, 2)
    table.wild(2, 2, 2)
    view = seen(table, 0)
    assert (view.step, list(view.looks), view.effect.animal) == (pb.AMAZONAS2022_STEP_EFFECT, [], 0)


def test_a_monkey() -> None:
    table = dealt()
    table.lay(MONKEY)
    assert seen(table).effect.direction == pb.AMAZONAS2022_DIRECTION_UNSPECIFIED
    table.direct(LEFT)
    table.pick(2, 1)
    own, other = seen(table, 2), seen(table, 0)
    assert own.effect.direction == pb.AMAZONAS2022_DIRECTION_LEFT
    assert own.players[2].chosen == 1
    assert [player.has_chosen for player in other.players] == [False, False, True]
    assert not other.players[2].HasField("chosen")
    assert face_up(own) == []


# --- Wild discards -------------------------------------------------------------------------------------------------


def test_a_race_and_what_it_interrupts() -> None:
    table = dealt()
    table.lay(ANACONDA)
    table.wild(1, 1, 0, more=True)
    view = seen(table)
    assert (view.step, view.draws) == (pb.AMAZONAS2022_STEP_BLIND, 1)
    assert view.race.card == pb.AMAZONAS2022_CARD_ANACONDA
    assert not view.race.HasField("winner")
    table.card(DOLPHIN)
    view = seen(table)
    assert (view.step, view.effect.animal) == (pb.AMAZONAS2022_STEP_RACE, pb.AMAZONAS2022_CARD_ANACONDA)
    assert [player.barred for player in view.players] == [False, True, False]
    assert [player.may_attempt for player in view.players] == [True, False, True]


def test_a_gift_that_is_owed() -> None:
    table = dealt(3, ((1, 2, 3, 5), (2, 4, 5, 1), (3, 5, 1, 2)))
    table.idle_turn(4)
    table.wild(2, 1, 1)
    view = seen(table)
    assert view.step == pb.AMAZONAS2022_STEP_GIFT
    assert (view.gift.giver, view.gift.to) == (2, place(1, 1))
    assert view.players[1].slots[1].empty
    assert [player.asked for player in view.players] == [False, False, True]
    assert (view.discard_pile.used_up, view.HasField("race")) == (True, False)


def test_two_players_put_their_cards_aside() -> None:
    table = dealt(2)
    table.call()
    table.last_turns(0)
    view = seen(table)
    # The card that was laid down comes first, then the hands by seat and slot.
    assert (view.reserve, view.reserve_top) == (9, pb.AMAZONAS2022_CARD_ONE)
    assert [player.rounds_won for player in view.players] == [0, 1]
