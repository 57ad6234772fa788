"""The rules and alerts, as Prometheus' own tool sees them: well formed, and raised when they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.queries import ALERT_TESTS, ALERTS, RULES
from tests.system.prometheus import promtool

pytestmark = pytest.mark.system


def test_rules_are_well_formed() -> None:
    checked = promtool("check", "rules", "--lint=all", "--lint-fatal", RULES, ALERTS)
    assert checked.returncode == 0, checked


@pytest.mark.parametrize("path", ALERT_TESTS, ids=lambda path: path.stem)
def test_alerts_are_raised_when_they_should_be(path: Path) -> None:
    tested = promtool("test", "rules", path)
    assert tested.returncode == 0, (tested.stdout + tested.stderr).decode()
