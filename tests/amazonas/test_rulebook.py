"""Citations and sentences of Amazonas: every broken rule is told with its village and where it stands."""

import re

import pytest

from cext import amazonas, kernel
from cext.amazonas import (
    CROCODILE,
    JAGUAR,
    MOVE_BUILD,
    MOVE_CARD,
    MOVE_END,
    MOVE_HIRE,
    MOVE_INCOME,
    MOVE_NEUTRAL,
    MOVE_PASS,
    NATIVES,
    ORCHID,
    THEFT,
)
from engines.game import Game as Ruleset
from engines.game import Setup
from engines.violations import explain_all
from tests.amazonas.play import Game
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, MARSH, NEST
from tests.amazonas.tables import GAME_2005, GAME_BGA, GAMES, setup_of
from tests.playing import ROOT

HEADINGS = {
    "amazonas-2005": {
        "Game Overview",
        "The Game Board",
        "Secret Mission Card",
        "Beginning the Expedition",
        "1. Draw an Event Card",
        "2a. Play Income Cards",
        "2b. Determine Order of Play",
        "3a. Receive Silver Coins as Income",
        "3b. Build Huts using Gold Coins",
        "Event Cards",
        "Bonus Points for Specimen Tokens",
        "The End of the Game and Final Scoring",
    },
    "amazonas-bga": {
        "Spielvorbereitung",
        "Der Spielplan",
        "Die Auftragskarten",
        "Der Beginn der Expedition",
        "Spielablauf",
        "1. Eine neue Ereigniskarte wird angezeigt",
        "2. Einnahme-Karte ausspielen",
        "3. Spieler-Reihenfolge ermitteln",
        "4. Einnahmen kassieren und Hüttenbauen",
        "5. Mit Goldmünzen Hütten bauen",
        "Die Ereigniskarten",
        "Runde Bonus-Chips",
        "Neutrale Hütten im Spiel zu zweit",
        "Zusätzliche Hütten",
        "Spielende und Wertung",
    },
}

every_game = pytest.mark.parametrize("ruleset", GAMES, ids=lambda game: game.id)


def table(ruleset: Ruleset = GAME_2005, players: int = 3, pack: str = "small") -> tuple[Setup, Game]:
    setup = setup_of(ruleset, players, pack=pack)
    return setup, Game(setup.rules)


def sentences(setup: Setup, game: Game, kind: int, argument: int = 0, seat: int | None = None) -> list[str]:
    """What is told about a move of the seat in turn, or of another."""
    violations = game.state.check(game.asked(seat), amazonas.pack_move(kind, argument))
    return [violation.message for violation in explain_all(setup, violations)]


# --- Citations -----------------------------------------------------------------------------------------------------


@every_game
def test_every_violation_of_the_kernel_has_a_spec(ruleset: Ruleset) -> None:
    names = kernel.GENERIC_VIOLATIONS | amazonas.VIOLATIONS
    assert {code: spec.code for code, spec in ruleset.violations.items()} == names
    assert list(ruleset.violations) == sorted(names)


@every_game
def test_citations_name_headings_of_the_edition_and_rulings_of_both(ruleset: Ruleset) -> None:
    rulings = (ROOT / "engines/RULINGS.md").read_text("utf-8").split("## amazonas\n")[1].split("\n## ")[0]
    numbers = re.findall(r"^\| (\d+) \|", rulings.split("\n## ")[0], re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    cited = [spec.citation for spec in ruleset.violations.values()] + [option.citation for option in ruleset.options]
    for citation in cited:
        assert citation.rulebook == ruleset.id
        assert citation.section in HEADINGS[ruleset.id]
        assert citation.ruling in ("", *(f"amazonas {number}" for number in numbers))


def test_editions_differ_in_their_defaults_alone() -> None:
    defaults = [{option.name: option.default for option in game.options} for game in GAMES]
    assert all(defaults[0][name] != defaults[1][name] for name in defaults[0])
    assert [(o.name, o.values, o.description) for o in GAME_2005.options] == [
        (o.name, o.values, o.description) for o in GAME_BGA.options
    ]
    assert (GAME_2005.min_players, GAME_BGA.min_players) == (3, 2)


# --- Sentences -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(amazonas.VIOLATIONS))
def test_every_violation_has_a_sentence_for_any_arguments(code: int) -> None:
    setup = setup_of(GAME_2005, 3)
    for args in ((0, 2, 0), (4, 3, 2), (2, 6, 26), (1, 1, 1)):
        if code == amazonas.WRONG_STEP and args[1] not in (2, 3):
            args = (args[0], amazonas.BUILDING, 0)
        if code == amazonas.WRONG_STEP:
            args = (args[0], amazonas.CHOOSING, 0)
        sentence = setup.game.explain(setup, code, args)
        assert re.fullmatch(r"[A-Z].*\.", sentence)
        assert "None" not in sentence
        assert not re.search(r"(?<!\w)-\d", sentence)


def test_huge_numbers_are_not_told() -> None:
    setup = setup_of(GAME_2005, 3)
    assert setup.game.explain(setup, amazonas.EVENT_UNKNOWN, (2**31 - 1, 0, 0)) == (
        "There is no event card a huge number; there are 0 to 17."
    )


def test_sentences_of_the_set_up() -> None:
    setup, game = table()
    assert sentences(setup, game, MOVE_BUILD, 8) == ["There is no village 8; the map has the villages 0 to 7."]
    assert sentences(setup, game, MOVE_PASS) == [
        "A first hut can be paid for and must be built: one in Delta (0), for example, costs 6 of the 9 silver."
    ]
    assert sentences(setup, game, MOVE_CARD, 1) == [
        "Another step is being played: a first hut is built, or passed when none can be paid for."
    ]
    game.set_up(NEST, HOLLOW)
    assert sentences(setup, game, MOVE_BUILD, NEST) == ["The village Nest (7) is full: its only site is taken."]
    game = Game(setup_of(GAME_2005, 4).rules)
    game.set_up(DELTA, DELTA)
    assert sentences(setup, game, MOVE_BUILD, DELTA) == [
        "A hut in Delta (0) costs 12 silver, and only 9 silver are there."
    ]


def test_sentences_about_cards() -> None:
    setup, game = table()
    game.set_up(DELTA, GROVE, HOLLOW)
    game.full_round(cards=[0, 1, 2])
    game.event(JAGUAR)
    assert sentences(setup, game, MOVE_CARD, 0, 0) == ["The income card 0 is not in hand."]
    assert sentences(setup, game, MOVE_CARD, 7, 0) == ["The income card 7 is not in hand."]
    assert sentences(setup, game, MOVE_END, 0, 0) == ["Another step is being played: an income card is chosen."]


def test_sentences_about_building() -> None:
    setup, game = table()
    game.set_up(DELTA, GLADE, NEST)
    game.round(JAGUAR, 5, 1, 0)
    assert sentences(setup, game, MOVE_BUILD, DELTA) == [
        "There is a hut of one's own in Delta (0) already, and one is all."
    ]
    assert sentences(setup, game, MOVE_BUILD, NEST) == ["The village Nest (7) is full: its only site is taken."]
    assert sentences(setup, game, MOVE_BUILD, MARSH) == [
        "Neither a path nor a river leads to Marsh (6) from a village with a hut of one's own."
    ]
    assert sentences(setup, game, MOVE_BUILD, FORK) == [
        "Only paths lead to Fork (1), and in this round a jaguar roams them."
    ]
    game.end_turns()
    game.round(CROCODILE, 4, 2, 2)
    assert sentences(setup, game, MOVE_BUILD, GROVE) == [
        "Only rivers lead to Grove (2), and in this round crocodiles lurk in them."
    ]
    assert sentences(setup, game, MOVE_INCOME) == ["The income of this turn is settled already."]
    assert sentences(setup, game, MOVE_NEUTRAL, FORD) == ["There are no neutral huts at this table."]


def test_sentences_about_natives() -> None:
    setup, game = table(GAME_BGA)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.round(NATIVES, 5, 2, 3)
    assert sentences(setup, game, MOVE_HIRE, ORCHID) == [
        "The native can be assigned only to a type that is there already, and there is no orchid."
    ]
    assert sentences(setup, game, MOVE_HIRE, 9) == [
        "There is no such type; there are fish, butterfly, iguana, parrot, orchid."
    ]
    assert sentences(setup, game, MOVE_END) == [
        "Another step is being played: the income is taken or the native hired."
    ]
    game.hire(amazonas.FISH)
    assert sentences(setup, game, MOVE_HIRE, ORCHID) == [
        "The income of this turn is settled already.",
        "No native waits to be hired.",
        "The native can be assigned only to a type that is there already, and there is no orchid.",
    ]


def test_sentences_about_neutral_huts() -> None:
    setup, game = table(GAME_BGA, 2)
    game.set_up(DELTA, FORK)
    game.round(THEFT, 5, 2)
    assert sentences(setup, game, MOVE_NEUTRAL, FORK) == [
        "Fork (1) has only one free site, and a neutral hut must leave one."
    ]
    game.neutral(GLADE)
    assert sentences(setup, game, MOVE_NEUTRAL, FORD) == [
        "A neutral hut was built in this round already, and one is all."
    ]
    game.end()
    assert sentences(setup, game, MOVE_NEUTRAL, GLADE) == [
        "There is a neutral hut in Glade (5) already, and one is all."
    ]


def test_sentences_about_chance() -> None:
    setup = setup_of(GAME_2005, 3)
    start = kernel.State.start(setup.rules)

    def told(state: kernel.State, outcome: str) -> list[str]:
        violations = state.check_outcome(setup.game.parse_outcome(setup, outcome))
        return [violation.message for violation in explain_all(setup, violations)]

    assert told(start, "mission 1 9") == [
        "There is no mission card 9; there are 0 to 4.",
        "The mission card of seat 0 is awaited, not that of seat 1.",
    ]
    dealt, _ = start.resolve(amazonas.pack_mission(0, 3))
    assert told(dealt, "mission 1 3") == ["The mission card 3 is dealt already."]
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.idle_round(JAGUAR, 1, 2, 3)
    assert told(game.state, "event jaguar-1") == [
        "The event card jaguar-1 (Jaguar) was turned over in an earlier round."
    ]
