"""A real Prometheus and its promtool, for tests: it reads the page of a service, or no page at all."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

# In seconds; only what hangs takes so long.
DEADLINE = 300.0
# How often pages are read, and how long one may take: on a busy machine a short time is not enough.
INTERVAL = "2s"
READY = "Server is ready to receive web requests"
LISTENING = re.compile(r'msg="Listening on" address=(\S+)')
# What Kubernetes would put on every series of a Pod.
POD = {"namespace": "games", "pod": "canopy-0"}


class Prometheus:
    """Prometheus, reading one page and evaluating rules every INTERVAL."""

    def __init__(self, page: str, folder: Path, rules: Sequence[Path] = ()) -> None:
        url = urlsplit(page)
        scraped = {"targets": [url.netloc], "labels": POD}
        configuration = {
            "global": dict.fromkeys(("scrape_interval", "scrape_timeout", "evaluation_interval"), INTERVAL),
            "scrape_configs": [{"job_name": "canopy", "metrics_path": url.path, "static_configs": [scraped]}],
            "rule_files": list(map(str, rules)),
        }
        file = folder / "prometheus.yml"
        file.write_text(json.dumps(configuration))  # JSON is YAML
        self._process = subprocess.Popen(
            [
                program("prometheus"),
                f"--config.file={file}",
                f"--storage.tsdb.path={folder / 'data'}",
                "--web.listen-address=127.0.0.1:0",
                f"--web.console.libraries={folder}",
                f"--web.console.templates={folder}",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._address = self._find_address()

    def _find_address(self) -> str:
        assert self._process.stderr is not None
        said = ""
        for line in self._process.stderr:
            said += line
            if READY in line and (found := LISTENING.search(said)):
                return found[1]
        raise AssertionError(said)

    def __enter__(self) -> Prometheus:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.terminate()
        self._process.communicate(timeout=DEADLINE)

    def ask(self, path: str, **parameters: str) -> Any:
        """The answer of its HTTP interface."""
        url = f"http://{self._address}/api/v1/{path}?{urlencode(parameters)}"
        with urllib.request.urlopen(url, timeout=DEADLINE) as answer:
            return json.load(answer)["data"]

    def value(self, query: str) -> float | None:
        """The single value of a query, if there is any yet."""
        result = self.ask("query", query=query)["result"]
        assert len(result) <= 1, query
        return float(result[0]["value"][1]) if result else None

    def wait_until(self, query: str, expected: float) -> None:
        """Return when a query has this value; Prometheus has to live on until then."""
        self.wait_for(lambda: self.value(query) == expected, f"{query} == {expected}")

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Return when something holds."""
        end = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < end, what
            with contextlib.suppress(subprocess.TimeoutExpired):
                pytest.fail(f"Prometheus has ended with {self._process.wait(timeout=0.05)}")


def program(name: str) -> str:
    """Where a program of Debian's package prometheus is."""
    found = shutil.which(name)
    assert found is not None, "this test needs Debian's prometheus"
    return found


def promtool(*arguments: str | Path, told: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """What promtool says, and its exit status."""
    command = [program("promtool"), *map(str, arguments)]
    return subprocess.run(command, input=told, capture_output=True, timeout=DEADLINE, check=False)
