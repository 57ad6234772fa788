"""Violations as people see them: those that mean the same in every game, and the way from the kernel's codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cext import kernel
from engines.game import Citation, Setup, Violation, ViolationSpec

# What a kernel tells of a broken rule: its code, and what the sentence is about.
KernelViolation = tuple[int, Sequence[int]]

_GENERIC = {
    kernel.GAME_OVER: "The game is over.",
    kernel.CHANCE_PENDING: "Dice or cards must be resolved before anybody may move.",
    kernel.NOT_TO_ACT: "The seat is not asked for a move now: it has moved, others are to move, or nobody sits there.",
    kernel.CHANCE_NOT_DUE: "No dice or cards are awaited now.",
    kernel.WRONG_CHANCE: "Other dice or cards are awaited now.",
}


def generic_specs(citations: Mapping[int, Citation]) -> dict[int, ViolationSpec]:
    """The violations of every game, with the places where this game's rulebook has the rules."""
    return {
        code: ViolationSpec(kernel.GENERIC_VIOLATIONS[code], description, citations[code])
        for code, description in _GENERIC.items()
    }


def explain_all(setup: Setup, violations: Iterable[KernelViolation]) -> list[Violation]:
    """The kernel's violations, each with its sentence and its citation, in the same order."""
    return [_explain(setup, code, args) for code, args in violations]


def _explain(setup: Setup, code: int, args: Sequence[int]) -> Violation:
    spec = setup.game.violations[code]
    message = _GENERIC[code] if code in _GENERIC else setup.game.explain(setup, code, args)
    return Violation(spec.code, message, spec.citation)
