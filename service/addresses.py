"""Addresses as people write them: `host:port` or `[host]:port`."""

from __future__ import annotations

import ipaddress


def split_address(address: str) -> tuple[str, int]:
    """Host and port. Raises ValueError."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError(f"{address!r} is not of the form HOST:PORT")
    if host.startswith("[") and host.endswith("]"):
        return host[1:-1], int(port)
    if ":" in host:
        raise ValueError(f"{address!r}: an IPv6 address stands in brackets")
    return host, int(port)


def join_address(host: str, port: int) -> str:
    """What `split_address` splits."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach the address."""
    host, _ = split_address(address)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
