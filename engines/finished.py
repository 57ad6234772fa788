"""Finished tables that somebody types in: what is impossible about them, and what they are worth.

A kernel's module `<game>_finished` reads the plain data; it tells what cannot be as a code and details. Each game has
a `Flaw` for every code: the place in the message, the sentence and the citation, the first two to be filled with the
details.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.game import Citation, Impossibility

# A table may be wrong in very many ways at once; so many are named.
MAX_IMPOSSIBILITIES = 100

Details = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Flaw:
    """A kind of impossibility: where it is and its sentence, with details in braces, and where the rule stands."""

    field: str
    sentence: str
    citation: Citation

    def of(self, code: str, details: Details) -> Impossibility:
        """A concrete one."""
        return Impossibility(code, self.field.format_map(details), self.sentence.format_map(details), self.citation)


def explain_flaws(
    flaws: Mapping[str, Flaw], found: Iterable[tuple[str, Details]], words: Mapping[str, Any]
) -> tuple[Impossibility, ...]:
    """Everything that was found. `words` turn details into words: by the detail's name, what makes one of its value;
    the word stands under the name with `_word` after it."""
    told = []
    for code, details in found:
        in_words = {f"{name}_word": words[name](value) for name, value in details.items() if name in words}
        told.append(flaws[code].of(code, {**details, **in_words}))
        if len(told) == MAX_IMPOSSIBILITIES:
            break
    return tuple(told)
