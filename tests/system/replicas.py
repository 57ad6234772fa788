"""Replicas of one service, each a `canopy serve` of its own on an address that it keeps when it is replaced."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Self

from service import keyring
from service.addresses import join_address
from service.keyring import KeyRing
from tests.service.processes import Service, ending, running


class Replica:
    """One of them."""

    def __init__(self, folder: Path, keys_file: Path) -> None:
        self._folder = folder
        self._keys_file = keys_file
        self._own = ExitStack()
        self._life = ExitStack()
        self._service: Service
        # Nobody else is to take the port while nobody listens on it; our workers may.
        held = self._own.enter_context(closing(socket.socket()))
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(("127.0.0.1", 0))
        self.address = join_address(*held.getsockname())

    def start(self) -> None:
        """Have it answer calls, with the keys that the file holds now."""
        self._service = self._life.enter_context(
            running(self._folder, "--bind", self.address, keys_file=self._keys_file)
        )
        _, self._worker = self._service.ready_worker()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        processes = [self._service.process.pid, self._worker]
        with ending(processes):
            for process in processes:
                os.kill(process, signal.SIGKILL)
        self._life.close()

    def stop(self) -> int:
        """Have it end well; its exit status."""
        return self._service.stop()

    def close(self) -> None:
        """Give everything back."""
        self._life.close()
        self._own.close()


class Replicas:
    """So many replicas with one key ring, which is rotated as they are replaced one after the other."""

    def __init__(self, folder: Path, count: int) -> None:
        self._keys_file = folder / "canopy.keys"
        keyring.save(keyring.generate(), self._keys_file, replace=False)
        self._replicas = [Replica(folder, self._keys_file) for _ in range(count)]
        self._steps = 0
        self.kills = 0

    def __enter__(self) -> Self:
        for replica in self._replicas:
            replica.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for replica in self._replicas:
            replica.close()

    @property
    def target(self) -> str:
        """All of them, as gRPC clients name a list of addresses."""
        return f"ipv4:{','.join(replica.address for replica in self._replicas)}"

    @property
    def ring(self) -> KeyRing:
        """All keys there ever were, by now."""
        return keyring.load(self._keys_file)

    def replace_next(self) -> None:
        """Kill one and start it again. Before each round of them the key ring takes its next step.

        First a new key that opens and does not seal, and when all replicas have that, the same key in front.
        """
        number = self.kills % len(self._replicas)
        if number == 0:
            ring = self.ring
            is_staged = self._steps % 2 == 1
            changed = ring.sealing_with(ring.keys[1].name) if is_staged else ring.staged()
            keyring.save(changed, self._keys_file, replace=True)
            self._steps += 1
        self._replicas[number].kill()
        self.kills += 1
        self._replicas[number].start()

    def stop(self) -> Sequence[int]:
        """Have all of them end well; their exit statuses."""
        return [replica.stop() for replica in self._replicas]
