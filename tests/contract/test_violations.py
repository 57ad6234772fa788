"""Violations: every code is explained in a sentence and cited, and a move hears all of them in one order."""

import importlib
import re
from collections.abc import Iterator

from cext import kernel
from engines.game import Game, Violation
from engines.violations import explain_all
from tests.contract import words
from tests.playing import Walk

SENTENCE = re.compile(r"[A-Z0-9].*[.]", re.DOTALL)
NAME = re.compile(r"[A-Z][A-Z0-9_]*")
# Moves are tried at every other state: in the two games of the usual run at even and at odd ones.
STATE_STEP = 2


def check_explained(found: list[Violation]) -> None:
    """Each is told in a sentence with a place in a rulebook."""
    for violation in found:
        assert NAME.fullmatch(violation.code)
        assert SENTENCE.fullmatch(violation.message), violation.message
        assert violation.citation.rulebook
        assert violation.citation.section


def test_every_code_of_the_kernel_is_described_and_cited(game: Game) -> None:
    own: dict[int, str] = importlib.import_module(f"cext.{game.wire_field}").VIOLATIONS
    assert min(own) >= kernel.FIRST_GAME_VIOLATION
    names = kernel.GENERIC_VIOLATIONS | own
    assert len(set(names.values())) == len(names)
    assert [(code, spec.code) for code, spec in game.violations.items()] == sorted(names.items())
    for spec in game.violations.values():
        assert NAME.fullmatch(spec.code)
        assert SENTENCE.fullmatch(spec.description), spec.description
        assert spec.citation.rulebook == game.id
        assert spec.citation.section


def test_moves_hear_all_violations_in_ascending_order(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("violations")
        known = {ply.word for ply in game.plies if ply.seat is not None}
        for state in game.states[game.seed % STATE_STEP :: STATE_STEP]:
            for seat in (*state.to_act()[:1], *state.may_interrupt()[:1], -1):
                for word in words.odd_words(known, rng, 30):
                    broken = state.check(seat, word)
                    codes = [code for code, _ in broken]
                    assert codes == sorted(set(codes))
                    assert len(codes) == 1 or not set(codes) & set(kernel.GENERIC_VIOLATIONS)
                    explained = explain_all(game.setup, broken)
                    assert len(explained) == len(codes)
                    check_explained(explained)


def test_outcomes_hear_all_violations_in_ascending_order(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("outcome violations")
        told = {ply.word for ply in game.plies if ply.seat is None}
        for state in game.states:
            for word in words.odd_words(told | set(state.outcomes()[:20]), rng, 20):
                broken = state.check_outcome(word)
                codes = [code for code, _ in broken]
                assert codes == sorted(set(codes))
                assert len(codes) == 1 or not set(codes) & set(kernel.GENERIC_VIOLATIONS)
                check_explained(explain_all(game.setup, broken))
