"""What a plan can show for itself, and the checker that believes none of it.

The checker needs no OR-Tools. The kernel replays the plan with the events of the question, so that its points are
certain, and it verifies that the bound does not lie below them. How the bound was proved is named: a search is done
again by whoever does not believe it (`search`, no OR-Tools), and so is CP-SAT's proof about the model of `model.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from solver.routes.course import BadPlan, Course, Played, replay


@unique
class Proof(Enum):
    """Why nothing is worth more than the bound."""

    # No bound was proved.
    NONE = "none"
    # All ends that a plan can have were searched through.
    SEARCH = "search"
    # CP-SAT's bound of the model in model.py.
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A plan, what it is said to be worth, and what is said to be the most. In points."""

    # The seat's kernel moves to the end of the game; None: there is no plan yet.
    moves: tuple[int, ...] | None
    value: int | None
    # None: none is known.
    bound: int | None
    proof: Proof


class BadCertificate(ValueError):
    """A certificate that is refuted. The message says by what."""


def check(course: Course, certificate: Certificate) -> Played | None:
    """Verify what can be verified; the plan as it was replayed. Raises BadCertificate for whatever is refuted."""
    if (certificate.moves is None) != (certificate.value is None):
        raise BadCertificate("a plan has a value, and a value has a plan")
    if (certificate.proof is Proof.NONE) != (certificate.bound is None):
        raise BadCertificate("a bound has a proof, and a proof proves a bound")
    if certificate.moves is None:
        return None
    try:
        played = replay(course, certificate.moves)
    except BadPlan as defect:
        raise BadCertificate(str(defect)) from None
    if played.points != certificate.value:
        raise BadCertificate(f"the plan is worth {played.points}, not {certificate.value}")
    if certificate.bound is not None and certificate.bound < played.points:
        raise BadCertificate(f"the plan is worth {played.points}, more than the bound {certificate.bound}")
    return played
