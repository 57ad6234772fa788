"""TLS and mTLS: who gets a connection, and certificates that change while the service runs."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

from canopy.client import Canopy
from canopy.v1 import engine_pb2
from service import server
from service.config import BadConfig
from service.engine import Engine
from service.engine_service import new_metrics
from service.keyring import KeyRing
from service.metrics import Metrics
from service.rpc import CallLimits, Wrapper
from service.server import make_server
from service.settings import Settings
from service.tls import CertificateFiles, Reloader
from tests.service.certificates import Authority, Identity
from tests.service.conftest import DEADLINE, serving
from tests.service.counted import Counted

Request = engine_pb2.PlayGameRequest


class Folder:
    """The files of a server. Each is replaced at once, as whoever renews certificates should do."""

    def __init__(self, path: Path) -> None:
        self.files = CertificateFiles(path / "server.pem", path / "server.key", path / "clients.pem")

    def write(self, file: Path | None, content: bytes) -> None:
        assert file is not None
        new = file.with_suffix(".new")
        new.write_bytes(content)
        new.replace(file)

    def install(self, identity: Identity, clients: bytes) -> None:
        self.write(self.files.certificate, identity.certificate)
        self.write(self.files.key, identity.key)
        self.write(self.files.client_authorities, clients)


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture(scope="module")
def strangers() -> Authority:
    """An authority that the service does not know at first."""
    return Authority("strangers")


@pytest.fixture(scope="module")
def first(authority: Authority) -> Identity:
    """The server's first identity."""
    return authority.server()


@pytest.fixture
def folder(tmp_path: Path, authority: Authority, first: Identity) -> Folder:
    folder = Folder(tmp_path)
    folder.install(first, authority.certificate)
    return folder


@contextmanager
def encrypted(ring: KeyRing, files: CertificateFiles) -> Iterator[tuple[str, Metrics]]:
    """A service with these files."""
    metrics = new_metrics()
    certificates = Reloader(files, metrics.certificate_expires, lambda: metrics.reload_failed("tls"))
    wrapper = Wrapper(metrics, CallLimits(65_536))
    with serving(Engine(ring), wrapper=wrapper, certificates=certificates) as address:
        yield address, metrics


def answered(address: str, authority: Authority, identity: Identity | None = None) -> bool:
    """Whether a new client of this identity gets an answer."""
    cert, key = (None, None) if identity is None else (identity.certificate, identity.key)
    with Canopy(address, timeout=DEADLINE, ca=authority.certificate, cert=cert, key=key) as canopy:
        return is_answered(canopy)


def is_answered(canopy: Canopy) -> bool:
    try:
        return bool(canopy.list_rulesets().rulesets)
    except grpc.RpcError as error:
        if error.code() is not grpc.StatusCode.UNAVAILABLE:
            raise
        return False


def shown_serial(address: str, authority: Authority, client: Identity, tmp_path: Path) -> int:
    """The number of the certificate that the service shows to a new connection."""
    host, _, port = address.rpartition(":")
    pair = tmp_path / "client.pem"
    pair.write_bytes(client.key + client.certificate)
    context = ssl.create_default_context(cadata=authority.certificate.decode())
    context.set_alpn_protocols(["h2"])
    context.load_cert_chain(pair)
    with (
        socket.create_connection((host, int(port)), DEADLINE) as connection,
        context.wrap_socket(connection, server_hostname="localhost") as wrapped,
    ):
        certificate = wrapped.getpeercert(binary_form=True)
    assert certificate is not None
    return x509.load_der_x509_certificate(certificate).serial_number


def test_a_client_that_knows_the_authority_is_answered_and_no_other(
    ring: KeyRing, folder: Folder, authority: Authority, strangers: Authority
) -> None:
    files = CertificateFiles(folder.files.certificate, folder.files.key)
    with encrypted(ring, files) as (address, _):
        assert answered(address, authority)
        assert not answered(address, strangers)
        with Canopy(address, timeout=DEADLINE) as plain:
            assert not is_answered(plain)


def test_the_client_takes_files_and_an_api_key(
    ring: KeyRing, folder: Folder, authority: Authority, tmp_path: Path
) -> None:
    identity = authority.client()
    paths: dict[str, Any] = {name: tmp_path / name for name in ("ca", "cert", "key")}
    for path, content in zip(paths.values(), (authority.certificate, identity.certificate, identity.key), strict=True):
        path.write_bytes(content)
    with (
        encrypted(ring, folder.files) as (address, _),
        Canopy(address, timeout=DEADLINE, api_key="unneeded", **paths) as canopy,
    ):
        canopy.wait_until_ready()
        assert is_answered(canopy)


def test_with_client_authorities_nobody_else_is_answered(
    ring: KeyRing, folder: Folder, authority: Authority, strangers: Authority
) -> None:
    with encrypted(ring, folder.files) as (address, _):
        assert answered(address, authority, authority.client())
        assert not answered(address, authority)
        assert not answered(address, authority, strangers.client())
        folder.write(folder.files.client_authorities, authority.certificate + strangers.certificate)
        assert answered(address, authority, strangers.client())


def test_certificates_change_while_the_service_runs(
    ring: KeyRing,
    folder: Folder,
    authority: Authority,
    first: Identity,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    client, second = authority.client(), authority.server()
    with (
        encrypted(ring, folder.files) as (address, metrics),
        Canopy(
            address, timeout=DEADLINE, ca=authority.certificate, cert=client.certificate, key=client.key
        ) as connected,
    ):
        assert is_answered(connected)
        assert shown_serial(address, authority, client, tmp_path) == first.serial
        # Half of a pair: the old one stays, and that is said once.
        folder.write(folder.files.key, second.key)
        for _ in range(3):
            assert shown_serial(address, authority, client, tmp_path) == first.serial
        assert Counted.of(metrics).value("canopy_reload_failures_total", kind="tls") == 1
        folder.write(folder.files.certificate, second.certificate)
        assert shown_serial(address, authority, client, tmp_path) == second.serial
        # The connection that was there all the time goes on.
        assert is_answered(connected)
    said = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert said == ["the changed certificate files cannot be used"]
    assert "PRIVATE" not in repr([record.__dict__ for record in caplog.records])


def test_it_is_known_when_what_is_in_force_expires_though_nobody_connects(
    ring: KeyRing, folder: Folder, authority: Authority, first: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_LOOK_SECONDS", 0.01)
    sooner, later = authority.server(timedelta(hours=6)), authority.server(timedelta(days=2))
    metrics, seen = new_metrics(), SimpleQueue[float | None]()

    def came_into_force(expires: float) -> None:
        metrics.certificate_expires(expires)
        seen.put(expires)

    certificates = Reloader(folder.files, came_into_force, lambda: seen.put(None))
    with serving(Engine(ring), certificates=certificates):
        assert seen.get(timeout=DEADLINE) == first.expires
        # Half of a pair is not in force, and of a chain the link counts that expires first.
        folder.write(folder.files.certificate, later.certificate)
        assert seen.get(timeout=DEADLINE) is None
        folder.write(folder.files.key, later.key)
        assert seen.get(timeout=DEADLINE) == later.expires
        folder.write(folder.files.certificate, later.certificate + sooner.certificate)
        assert seen.get(timeout=DEADLINE) == sooner.expires
    assert Counted.of(metrics).value("canopy_certificate_expires_timestamp_seconds") == sooner.expires


def test_nothing_expires_where_nothing_is_encrypted() -> None:
    assert b"canopy_certificate_expires" not in new_metrics().exposition()


@pytest.mark.parametrize("content", [b"", b"nonsense"])
def test_a_broken_or_missing_file_leaves_the_old_ones_in_force(
    content: bytes, ring: KeyRing, folder: Folder, authority: Authority, first: Identity, tmp_path: Path
) -> None:
    client = authority.client()
    with encrypted(ring, folder.files) as (address, metrics):
        for count, path in enumerate(folder.files.paths, start=1):
            before = path.read_bytes()
            if content:
                folder.write(path, content)
            else:
                path.unlink()
            for _ in range(2):
                assert shown_serial(address, authority, client, tmp_path) == first.serial
            assert Counted.of(metrics).value("canopy_reload_failures_total", kind="tls") == count
            folder.write(path, before)
            assert shown_serial(address, authority, client, tmp_path) == first.serial


@pytest.mark.parametrize("defect", ["missing", "foreign key", "passphrase", "no certificate"])
def test_a_service_does_not_start_with_files_it_cannot_use(
    defect: str, ring: KeyRing, folder: Folder, authority: Authority
) -> None:
    match defect:
        case "missing":
            folder.files.key.unlink()
        case "foreign key":
            folder.files.key.write_bytes(authority.server().key)
        case "passphrase":
            folder.files.key.write_bytes(encrypted_key())
        case _:
            folder.files.certificate.write_bytes(b"nonsense")
    settings = Settings(bind="127.0.0.1:0", tls_cert=folder.files.certificate, tls_key=folder.files.key)
    with pytest.raises(BadConfig, match="TLS"):
        make_server(settings, ring, share_port=False)


def encrypted_key() -> bytes:
    """A key that nobody can read who does not know its passphrase."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"passphrase"))


@pytest.mark.parametrize("given", ["tls_cert", "tls_key", "tls_client_ca"])
def test_half_of_the_settings_is_refused(given: str, ring: KeyRing, folder: Folder) -> None:
    settings = Settings(bind="127.0.0.1:0", **{given: folder.files.certificate})  # type: ignore[arg-type]
    with pytest.raises(BadConfig, match="--tls-cert and --tls-key"):
        make_server(settings, ring, share_port=False)
