"""A view of Trek 12 read back: what looks like a table is one, and every defect is named."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from canopy.v1 import trek12_pb2
from canopy.v1.trek12_pb2 import Trek12View
from cext import trek12
from cext.kernel import State
from engines.game import Malformed, Setup
from engines.position import BadPosition
from engines.registry import default_pack, game, make_setup

GAME = game("trek12-amazonia")


def setup_for(players: int, safe: str = "LOWER") -> Setup:
    return make_setup(GAME, players, {"river_safe_operation": safe}, default_pack(GAME))


def view(setup: Setup, state: State, viewer: int | None = None) -> Trek12View:
    message = GAME.view(setup, state, viewer)
    assert isinstance(message, Trek12View)
    return message


def random_state(setup: Setup, plies: int, seed: int) -> State:
    rng = random.Random(seed)
    state = State.start(setup.rules)
    for _ in range(plies):
        if state.is_over:
            break
        seats = state.to_act()
        if seats:
            seat = rng.choice(seats)
            state, _ = state.apply(seat, rng.choice(state.legal_moves(seat)))
        else:
            state, _ = state.resolve(rng.choice(state.outcomes()))
    return state


@pytest.mark.parametrize("seed", range(60))
def test_every_view_of_random_games_is_read_back(seed: int) -> None:
    players = 1 + seed % 3
    setup = setup_for(players, "HIGHER" if seed % 2 else "LOWER")
    state = random_state(setup, random.Random(seed).randrange(24 * (players + 1)), seed)
    for viewer in (None, *range(players)):
        seen = view(setup, state, viewer)
        again = GAME.state_of_view(setup, seen)
        assert view(setup, again, viewer) == seen
        # What is open is the same to the last byte, apart from secret choices.
        if not state.fields()["chosen"]:
            assert again.to_bytes() == state.to_bytes()


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    setup = setup_for(2)
    state = random_state(setup, 40, 5)
    full = view(setup, state)
    bare = Trek12View(round=0, lines=full.lines)
    if full.HasField("roll"):
        bare.roll.CopyFrom(full.roll)
    for sheet in full.sheets:
        bare.sheets.add(circles=sheet.circles, has_chosen=sheet.has_chosen)
    assert view(setup, GAME.state_of_view(setup, bare)) == full


def test_a_view_of_another_game_is_malformed() -> None:
    with pytest.raises(Malformed):
        GAME.state_of_view(setup_for(1), trek12_pb2.Trek12Move())


def middle() -> Trek12View:
    """One sheet after eight rounds, with dice on the table."""
    setup = setup_for(1)
    state, seed = random_state(setup, 40, 1), 1
    while trek12.table(state).round != 8 or trek12.table(state).roll is None:
        seed += 1
        state = random_state(setup, 17 + seed % 6, seed)
    return view(setup, state)


def defects(change: Callable[[Trek12View], None]) -> set[tuple[str, str]]:
    changed = middle()
    change(changed)
    with pytest.raises(BadPosition) as bad:
        GAME.state_of_view(setup_for(1), changed)
    assert all(defect.message.endswith(".") for defect in bad.value.defects)
    return {(defect.code, defect.field) for defect in bad.value.defects}


def first_written(told: Trek12View) -> int:
    """The place in the list of the circle that was written first."""
    return next(index for index, circle in enumerate(told.sheets[0].circles) if circle.round == 1)


def set_both_cards(told: Trek12View, name: str) -> None:
    told.lines[0].card = told.lines[1].card = name


def choose_nothing(told: Trek12View) -> None:
    told.sheets[0].chosen.SetInParent()
    told.sheets[0].has_chosen = True


def set_card(told: Trek12View, line: int, name: str) -> None:
    told.lines[line].card = name


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda v: v.lines.pop(), ("WRONG_LINE_COUNT", "lines")),
        (lambda v: v.lines[1].ClearField("number"), ("NUMBER_MISSING", "lines[1].number")),
        (lambda v: setattr(v.lines[1], "number", 9), ("NO_SUCH_NUMBER_CARD", "lines[1].number")),
        (lambda v: setattr(v.lines[1], "number", v.lines[0].number), ("NUMBER_REPEATED", "lines[1].number")),
        (lambda v: set_card(v, 1, "dodo"), ("NO_SUCH_CARD", "lines[1].card")),
        (lambda v: set_both_cards(v, "toucan"), ("CARD_REPEATED", "lines[1].card")),
        (lambda v: setattr(v.roll, "green", 7), ("GREEN_DIE_IMPOSSIBLE", "roll.green")),
        (lambda v: setattr(v.roll, "yellow", 6), ("YELLOW_DIE_IMPOSSIBLE", "roll.yellow")),
        (lambda v: v.sheets.add(), ("WRONG_SHEET_COUNT", "sheets")),
        (lambda v: setattr(v.sheets[0], "seat", 3), ("WRONG_SEAT", "sheets[0].seat")),
        (lambda v: setattr(v, "viewer", 4), ("NO_SUCH_SEAT", "viewer")),
        (
            lambda v: v.sheets[0].circles[2].ClearField("operation"),
            ("NO_SUCH_OPERATION", "sheets[0].circles[2].operation"),
        ),
        (lambda v: setattr(v.sheets[0].circles[2], "round", 21), ("NO_SUCH_ROUND", "sheets[0].circles[2].round")),
        (lambda v: setattr(v.sheets[0].circles[2], "circle", 27), ("NO_SUCH_CIRCLE", "sheets[0].circles[2].circle")),
        (lambda v: setattr(v.sheets[0].circles[2], "number", 13), ("NUMBER_TOO_HIGH", "sheets[0].circles[2].number")),
        (lambda v: v.sheets[0].circles.pop(first_written(v)), ("ROUND_MISSING", "sheets[0].circles")),
        (lambda v: setattr(v.sheets[0], "total", 99), ("CONTRADICTION", "sheets[0].total")),
        (lambda v: setattr(v, "round", 3), ("CONTRADICTION", "round")),
        (lambda v: setattr(v.sheets[0], "danger_ticks", 40), ("CONTRADICTION", "sheets[0].danger_ticks")),
        (lambda v: v.sheets[0].trails.add(circles=[1, 2], points=50), ("CONTRADICTION", "sheets[0].trails")),
        (
            choose_nothing,
            ("NO_SUCH_OPERATION", "sheets[0].chosen"),
        ),
    ],
)
def test_a_defect_is_named(change: Callable[[Trek12View], None], expected: tuple[str, str]) -> None:
    assert expected in defects(change)


def test_a_writing_against_the_rules_is_named_by_the_rule() -> None:
    def move_away(told: Trek12View) -> None:
        last = next(circle for circle in told.sheets[0].circles if circle.round == 8)
        filled = {circle.circle for circle in told.sheets[0].circles}
        near = {n for c in told.sheet if c.circle in filled for n in c.neighbours}
        last.circle = next(c.circle for c in told.sheet if c.circle not in filled | near)

    codes = {code for code, _ in defects(move_away)}
    assert "CIRCLE_NOT_ADJACENT" in codes


def test_a_result_that_no_dice_give_is_named() -> None:
    def eleven(told: Trek12View) -> None:
        told.sheets[0].circles[0].operation = trek12_pb2.TREK12_OPERATION_LOWER
        told.sheets[0].circles[0].number = 11

    assert ("RESULT_IMPOSSIBLE", "sheets[0].circles[0].number") in defects(eleven)


def test_several_defects_are_all_named() -> None:
    def spoil(told: Trek12View) -> None:
        told.roll.green = 9
        told.lines[0].card = "dodo"
        told.sheets[0].circles[1].round = 30

    assert {code for code, _ in defects(spoil)} >= {"GREEN_DIE_IMPOSSIBLE", "NO_SUCH_CARD", "NO_SUCH_ROUND"}


def test_dice_before_the_number_cards_are_too_early() -> None:
    bare = Trek12View(roll=trek12_pb2.Trek12Roll(green=1, yellow=1), sheets=[trek12_pb2.Trek12Sheet()])
    with pytest.raises(BadPosition) as bad:
        GAME.state_of_view(setup_for(1), bare)
    assert [defect.code for defect in bad.value.defects] == ["ROLL_TOO_EARLY"]


def test_a_choice_without_dice_is_too_early() -> None:
    bare = Trek12View(sheets=[trek12_pb2.Trek12Sheet(has_chosen=True)])
    with pytest.raises(BadPosition) as bad:
        GAME.state_of_view(setup_for(1), bare)
    assert [defect.code for defect in bad.value.defects] == ["CHOICE_TOO_EARLY"]
