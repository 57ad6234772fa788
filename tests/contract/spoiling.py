"""Finished tables with something wrong about them: what a kit for every game needs to try each flaw."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from engines.game import Impossibility, Setup

# Changes a sound table so that something about it is impossible.
Spoil: TypeAlias = Callable[[Any], object]


def flaws_in(setup: Setup, table: Any) -> tuple[Impossibility, ...]:
    """Everything that is impossible about a table, for which there are no points then."""
    scored = setup.game.score_sheet(setup, table)
    assert (scored.outcome is None) == bool(scored.impossibilities)
    return scored.impossibilities


def found_in(setup: Setup, table: Any) -> list[tuple[str, str]]:
    """Code and field of each."""
    return [(flaw.code, flaw.field) for flaw in flaws_in(setup, table)]


def codes(cases: Iterable[tuple[str, str, Spoil]]) -> set[str]:
    """The codes that some cases are about."""
    return {code for code, _, _ in cases}
