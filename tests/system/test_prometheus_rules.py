"""The rules and alerts, as Prometheus and its tool see them: well formed, and raised when they should be."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.deploy.queries import ALERT_TESTS, ALERTS, RULES
from tests.service.processes import running
from tests.system.prometheus import Prometheus, promtool

pytestmark = pytest.mark.system


def test_rules_are_well_formed() -> None:
    checked = promtool("check", "rules", "--lint=all", "--lint-fatal", RULES, ALERTS)
    assert checked.returncode == 0, checked


@pytest.mark.parametrize("path", ALERT_TESTS, ids=lambda path: path.stem)
def test_alerts_are_raised_when_they_should_be(path: Path) -> None:
    tested = promtool("test", "rules", path)
    assert tested.returncode == 0, (tested.stdout + tested.stderr).decode()


def test_workers_that_die_again_and_again_raise_an_alert(tmp_path: Path) -> None:
    """From the service to the alert: this one waits for nothing, so nobody has to wait for it."""
    with running(tmp_path) as service:
        _, worker = service.ready_worker()
        with Prometheus(service.metrics_url, tmp_path, [RULES, ALERTS]) as prometheus:
            # What has never been seen at 0 cannot be seen to grow.
            prometheus.wait_until("canopy_worker_restarts_total", 0)
            assert raised(prometheus) == set()
            for restarts in (1, 2, 3):
                os.kill(worker, signal.SIGKILL)
                _, worker = service.ready_worker()
                prometheus.wait_until("canopy_worker_restarts_total", restarts)
            prometheus.wait_for(lambda: raised(prometheus) == {"CanopyWorkersRestart"}, "the alert")


def raised(prometheus: Prometheus) -> set[str]:
    """The alerts that are raised now."""
    return {alert["labels"]["alertname"] for alert in prometheus.ask("alerts")["alerts"] if alert["state"] == "firing"}
