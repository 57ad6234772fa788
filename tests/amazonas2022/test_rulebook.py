"""Citations and sentences of Amazonas 2022: every broken rule is told in words and with the place where it stands."""

from __future__ import annotations

import re

import pytest

from cext import amazonas2022, kernel
from cext.amazonas2022 import ANACONDA, DOLPHIN, JAGUAR, MONKEY, SLOTH, TOAD
from engines.games.amazonas2022.vocabulary import CARDS
from engines.violations import explain_all
from tests.amazonas2022.table import Table, dealt, fresh
from tests.amazonas2022.tables import GAME, setup_of
from tests.playing import ROOT
from tests.reference.amazonas2022_cards import (
    CALL,
    DISCARD,
    DRAW,
    EXCHANGE,
    GIVE,
    LOOK,
    PASS,
    RETURN,
    SWAP,
    TAKE,
    WILD,
    Move,
)

HEADINGS = {
    "Components",
    "Game Setup",
    "Playing a Round",
    "A. Play a card from the deck or from the discard pile",
    'B. Say "Amazonas" and trigger the end of the round',
    "Effects of the Animal Cards",
    "Wild Discard",
    "Quick!",
    "Sometimes Memory Fails!",
    "End of the Round and Scoring",
    "Starting a New Round",
    "End of the Game",
    "Amazonas for 2 Players",
    "Basic Variant",
}
HUGE = 2**31 - 1
SETUP = setup_of()


def sentences(table: Table, seat: int, kind: int, *arguments: int) -> list[str]:
    """What a seat is told about a move."""
    violations = table.state.check(seat, Move(kind, *arguments).word)
    return [violation.message for violation in explain_all(setup_of(table.twin.players), violations)]


def rulings() -> str:
    """The table of the game in engines/RULINGS.md."""
    return (ROOT / "engines/RULINGS.md").read_text("utf-8").partition("## amazonas-2022")[2].partition("\n## ")[0]


# --- Citations -----------------------------------------------------------------------------------------------------


def test_every_citation_is_a_heading_of_the_rulebook_and_an_item_of_the_rulings() -> None:
    citations = [spec.citation for spec in GAME.violations.values()] + [option.citation for option in GAME.options]
    for citation in citations:
        assert citation.section in HEADINGS
        if citation.ruling:
            name, _, number = citation.ruling.partition(" ")
            assert name == "amazonas-2022"
            assert f"\n| {number} |" in rulings()


def test_the_rulings_are_numbered_and_name_headings() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\| ([^|]+) \| [^|]*\|$", rulings(), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
    for _, sections in rows:
        assert set(sections.split("; ")) <= HEADINGS


def test_own_codes_come_after_those_of_all_games() -> None:
    assert list(GAME.violations) == sorted(GAME.violations)
    assert min(amazonas2022.VIOLATIONS) == kernel.FIRST_GAME_VIOLATION


# --- Sentences about moves -----------------------------------------------------------------------------------------


def test_moves_out_of_turn() -> None:
    table = dealt()
    table.idle_turn()
    asked = ["Another player is asked now; a wild discard is all that can be attempted."]
    assert sentences(table, 0, DRAW) == asked
    assert sentences(table, 1, SWAP, 0) == [
        "Another step is being played: a card is drawn or taken, or the round is called."
    ]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (amazonas2022.FIRST_LOOK, "everybody chooses a card for the first look"),
        (amazonas2022.FIRST_RETURN, "everybody returns the card of the first look"),
        (amazonas2022.HOLDING, "the card that is held is swapped or discarded"),
        (amazonas2022.SLOTH_EFFECT, "a sloth allows a look at a card of one's own"),
        (amazonas2022.TOAD_EFFECT, "a toad allows a look at a card of another player"),
        (amazonas2022.ANACONDA_EFFECT, "an anaconda allows an exchange of two cards"),
        (amazonas2022.JAGUAR_EFFECT, "a jaguar allows a look at a card of another player"),
        (amazonas2022.LOOKING, "a card is looked at and returned"),
        (amazonas2022.JAGUAR_LOOK, "the card that is looked at is exchanged or returned"),
        (amazonas2022.MONKEY_DIRECTION, "the direction is named in which a monkey lets cards go"),
        (amazonas2022.PICKING, "everybody picks the card that goes to a neighbour"),
        (amazonas2022.RACING, "the next attempt of a race is told"),
        (amazonas2022.GIVING, "a card is given to the player whose card was discarded"),
    ],
)
def test_steps(step: int, words: str) -> None:
    explained = GAME.explain(SETUP, amazonas2022.WRONG_STEP, (DRAW, step, 0))
    assert explained == f"Another step is being played: {words}."


def test_drawing_taking_passing_and_calling() -> None:
    table = dealt()
    assert sentences(table, 0, TAKE) == ["The discard pile is empty, so that no card can be taken."]
    assert sentences(table, 0, PASS) == ["A card can be drawn: only who can neither draw nor take passes."]
    table.idle_turn()
    assert sentences(table, 1, PASS) == [
        "A card can be drawn: only who can neither draw nor take passes.",
        "A card can be taken from the discard pile: only who can neither draw nor take passes.",
    ]
    table.call()
    assert sentences(table, 2, CALL) == ["Seat 1 has called already, and one call is all."]
    empty = GAME.explain(SETUP, amazonas2022.NOTHING_TO_DRAW, (0, 0, 0))
    assert empty == "Both piles are empty, so that no card can be drawn."


def test_slots_and_seats_that_are_not_there() -> None:
    table = dealt()
    table.draw(SLOTH)
    assert sentences(table, 0, SWAP, 7) == ["There is no card in slot 7 of one's own."]
    table.discard()
    assert sentences(table, 0, LOOK, 3, 0) == ["There is no seat 3; there are the seats 0 to 2."]
    assert sentences(table, 0, LOOK, 1, 0) == ["The look is at a card of one's own, not at one of seat 1."]
    assert sentences(table, 0, LOOK, 0, 9) == ["No card lies in slot 9 of seat 0."]
    huge = GAME.explain(SETUP, amazonas2022.NO_SUCH_SEAT, (HUGE, 3, 0))
    assert huge == "There is no seat a huge number; there are the seats 0 to 2."


def test_effects_on_others() -> None:
    table = dealt()
    table.lay(TOAD)
    assert sentences(table, 0, LOOK, 0, 0) == ["The effect is for a card of another player, not for one's own."]
    table = dealt()
    table.call()
    table.lay(ANACONDA)
    assert sentences(table, 1, EXCHANGE, 0, 0, 0) == ["Seat 0 has called, and its cards are immune until the end."]
    table = dealt()
    table.lay(JAGUAR)
    table.look(1, 2)
    assert sentences(table, 0, EXCHANGE, 0, 2, 0) == [
        "Only the card that is looked at can be exchanged: that of seat 1 in slot 2."
    ]
    table = dealt()
    table.lay(MONKEY)
    assert sentences(table, 0, 11, 2) == ["Cards go to the left or to the right."]


def test_wild_discards() -> None:
    table = dealt()
    assert sentences(table, 0, WILD, 0, 0) == ["The discard pile is empty: there is nothing to be matched."]
    table = dealt(3, ((1, 2, 3, 5), (2, 4, 5, 1), (3, 5, 1, 2)))
    table.idle_turn(4)
    table.wild(1, 1, 1)
    assert sentences(table, 1, WILD, 0, 0) == [
        "The 4 on the discard pile has been matched, or was laid by a wild discard: it is used up."
    ]
    table = dealt()
    table.lay(DOLPHIN)
    table.wild(1, 1, 0)
    table.card(5)
    assert sentences(table, 1, WILD, 0, 0) == ["A wrong attempt was made in this turn already: no more until it ends."]
    rival = GAME.explain(SETUP, amazonas2022.NO_RIVAL, (0, 0, 0))
    assert rival == "Nobody else can make an attempt after this one, so that it is the last of its race."


def test_gifts() -> None:
    table = dealt(3, ((1, 2, 3, 5), (2, 4, 5, 1), (3, 5, 1, 2)))
    table.idle_turn(4)
    table.wild(2, 1, 1)
    assert sentences(table, 2, GIVE, 4) == ["There is no card in slot 4 of one's own."]
    assert sentences(table, 2, DISCARD) == [
        "Another step is being played: a card is given to the player whose card was discarded."
    ]


def test_first_looks() -> None:
    table = fresh()
    for hand in ((1, 2, 3, 5), (2, 3, 5, 1), (3, 5, 1, 2)):
        table.cards(*hand)
    assert sentences(table, 2, LOOK, 1, 0) == ["The look is at a card of one's own, not at one of seat 1."]
    assert sentences(table, 2, RETURN) == ["Another step is being played: everybody chooses a card for the first look."]


# --- Sentences about cards that are told ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "args", "sentence"),
    [
        (
            amazonas2022.CARD_UNKNOWN,
            (13, 0, 0),
            f"There is no such kind of cards; there are {', '.join(CARDS)}.",
        ),
        (amazonas2022.CARD_UNKNOWN, (DOLPHIN, 2, 0), "There is no dolphin of number 2 in this game."),
        (amazonas2022.CARD_UNKNOWN, (DOLPHIN, HUGE, 0), "There is no dolphin of number a huge number in this game."),
        (amazonas2022.CARD_UNKNOWN, (MONKEY, 0, 0), "There is no monkey in this game."),
        (amazonas2022.CARD_NOT_IN_PILE, (SLOTH, 0, 0), "No sloth is left in the draw pile."),
        (
            amazonas2022.CARD_NOT_IN_PILE,
            (SLOTH, 1, 1),
            "There is no sloth of number 1 in the draw pile: only 1 is left there.",
        ),
        (
            amazonas2022.CARD_NOT_IN_PILE,
            (3, 5, 4),
            "There is no 3 of number 5 in the draw pile: only 4 are left there.",
        ),
    ],
)
def test_cards(code: int, args: tuple[int, int, int], sentence: str) -> None:
    assert GAME.explain(SETUP, code, args) == sentence


def test_every_code_has_a_sentence() -> None:
    for code in amazonas2022.VIOLATIONS:
        assert re.fullmatch(r"[A-Z].*\.", GAME.explain(SETUP, code, (1, 1, 1)))
