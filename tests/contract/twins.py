"""What perft needs of a plain twin: the part that all twins have in common."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self

from engines.game import Setup


class Word(Protocol):
    """A twin's move in whatever form it likes, as long as it knows its kernel word."""

    @property
    def word(self) -> int:
        """The kernel's word of the move."""


class Twin(Protocol):
    """A game in progress in plain Python."""

    def clone(self) -> Self:
        """An independent copy."""

    def seats_to_act(self) -> tuple[int, ...]:
        """The seats that may move, ascending."""

    def possible_outcomes(self) -> list[int]:
        """The outcome words that may come, ascending; none when no chance is due."""

    def tell(self, word: int) -> None:
        """Let this outcome happen."""

    def legal_moves(self, seat: int) -> Sequence[Word]:
        """The legal moves, ascending by word."""

    def choose(self, seat: int, move: Any) -> None:
        """Play one of the legal moves."""


def start_twin(setup: Setup) -> Twin:
    """The twin's first state: `start` of `tests/<game>/twin.py`, which every game has to have."""
    twin: Twin = importlib.import_module(f"tests.{setup.game.wire_field}.twin").start(setup)
    return twin


def next_states(twin: Twin) -> Iterator[tuple[int, Twin]]:
    """Every ply that perft counts, as its word and the state after it: the lowest seat's moves or all outcomes."""
    seats = twin.seats_to_act()
    for move in twin.legal_moves(seats[0]) if seats else ():
        after = twin.clone()
        after.choose(seats[0], move)
        yield move.word, after
    for outcome in () if seats else twin.possible_outcomes():
        after = twin.clone()
        after.tell(outcome)
        yield outcome, after


def count_next(twin: Twin) -> int:
    """How many `next_states` there are, without making them."""
    seats = twin.seats_to_act()
    return len(twin.legal_moves(seats[0]) if seats else twin.possible_outcomes())


def twin_perft(twin: Twin, depth: int) -> int:
    """Leaves `depth` plies below; an end counts one, however deep."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_next(twin) or 1
    return sum(twin_perft(after, depth - 1) for _, after in next_states(twin)) or 1


def twin_divide(twin: Twin, depth: int) -> list[tuple[int, int]]:
    """The leaves below each first ply, by its word."""
    return [(word, twin_perft(after, depth - 1)) for word, after in next_states(twin)]
