"""For code that cannot poll a `Stop` by itself: somebody who does it in its place."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cext.stop import Stop

# Well below the 50 ms in which a call that is cancelled has to end.
_POLL_SECONDS = 0.005


@contextmanager
def calling(stop: Stop, end: Callable[[], object]) -> Iterator[None]:
    """From another thread, call `end` as soon as `stop` is set, and again and again until the block is left.

    Once would not do: what is told to end before it has quite begun may not have heard it.

        with calling(stop, cp_solver.stop_search):
            cp_solver.solve(model)
    """
    left = threading.Event()

    def watch() -> None:
        while not left.wait(_POLL_SECONDS):
            if stop.is_set():
                end()

    watcher = threading.Thread(target=watch, name="canopy-stop", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        left.set()
        watcher.join()
