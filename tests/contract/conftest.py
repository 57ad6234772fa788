"""The games that the contract is tested on: a few random ones of every case, many more in `make soak`."""

from collections.abc import Iterator

import pytest

from tests.amounts import usual_amount
from tests.conftest import leaves_out_soak
from tests.playing import Walk, all_cases, all_games, walk

USUAL_SEEDS = range(usual_amount(2))
SOAK_SEEDS = range(usual_amount(2), 120)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `game`, `case` or `walks` once per ruleset or per case of the registry."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", all_games(), ids=lambda game: game.id)
    if "walks" in metafunc.fixturenames:
        cases = all_cases()
        usual = [pytest.param((case, USUAL_SEEDS), id=case.name) for case in cases]
        more = [] if leaves_out_soak(metafunc.config) else cases
        soak = [pytest.param((case, SOAK_SEEDS), id=f"{case.name}-soak", marks=pytest.mark.soak) for case in more]
        metafunc.parametrize("walks", usual + soak, indirect=True)
    elif "case" in metafunc.fixturenames:
        metafunc.parametrize("case", all_cases(), ids=str)


@pytest.fixture
def walks(request: pytest.FixtureRequest) -> Iterator[Walk]:
    """Random games of one case, to be gone through once."""
    case, seeds = request.param
    return (walk(case, seed) for seed in seeds)
