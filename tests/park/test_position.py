"""From a view of Amazonia Park back to a state: what is shown comes back, what is wrong is named, all of it at once.

That every view of random games comes back as it was is shown for all games in `tests/contract/test_positions.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canopy.v1 import park_pb2, trek12_pb2
from cext import park
from cext.kernel import State
from engines import registry
from engines.game import Malformed
from engines.position import BadPosition
from tests.playing import Case, cases_of, walk

GAME = registry.game("amazonia-park")
CASES = cases_of(GAME)
CASE = CASES[0]

View = park_pb2.ParkView


def view_of(case: Case, state: State, viewer: int | None) -> View:
    """What the viewer sees."""
    view = GAME.view(case.setup, state, viewer)
    assert isinstance(view, View)
    return view


def defects(case: Case, view: View) -> set[tuple[str, str]]:
    """(code, field) of all defects."""
    with pytest.raises(BadPosition) as refused:
        GAME.state_of_view(case.setup, view)
    return {(defect.code, defect.field) for defect in refused.value.defects}


def test_with_two_players_all_tokens_are_known() -> None:
    for state in walk(CASE, 0).states[::5]:
        for viewer in range(2):
            again = GAME.state_of_view(CASE.setup, view_of(CASE, state, viewer))
            assert [park.player(again, seat).tokens for seat in range(2)] == [
                park.player(state, seat).tokens for seat in range(2)
            ]


def test_tokens_that_somebody_counted_are_taken_as_told() -> None:
    case = next(case for case in CASES if case.setup.players == 3)
    for state in walk(case, 0).states[::7]:
        view = view_of(case, state, 0)
        for seat in range(3):
            told = view_of(case, state, seat).players[seat].tokens
            view.players[seat].tokens.CopyFrom(told)
        again = GAME.state_of_view(case.setup, view)
        assert [park.player(again, seat).tokens for seat in range(3)] == [
            park.player(state, seat).tokens for seat in range(3)
        ]


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    for state in walk(CASE, 1).states[::5]:
        view = view_of(CASE, state, 0)
        whole = GAME.state_of_view(CASE.setup, view)
        view.ClearField("rack")
        view.ClearField("sights")
        view.ClearField("spaces_left")
        view.ClearField("end")
        for player in view.players:
            player.discount = 0
        assert GAME.state_of_view(CASE.setup, view) == whole


def middle() -> View:
    """The view of the seat in turn, half-way through a game."""
    asked = [state for state in walk(CASE, 0).states if state.to_act() and park.table(state).phase == park.TURN]
    state = asked[len(asked) // 2]
    return view_of(CASE, state, state.to_act()[0])


def change(code: str, field: str) -> Callable[..., object]:
    """Marks what a change of a sound view is found out as."""

    def mark(function: Callable[[View], object]) -> Callable[[View], object]:
        CHANGES.append((code, field, function))
        return function

    return mark


CHANGES: list[tuple[str, str, Callable[[View], object]]] = []


@change("NO_SUCH_STEP", "step")
def _step(view: View) -> None:
    view.step = 77  # type: ignore[assignment]


@change("SEAT_MISSING", "active")
def _nobody(view: View) -> None:
    view.ClearField("active")


@change("NO_SUCH_SEAT", "active")
def _active(view: View) -> None:
    view.active = 9


@change("NO_SUCH_SEAT", "viewer")
def _viewer(view: View) -> None:
    view.viewer = 9


@change("NUMBER_TOO_HIGH", "missing")
def _missing(view: View) -> None:
    view.missing = 1000


@change("TOO_MANY_TOKENS", "supply")
def _supply(view: View) -> None:
    view.supply.toucans = 25


@change("TOO_MANY_TILES", "morning_left")
def _tiles(view: View) -> None:
    view.morning_left = 1000


@change("WRONG_SIZE", "columns")
def _columns(view: View) -> None:
    view.columns += 1


@change("WRONG_CELL_COUNT", "cells")
def _cells(view: View) -> None:
    del view.cells[-1]


@change("WRONG_SPACE", "cells[0].space")
def _space(view: View) -> None:
    view.cells[0].space.column = 3


@change("NO_SUCH_TILE", "cells[0].tile")
def _tile(view: View) -> None:
    view.cells[0].tile.count = 4


@change("NO_SUCH_SPACE", "last_placed")
def _last(view: View) -> None:
    view.last_placed.row = 99


@change("WRONG_PLAYER_COUNT", "players")
def _players(view: View) -> None:
    del view.players[-1]


@change("WRONG_SEAT", "players[0].seat")
def _seat(view: View) -> None:
    view.players[0].seat = 1


@change("NO_SUCH_COLOUR", "players[1].magazines[0].colour")
def _colour(view: View) -> None:
    del view.players[1].magazines[:]
    view.players[1].magazines.add(value=5)


@change("NO_SUCH_VALUE", "players[1].magazines[0].value")
def _value(view: View) -> None:
    del view.players[1].magazines[:]
    view.players[1].magazines.add(colour=park_pb2.PARK_COLOUR_JAGUAR)


@pytest.mark.parametrize(("code", "field", "function"), CHANGES, ids=[f"{code}-{field}" for code, field, _ in CHANGES])
def test_a_defect_is_named(code: str, field: str, function: Callable[[View], object]) -> None:
    view = middle()
    function(view)
    assert (code, field) in defects(CASE, view)


def test_what_the_viewer_sees_has_to_be_told() -> None:
    view = middle()
    view.players[view.viewer].ClearField("tokens")
    assert ("TOKENS_MISSING", f"players[{view.viewer}].tokens") in defects(CASE, view)
    view = middle()
    assert view.players[view.viewer].has_tile
    view.players[view.viewer].ClearField("tile")
    assert ("TILE_MISSING", f"players[{view.viewer}].tile") in defects(CASE, view)


def test_printed_animals_stay_where_they_are() -> None:
    view = middle()
    printed = next(index for index, cell in enumerate(view.cells) if cell.printed)
    view.cells[printed].ClearField("tile")
    assert ("PRINTED_ANIMAL", f"cells[{printed}].tile") in defects(CASE, view)
    view = middle()
    bare = next(index for index, cell in enumerate(view.cells) if not cell.printed)
    view.cells[bare].printed = True
    assert ("NOT_PRINTED", f"cells[{bare}].printed") in defects(CASE, view)


def test_tokens_and_tiles_have_to_add_up() -> None:
    view = middle()
    view.supply.toucans = 0
    view.players[view.viewer].tokens.toucans = 24
    view.supply.jaguars, view.players[view.viewer].tokens.jaguars = 20, 20
    assert ("WRONG_TOKENS", "supply") in defects(CASE, view)
    view = middle()
    view.evening_left, view.morning_left = 0, 0
    assert {code for code, _ in defects(CASE, view)} & {"WRONG_TILES", "TOO_MANY_TILES", "IMPOSSIBLE"}


def test_a_magazine_that_two_players_have_is_impossible() -> None:
    view = middle()
    for player in view.players:
        del player.magazines[:]
        player.magazines.add(colour=park_pb2.PARK_COLOUR_JAGUAR, value=5)
    assert ("IMPOSSIBLE", "players") in defects(CASE, view)


def test_whatever_follows_has_to_be_right_if_it_is_told() -> None:
    view = middle()
    view.spaces_left += 1
    view.players[0].discount += 1
    view.sights[0].tile.count = 1 + view.sights[0].tile.count % 3
    del view.rack[-1]
    assert defects(CASE, view) == {
        ("CONTRADICTION", "spaces_left"),
        ("CONTRADICTION", "players[0].discount"),
        ("CONTRADICTION", "sights[0].tile.count"),
        ("CONTRADICTION", "rack"),
    }


def test_all_defects_of_a_part_are_named_at_once() -> None:
    view = middle()
    view.active, view.supply.toucans, view.players[0].seat = 9, 25, 1
    view.cells[0].tile.count = 9
    assert {code for code, _ in defects(CASE, view)} == {
        "NO_SUCH_SEAT",
        "TOO_MANY_TOKENS",
        "WRONG_SEAT",
        "NO_SUCH_TILE",
    }


def test_a_view_of_another_game_is_malformed() -> None:
    with pytest.raises((Malformed, TypeError)):
        GAME.state_of_view(CASE.setup, trek12_pb2.Trek12View())
