"""Hints for every game: what a seat could do now, what it is worth, and why.

    answer       what suggestions are
    tree         suggestions by tree search
    advisor      what single games add to it, and where they are found
    facts        what can be said of any move
    suggesting   the questions of SolverService

A hint knows what its seat knows: it starts from a `solver.position.Position`, in which the rest has been replaced.
"""

from __future__ import annotations

from solver.hints.suggesting import StreamSuggestions, SuggestMoves

PROBLEMS = (SuggestMoves(), StreamSuggestions())
