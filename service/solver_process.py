"""One solver process, as the worker that keeps it sees it: it is given a job, heard, told to stop, and killed."""

from __future__ import annotations

import asyncio
import mmap
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence

from cext.stop import FLAG_BYTES
from service.children import command, environment
from service.solver_link import HEAD, MEMORY_BYTES, Job, Kind, frame
from service.solver_patience import Usage, usage_of

_CLEAR = bytes(FLAG_BYTES)
_SET = b"\x01" * FLAG_BYTES
_ENDS = (Kind.FINAL, Kind.REFUSED, Kind.DEFECT)

MODULE = "service.solver_child"


class SolverLost(Exception):
    """The process has ended, so whatever it was doing is lost."""


class SolverProcess:
    """A process that takes one job at a time."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        memory: mmap.mmap,
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._memory = memory

    @classmethod
    async def start(cls, module: str = MODULE) -> SolverProcess:
        """A process that is ready. Raises SolverLost when none can be had."""
        memory_descriptor = os.memfd_create("canopy-solver")
        ours, theirs = socket.socketpair()
        try:
            os.ftruncate(memory_descriptor, MEMORY_BYTES)
            memory = mmap.mmap(memory_descriptor, MEMORY_BYTES)
            process = _spawn(module, [theirs.fileno(), memory_descriptor])
        except OSError as error:
            ours.close()
            raise SolverLost(error.strerror) from None
        finally:
            theirs.close()
            os.close(memory_descriptor)
        reader, writer = await asyncio.open_connection(sock=ours)
        started = cls(process, reader, writer, memory)
        try:
            await started._read()  # READY: there is nothing else that it could say now.
        except BaseException:
            await started.close()
            raise
        return started

    @property
    def number(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return not self._reader.at_eof()

    async def perform(self, job: Job, seconds: float) -> AsyncIterator[tuple[Kind, bytes]]:
        """All that it says about the job, the end last. Raises SolverLost."""
        self._memory[:FLAG_BYTES] = _CLEAR
        try:
            self._writer.write(frame(Kind.JOB, job.to_bytes(seconds)))
            await self._writer.drain()
        except ConnectionError:
            raise SolverLost from None
        while True:
            kind, payload = await self._read()
            yield kind, payload
            if kind in _ENDS:
                return

    async def _read(self) -> tuple[Kind, bytes]:
        try:
            kind, length = HEAD.unpack(await self._reader.readexactly(HEAD.size))
            return Kind(kind), await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise SolverLost from None

    def stop(self) -> None:
        """Let it end its job with the best it has."""
        self._memory[:FLAG_BYTES] = _SET

    def usage(self) -> Usage | None:
        """What it does with the processor; None when it has ended."""
        return usage_of(self.number)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    async def close(self) -> None:
        """End it and forget it."""
        self.kill()
        self._writer.close()
        await asyncio.to_thread(self._process.wait)
        self._memory.close()


def _spawn(module: str, descriptors: Sequence[int]) -> subprocess.Popen[bytes]:
    """Start a process, but not as event loops do it: they fork and run, in the copy, what gRPC has to say about that.

    It stays in the session of its worker, for the system may weigh priorities within a session only.
    """
    return subprocess.Popen(  # noqa: S603 - our own module
        command(module, descriptors),
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=descriptors,
    )
