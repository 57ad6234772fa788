"""TLS, with certificates that may change while the service runs.

The files are looked at when a connection is made, so a renewed certificate is shown to the next client and open
connections go on; and now and then, so that it is known when nobody connects, too. Two files never change at the same
instant: while key and certificate do not belong together, or one of them cannot be read, the old pair stays in force.

With a file of client authorities (mTLS) nobody gets a connection without a certificate of one of them. That file is
read anew like the others.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from service.files import FileSignature, file_signature
from service.logs import event

_LOGGER = logging.getLogger(__name__)

Signature = tuple[FileSignature, ...]


class BadCertificates(ValueError):
    """Certificate files cannot be used. The message never holds a key."""


class Loaded(NamedTuple):
    """What gRPC needs, and when the first certificate of the chain expires, in seconds since 1970."""

    configuration: grpc.ServerCertificateConfiguration
    expires: float


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """Where the server's certificate chain, its key, and the authorities of its clients are; all PEM."""

    certificate: Path
    key: Path
    client_authorities: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """All of them."""
        return (self.certificate, self.key, *(() if self.client_authorities is None else (self.client_authorities,)))

    def signature(self) -> Signature:
        """What changes when a file does."""
        return tuple(map(file_signature, self.paths))

    def load(self) -> Loaded:
        """What is in them, after a look at whether it can be used. Raises BadCertificates and OSError."""
        certificate, key = self.certificate.read_bytes(), self.key.read_bytes()
        chain = _require_pair(certificate, key)
        authorities = None
        if self.client_authorities is not None:
            authorities = self.client_authorities.read_bytes()
            _require_certificates(authorities, "the client authorities are")
        configuration = grpc.ssl_server_certificate_configuration([(key, certificate)], authorities)
        return Loaded(configuration, min(link.not_valid_after_utc for link in chain).timestamp())


def _require_pair(certificate: bytes, key: bytes) -> list[x509.Certificate]:
    """The chain. gRPC would take any two files and then fail at every handshake."""
    chain = _require_certificates(certificate, "the certificate is")
    try:
        private = load_pem_private_key(key, None)
    except (ValueError, TypeError):
        raise BadCertificates("the key is no PEM of a private key without a passphrase") from None
    if private.public_key() != chain[0].public_key():
        raise BadCertificates("the key does not belong to the certificate")
    return chain


def _require_certificates(pem: bytes, what: str) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError:
        raise BadCertificates(f"{what} no PEM of certificates") from None


class Reloader:
    """Gives gRPC new certificates when the files have changed. Any thread may use it; gRPC's do at every handshake."""

    def __init__(
        self, files: CertificateFiles, on_loaded: Callable[[float], None], on_bad_files: Callable[[], None]
    ) -> None:
        """Raises BadCertificates and OSError.

        `on_loaded` is told, of all that comes into force, when it expires, in seconds since 1970; `on_bad_files` is
        called when changed files cannot be used later on.
        """
        self._files = files
        self._on_loaded = on_loaded
        self._on_bad_files = on_bad_files
        self._lock = threading.Lock()
        self._signature = files.signature()
        self._first, expires = files.load()
        # What was read and gRPC has not asked for yet.
        self._newest: grpc.ServerCertificateConfiguration | None = None
        on_loaded(expires)

    def credentials(self) -> grpc.ServerCredentials:
        """Credentials for a port."""
        return grpc.dynamic_ssl_server_credentials(
            self._first,
            self._newer,  # type: ignore[arg-type] # it may return None, says gRPC's own documentation
            require_client_authentication=self._files.client_authorities is not None,
        )

    def _newer(self) -> grpc.ServerCertificateConfiguration | None:
        """New certificates, or None when the old ones are to be used."""
        self.look()
        with self._lock:
            newest, self._newest = self._newest, None
            return newest

    def look(self) -> None:
        """Read the files again if they have changed."""
        with self._lock:
            signature = self._files.signature()
            if signature == self._signature:
                return
            self._signature = signature
            try:
                self._newest, expires = self._files.load()
            except (BadCertificates, OSError) as error:
                reason = str(error) if isinstance(error, BadCertificates) else f"{error.filename}: {error.strerror}"
                _LOGGER.warning("the changed certificate files cannot be used", extra=event(reason=reason))
                self._on_bad_files()
                return
            _LOGGER.info("certificates read again", extra=event(file=self._files.certificate))
            self._on_loaded(expires)
