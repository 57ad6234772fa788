"""The rules and alerts, as Prometheus and its tool see them: well formed, and raised when they should be."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
import yaml

from tests.deploy.queries import ALERT_TESTS, ALERTS, CONFIGURATION, RULES
from tests.service.processes import running
from tests.system.prometheus import Prometheus, promtool

pytestmark = pytest.mark.system


def test_rules_are_well_formed() -> None:
    checked = promtool("check", "rules", "--lint=all", "--lint-fatal", RULES, ALERTS)
    assert checked.returncode == 0, checked


def test_configuration_without_the_operator_is_well_formed(tmp_path: Path) -> None:
    configuration = yaml.safe_load(CONFIGURATION.read_text("utf-8"))
    for scraped in configuration["scrape_configs"]:
        # Some builds of Prometheus cannot ask Kubernetes, and do not even know how that is written.
        assert scraped.pop("kubernetes_sd_configs") == [{"role": "endpointslice"}]
    configuration["rule_files"] = [str(CONFIGURATION.parent / name) for name in configuration["rule_files"]]
    (tmp_path / "prometheus.yaml").write_text(yaml.safe_dump(configuration), "utf-8")
    checked = promtool("check", "config", tmp_path / "prometheus.yaml")
    assert checked.returncode == 0, checked
    assert b"2 rule files found" in checked.stdout


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
