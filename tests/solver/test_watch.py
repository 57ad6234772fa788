"""The watcher of a Stop for code that cannot poll."""

from __future__ import annotations

import threading

from cext.stop import Stop
from solver.watch import calling

DEADLINE = 30.0


def test_the_work_is_ended_from_outside() -> None:
    stop, ended = Stop(), threading.Event()
    with calling(stop, ended.set):
        stop.set()
        assert ended.wait(DEADLINE)


def test_it_is_told_by_the_time_and_until_it_hears() -> None:
    """What has not begun yet does not hear the first time."""
    told = threading.Semaphore(0)
    with calling(Stop(seconds=0), told.release):
        for _ in range(3):
            assert told.acquire(timeout=DEADLINE)


def test_nobody_is_called_after_the_work_is_done() -> None:
    stop = Stop()
    ends: list[int] = []
    with calling(stop, lambda: ends.append(1)):
        pass
    stop.set()
    assert ends == []
    assert "canopy-stop" not in {thread.name for thread in threading.enumerate()}
