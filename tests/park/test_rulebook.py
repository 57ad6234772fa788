"""Citations and sentences of Amazonia Park: every broken rule is told with its tokens and where it stands."""

from __future__ import annotations

import re

import pytest

from cext import kernel, park
from cext.kernel import State
from cext.park import (
    AMAZONIA,
    CAIMAN,
    CAPYBARA,
    JAGUAR,
    MOVE_BONUS,
    MOVE_PASS,
    MOVE_PLACE,
    MOVE_PUBLISH,
    MOVE_SUBSTITUTE,
    SQUIRREL_MONKEY,
    TOKENS,
    TOUCAN,
)
from engines.violations import explain_all
from tests.park.play import NOTHING, Game, at, position, rules_of, tokens
from tests.park.tables import GAME, setup_of
from tests.playing import ROOT

HEADINGS = {
    "Components",
    "Setup",
    "Turn",
    "Take Pictures",
    "Publish an Article",
    "Magazine Card Special Effects",
    "Game End",
}
SETUP = setup_of(4)


def sentences(state: State, kind: int, argument: int = 0, counts: tuple[int, ...] = NOTHING) -> list[str]:
    """What is told about a move of the seat in turn."""
    game = Game(state)
    violations = game.state.check(game.seat, park.pack_move(kind, argument, counts))
    return [violation.message for violation in explain_all(SETUP, violations)]


def paying(colour: int, payment: tuple[int, ...], **owned: int) -> list[str]:
    """What is told about a payment."""
    return sentences(position(rules_of(2, 8, 8), tokens=[tokens(**owned)]), MOVE_PUBLISH, colour, payment)


# --- Citations -----------------------------------------------------------------------------------------------------


def test_every_citation_is_a_heading_of_the_rulebook_and_an_item_of_the_rulings() -> None:
    rulings = (ROOT / "engines/RULINGS.md").read_text("utf-8").partition("## amazonia-park")[2].partition("\n## ")[0]
    for spec in GAME.violations.values():
        assert spec.citation.section in HEADINGS
        if spec.citation.ruling:
            name, _, number = spec.citation.ruling.partition(" ")
            assert name == "amazonia-park"
            assert f"\n| {number} |" in rulings


def test_the_rulings_are_numbered_and_name_headings() -> None:
    rulings = (ROOT / "engines/RULINGS.md").read_text("utf-8").partition("## amazonia-park")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \|.*\| ([^|]+) \| [^|]*\|$", rulings, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
    for _, sections in rows:
        assert set(sections.split("; ")) <= HEADINGS


def test_own_codes_come_after_those_of_all_games() -> None:
    assert list(GAME.violations) == sorted(GAME.violations)
    assert min(park.VIOLATIONS) == kernel.FIRST_GAME_VIOLATION


# --- Sentences -----------------------------------------------------------------------------------------------------


def test_tokens_that_have_to_go_first_are_named() -> None:
    assert paying(TOUCAN, tokens(toucan=1, jaguar=8), toucan=3, jaguar=9) == [
        "Pairs stand only for missing tokens: 3 toucans must go first, and the payment names 1."
    ]
    assert paying(SQUIRREL_MONKEY, tokens(jaguar=10), monkey=1, jaguar=10) == [
        "Pairs stand only for missing tokens: 1 squirrel monkey must go first, and the payment names none."
    ]


def test_payments_that_do_not_fit() -> None:
    assert paying(CAIMAN, tokens(caiman=5), caiman=1, jaguar=9) == [
        "The payment names 5 caimans, and 1 of them is there."
    ]
    assert paying(CAIMAN, tokens(caiman=5), jaguar=10) == ["The payment names 5 caimans, and none of them are there."]
    assert paying(TOUCAN, tokens(toucan=4, capybara=3), toucan=4, capybara=3) == [
        "Two equal tokens stand for a missing toucan, so that 3 capybaras cannot be paired."
    ]
    assert paying(CAIMAN, tokens(caiman=4), caiman=4, jaguar=2) == [
        "The Caiman magazine costs 5 tokens; the payment counts for 4 only."
    ]
    assert paying(AMAZONIA, tokens(caiman=8), caiman=9) == [
        "The Amazonia magazine costs 7 tokens; the payment counts for 8, which is more."
    ]


def test_magazines_that_cannot_be_had() -> None:
    owners = [{CAIMAN: value} for value in (5, 7, 9, 11)]
    state = position(rules_of(4, 8, 8), magazines=owners)
    assert sentences(state, MOVE_PUBLISH, CAIMAN) == [
        "All Caiman magazines are taken.",
        "One magazine of each colour is all, and there is a Caiman magazine of value 5 already.",
    ]
    assert sentences(state, MOVE_PUBLISH, 6) == [
        "There is no such magazine; there are Toucan, Jaguar, Squirrel Monkey, Caiman, Capybara and Amazonia."
    ]


def test_placements() -> None:
    board = {at(3, 4, 8): (JAGUAR, 1), at(4, 4, 8): (CAPYBARA, 3)}
    state = position(rules_of(2, 8, 8), board=board)
    assert sentences(state, MOVE_PLACE, at(3, 4, 8)) == ["There is 1 jaguar on the space 3,4 already."]
    assert sentences(state, MOVE_PLACE, at(4, 4, 8)) == ["There are 3 capybaras on the space 4,4 already."]
    assert sentences(state, MOVE_PLACE, 64) == ["There is no such space; the board has 8 columns and 8 rows."]


def test_passing() -> None:
    state = position(rules_of(2, 8, 8), tokens=[tokens(caiman=5)])
    assert sentences(state, MOVE_PASS) == [
        "There is a tile in hand that can be placed: only who can do nothing passes.",
        "The Caiman magazine can be published now, it costs 5 tokens: only who can do nothing passes.",
    ]
    rules = rules_of(2, 8, 8, morning=[[0, 0, 0]] * 5, evening=[[2, 0, 0], *[[0, 0, 0]] * 3, [2, 0, 0]])
    board = {0: (TOUCAN, 1), 9: (TOUCAN, 1), 18: (CAPYBARA, 1), 27: (CAPYBARA, 1)}
    assert sentences(position(rules, board=board, hands=[None, None]), MOVE_PLACE, 1) == [
        "There is no tile in hand that could be placed."
    ]


def test_a_free_magazine_is_told_to_be_free() -> None:
    assert GAME.explain(SETUP, park.PASS_CAN_PUBLISH, (TOUCAN, 0, 0)) == (
        "The Toucan magazine can be published now, it costs nothing: only who can do nothing passes."
    )
    assert GAME.explain(SETUP, park.PAYMENT_TOO_LARGE, (TOUCAN, 1, 2)) == (
        "The Toucan magazine costs 1 token; the payment counts for 2, which is more."
    )


def test_tokens_of_the_supply() -> None:
    game = Game(position(rules_of(2, 8, 8), board={0: (JAGUAR, 3)}, lost=tokens(jaguar=TOKENS - 1, caiman=TOKENS)))
    game.place(1)
    assert sentences(game.state, MOVE_SUBSTITUTE, 0, tokens(toucan=1)) == [
        "2 tokens are missing and must be named; the move names 1."
    ]
    assert sentences(game.state, MOVE_SUBSTITUTE, 0, tokens(caiman=2)) == ["The supply has no caimans, not 2."]
    assert sentences(game.state, MOVE_PLACE, 2) == [
        "Another step is being played: other tokens are named for the missing ones."
    ]
    assert GAME.explain(SETUP, park.SUPPLY_SHORT, (CAIMAN, 3, 1)) == "The supply has only 1 caiman, not 3."
    assert GAME.explain(SETUP, park.WRONG_NUMBER_OF_TOKENS, (0, 1, 0)) == (
        "1 token is missing and must be named; the move names 0."
    )


def test_steps_and_animals_that_are_not_there() -> None:
    assert sentences(position(rules_of(2, 8, 8)), MOVE_BONUS) == [
        "Another step is being played: a tile is placed or an article published."
    ]
    assert GAME.explain(SETUP, park.WRONG_STEP, (MOVE_PLACE, park.REWARD, 0)) == (
        "Another step is being played: a token is taken for the magazine just published, or declined."
    )
    assert GAME.explain(SETUP, park.NO_SUCH_ANIMAL, (5, 0, 0)) == (
        "There is no such animal; there are toucan, jaguar, squirrel-monkey, caiman and capybara."
    )
    assert GAME.explain(SETUP, park.NO_SUCH_MOVE, (0, 0, 0)) == "There is no such move."


@pytest.mark.parametrize(
    ("code", "args", "sentence"),
    [
        (park.TILE_UNKNOWN, (9, 1, 0), "There is no tile with such an animal."),
        (park.TILE_UNKNOWN, (TOUCAN, 4, 0), "There is no tile with 4 toucans in this game."),
        (park.TILE_UNKNOWN, (TOUCAN, 1, 30), "There is no tile with 1 toucan of number 30 in this game."),
        (
            park.TILE_ALREADY_DRAWN,
            (TOUCAN, 2, 0),
            "Tiles with 2 toucans have been drawn before: none of them is left in the stack.",
        ),
        (
            park.TILE_ALREADY_DRAWN,
            (TOUCAN, 2, 3),
            "Tiles with 2 toucans have been drawn before: no more than 3 such tiles are left in the stack.",
        ),
        (park.TILE_WRONG_SEAT, (1, 0, 0), "Seat 0 draws this tile, not seat 1."),
        (park.TILE_WRONG_SEAT, (2**31 - 1, 0, 0), "Seat 0 draws this tile, not seat a huge number."),
        (
            park.TILE_OF_EVENING,
            (JAGUAR, 3, 1),
            "Such a tile, with 3 jaguars, comes only with the evening, and 1 morning tile is drawn first.",
        ),
        (
            park.TILE_OF_EVENING,
            (JAGUAR, 3, 7),
            "Such a tile, with 3 jaguars, comes only with the evening, and 7 morning tiles are drawn first.",
        ),
    ],
)
def test_tiles(code: int, args: tuple[int, int, int], sentence: str) -> None:
    assert GAME.explain(SETUP, code, args) == sentence
