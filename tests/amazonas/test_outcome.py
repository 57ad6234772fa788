"""The end of a game of Amazonas: places, what decides them, and the points item by item."""

from collections.abc import Sequence

import pytest

from cext import amazonas
from cext.amazonas import SeatScore, Standing
from engines.game import Outcome
from engines.games.amazonas.content import content_of
from engines.games.amazonas.score import CRITERIA, score_items
from tests.amazonas.play import Game
from tests.amazonas.small_map import DELTA, GROVE, HOLLOW
from tests.amazonas.tables import CASES, GAME_2005, GAME_BGA, look, setup_of
from tests.playing import Case, make_case, walk


@pytest.mark.parametrize("case", CASES, ids=str)
def test_places_follow_points_specimens_silver_and_coin(case: Case) -> None:
    end = walk(case, 5).end
    outcome = case.setup.game.outcome(case.setup, end)
    assert outcome.criteria == ("points", "specimens", "silver", "coin")
    values = {}
    for seat in range(case.setup.players):
        player = amazonas.player(end, seat)
        specimens = sum(player.specimens) + sum(player.natives)
        values[seat] = (end.returns()[seat], specimens, player.silver, player.coin or 0)
    assert {placing.seat: placing.values for placing in outcome.placings} == values
    for placing in outcome.placings:
        assert placing.place == 1 + sum(other > values[placing.seat] for other in values.values())
        assert sum(item.points for item in placing.items) == placing.values[0]
    view = look(case.setup, end)
    shown = {seat: [(item.name, item.points, item.detail) for item in view.players[seat].items] for seat in values}
    assert {p.seat: [(i.name, i.points, i.detail) for i in p.items] for p in outcome.placings} == shown


def ranked(standings: Sequence[Standing], monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """The ranking of a finished game with these standings."""
    setup = setup_of(GAME_BGA, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    monkeypatch.setattr(amazonas, "standing", lambda _: tuple(standings))
    return GAME_BGA.outcome(setup, game.state)


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(9, 1, 1, 1), (8, 9, 9, 3), (7, 9, 9, 2)], [(0, 1, ""), (1, 2, "points"), (2, 3, "points")]),
        ([(9, 7, 1, 1), (9, 8, 0, 2), (9, 6, 9, 3)], [(1, 1, ""), (0, 2, "specimens"), (2, 3, "specimens")]),
        ([(9, 7, 1, 1), (9, 7, 3, 2), (9, 7, 2, 3)], [(1, 1, ""), (2, 2, "silver"), (0, 3, "silver")]),
        ([(9, 7, 2, 1), (9, 7, 2, 3), (9, 7, 2, 2)], [(1, 1, ""), (2, 2, "coin"), (0, 3, "coin")]),
        ([(-3, 7, 2, None), (-3, 7, 2, None), (-9, 7, 2, None)], [(0, 1, ""), (1, 1, ""), (2, 3, "points")]),
        ([(9, 7, 2, None), (9, 7, 2, None), (9, 7, 2, None)], [(0, 1, ""), (1, 1, ""), (2, 1, "")]),
    ],
)
def test_each_criterion_decides_when_all_before_it_are_equal(
    standings: list[tuple[int, int, int, int | None]],
    expected: list[tuple[int, int, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcome = ranked([Standing(*standing) for standing in standings], monkeypatch)
    assert [(placing.seat, placing.place, placing.decided_by) for placing in outcome.placings] == expected
    for shift in (1, 2):
        # Whoever sits where: the same placings, with the seats moved on.
        moved = [standings[(seat + shift) % 3] for seat in range(3)]
        outcome = ranked([Standing(*standing) for standing in moved], monkeypatch)
        places = {placing.seat: placing.place for placing in outcome.placings}
        assert {(seat - shift) % 3: place for seat, place, _ in expected} == places


def test_the_scoring_example_of_the_rulebook() -> None:
    """Final Scoring: 2 orchids, 3 butterflies and a native, an iguana, 4 parrots, a fish and a native; 9 points."""
    setup = setup_of(GAME_2005, 4)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW, DELTA)
    player = game.player(0)._replace(
        specimens=(1, 3, 1, 4, 2), natives=(1, 1, 0, 0, 0), five_types=4, huts=(0, 1, 2), mission=0
    )
    points = SeatScore(types=(0, 4, 0, 4, 0), five_types=4, majority=0, missions=-3, total=9)
    content = content_of(setup.pack)
    items = score_items(content, player, points, majority_chips=False, with_mission=True)
    assert [tuple(item) for item in items] == [
        ("fish", 0, "2 fish, 1 of them a native, too few to count"),
        ("butterfly", 4, "4 butterflies, 1 of them a native"),
        ("iguana", 0, "1 iguana, too few to count"),
        ("parrot", 4, "4 parrots"),
        ("orchid", 0, "2 orchids, too few to count"),
        ("five types", 4, "all five"),
        ("missions", -3, "Delta, Fork, Grove reached; Hollow missed"),
    ]
    assert sum(item.points for item in items) == 9


def test_majority_is_an_item_only_with_chips() -> None:
    for game, expected in ((GAME_2005, False), (GAME_BGA, True)):
        setup = setup_of(game, 3)
        end = walk(make_case(game, 3, {}, "small"), 5).end
        for placing in game.outcome(setup, end).placings:
            assert ("majority" in [item.name for item in placing.items]) == expected


def test_criteria_of_the_ruleset() -> None:
    assert GAME_2005.criteria == GAME_BGA.criteria == CRITERIA
