"""Every test here that asks for a ruleset runs once for each."""

from __future__ import annotations

import pytest

from tests.referee.records import Played, played, rulesets


@pytest.fixture(params=rulesets())
def ruleset(request: pytest.FixtureRequest) -> str:
    """Every ruleset in turn."""
    name: str = request.param
    return name


@pytest.fixture
def game(ruleset: str) -> Played:
    """A finished game of the ruleset."""
    return played(ruleset)
