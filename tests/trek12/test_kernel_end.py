"""How Trek 12 ends in the kernel: orphans, points, the rulebook's worked example, the envelope.

Dice are (green 1-6, yellow 0-5); the small sheet is five circles in a row, the last one on the river.
"""

import json

import pytest

from cext import trek12
from cext.kernel import State
from cext.trek12 import DIFFERENCE, HIGHER, LOWER, PRODUCT, SUM
from tests.trek12.play import ROOT, Game, printed_rules, small_rules

# --- End of the Game ------------------------------------------------------------------------------------------------


def last_circle(*, dice: tuple[int, int], writing: tuple[int, ...]) -> Game:
    """A small game before whose last writing the row reads 5, spider, 10, 0, and one circle is empty."""
    game = Game(small_rules(), numbers=(6,))
    game.rounds(((5, 5), (LOWER, 0)), ((6, 5), (PRODUCT, 1)), ((5, 5), (SUM, 2)), ((3, 3), (DIFFERENCE, 3)))
    game.round(dice, writing)
    return game


def test_orphans_are_ticked_at_the_end_only() -> None:
    game = Game(small_rules(), numbers=(6,))
    game.rounds(((5, 5), (LOWER, 0)), ((6, 5), (PRODUCT, 1)), ((5, 5), (SUM, 2)), ((3, 3), (DIFFERENCE, 3)))
    assert (game.score().orphans, game.score().ticks, game.score().total) == ((), 1, -5)
    game.round((4, 4), (HIGHER, 4))
    # A spider, a piranha, and four orphans; the spider circle is not ticked again.
    assert (game.score().orphans, game.score().ticks, game.score().total) == ((0, 2, 3, 4), 6, -30)
    assert game.told(trek12.EVENT_SPIDER) == [
        (trek12.EVENT_SPIDER, 0, (circle, trek12.SPIDER_ORPHAN, 0, 0, 0, 0)) for circle in (0, 2, 3, 4)
    ]
    assert [kind for kind, _, _ in game.told()][-6:] == [
        trek12.EVENT_ROUND_ENDED,
        *[trek12.EVENT_SPIDER] * 4,
        trek12.EVENT_FINISHED,
    ]


def test_a_last_circle_that_completes_a_trail_is_no_orphan() -> None:
    # The 1 joins the 0 beside it.
    game = last_circle(dice=(1, 0), writing=(HIGHER, 4, 3))
    assert game.state.is_over
    assert game.score().trails == ((3, 4),)
    assert game.score().orphans == (0, 2)
    assert game.score().total == 2 - 5 * (1 + 1 + 2)


def test_a_last_circle_that_completes_a_zone_is_no_orphan() -> None:
    game = Game(small_rules(), numbers=(6,))
    game.rounds(
        ((5, 5), (HIGHER, 0)),
        ((6, 5), (PRODUCT, 1)),
        ((5, 5), (SUM, 2)),
        ((3, 3), (DIFFERENCE, 3)),
        ((6, 0), (LOWER, 4)),
    )
    assert game.state.is_over
    assert game.score().zones == ((3, 4),)
    assert game.score().orphans == (0, 2)
    assert game.score().total == 1 - 5 * (1 + 2)


def test_the_total_is_the_sum_of_its_items() -> None:
    game = rulebook_example()
    score = game.score()
    assert score.total == score.trail_points + score.zone_points + sum(score.observation_points) - score.danger_points
    assert sum(score.trail_values) == score.trail_points
    assert sum(score.zone_values) == score.zone_points
    assert game.state.returns() == (score.total,)


def test_equal_totals_are_equal() -> None:
    game = Game(printed_rules(players=2), numbers=(1, 2, 3))
    game.round((6, 0), (HIGHER, 0), (DIFFERENCE, 4))
    game.round((6, 0), (HIGHER, 1), (DIFFERENCE, 11))
    assert game.state.returns() == (7, 7)


# --- The rulebook's worked example ----------------------------------------------------------------------------------


EXAMPLE = json.loads((ROOT / "tests/golden/trek12-rulebook-example-85.json").read_text("utf-8"))


def rulebook_example() -> Game:
    game = Game(printed_rules(safe_operation=HIGHER), EXAMPLE["observation_numbers"])
    for step in EXAMPLE["steps"]:
        game.roll(step["green"], step["yellow"])
        game.write(getattr(trek12, step["operation"]), step["circle"], step["link_below"], step["link_above"])
        while game.state.chance_kind == trek12.CHANCE_CARD:
            line = trek12.unpack_outcome(game.state.outcomes()[0])[1][0]
            game.turn(line, EXAMPLE["observation_cards"][line])
    return game


def test_the_worked_example_counts_85() -> None:
    score = rulebook_example().score()
    expected = EXAMPLE["expected"]
    assert score.trail_points == expected["trails"]
    assert score.zone_points == expected["zones"]
    assert sum(score.observation_points) == expected["observations"]
    assert score.danger_points == expected["danger"]
    assert score.total == expected["total"] == 85


def test_the_worked_example_gives_the_printed_board() -> None:
    game = rulebook_example()
    assert game.score().trails == tuple(sorted(map(tuple, EXAMPLE["trails"])))
    assert game.score().zones == tuple(sorted(map(tuple, EXAMPLE["zones"])))
    assert game.score().orphans == tuple(EXAMPLE["orphans"])
    assert sorted(c.circle for c in trek12.written(game.state, 0) if c.is_piranha) == EXAMPLE["piranhas"]
    assert [c.circle for c in trek12.written(game.state, 0) if c.is_orphan] == EXAMPLE["orphans"]


# --- The Adventure Envelopes ----------------------------------------------------------------------------------------


# Fifteen circles in a row, a 6-line and a 0-line of six values each. A roll of (6, 0) gives every operation one of the
# two numbers, so the first twelve rounds hold twelve observations, unless somebody writes a number a seventh time.
SIXES_AND_ZEROS = {
    "river": [False] * 15,
    "edges": [(circle, circle + 1) for circle in range(14)],
    "boxes_per_operation": 3,
    "cards": [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]],
    "number_cards": [0, 6],
    "lines": 2,
}
OPERATION_OF_LETTER = {"L": LOWER, "H": HIGHER, "D": DIFFERENCE, "S": SUM, "P": PRODUCT}


def play_in_a_row(*plans: str) -> Game:
    """Each seat writes its operations from left to right: twelve rounds of (6, 0), three of (4, 1)."""
    game = Game(small_rules(players=len(plans), **SIXES_AND_ZEROS), numbers=(6, 0))
    for circle, letters in enumerate(zip(*plans, strict=True)):
        game.roll(*((6, 0) if circle < 12 else (4, 1)))
        for seat, letter in enumerate(letters):
            game.write_somehow(OPERATION_OF_LETTER[letter], circle, seat)
        for line in range(2):
            if game.state.chance_kind == trek12.CHANCE_CARD and trek12.table(game.state).cards[line] is None:
                game.tell(game.state.outcomes()[0])
    return game


APART = "HLHLHLDPDPDPSSS"  # six 6s and six 0s in turn: twelve observations, and no zone of them
PAIRED = "HLHLHLDPDPPDSSS"  # the same with one zone of two 0s
GROUPED = "HHHDDDSLLLPPSSP"  # seven 6s and five 0s: large zones, but the seventh 6 finds no value left


def test_the_envelope_goes_to_the_best_of_those_who_made_twelve_observations() -> None:
    game = play_in_a_row(APART, GROUPED, PAIRED)
    totals = game.state.returns()
    assert [sum(game.observed(seat)) for seat in range(3)] == [12, 11, 12]
    assert totals[1] > totals[2] > totals[0]
    assert trek12.challenge(game.state) == ((0, 2), (2,))


def test_several_open_the_envelope_on_a_tie() -> None:
    assert trek12.challenge(play_in_a_row(PAIRED, APART, PAIRED).state) == ((0, 1, 2), (0, 2))


def test_nobody_opens_an_envelope_that_nobody_earned() -> None:
    assert trek12.challenge(play_in_a_row(GROUPED).state) == ((), ())


def test_nobody_opens_an_envelope_before_the_end() -> None:
    assert trek12.challenge(Game().state) == ((), ())


def test_no_state_of_another_kind() -> None:
    with pytest.raises(TypeError):
        trek12.score(None, 0)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        trek12.score(State.start(printed_rules()), 1)
