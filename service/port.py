"""A port that belongs to one service for as long as that runs, although several processes listen on it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from service.addresses import join_address, split_address


class CannotListen(Exception):
    """Nothing can listen on the address; the message says why."""

    def __init__(self, address: str, reason: str | None = None) -> None:
        super().__init__(f"cannot listen on {address}: {reason or 'the port is taken or the address is not here'}")


@contextmanager
def reserved(address: str) -> Iterator[str]:
    """Hold the port of the address, and give the address with its real port. Raises CannotListen.

    The sockets held never listen, so no connection comes to them. They keep the number even while no worker is alive,
    and let those of the same user that set SO_REUSEPORT, which are our workers, listen on it.
    """
    host, port = split_address(address)
    with ExitStack() as stack:
        try:
            for family, kind, protocol, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                name = str(place[0])
                if port:
                    _require_unused(family, name, port)
                held = stack.enter_context(socket.socket(family, kind, protocol))
                _bind(held, name, port, socket.SO_REUSEPORT)
                port = held.getsockname()[1]
        except OSError as error:
            raise CannotListen(address, error.strerror) from None
        yield join_address(host, port)


def _require_unused(family: int, name: str, port: int) -> None:
    """Raises OSError when somebody listens already, even if that one would share the port."""
    with socket.socket(family) as probe:
        # What remains for a minute of connections that are closed is no obstacle.
        _bind(probe, name, port, socket.SO_REUSEADDR)


def _bind(holder: socket.socket, name: str, port: int, option: int) -> None:
    holder.setsockopt(socket.SOL_SOCKET, option, 1)
    if holder.family == socket.AF_INET6:
        holder.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    holder.bind((name, port))
