"""The checker believes nothing that it can refute."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace

import pytest

from cext import trek12
from cext.stop import Stop
from cext.trek12_solve import Known
from solver.budget import Budget
from solver.trek12.certificate import BadCertificate, Certificate, Proof, Verdict, check
from solver.trek12.known_dice import solve_known_dice
from tests.solver.trek12.games import known_after, printed


@pytest.fixture(scope="module")
def known() -> Known:
    return known_after(random.Random(3), printed(), 5)


@pytest.fixture(scope="module")
def certificate(known: Known) -> Certificate:
    return solve_known_dice(known, Budget(nodes=400_000), 1, Stop()).certificate


def test_an_honest_certificate_is_verified_value_and_bound(known: Known, certificate: Certificate) -> None:
    assert certificate.proof is Proof.BRANCH_AND_BOUND
    assert check(known, certificate) == Verdict(value=True, bound=True)


def test_a_bound_of_cp_sat_is_only_named(known: Known, certificate: Certificate) -> None:
    for proof in (Proof.COUNTING, Proof.BOARD):
        assert check(known, replace(certificate, proof=proof)) == Verdict(value=True, bound=False)


def test_a_search_that_is_not_finished_verifies_no_bound(known: Known, certificate: Certificate) -> None:
    assert certificate.bound is not None
    verdict = check(known, replace(certificate, moves=None, value=None), nodes=1)
    assert verdict.value is False


@pytest.mark.parametrize("step", range(5))
def test_another_move_is_refused_or_worth_something_else(known: Known, certificate: Certificate, step: int) -> None:
    assert certificate.moves is not None
    operation, circle, _, _ = trek12.unpack_move(certificate.moves[step])
    filled = known.facts.written.index(next(number for number in known.facts.written if number is not None))
    for other in (trek12.pack_move(operation, filled, None, None), trek12.pack_move(7, circle, None, None), 2**60):
        moves = (*certificate.moves[:step], other, *certificate.moves[step + 1 :])
        with pytest.raises(BadCertificate):
            check(known, replace(certificate, moves=moves))


@pytest.mark.parametrize(
    "tampered",
    [
        lambda c: replace(c, value=c.value + 1, bound=c.bound + 1),
        lambda c: replace(c, value=c.value - 1),
        lambda c: replace(c, bound=c.bound - 1),
        lambda c: replace(c, moves=c.moves[:-1]),
        lambda c: replace(c, moves=(*c.moves, c.moves[-1])),
        lambda c: replace(c, moves=None),
        lambda c: replace(c, value=None),
        lambda c: replace(c, proof=Proof.NONE),
        lambda c: replace(c, proof=Proof.COUNTING, bound=None),
        # A better plan exists than this bound without a plan allows, and plans exist though none is said to.
        lambda c: replace(c, moves=None, value=None, bound=c.bound - 1),
        lambda c: replace(c, moves=None, value=None, bound=None),
    ],
)
def test_tampering_is_refused(known: Known, certificate: Certificate, tampered: object) -> None:
    with pytest.raises(BadCertificate):
        check(known, tampered(certificate))  # type: ignore[operator]


def test_the_wrong_task_is_refused(known: Known, certificate: Certificate) -> None:
    """The same plan under constraints that it breaks."""
    assert certificate.moves is not None
    circle = trek12.unpack_move(certificate.moves[0])[1]
    other = Known(known.start, 0, known.rolls, known.numbers, known.cards, empty=[circle])
    with pytest.raises(BadCertificate, match="stay empty"):
        check(other, certificate)


def test_a_search_proves_nothing_about_more_rolls_than_it_can_go_through(certificate: Certificate) -> None:
    long = known_after(random.Random(3), printed(), 12)
    with pytest.raises(BadCertificate, match="no search"):
        check(long, Certificate(None, None, 50, Proof.BRANCH_AND_BOUND))


def test_the_checker_needs_no_or_tools() -> None:
    code = "import sys; import solver.trek12.certificate; sys.exit('ortools' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
