"""Citations and sentences of Trek 12: every broken rule is told with its circles and numbers and where it stands."""

import re

import pytest

from cext import kernel, trek12
from engines import registry
from engines.violations import explain_all
from tests.playing import ROOT
from tests.trek12.play import Game as Told

GAME = registry.game("trek12-amazonia")
SETUP = registry.make_setup(GAME, 1, {}, registry.default_pack(GAME))

HEADINGS = {
    "Your Equipment",
    "Layout of an Exploration Sheet",
    "Goal",
    "Pack your bag",
    "How to Play",
    "Two Types of Circles",
    "The Danger Zone",
    "Trails",
    "Mapping Zones",
    "Observing the Fauna and Flora",
    "Discover",
    "Observe",
    "End of the Game",
    "How to count your points",
    "The Adventure Envelopes",
}


def sentences(game: Told, operation: int, circle: int, below: int | None = None, above: int | None = None) -> list[str]:
    """What is told about a move of seat 0."""
    violations = game.state.check(0, trek12.pack_move(operation, circle, below, above))
    return [violation.message for violation in explain_all(SETUP, violations)]


def test_every_violation_of_the_kernel_has_a_spec() -> None:
    names = kernel.GENERIC_VIOLATIONS | trek12.VIOLATIONS
    assert {code: spec.code for code, spec in GAME.violations.items()} == names
    assert list(GAME.violations) == sorted(names)


@pytest.mark.parametrize("code", sorted(trek12.VIOLATIONS))
def test_every_violation_has_a_sentence_for_any_arguments(code: int) -> None:
    for args in ((0, 1, 0), (4, 3, 2), (0, 12, 26)):
        sentence = GAME.explain(SETUP, code, args)
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "None" not in sentence
        assert not re.search(r"(?<!\w)-\d", sentence)


def test_citations_name_headings_and_rulings() -> None:
    rulings = (ROOT / "engines/RULINGS.md").read_text("utf-8").split("## trek12-amazonia")[1].split("\n## ")[0]
    numbers = re.findall(r"^\| (\d+) \|", rulings, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    cited = [spec.citation for spec in GAME.violations.values()] + [option.citation for option in GAME.options]
    for citation in cited:
        assert citation.rulebook == GAME.id
        assert citation.section in HEADINGS
        assert citation.ruling in ("", *(f"{GAME.id} {number}" for number in numbers))


def test_sentences_name_circles_and_numbers_0_included() -> None:
    game = Told()
    game.round((3, 3), (trek12.DIFFERENCE, 0))
    game.roll(6, 1)
    assert sentences(game, trek12.SUM, 0) == ["Circle 0 holds 0 already."]
    assert sentences(game, trek12.SUM, 26) == ["Circle 26 has no filled neighbour."]
    assert sentences(game, trek12.SUM, 100) == ["There is no circle 100; the sheet has the circles 0 to 26."]
    (missing,) = sentences(game, trek12.LOWER, 1)
    assert missing.startswith("The number 1 in circle 1 must be linked to a number 0 beside it: circle 0 is free,")
    assert sentences(game, trek12.SUM, 1, 0) == [
        "To link circle 1 here takes the number 6, which circle 0 does not hold."
    ]
    assert sentences(game, trek12.SUM, 1, None, 26) == ["Circle 26 is no neighbour of circle 1."]
    assert sentences(game, trek12.SUM, 1, 200) == ["Circle 200 is no neighbour of circle 1."]


def test_sentences_about_links_that_cannot_be() -> None:
    game = Told(numbers=(4, 5, 6))
    game.round((2, 1), (trek12.LOWER, 6))
    game.round((3, 3), (trek12.DIFFERENCE, 5, None, 6))
    game.roll(3, 3)
    assert sentences(game, trek12.DIFFERENCE, 0, 5) == [
        "No number is lower than 0, so circle 0 has no link below.",
    ]
    assert sentences(game, trek12.DIFFERENCE, 0, None, 6) == ["The number 1 in circle 6 is linked downwards already."]


def test_sentences_about_spiders() -> None:
    game = Told()
    game.round((6, 5), (trek12.PRODUCT, 0))
    game.roll(6, 4)
    assert sentences(game, trek12.SUM, 0) == ["Circle 0 holds a spider already."]
    assert sentences(game, trek12.PRODUCT, 1, 0) == [
        "The result 24 is over 12, so circle 1 gets a spider, and a spider is linked to nothing."
    ]


def test_sentences_about_chance() -> None:
    game = Told(numbers=(0, 4, 6))
    assert told(game, "roll 0 6") == ["The green die shows 1 to 6, not 0.", "The yellow die shows 0 to 5, not 6."]
    game.round((4, 4), (trek12.DIFFERENCE, 0))
    assert told(game, "card 1 toucan") == ["The card of line 0 is awaited, not that of line 1."]
    game.turn(0, "toucan")
    game.round((4, 4), (trek12.LOWER, 1))
    assert told(game, "card 1 toucan") == ["The card toucan lies at line 0 already."]


def test_sentences_about_number_cards() -> None:
    start = kernel.State.start(SETUP.rules)
    violations = start.check_outcome(GAME.parse_outcome(SETUP, "numbers 0 0 9"))
    assert [violation.message for violation in explain_all(SETUP, violations)] == [
        "There is no number card 9 for line 2; there are 0, 1, 2, 3, 4, 5, 6.",
        "The number card 0 for line 1 lies at an earlier line already.",
    ]


def told(game: Told, outcome: str) -> list[str]:
    violations = game.state.check_outcome(GAME.parse_outcome(SETUP, outcome))
    return [violation.message for violation in explain_all(SETUP, violations)]


def test_all_broken_rules_are_told_in_the_kernels_order() -> None:
    game = Told(numbers=(0, 3, 6))
    for circle, dice in zip((5, 12, 13, 20), ((6, 5), (6, 4), (6, 3), (5, 5)), strict=True):
        game.round(dice, (trek12.PRODUCT, circle))
    game.roll(5, 4)
    violations = game.state.check(0, trek12.pack_move(trek12.PRODUCT, 5, None, 6))
    assert [violation.code for violation in explain_all(SETUP, violations)] == [
        "OPERATION_USED_UP",
        "CIRCLE_FILLED",
        "LINK_ON_SPIDER",
    ]
    assert sentences(game, trek12.PRODUCT, 5)[0] == "All 4 boxes of the product are ticked."
