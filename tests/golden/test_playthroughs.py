"""Every golden playthrough is what the code plays now, line by line."""

import difflib

import pytest

from tests.golden.playthrough import FOLDER, golden_cases, moves_told, path_of, playthrough
from tests.playing import Case, all_games

CASES = [case for game in all_games() for case in golden_cases(game)]
MAX_BYTES = 200_000
SHOWN_LINES = 60


@pytest.mark.parametrize("case", CASES, ids=str)
def test_playthrough_is_as_before(case: Case) -> None:
    expected = path_of(case).read_text("utf-8")
    actual = playthrough(case, moves_told(expected))
    difference = list(difflib.unified_diff(expected.splitlines(), actual.splitlines(), "golden", "now", lineterm=""))
    assert not difference, "make golden would change:\n" + "\n".join(difference[:SHOWN_LINES])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_playthrough_can_be_read(case: Case) -> None:
    text = path_of(case).read_text("utf-8")
    assert len(text.encode()) < MAX_BYTES
    assert moves_told(text)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_every_ruleset_has_a_playthrough_and_no_playthrough_is_left_over() -> None:
    assert {case.setup.game for case in CASES} == set(all_games())
    assert set(FOLDER.glob("*.txt")) == {path_of(case) for case in CASES}


def test_script_is_followed_while_it_is_legal() -> None:
    """At one table of every ruleset: which moves are legal is not what it is about."""
    for case in {case.setup.game: case for case in CASES}.values():
        told = moves_told(path_of(case).read_text("utf-8"))
        broken = [*told[: len(told) // 2], (0, "no move"), *told[len(told) // 2 :]]
        played = moves_told(playthrough(case, broken))
        assert played[: len(told) // 2] == told[: len(told) // 2]
