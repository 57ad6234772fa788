"""From a view of Amazonas 2022 back to a state: what is shown comes back, what is wrong is named, all of it at once.

That every view of random games comes back as it was is shown for all games in `tests/contract/test_positions.py`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from canopy.v1 import amazonas2022_pb2, trek12_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022View as View
from cext import amazonas2022
from cext.kernel import State
from engines.game import Malformed, Setup
from engines.position import BadPosition
from tests.amazonas2022.tables import GAME, look, setup_of
from tests.playing import Case, walk

TWO, THREE = (Case(f"{players} players", setup_of(players)) for players in (2, 3))
TOAD = amazonas2022_pb2.AMAZONAS2022_CARD_TOAD
NO_CARD = 99


def scene(case: Case, is_it: Callable[[View], bool]) -> tuple[Setup, View]:
    """The first view of the seat in turn, or of seat 0, with all that it remembers, that is as it should be."""
    found = View()
    found.CopyFrom(next(view for view in views(case) if is_it(view)))
    return case.setup, found


@cache
def views(case: Case) -> list[View]:
    """All views of some games, by the seat in turn, or by seat 0 while nobody is. To be copied, not changed."""
    states = [state for seed in range(3) for state in walk(case, seed).states]
    return [look(case.setup, state, amazonas2022.table(state).turn or 0, memory=True) for state in states]


def read(setup: Setup, view: View) -> State:
    return GAME.state_of_view(setup, view)


def defects(setup: Setup, view: View) -> set[tuple[str, str]]:
    """(code, field) of all defects."""
    with pytest.raises(BadPosition) as refused:
        read(setup, view)
    return {(defect.code, defect.field) for defect in refused.value.defects}


def is_step(step: int) -> Callable[[View], bool]:
    """Whether the table waits for that, in a later round."""
    return lambda view: view.step == step and view.round > 1


BEGUN = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_TURN)
HOLDING = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_HOLDING)
EFFECT = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_EFFECT)
OVER = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_OVER)
BLIND = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_BLIND)
RACE = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_RACE)
GIFT = is_step(amazonas2022_pb2.AMAZONAS2022_STEP_GIFT)


def in_turn(view: View) -> bool:
    """Whether somebody is in turn, and cards have been discarded."""
    return BEGUN(view) and view.discard_pile.cards > 1


def looking(view: View) -> bool:
    """Whether the viewer looks at a card with an effect."""
    return EFFECT(view) and any(shown.seat == view.viewer for shown in view.looks)


def picking(view: View) -> bool:
    """Whether somebody has chosen the card for a monkey."""
    return EFFECT(view) and any(player.has_chosen for player in view.players)


def first_look(view: View) -> bool:
    """Whether seats look at their first card."""
    return view.step == amazonas2022_pb2.AMAZONAS2022_STEP_FIRST_LOOK and len(view.looks) > 0


def won(view: View) -> bool:
    """Whether somebody has won an open race."""
    return RACE(view) and view.race.HasField("winner")


def taken(view: View) -> bool:
    """Whether the viewer holds a card that it took."""
    return HOLDING(view) and view.held.origin == amazonas2022_pb2.AMAZONAS2022_PILE_DISCARD


# --- What comes back ------------------------------------------------------------------------------------------------


def remembered(view: View) -> Iterator[tuple[int, int, int]]:
    """Seat, slot and card of all that the viewer's seat remembers."""
    for player in view.players:
        yield from ((player.seat, slot.slot, slot.remembered) for slot in player.slots if slot.remembered)


def test_what_is_remembered_is_what_the_seat_knows() -> None:
    """In every world that the seat may imagine."""
    setup, view = scene(THREE, lambda view: in_turn(view) and len(list(remembered(view))) > 1)
    state = read(setup, view)
    for seed in range(20):
        world = look(setup, state.determinize(view.viewer, seed), view.viewer, memory=True)
        assert list(remembered(world)) == list(remembered(view))


def test_what_nobody_told_is_not_known() -> None:
    """A card face down, whatever it was made, is another one in other worlds."""
    setup, view = scene(THREE, in_turn)
    for player in view.players:
        for slot in player.slots:
            slot.ClearField("remembered")
    state = read(setup, view)
    worlds = [state.determinize(view.viewer, seed) for seed in range(40)]
    for seat, player in enumerate(view.players):
        for place, shown in enumerate(player.slots):
            if not shown.empty:
                kinds = {card.kind for world in worlds if (card := amazonas2022.hand(world, seat)[place]) is not None}
                assert len(kinds) > 3


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    for case in (TWO, THREE):
        for state in walk(case, 0).states[::23]:
            full = look(case.setup, state, 0, memory=True)
            bare = View()
            bare.CopyFrom(full)
            for name in ("kinds", "rounds", "rounds_to_win", "reserve_top"):
                bare.ClearField(name)
            if full.discard_pile.remembered:
                bare.discard_pile.ClearField("top")
            for player in bare.players:
                for name in ("cards", "asked", "may_attempt", "points", "successful_calls", "rounds_won"):
                    player.ClearField(name)
            assert read(case.setup, bare) == read(case.setup, full)


def test_at_the_end_the_last_hands_are_those_that_lie_there() -> None:
    setup, view = scene(THREE, OVER)
    full = read(setup, view)
    view.ClearField("last_hands")
    view.ClearField("caller")
    assert read(setup, view) == full


def test_a_pile_that_is_not_remembered_is_made_up_of_what_there_is() -> None:
    setup, view = scene(TWO, lambda view: in_turn(view) and view.discard_pile.cards > 1 and view.reserve > 1)
    view.discard_pile.ClearField("remembered")
    view.ClearField("remembered_reserve")
    state = read(setup, view)
    assert len(amazonas2022.discards(state)) == view.discard_pile.cards
    assert len(amazonas2022.reserve(state)) == view.reserve


def test_a_view_of_another_game_is_none() -> None:
    with pytest.raises(Malformed, match="Amazonas2022View"):
        GAME.state_of_view(THREE.setup, trek12_pb2.Trek12View())


# --- What is wrong --------------------------------------------------------------------------------------------------


def set_to(path: str, value: object) -> Callable[[View], object]:
    """A change of one member, by a path of names and places."""

    def change(view: View) -> None:
        *steps, last = path.split(".")
        at: object = view
        for step in steps:
            at = at[int(step)] if step.isdecimal() else getattr(at, step)  # type: ignore[index]
        setattr(at, last, value)

    return change


def clear(name: str, path: str = "") -> Callable[[View], object]:
    """Leave a member out."""

    def change(view: View) -> None:
        at: object = view
        for step in filter(None, path.split(".")):
            at = at[int(step)] if step.isdecimal() else getattr(at, step)  # type: ignore[index]
        at.ClearField(name)  # type: ignore[attr-defined]

    return change


def own_look(view: View) -> amazonas2022_pb2.Amazonas2022Slot:
    """The slot that the viewer looks at."""
    place = next(shown.card for shown in view.looks if shown.seat == view.viewer)
    return view.players[place.seat].slots[place.slot]


def empty_slot(view: View) -> tuple[int, int]:
    """A place where no card lies: a slot after the last one."""
    return view.viewer, len(view.players[view.viewer].slots)


def _look_at_nothing(view: View) -> None:
    view.looks[0].card.seat, view.looks[0].card.slot = empty_slot(view)


def _show_a_card(view: View) -> None:
    slot = view.players[0].slots[0]
    slot.ClearField("remembered")
    slot.empty, slot.card = False, TOAD


def _remember_as_nobody(view: View) -> None:
    view.ClearField("viewer")


def _own_choice(view: View, *, clear_it: bool) -> None:
    view.viewer = next(player.seat for player in view.players if player.has_chosen)
    view.players[view.viewer].chosen = 119
    if clear_it:
        view.players[view.viewer].ClearField("chosen")


def _unknown_last_card(view: View) -> None:
    view.last_hands[0].slots[0] = NO_CARD  # type: ignore[call-overload]


def _endless_last_hand(view: View) -> None:
    view.last_hands[0].slots.extend([TOAD] * (amazonas2022.MAX_SLOTS + 1))


def _endless_hand(view: View) -> None:
    for _ in range(amazonas2022.MAX_SLOTS + 1):
        view.players[0].slots.add()


CHANGES: list[tuple[Case, Callable[[View], bool], str, str, Callable[[View], object]]] = [
    (THREE, in_turn, "NO_SUCH_STEP", "step", set_to("step", 77)),
    (THREE, in_turn, "NO_SUCH_ROUND", "round", set_to("round", 6)),
    (THREE, in_turn, "NO_SUCH_ROUND", "round", set_to("round", 0)),
    (THREE, in_turn, "NO_SUCH_SEAT", "viewer", set_to("viewer", 9)),
    (THREE, in_turn, "NO_SUCH_SEAT", "active", set_to("active", 9)),
    (THREE, in_turn, "NO_SUCH_SEAT", "caller", set_to("caller", 9)),
    (THREE, in_turn, "NO_SUCH_SEAT", "draws", set_to("draws", 9)),
    (THREE, in_turn, "SEAT_MISSING", "active", clear("active")),
    (THREE, in_turn, "CALLER_IN_TURN", "active", lambda view: setattr(view, "caller", view.active)),
    (THREE, in_turn, "WRONG_STARTER", "starter", lambda view: setattr(view, "starter", view.starter + 1)),
    (THREE, in_turn, "WRONG_PLAYER_COUNT", "players", lambda view: view.players.add()),
    (THREE, in_turn, "WRONG_SEAT", "players[0].seat", set_to("players.0.seat", 1)),
    (THREE, in_turn, "WRONG_SLOT", "players[0].slots[0].slot", set_to("players.0.slots.0.slot", 1)),
    (THREE, in_turn, "NO_SUCH_CARD", "players[0].slots[0].remembered", set_to("players.0.slots.0.remembered", NO_CARD)),
    (
        THREE,
        in_turn,
        "TOO_MANY_SLOTS",
        "players[0].slots",
        _endless_hand,
    ),
    (THREE, in_turn, "WRONG_CARD_COUNT", "", lambda view: view.players[0].slots.add()),
    (THREE, in_turn, "WRONG_ROUND_COUNT", "rounds_played", lambda view: view.rounds_played.add()),
    (THREE, in_turn, "NO_SUCH_ROUND", "rounds_played[0].round", set_to("rounds_played.0.round", 4)),
    (THREE, in_turn, "NO_SUCH_SEAT", "rounds_played[0].caller", set_to("rounds_played.0.caller", 9)),
    (
        THREE,
        in_turn,
        "WRONG_PLAYER_COUNT",
        "rounds_played[0].scores",
        lambda view: view.rounds_played[0].scores.add(),
    ),
    (THREE, in_turn, "WRONG_PLAYER_COUNT", "last_hands", clear("last_hands")),
    (
        THREE,
        in_turn,
        "NO_SUCH_CARD",
        "last_hands[0].slots[0]",
        _unknown_last_card,
    ),
    (THREE, in_turn, "TOO_MANY_SLOTS", "last_hands[0].slots", _endless_last_hand),
    (THREE, in_turn, "TOO_MANY_CARDS", "draw_pile", set_to("draw_pile", 4_000_000_000)),
    (THREE, in_turn, "TOO_MANY_CARDS", "discard_pile.cards", set_to("discard_pile.cards", 4_000_000_000)),
    (THREE, in_turn, "WRONG_CARD_COUNT", "discard_pile.remembered", lambda view: view.discard_pile.remembered.add()),
    (THREE, in_turn, "NO_RESERVE", "reserve", set_to("reserve", 1)),
    (THREE, in_turn, "NO_CARDS", "reserve_top", set_to("reserve_top", TOAD)),
    (TWO, in_turn, "TOO_MANY_CARDS", "reserve", set_to("reserve", 4_000_000_000)),
    (THREE, in_turn, "NOT_IN_SIGHT", "players[0].slots[0].card", _show_a_card),
    (THREE, in_turn, "NOBODY_REMEMBERS", "discard_pile.remembered[0]", _remember_as_nobody),
    (THREE, in_turn, "WRONG_HELD", "held", lambda view: view.held.SetInParent()),
    (THREE, in_turn, "NO_LOOK", "looks[0]", lambda view: view.looks.add()),
    (THREE, in_turn, "NOTHING_CHOSEN", "players[0].has_chosen", set_to("players.0.has_chosen", True)),
    (THREE, in_turn, "EFFECT_MISSING", "effect", set_to("step", amazonas2022_pb2.AMAZONAS2022_STEP_EFFECT)),
    (THREE, in_turn, "RACE_MISSING", "race", set_to("step", amazonas2022_pb2.AMAZONAS2022_STEP_RACE)),
    (THREE, in_turn, "GIFT_MISSING", "gift", set_to("step", amazonas2022_pb2.AMAZONAS2022_STEP_GIFT)),
    (THREE, HOLDING, "WRONG_HELD", "held", clear("held")),
    (THREE, HOLDING, "WRONG_SEAT", "held.seat", lambda view: setattr(view.held, "seat", view.held.seat + 1)),
    (THREE, HOLDING, "NO_SUCH_PILE", "held.origin", clear("origin", "held")),
    (THREE, HOLDING, "CARD_MISSING", "held.card", clear("card", "held")),
    (THREE, HOLDING, "NO_SUCH_CARD", "held.card", set_to("held.card", NO_CARD)),
    (THREE, HOLDING, "NO_RESERVE", "held.remembered", set_to("held.remembered", TOAD)),
    (THREE, HOLDING, "NOT_IN_SIGHT", "held.card", lambda view: setattr(view, "viewer", (view.active + 1) % 3)),
    (THREE, taken, "CARD_MISSING", "held.card", clear("card", "held")),
    (THREE, EFFECT, "NO_SUCH_EFFECT", "effect.animal", set_to("effect.animal", 12)),
    (THREE, EFFECT, "NO_SUCH_CARD", "effect.animal", set_to("effect.animal", NO_CARD)),
    (THREE, looking, "CARD_MISSING", "players[{0}].slots[{1}].card", lambda view: own_look(view).ClearField("card")),
    (THREE, looking, "WRONG_SEAT", "looks[0].seat", lambda view: setattr(view.looks[0], "seat", (view.active + 1) % 3)),
    (THREE, looking, "NO_SUCH_SEAT", "looks[0].seat", set_to("looks.0.seat", 9)),
    (THREE, looking, "NO_SUCH_SEAT", "looks[0].card.seat", set_to("looks.0.card.seat", 9)),
    (THREE, looking, "SLOT_EMPTY", "looks[0].card.slot", _look_at_nothing),
    (THREE, first_look, "NOT_OWN_CARD", "looks[0].card", lambda view: setattr(view.looks[0], "seat", 1)),
    (THREE, picking, "NO_SUCH_DIRECTION", "effect.direction", set_to("effect.direction", 9)),
    (THREE, picking, "CHOICE_MISSING", "players[{2}].chosen", lambda view: _own_choice(view, clear_it=True)),
    (THREE, picking, "SLOT_EMPTY", "players[{2}].chosen", lambda view: _own_choice(view, clear_it=False)),
    (THREE, RACE, "CARD_MISSING", "race.card", clear("card", "race")),
    (THREE, RACE, "NO_SUCH_CARD", "race.card", set_to("race.card", NO_CARD)),
    (THREE, won, "NO_SUCH_SEAT", "race.winner", set_to("race.winner", 9)),
    (THREE, won, "NO_SUCH_SEAT", "race.discarded.seat", set_to("race.discarded.seat", 9)),
    (THREE, won, "SLOT_NOT_EMPTY", "race.discarded.slot", set_to("race.discarded.slot", 119)),
    (THREE, GIFT, "NO_SUCH_SEAT", "gift.giver", set_to("gift.giver", 9)),
    (THREE, GIFT, "SLOT_NOT_EMPTY", "gift.to.slot", set_to("gift.to.slot", 119)),
    (THREE, BLIND, "SEAT_MISSING", "draws", clear("draws")),
    (THREE, OVER, "CARD_MISSING", "players[0].slots[0].card", clear("card", "players.0.slots.0")),
    (THREE, in_turn, "CONTRADICTION", "rounds", set_to("rounds", 9)),
    (THREE, in_turn, "CONTRADICTION", "effect", lambda view: view.effect.SetInParent()),
    (THREE, in_turn, "CONTRADICTION", "players[1].cards", set_to("players.1.cards", 3)),
    (THREE, in_turn, "CONTRADICTION", "kinds", lambda view: view.kinds.add()),
    (
        THREE,
        in_turn,
        "CONTRADICTION",
        "rounds_played[0].scores[0].points",
        lambda view: setattr(view.rounds_played[0].scores[0], "points", view.rounds_played[0].scores[0].points + 1),
    ),
    (THREE, in_turn, "IMPOSSIBLE", "", lambda view: setattr(view.rounds_played[0].scores[0], "points", 100_000)),
]


@pytest.mark.parametrize(
    ("case", "is_it", "code", "field", "change"), CHANGES, ids=[f"{code}-{field}" for _, _, code, field, _ in CHANGES]
)
def test_a_defect_is_named(
    case: Case, is_it: Callable[[View], bool], code: str, field: str, change: Callable[[View], object]
) -> None:
    setup, view = scene(case, is_it)
    own = next((shown.card for shown in view.looks if shown.seat == view.viewer), amazonas2022_pb2.Amazonas2022Place())
    chosen = next((player.seat for player in view.players if player.has_chosen), 0)
    change(view)
    assert (code, field.format(own.seat, own.slot, chosen)) in defects(setup, view)


def test_more_cards_than_there_are_of_a_kind_are_named() -> None:
    setup, view = scene(THREE, lambda view: in_turn(view) and view.discard_pile.cards > 3)
    for laid in view.discard_pile.remembered:
        laid.card = amazonas2022_pb2.AMAZONAS2022_CARD_DOLPHIN
    view.discard_pile.top = amazonas2022_pb2.AMAZONAS2022_CARD_DOLPHIN
    assert ("TOO_MANY_CARDS", "kinds[12]") in defects(setup, view)


def test_all_defects_of_a_part_are_named_at_once() -> None:
    setup, view = scene(THREE, in_turn)
    view.players[0].seat, view.active, view.starter, view.round = 1, 9, 7, view.round
    view.rounds_played[0].caller = 8
    assert {code for code, _ in defects(setup, view)} == {"WRONG_SEAT", "NO_SUCH_SEAT"}


def test_any_member_that_is_changed_alone_is_a_defect_or_another_position() -> None:
    """Nothing that a frontend can send is a defect of the server."""
    setup, view = scene(THREE, won)
    for field in View.DESCRIPTOR.fields:
        if field.is_repeated or field.message_type is not None:
            changed = View()
            changed.CopyFrom(view)
            changed.ClearField(field.name)
        else:
            changed = View()
            changed.CopyFrom(view)
            setattr(changed, field.name, 1)
        with contextlib.suppress(BadPosition):
            read(setup, changed)
