"""The page that Prometheus reads: `GET /metrics` over plain HTTP/1.1, one request a connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from service.addresses import join_address, split_address
from service.logs import event, trace
from service.metrics import CONTENT_TYPE
from service.port import CannotListen

_LOGGER = logging.getLogger(__name__)
_PATH = b"/metrics"
_PATIENCE_SECONDS = 5.0
_MAX_HEAD_BYTES = 16_384
_MAX_CONNECTIONS = 32


@asynccontextmanager
async def metrics_page(address: str, exposition: Callable[[], bytes]) -> AsyncIterator[str]:
    """Serve the text that `exposition` makes; gives the address with its real port. Raises CannotListen."""
    host, port = split_address(address)
    try:
        server = await asyncio.start_server(_Page(exposition).answer, host, port, limit=_MAX_HEAD_BYTES)
    except OSError as error:
        raise CannotListen(address, error.strerror) from None
    async with server:
        yield join_address(host, server.sockets[0].getsockname()[1])


class _Page:
    def __init__(self, exposition: Callable[[], bytes]) -> None:
        self._exposition = exposition
        self._connections = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request. Whoever is too slow, or one of too many, gets none."""
        self._connections += 1
        try:
            if self._connections <= _MAX_CONNECTIONS:
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    writer.write(self._response(await reader.readuntil(b"\r\n\r\n")))
                    await writer.drain()
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self._connections -= 1
            with contextlib.suppress(ConnectionError):
                writer.close()

    def _response(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if path != _PATH:
            return _http("404 Not Found", "text/plain", b"The metrics are at /metrics.\n")
        if method not in (b"GET", b"HEAD"):
            return _http("405 Method Not Allowed", "text/plain", b"Metrics can be read only.\n")
        try:
            text = self._exposition()
        except Exception as error:  # noqa: BLE001 - a worker may be making its files at this instant
            _LOGGER.warning("the metrics cannot be read just now", extra=event(trace=trace(error)))
            return _http("503 Service Unavailable", "text/plain", b"Not just now.\n")
        return _http("200 OK", CONTENT_TYPE, text, has_body=method == b"GET")


def _http(status: str, content_type: str, body: bytes, *, has_body: bool = True) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + (body if has_body else b"")
