"""What a seat and a spectator see of Trek 12: everything that lies open, and nothing that is being chosen."""

import random
from collections.abc import Iterator

import pytest

from canopy.v1 import trek12_pb2
from cext import trek12
from cext.kernel import State
from engines import registry
from engines.game import Setup
from engines.games.trek12.content import content_of
from tests.playing import Case, all_cases, every_viewer, walk
from tests.trek12.play import Game as Told
from tests.trek12.play import card

GAME = registry.game("trek12-amazonia")
CASES = [case for case in all_cases() if case.setup.game is GAME]
SMALL = [case for case in CASES if case.setup.players <= 3]


def setup_for(players: int, safe_operation: str = "LOWER") -> Setup:
    return registry.make_setup(GAME, players, {"river_safe_operation": safe_operation}, registry.default_pack(GAME))


def look(setup: Setup, state: State, viewer: int | None = None) -> trek12_pb2.Trek12View:
    view = GAME.view(setup, state, viewer)
    assert isinstance(view, trek12_pb2.Trek12View)
    return view


def seen(setup: Setup, state: State, viewer: int | None) -> bytes:
    return GAME.view(setup, state, viewer).SerializeToString(deterministic=True)


def views(case: Case) -> Iterator[tuple[State, trek12_pb2.Trek12View]]:
    """Every state of a random game with a spectator's view of it."""
    for state in walk(case, 3).states:
        yield state, look(case.setup, state)


# --- What was printed and what lies on the table -------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_printed_sheet_is_in_every_view(case: Case) -> None:
    content = content_of(case.setup.pack)
    for _, view in views(case):
        assert [circle.circle for circle in view.sheet] == list(range(len(content.circles)))
        assert [tuple(circle.neighbours) for circle in view.sheet] == list(content.neighbours)
        assert [circle.river for circle in view.sheet] == [circle.river for circle in content.circles]
        assert view.rounds == content.rounds
        assert view.max_number == content.max_number
        assert len(view.sheets) == case.setup.players


def test_the_safe_operation_is_the_tables_own() -> None:
    for value, wire in (
        ("LOWER", trek12_pb2.TREK12_OPERATION_LOWER),
        ("HIGHER", trek12_pb2.TREK12_OPERATION_HIGHER),
    ):
        setup = setup_for(1, value)
        assert look(setup, State.start(setup.rules)).river_safe_operation == wire


def test_before_the_numbers_are_dealt_the_lines_are_bare() -> None:
    setup = setup_for(1)
    view = look(setup, State.start(setup.rules))
    assert view.round == 1
    assert len(view.lines) == 3
    assert not any(line.HasField("number") or line.card or line.values for line in view.lines)
    assert not view.HasField("roll")
    assert list(view.results) == []


def test_number_0_on_a_line_is_a_number() -> None:
    game = Told(numbers=(0, 3, 6))
    view = look(setup_for(1), game.state)
    assert [line.HasField("number") for line in view.lines] == [True] * 3
    assert [line.number for line in view.lines] == [0, 3, 6]
    assert [line.card for line in view.lines] == [""] * 3


def test_the_roll_shows_with_its_five_results_until_all_have_chosen() -> None:
    game = Told()
    game.roll(2, 5)
    view = look(setup_for(1), game.state)
    assert (view.roll.green, view.roll.yellow) == (2, 5)
    assert list(view.results) == [2, 5, 3, 7, 10]
    game.write(trek12.SUM, 0)
    view = look(setup_for(1), game.state)
    assert not view.HasField("roll")
    assert list(view.results) == []


def test_results_of_0_are_listed() -> None:
    game = Told()
    game.roll(3, 0)
    assert list(look(setup_for(1), game.state).results) == [0, 3, 3, 3, 0]


def test_a_round_goes_on_until_its_discovered_cards_are_turned_up() -> None:
    game = Told(numbers=(4, 1, 6))
    rounds = [look(setup_for(1), game.state).round]
    game.roll(4, 5)
    rounds.append(look(setup_for(1), game.state).round)
    game.write(trek12.LOWER, 0)
    rounds.append(look(setup_for(1), game.state).round)
    game.turn(0, "jaguar")
    rounds.append(look(setup_for(1), game.state).round)
    assert rounds == [1, 1, 1, 2]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_rounds_never_go_back_and_end_with_the_last(case: Case) -> None:
    rounds = [view.round for _, view in views(case)]
    assert rounds == sorted(rounds)
    assert rounds[0] == 1
    assert rounds[-1] == content_of(case.setup.pack).rounds


def test_a_card_shows_only_when_it_is_turned_up() -> None:
    game = Told(numbers=(4, 1, 6))
    game.round((4, 5), (trek12.LOWER, 0))
    view = look(setup_for(1), game.state)
    assert (view.lines[0].card, list(view.lines[0].values)) == ("", [])
    assert (view.sheets[0].observations[0].circled, view.sheets[0].observations[0].points) == (1, 0)
    game.tell(trek12.pack_card(0, card("pygmy-marmoset")))
    view = look(setup_for(1), game.state)
    assert (view.lines[0].card, list(view.lines[0].values)) == ("pygmy-marmoset", [6, 9, 11, 13, 15, 17])
    assert (view.sheets[0].observations[0].circled, view.sheets[0].observations[0].points) == (1, 6)


# --- Sheets --------------------------------------------------------------------------------------------------------


def test_circle_0_number_0_and_a_link_to_circle_0_are_shown() -> None:
    game = Told(numbers=(6, 5, 4))
    game.rounds(((3, 3), (trek12.DIFFERENCE, 0)), ((3, 2), (trek12.DIFFERENCE, 1, 0)))
    circles = look(setup_for(1), game.state).sheets[0].circles
    assert [circle.circle for circle in circles] == [0, 1]
    assert (circles[0].HasField("number"), circles[0].number) == (True, 0)
    assert (circles[0].HasField("link_below"), circles[0].HasField("link_above")) == (False, True)
    assert circles[0].link_above == 1
    assert (circles[1].HasField("link_below"), circles[1].link_below) == (True, 0)
    assert not circles[1].HasField("link_above")


def test_a_spider_holds_no_number_and_a_piranha_shows_beside_it() -> None:
    game = Told()
    game.round((5, 5), (trek12.PRODUCT, 5))
    circle = look(setup_for(1), game.state).sheets[0].circles[0]
    assert (circle.spider, circle.piranha, circle.HasField("number")) == (True, True, False)
    assert circle.operation == trek12_pb2.TREK12_OPERATION_PRODUCT
    assert circle.round == 1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_sheets_agree_with_the_kernel_and_items_add_up(case: Case) -> None:
    for state, view in views(case):
        assert [sheet.seat for sheet in view.sheets] == list(range(case.setup.players))
        assert tuple(sheet.total for sheet in view.sheets) == state.returns()
        for seat, sheet in enumerate(view.sheets):
            assert sum(item.points for item in sheet.items) == sheet.total
            assert [item.name for item in sheet.items] == ["trails", "zones", "observations", "danger"]
            assert all(item.detail for item in sheet.items)
            trails, zones, observations, danger = (item.points for item in sheet.items)
            assert trails == sum(trail.points for trail in sheet.trails)
            assert zones == sum(zone.points for zone in sheet.zones)
            assert observations == sum(line.points for line in sheet.observations)
            assert danger == -view.danger_points * sheet.danger_ticks
            check_circles(state, seat, sheet)


def check_circles(state: State, seat: int, sheet: trek12_pb2.Trek12Sheet) -> None:
    written = {circle.circle: circle for circle in trek12.written(state, seat)}
    orphans = trek12.score(state, seat).orphans
    assert [circle.circle for circle in sheet.circles] == sorted(written)
    for circle in sheet.circles:
        at = written[circle.circle]
        assert (circle.number if circle.HasField("number") else None) == at.number
        assert (circle.link_below if circle.HasField("link_below") else None) == at.link_below
        assert (circle.link_above if circle.HasField("link_above") else None) == at.link_above
        assert circle.spider == (at.number is None or circle.circle in orphans)
        assert circle.piranha == at.is_piranha
        assert circle.operation == at.operation + 1
        assert circle.round == at.round
    assert sum(sheet.used) == len(sheet.circles)
    assert sheet.danger_ticks == sum(circle.spider + circle.piranha for circle in sheet.circles)


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_orphans_show_at_the_end_and_not_before(case: Case) -> None:
    states = walk(case, 3).states
    before = [circle for state in states[:-1] for sheet in look(case.setup, state).sheets for circle in sheet.circles]
    assert not any(circle.spider and circle.HasField("number") for circle in before)
    for seat, sheet in enumerate(look(case.setup, states[-1]).sheets):
        orphans = [circle.circle for circle in sheet.circles if circle.spider and circle.HasField("number")]
        assert tuple(orphans) == trek12.score(states[-1], seat).orphans


def test_fifty_sheets() -> None:
    setup = setup_for(50)
    game = Told(setup.rules)
    game.roll(6, 5)
    for seat in reversed(range(49)):
        game.write(trek12.LOWER, seat % 27, seat=seat)
    view = look(setup, game.state, 49)
    assert [sheet.has_chosen for sheet in view.sheets] == [True] * 49 + [False]
    assert not any(sheet.HasField("chosen") for sheet in view.sheets)
    assert look(setup, game.state, 48).sheets[48].chosen.circle == 48 % 27
    game.write(trek12.HIGHER, 0, seat=49)
    view = look(setup, game.state)
    assert [len(sheet.circles) for sheet in view.sheets] == [1] * 50
    assert not any(sheet.has_chosen for sheet in view.sheets)


# --- Who sees what -------------------------------------------------------------------------------------------------


def test_a_choice_shows_to_its_seat_alone() -> None:
    setup = setup_for(3)
    game = Told(setup.rules)
    game.roll(3, 3)
    game.write(trek12.DIFFERENCE, 0, seat=1)
    for viewer in every_viewer(setup):
        view = look(setup, game.state, viewer)
        assert (view.viewer if view.HasField("viewer") else None) == viewer
        assert [sheet.has_chosen for sheet in view.sheets] == [False, True, False]
        assert [sheet.HasField("chosen") for sheet in view.sheets] == [False, viewer == 1, False]
        assert all(not sheet.circles for sheet in view.sheets)
    own = look(setup, game.state, 1).sheets[1].chosen
    assert own == trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_DIFFERENCE, circle=0)


@pytest.mark.parametrize("case", [case for case in SMALL if case.setup.players > 1], ids=str)
def test_what_others_choose_changes_no_byte(case: Case) -> None:
    """From every decision on the way all seats but the last choose; each time twice, and differently."""
    rng = random.Random(str(case))
    seats = range(case.setup.players - 1)
    for start in walk(case, 4).states:
        if len(start.to_act()) < case.setup.players:
            continue
        choices = [[rng.choice(start.legal_moves(seat)) for seat in seats] for _ in range(2)]
        one, other = (choose(start, words) for words in choices)
        for viewer in (None, case.setup.players - 1):
            assert seen(case.setup, one, viewer) == seen(case.setup, other, viewer)
        for seat in seats:
            same = choose(
                start, [word if at == seat else new for at, (word, new) in enumerate(zip(*choices, strict=True))]
            )
            assert seen(case.setup, one, seat) == seen(case.setup, same, seat)


def choose(state: State, words: list[int]) -> State:
    for seat, word in enumerate(words):
        state, _ = state.apply(seat, word)
    return state


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_viewers_differ_only_in_who_looks_and_the_own_choice(case: Case) -> None:
    for state, public in views(case):
        for viewer in range(case.setup.players):
            view = look(case.setup, state, viewer)
            view.ClearField("viewer")
            view.sheets[viewer].ClearField("chosen")
            assert view == public


def test_a_view_is_nobodys_to_change() -> None:
    setup = setup_for(2)
    state = State.start(setup.rules)
    spoiled = look(setup, state)
    before = spoiled.SerializeToString(deterministic=True)
    spoiled.sheet[0].river = True
    del spoiled.sheet[5:]
    spoiled.rounds = 0
    assert seen(setup, state, None) == before
