"""What an answer can show for itself, and the checker that believes none of it.

The checker needs no OR-Tools. The kernel replays the plan, so the value is certain. Of a bound it can verify that it
does not lie below the value, and, where a branch and bound was exhausted (Proof.BRANCH_AND_BOUND), it can search again
and so prove it anew. The counting bound and the board model (Proof.COUNTING, Proof.BOARD) are statements of CP-SAT
about the models that `counting.py` and `board.py` describe: they are named and have to be believed, or solved again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique

from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_endgame import MOST_ENDGAME_ROLLS, Ending
from solver.trek12.replay import BadPlan, value_of

# More than any end of eight rolls on the printed sheet has taken.
_USUAL_NODES = 20_000_000


@unique
class Proof(Enum):
    """Why nothing is worth more than the bound."""

    # No bound was proved.
    NONE = "none"
    # The kernel searched all ends of the sheet (cext/trek12_solve_endgame.pyx).
    BRANCH_AND_BOUND = "branch and bound"
    # No operations make numbers worth more, wherever they lie: the optimum of the model in counting.py.
    COUNTING = "counting"
    # No sheet that can grow is worth more: the model in board.py has no solution above the bound.
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A plan, what it is said to be worth, and what is said to be the most."""

    # Kernel moves, one per roll to come; None: there is no plan.
    moves: tuple[int, ...] | None
    value: int | None
    # In points; None: none is known, or with Proof.BRANCH_AND_BOUND and no plan, that no plan exists.
    bound: int | None
    proof: Proof


class BadCertificate(ValueError):
    """A certificate that is refuted. The message says by what."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was verified; the rest is only claimed."""

    # The kernel replayed the plan to its value.
    value: bool
    # The bound was proved again.
    bound: bool


def check(known: Known, certificate: Certificate, nodes: int = _USUAL_NODES) -> Verdict:
    """Verify what can be verified with so many nodes of search. Raises BadCertificate for whatever is refuted."""
    if (certificate.moves is None) != (certificate.value is None):
        raise BadCertificate("a plan has a value, and a value has a plan")
    if (certificate.proof is Proof.NONE) and certificate.bound is not None:
        raise BadCertificate("a bound has a proof")
    if certificate.moves is not None:
        _check_value(known, certificate.moves, certificate)
    if certificate.proof is not Proof.BRANCH_AND_BOUND:
        if certificate.proof is not Proof.NONE and certificate.bound is None:
            raise BadCertificate("a proof proves a bound")
        return Verdict(value=certificate.moves is not None, bound=False)
    return Verdict(value=certificate.moves is not None, bound=_check_search(known, certificate, nodes))


def _check_value(known: Known, moves: Sequence[int], certificate: Certificate) -> None:
    try:
        value = value_of(known, moves)
    except BadPlan as defect:
        raise BadCertificate(str(defect)) from None
    if value != certificate.value:
        raise BadCertificate(f"the plan is worth {value}, not {certificate.value}")
    if certificate.bound is not None and certificate.bound < value:
        raise BadCertificate(f"the plan is worth {value}, which is more than the bound {certificate.bound}")


def _check_search(known: Known, certificate: Certificate, nodes: int) -> bool:
    """Whether a search confirms that nothing is worth more; False when it does not come to an end."""
    if len(known.rolls) > MOST_ENDGAME_ROLLS:
        raise BadCertificate(f"no search goes through more than {MOST_ENDGAME_ROLLS} rolls")
    ending = Ending(known, certificate.bound)
    is_through = ending.run(nodes, Stop())
    if ending.best is not None:
        raise BadCertificate(f"a plan worth {ending.best[0]} exists, against the bound {certificate.bound}")
    return is_through
