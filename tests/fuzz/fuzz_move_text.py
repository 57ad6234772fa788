"""Texts of moves and outcomes: malformed, or one word, which has a spelling, and is explained where it is illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from cext.kernel import State
from engines import registry
from engines.game import Game, Malformed, Setup
from engines.violations import KernelViolation, explain_all
from tests.playing import Walk, all_games, cases_of, walk

_STATES = 12


@cache
def _walk_of(game: Game) -> Walk:
    """A random game of several players where there can be some."""
    return walk(max(cases_of(game)[:3], key=lambda case: case.setup.players), 0)


def seeds() -> Iterator[bytes]:
    """The examples of every notation, and what is played in a random game."""
    for game in registry.games().values():
        played = _walk_of(game)
        yield from (text.encode() for text, _ in game.notation)
        for ply in played.plies[:40]:
            write = game.outcome_text if ply.seat is None else game.move_text
            yield write(played.setup, ply.word).encode()


def try_one(data: bytes) -> None:
    """Read the text as a move and as an outcome of every ruleset."""
    text = data.decode(errors="replace")
    for game in all_games():
        played = _walk_of(game)
        states = played.states[:: max(1, len(played.states) // _STATES)]
        _try(played.setup, text, game.parse_move, game.move_text, states, _check_move)
        _try(played.setup, text, game.parse_outcome, game.outcome_text, states, State.check_outcome)


def _check_move(state: State, word: int) -> list[KernelViolation]:
    found: list[KernelViolation] = []
    for seat in {next(iter(seats), 0) for seats in (state.to_act(), state.may_interrupt())}:
        broken = state.check(seat, word)
        assert (not broken) == (word in state.legal_moves(seat))
        found += broken
    return found


def _try(
    setup: Setup,
    text: str,
    read: Callable[[Setup, str], int],
    write: Callable[[Setup, int], str],
    states: tuple[State, ...],
    check: Callable[[State, int], object],
) -> None:
    word, complaint = None, ""
    try:
        word = read(setup, text)
    except Malformed as malformed:
        complaint = str(malformed)
    if word is None:
        assert complaint.isprintable()
        return
    assert read(setup, write(setup, word)) == word
    for state in states:
        for violation in explain_all(setup, check(state, word)):  # type: ignore[arg-type]
            assert violation.message.endswith(".")
