"""The end of a game of Trek 12: places, items and the first adventure envelope."""

import json

import pytest

from cext import trek12
from engines import registry
from engines.game import Outcome
from engines.games.trek12.score import envelope_remark
from tests.playing import ROOT, Case, all_cases, walk
from tests.trek12.play import Game as Told

GAME = registry.game("trek12-amazonia")
CASES = [case for case in all_cases() if case.setup.game is GAME]
EXAMPLE = json.loads((ROOT / "tests/golden/trek12-rulebook-example-85.json").read_text("utf-8"))


def example(players: int) -> Outcome:
    """The rulebook's worked example, played by every seat alike."""
    setup = registry.make_setup(
        GAME,
        players,
        {"river_safe_operation": EXAMPLE["river_safe_operation"]},
        registry.default_pack(GAME),
    )
    game = Told(setup.rules, EXAMPLE["observation_numbers"])
    for step in EXAMPLE["steps"]:
        operation = getattr(trek12, step["operation"])
        writing = (operation, step["circle"], step["link_below"], step["link_above"])
        game.round((step["green"], step["yellow"]), *[writing] * players)
        while game.state.chance_kind == trek12.CHANCE_CARD:
            line = trek12.unpack_outcome(game.state.outcomes()[0])[1][0]
            game.turn(line, EXAMPLE["observation_cards"][line])
    return GAME.outcome(setup, game.state)


def test_the_worked_example_item_by_item() -> None:
    (placing,) = example(1).placings
    assert placing.values == (85,)
    assert [(item.name, item.points) for item in placing.items] == [
        ("trails", EXAMPLE["expected"]["trails"]),
        ("zones", EXAMPLE["expected"]["zones"]),
        ("observations", EXAMPLE["expected"]["observations"]),
        ("danger", -EXAMPLE["expected"]["danger"]),
    ]


def test_equal_totals_share_the_first_place() -> None:
    outcome = example(3)
    assert [(placing.seat, placing.place, placing.decided_by) for placing in outcome.placings] == [
        (0, 1, ""),
        (1, 1, ""),
        (2, 1, ""),
    ]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_places_follow_the_totals_and_items_add_up(case: Case) -> None:
    end = walk(case, 5).end
    outcome = GAME.outcome(case.setup, end)
    totals = end.returns()
    assert outcome.criteria == ("points",)
    assert sorted(placing.seat for placing in outcome.placings) == list(range(case.setup.players))
    for placing in outcome.placings:
        assert placing.values == (totals[placing.seat],)
        assert placing.place == 1 + sum(total > totals[placing.seat] for total in totals)
        assert sum(item.points for item in placing.items) == totals[placing.seat]
        assert all(item.detail for item in placing.items)
    assert len(outcome.remarks) == 1


@pytest.mark.parametrize(
    ("met", "opening", "told"),
    [
        ((), (), "nobody met the challenge."),
        ((0,), (0,), "met by seat 0 with 12; seat 0 opens it."),
        ((0, 2), (2,), "met by seat 0 with 12, seat 2 with 15; seat 2 opens it."),
        (
            (0, 1, 2),
            (0, 1),
            "met by seat 0 with 12, seat 1 with 13, seat 2 with 15; who opens it is tied between seat 0, seat 1.",
        ),
    ],
)
def test_the_envelope(met: tuple[int, ...], opening: tuple[int, ...], told: str) -> None:
    remark = envelope_remark(met, opening, [12, 13, 15])
    assert remark == f"Adventure envelope 1 (12 observations in one exploration): {told}"
