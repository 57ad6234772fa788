"""What a seat and a spectator see of Amazonia Park: all that lies open, one's own secrets, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canopy.v1 import park_pb2
from cext import park
from cext.kernel import State
from cext.park import AMAZONIA, CAIMAN, CAPYBARA, JAGUAR, TOKENS, TOUCAN
from engines.games.park.content import content_of
from tests.park.play import Game, at, position, rules_of, tokens
from tests.park.tables import CASES, look, setup_of
from tests.playing import Case, every_viewer, walk

every_case = pytest.mark.parametrize("case", CASES, ids=str)
SETUP = setup_of(2)
RULES = SETUP.rules


def cell(column: int, row: int) -> int:
    """A cell of the shipped board."""
    return at(column, row, 8)


def scenes(case: Case) -> Iterator[tuple[State, int | None, park_pb2.ParkView]]:
    """Some states of a random game, and the last, as each viewer sees them."""
    game = walk(case, 3)
    for state in (*game.states[::5], game.end):
        for viewer in every_viewer(case.setup):
            yield state, viewer, look(case.setup, state, viewer)


def shipped(**told: object) -> State:
    """A position on the shipped board."""
    return position(RULES, hands=[(TOUCAN, 1), (JAGUAR, 2)], **told)  # type: ignore[arg-type]


# --- Open ----------------------------------------------------------------------------------------------------------


@every_case
def test_the_board_is_shown_to_everybody(case: Case) -> None:
    content = content_of(case.setup.pack)
    printed = {entry.cell for entry in content.printed}
    for state, _, view in scenes(case):
        assert (view.columns, view.rows) == content.board
        spaces = [(shown.space.column, shown.space.row) for shown in view.cells]
        assert spaces == [content.board.place(number) for number in range(view.columns * view.rows)]
        tiles = [(t.tile.animal - 1, t.tile.count) if t.HasField("tile") else None for t in view.cells]
        assert tuple(tiles) == park.board(state)
        assert {number for number, shown in enumerate(view.cells) if shown.printed} == printed
        assert view.spaces_left == sum(tile is None for tile in tiles)


@every_case
def test_whatever_is_open_is_the_same_for_everybody(case: Case) -> None:
    game = walk(case, 3)
    for state in game.states[::5]:
        views = [look(case.setup, state, viewer) for viewer in every_viewer(case.setup)]
        for view in views:
            view.ClearField("viewer")
            for stack in view.rack:
                stack.ClearField("cost")
                stack.ClearField("affordable")
            for player in view.players:
                player.ClearField("tile")
                player.ClearField("tokens")
        assert all(view == views[0] for view in views)


@every_case
def test_supply_stack_rack_and_magazines(case: Case) -> None:
    for state, _, view in scenes(case):
        table = park.table(state)
        supply = view.supply
        assert table.supply == (
            supply.toucans,
            supply.jaguars,
            supply.squirrel_monkeys,
            supply.caimans,
            supply.capybaras,
        )
        assert table.tiles_left == (view.morning_left, view.evening_left)
        assert [tuple(stack.values) for stack in view.rack] == [stack.values for stack in park.magazines(state)]
        assert [stack.colour for stack in view.rack] == [1, 2, 3, 4, 5, 6]
        for seat, shown in enumerate(view.players):
            player = park.player(state, seat)
            owned = {magazine.colour - 1: magazine.value for magazine in shown.magazines}
            assert owned == {colour: value for colour, value in enumerate(player.magazines) if value is not None}
            assert shown.discount == player.discount
            assert shown.has_tile == (player.tile is not None)


def test_the_last_tile_and_its_lines_of_sight() -> None:
    game = Game(shipped())
    assert not look(SETUP, game.state).HasField("last_placed")
    game.place(cell(3, 2))
    view = look(SETUP, game.state)
    assert view.last_placed == park_pb2.ParkSpace(column=3, row=2)
    # The printed toucan to the left and the printed monkey below.
    sights = [(sight.direction, sight.space.column, sight.space.row, sight.tile.animal) for sight in view.sights]
    assert sights == [
        (park_pb2.PARK_DIRECTION_DOWN, 3, 3, park_pb2.PARK_ANIMAL_SQUIRREL_MONKEY),
        (park_pb2.PARK_DIRECTION_LEFT, 1, 2, park_pb2.PARK_ANIMAL_TOUCAN),
    ]


# --- Steps ---------------------------------------------------------------------------------------------------------


def test_dealing_and_drawing_name_the_seat() -> None:
    game = Game(State.start(RULES))
    view = look(SETUP, game.state)
    assert (view.step, view.draws, view.HasField("active")) == (park_pb2.PARK_STEP_DEALING, 0, False)
    game.draw(TOUCAN, 1)
    game.draw(TOUCAN, 1)
    view = look(SETUP, game.state)
    assert (view.step, view.active, view.HasField("draws")) == (park_pb2.PARK_STEP_TURN, 0, False)
    game.place(0)
    assert (look(SETUP, game.state).step, look(SETUP, game.state).draws) == (park_pb2.PARK_STEP_DRAWING, 0)


def test_missing_tokens_and_rewards() -> None:
    game = Game(shipped(board={cell(0, 0): (JAGUAR, 2)}, lost=tokens(jaguar=TOKENS)))
    game.place(cell(0, 4))
    view = look(SETUP, game.state, 1)
    assert (view.step, view.active, view.missing) == (park_pb2.PARK_STEP_SUBSTITUTE, 0, 2)
    game = Game(shipped(tokens=[tokens(toucan=9)], magazines=[{}, {TOUCAN: 5}]))
    game.publish(TOUCAN, toucan=9)
    view = look(SETUP, game.state, 1)
    assert (view.step, view.active) == (park_pb2.PARK_STEP_BONUS, 0)


def test_passes_and_why_a_game_is_over() -> None:
    setup = setup_of(2, "meadow")
    rules = setup.rules
    tiles = [(0, 1), (0, 3), (1, 2), (1, 2), (2, 1), (3, 3), (3, 3), (4, 2)]
    game = Game(position(rules, board=dict(enumerate(tiles)), hands=[None, None]))
    assert look(setup, game.state).end == park_pb2.PARK_END_UNSPECIFIED
    game.skip()
    assert look(setup, game.state).passes == 1
    game.skip()
    view = look(setup, game.state)
    assert (view.step, view.end) == (park_pb2.PARK_STEP_OVER, park_pb2.PARK_END_ALL_PASSED)
    assert not view.HasField("active")


# --- Secrets -------------------------------------------------------------------------------------------------------


@every_case
def test_a_tile_is_shown_to_its_owner_alone(case: Case) -> None:
    for state, viewer, view in scenes(case):
        for seat, shown in enumerate(view.players):
            tile = park.player(state, seat).tile
            assert shown.HasField("tile") == (seat == viewer and tile is not None)
            if seat == viewer and tile is not None:
                assert (shown.tile.animal - 1, shown.tile.count) == tile


@every_case
def test_tokens_are_shown_to_their_owner_and_at_the_end_to_all(case: Case) -> None:
    for state, viewer, view in scenes(case):
        for seat, shown in enumerate(view.players):
            assert shown.HasField("tokens") == (seat == viewer or state.is_over)
            if shown.HasField("tokens"):
                told = shown.tokens
                counts = (told.toucans, told.jaguars, told.squirrel_monkeys, told.caimans, told.capybaras)
                assert counts == park.player(state, seat).tokens


def test_other_tiles_in_other_hands_change_no_view_but_their_own() -> None:
    one = position(RULES, hands=[(TOUCAN, 1), (CAIMAN, 2)])
    other = position(RULES, hands=[(TOUCAN, 1), (CAPYBARA, 1)])
    for viewer in (None, 0):
        assert look(SETUP, one, viewer) == look(SETUP, other, viewer)
    assert look(SETUP, one, 1) != look(SETUP, other, 1)


def test_other_tokens_behind_other_screens_change_only_the_supply() -> None:
    one, other = (position(RULES, tokens=[tokens(), owned]) for owned in (tokens(caiman=3), tokens(caiman=2)))
    views = [look(SETUP, state, 0) for state in (one, other)]
    for view in views:
        view.ClearField("supply")
    assert views[0] == views[1]


# --- Costs ---------------------------------------------------------------------------------------------------------


def test_costs_are_the_viewers_own() -> None:
    owned = [{AMAZONIA: 13}, *({AMAZONIA: value} for value in (7, 9, 11))]
    state = position(rules_of(4, 8, 8), tokens=[tokens(caiman=4), tokens(caiman=5)], magazines=owned)
    setup = setup_of(4)
    first, second = look(setup, state, 0).rack[CAIMAN], look(setup, state, 1).rack[CAIMAN]
    assert (first.cost, first.affordable) == (4, True)
    assert (second.cost, second.affordable) == (5, True)
    assert look(setup, state, 0).rack[TOUCAN].cost == 4
    assert not look(setup, state, 0).rack[TOUCAN].affordable
    assert not look(setup, state, 0).rack[AMAZONIA].HasField("cost")
    assert not any(stack.HasField("cost") or stack.affordable for stack in look(setup, state).rack)


def test_a_cost_of_nothing_is_told() -> None:
    colours = (1, 2, 3, 4, AMAZONIA)
    values = {colour: (7, 9, 11, 13) if colour == AMAZONIA else (5, 7, 9, 11) for colour in colours}
    owned = [{colour: values[colour][3 - seat] for colour in colours} for seat in range(4)]
    stack = look(setup_of(4), position(rules_of(4, 8, 8), magazines=owned), 0).rack[TOUCAN]
    assert stack.HasField("cost")
    assert (stack.cost, stack.affordable) == (0, True)


@every_case
def test_nothing_is_for_sale_any_more_when_the_game_is_over(case: Case) -> None:
    for viewer in every_viewer(case.setup):
        view = look(case.setup, walk(case, 3).end, viewer)
        assert not any(stack.HasField("cost") or stack.affordable for stack in view.rack)


@every_case
def test_what_is_affordable_can_be_published(case: Case) -> None:
    for state, viewer, view in scenes(case):
        if viewer is not None and viewer in state.to_act() and view.step == park_pb2.PARK_STEP_TURN:
            moves = [park.unpack_move(word) for word in state.legal_moves(viewer)]
            listed = {colour for kind, colour, _ in moves if kind == park.MOVE_PUBLISH}
            assert {stack.colour - 1 for stack in view.rack if stack.affordable} == listed
