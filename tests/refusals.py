"""What a kernel refuses: moves and outcomes with all the rules that they break, and what it says at any time.

The cases are each game's own; what has to hold for each of them is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import NamedTuple

import pytest

from cext.kernel import GENERIC_VIOLATIONS, IllegalMove, State

Arguments = tuple[int, int, int]
Violations = list[tuple[int, Arguments]]


class RefusedCase(NamedTuple):
    """A move, or an outcome, in a position, and every rule that it breaks there, in the kernel's order."""

    name: str
    position: Callable[[], State]
    word: int
    violations: Violations

    def __str__(self) -> str:
        return self.name


class GenericCase(NamedTuple):
    """A seat that may not move at all, and the one reason."""

    name: str
    position: Callable[[], State]
    seat: int
    code: int

    def __str__(self) -> str:
        return self.name


def refused_cases(*cases: tuple[str, Callable[[], State], int, Violations]) -> list[RefusedCase]:
    """Cases as they stand in a table."""
    return [RefusedCase(*case) for case in cases]


def generic_cases(*cases: tuple[str, Callable[[], State], int, int]) -> list[GenericCase]:
    """The same of the other kind."""
    return [GenericCase(*case) for case in cases]


def require_move_refused(case: RefusedCase) -> None:
    """Check names all violations, the move is not listed, and to apply it says the same. The first seat asked moves."""
    state = case.position()
    seat = state.to_act()[0]
    assert state.check(seat, case.word) == case.violations
    assert case.word not in state.legal_moves(seat)
    with pytest.raises(IllegalMove) as refused:
        state.apply(seat, case.word)
    assert refused.value.violations == case.violations


def require_outcome_refused(case: RefusedCase) -> None:
    """The same for a chance outcome."""
    state = case.position()
    assert state.check_outcome(case.word) == case.violations
    assert case.word not in state.outcomes()
    with pytest.raises(IllegalMove):
        state.resolve(case.word)


def require_alone(case: GenericCase, words: Iterable[int]) -> None:
    """Whatever the seat wants to do, there is this reason and no other."""
    state = case.position()
    for word in (*words, 0, -1, 2**64):
        assert state.check(case.seat, word) == [(case.code, (0, 0, 0))]
    assert state.legal_moves(case.seat) == []


def codes_of(refused: Iterable[RefusedCase], generic: Iterable[GenericCase]) -> set[int]:
    """All codes that the cases reach."""
    return {code for case in refused for code, _ in case.violations} | {case.code for case in generic}


def all_codes(kernel: ModuleType) -> set[int]:
    """All codes that there are."""
    violations: Mapping[int, str] = kernel.VIOLATIONS
    return set(violations) | set(GENERIC_VIOLATIONS)


def require_one_to_one(kernel: ModuleType, prefixes: Mapping[str, str]) -> None:
    """In these tables codes ascend, no name comes twice, and each is a constant of the module, after a prefix."""
    for table_name, prefix in prefixes.items():
        table: Mapping[int, str] = getattr(kernel, table_name)
        assert list(table) == sorted(set(table))
        assert len(set(table.values())) == len(table)
        assert all(getattr(kernel, f"{prefix}{name}") == code for code, name in table.items())
    assert not set(kernel.VIOLATIONS) & set(GENERIC_VIOLATIONS)
