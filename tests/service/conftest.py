"""A real server on a free port of this machine, once for all tests, and clients of it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
import uvloop

from canopy.client import Canopy
from engines import registry
from service.engine import Engine
from service.keyring import Key, KeyRing
from service.sealing import Sealer
from service.server import Server
from tests.service.driver import Driven

# In seconds; only what hangs takes so long. A busy machine may well take a minute for what is usually done at once.
DEADLINE = 300.0


def make_key(name: str) -> Key:
    """A key of a fixed value."""
    return Key(hashlib.sha256(name.encode()).digest()[:4], hashlib.sha512(name.encode()).digest())


def key_line(key: Key) -> str:
    """A key as it stands in a ring file."""
    return f"{key.name}:{base64.b64encode(key.secret).decode()}"


@contextmanager
def serving(engine: Engine, **arguments: Any) -> Iterator[str]:
    """A server in a thread of its own; gives its address. `arguments` are the server's."""
    address: Future[str] = Future()
    stop: Future[Callable[[], object]] = Future()

    async def serve() -> None:
        told_to_stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        stop.set_result(partial(loop.call_soon_threadsafe, told_to_stop.set))
        async with Server(engine, "127.0.0.1:0", **arguments) as server:
            address.set_result(server.address)
            await told_to_stop.wait()

    thread = threading.Thread(target=lambda: uvloop.run(serve()), name="canopy-server")
    thread.start()
    try:
        yield address.result(DEADLINE)
    finally:
        stop.result(DEADLINE)()
        thread.join(DEADLINE)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def ring() -> KeyRing:
    """The key ring of the server."""
    return KeyRing((make_key("first"), make_key("second")))


@pytest.fixture(scope="session")
def sealer(ring: KeyRing) -> Sealer:
    """What the server seals with: for tests that look into tokens or forge them."""
    return Sealer(ring)


@pytest.fixture(scope="session")
def address(ring: KeyRing) -> Iterator[str]:
    """Where the server listens."""
    with serving(Engine(ring)) as address:
        yield address


@pytest.fixture(scope="session")
def canopy(address: str) -> Iterator[Canopy]:
    """A client of the server."""
    with Canopy(address, timeout=DEADLINE) as canopy:
        canopy.wait_until_ready()
        yield canopy


@pytest.fixture(params=sorted(registry.games()))
def ruleset(request: pytest.FixtureRequest) -> str:
    """Every ruleset in turn."""
    name: str = request.param
    return name


def one_usual() -> list[Any]:
    """The first ruleset, and the others for the long run."""
    first, *others = sorted(registry.games())
    return [first, *(pytest.param(name, marks=pytest.mark.soak) for name in others)]


@pytest.fixture(params=one_usual())
def any_ruleset(request: pytest.FixtureRequest) -> str:
    """A ruleset for tests that start processes, which take long and know no game; every one in the long run."""
    name: str = request.param
    return name


@pytest.fixture
def driven(canopy: Canopy, ruleset: str) -> Driven:
    """A new table of the ruleset, with dice that are the same in every run."""
    return Driven(canopy, ruleset, secret=b"s" * 32, request_id=b"driven")
