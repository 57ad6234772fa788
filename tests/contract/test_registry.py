"""A ruleset of the registry is complete: nothing that every game has to have is missing."""

import importlib
import json
import re
from pathlib import Path

from cext.kernel import State
from engines import registry
from engines.content import CUSTOM, PROVENANCES
from engines.game import Citation, Game, Malformed, Setup
from tests.contract.pins import pins_of
from tests.contract.twins import start_twin
from tests.golden.playthrough import golden_cases, path_of
from tests.playing import ROOT, folder_of, make_case, option_sets

RULESET_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RULINGS = ROOT / "engines" / "RULINGS.md"


def test_registry_knows_games() -> None:
    assert registry.games()
    for name, game in registry.games().items():
        assert game.id == name
        assert registry.game(name) is game


def test_game_says_who_it_is(game: Game) -> None:
    assert RULESET_ID.fullmatch(game.id)
    assert game.title.strip()
    assert game.rules_version >= 1
    assert 1 <= game.min_players <= game.max_players <= 64


def test_game_has_a_folder_of_tests(game: Game) -> None:
    assert list(folder_of(game).glob("test_*.py"))


def test_game_has_a_plain_twin(game: Game) -> None:
    assert (ROOT / "tests" / "reference" / f"{game.wire_field}.py").is_file()
    for options in option_sets(game):
        start_twin(make_case(game, game.min_players, options, next(iter(game.packs))).setup)


def test_game_has_golden_playthroughs(game: Game) -> None:
    assert golden_cases(game)
    for case in golden_cases(game):
        assert path_of(case).is_file(), f"make golden writes {path_of(case).name}"


def test_game_has_perft_pins(game: Game) -> None:
    assert pins_of(game)


def test_game_is_in_the_table_of_the_readme(game: Game) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = [line for line in readme.splitlines() if line.startswith(f"| `{game.id}` |")]
    assert len(rows) == 1
    assert game.title in rows[0]
    assert f"{game.min_players}-{game.max_players}" in rows[0]


def test_game_has_its_rulings(game: Game) -> None:
    assert game.id in RULINGS.read_text("utf-8")


def test_game_has_its_messages(game: Game) -> None:
    proto = Path(ROOT, "proto", "canopy", "v1", f"{game.wire_field}.proto")
    assert proto.is_file()
    assert all(game.chances.values())
    kernel_chances: dict[int, str] = importlib.import_module(f"cext.{game.wire_field}").CHANCES
    assert list(game.chances) == list(kernel_chances)


def test_options_have_defaults_among_their_values_and_citations(game: Game) -> None:
    for option in game.options:
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values) > 1
        assert option.description.endswith(".")
        check_citation(game, option.citation)


def check_citation(game: Game, citation: Citation) -> None:
    """It names this rulebook, a heading, and a ruling only if there is such a one."""
    assert citation.rulebook == game.id
    assert citation.section.strip()
    if citation.ruling:
        assert citation.ruling in rulings(), f"engines/RULINGS.md has no {citation.ruling}"


def rulings() -> set[str]:
    """Every ruling by the name under which citations know it: the heading of its table and the number of the item."""
    found, heading = set(), ""
    for line in RULINGS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            heading = line.strip("# ").partition(" ")[0]
        elif item := re.match(r"\|\s*((?:general )?\d+)\s*\|", line):
            found.add(item[1] if item[1].startswith("general") else f"{heading} {item[1]}")
    return found


def test_citations_of_violations_can_be_looked_up(game: Game) -> None:
    for spec in game.violations.values():
        check_citation(game, spec.citation)


def test_packs_say_where_they_come_from_and_load_again(game: Game) -> None:
    assert game.packs
    for name, pack in game.packs.items():
        assert pack.id == name
        assert pack.provenance in PROVENANCES
        assert json.loads(pack.canonical) == pack.data
        own = game.load_pack(pack.canonical.decode())
        assert {**own.data, "provenance": pack.provenance} == pack.data
        assert own.provenance == CUSTOM
        assert game.load_pack(own.canonical.decode()) == own
    assert len({pack.digest for pack in game.packs.values()}) == len(game.packs)


def test_examples_of_the_notation_read_as_moves_or_outcomes(game: Game) -> None:
    setup = make_case(game, game.min_players, option_sets(game)[0], next(iter(game.packs))).setup
    assert game.notation
    for text, meaning in game.notation:
        assert meaning.strip()
        assert spelled_again(game, setup, text) == text


def spelled_again(game: Game, setup: Setup, text: str) -> str:
    """The text as a move or, when it is none, as an outcome, in the canonical spelling."""
    try:
        return game.move_text(setup, game.parse_move(setup, text))
    except Malformed:
        return game.outcome_text(setup, game.parse_outcome(setup, text))


def test_setups_of_equal_arguments_are_shared(game: Game) -> None:
    pack = next(iter(game.packs.values()))
    one, other = (registry.make_setup(game, game.min_players, {}, pack) for _ in range(2))
    assert one is other
    assert State.start(one.rules) == State.start(other.rules)
