"""What every test shares: the hypothesis profiles, and a header that says which build of the kernels is tested."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from cext import kernel
from tests.amounts import usual_amount

# `usual` tries the same examples on every machine, on the debug build fewer (tests/amounts.py); `soak` tries new ones
# every time, and prints how to repeat a failure. Nothing is measured in either: what is slow on a busy machine is not
# wrong.
PATIENT: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("usual", max_examples=usual_amount(100, debug_part=4), derandomize=True, **PATIENT)
settings.register_profile("soak", max_examples=10_000, print_blob=True, **PATIENT)


def wants_soak(config: pytest.Config) -> bool:
    """Whether this run is the long one: `pytest -m soak`, as `make soak` says it."""
    return bool(config.getoption("markexpr") == "soak")


def leaves_out_soak(config: pytest.Config) -> bool:
    """Whether no long test is taken, as in `make test`: there are so many that to collect them takes its time, too."""
    return "not soak" in (config.getoption("markexpr") or "")


def pytest_configure(config: pytest.Config) -> None:
    """CANOPY_TEST_PROFILE names a profile; without it the kind of run decides."""
    settings.load_profile(os.environ.get("CANOPY_TEST_PROFILE") or ("soak" if wants_soak(config) else "usual"))


def pytest_report_header() -> str:
    """Which build of the kernels this run tests, so that nobody takes one for the other."""
    return f"canopy kernels: {'debug' if kernel.DEBUG else 'release'} build, {kernel.__file__}"


@pytest.fixture(params=["usual", pytest.param("soak", marks=pytest.mark.soak)])
def every_profile(request: pytest.FixtureRequest) -> str:
    """For tests with hypothesis that the long run repeats with its own profile."""
    profile: str = request.param
    return profile


@pytest.fixture(scope="session")
def expects_debug() -> bool:
    """Whether this run is meant for the debug build of the kernels (`make test`)."""
    return os.environ.get("CANOPY_EXPECT_DEBUG") == "1"
