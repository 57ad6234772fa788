"""TLS, with certificates that may change while the service runs.

The files are looked at when a connection is made, so a renewed certificate is shown to the next client and open
connections go on. Two files never change at the same instant: while key and certificate do not belong together, or one
of them cannot be read, the old pair stays in force.

With a file of client authorities (mTLS) nobody gets a connection without a certificate of one of them. That file is
read anew like the others.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from service.files import FileSignature, file_signature
from service.logs import event

_LOGGER = logging.getLogger(__name__)

Signature = tuple[FileSignature, ...]


class BadCertificates(ValueError):
    """Certificate files cannot be used. The message never holds a key."""


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

    def load(self) -> grpc.ServerCertificateConfiguration:
        """What gRPC needs, after a look at whether it can be used. Raises BadCertificates and OSError."""
        certificate, key = self.certificate.read_bytes(), self.key.read_bytes()
        _require_pair(certificate, key)
        authorities = None
        if self.client_authorities is not None:
            authorities = self.client_authorities.read_bytes()
            _require_certificates(authorities, "the client authorities are")
        return grpc.ssl_server_certificate_configuration([(key, certificate)], authorities)


def _require_pair(certificate: bytes, key: bytes) -> None:
    """gRPC would take any two files and then fail at every handshake."""
    (leaf, *_) = _require_certificates(certificate, "the certificate is")
    try:
        private = load_pem_private_key(key, None)
    except (ValueError, TypeError):
        raise BadCertificates("the key is no PEM of a private key without a passphrase") from None
    if private.public_key() != leaf.public_key():
        raise BadCertificates("the key does not belong to the certificate")


def _require_certificates(pem: bytes, what: str) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError:
        raise BadCertificates(f"{what} no PEM of certificates") from None


class Reloader:
    """Gives gRPC new certificates when the files have changed. Called by threads of gRPC, at every handshake."""

    def __init__(self, files: CertificateFiles, on_bad_files: Callable[[], None]) -> None:
        """Raises BadCertificates and OSError. `on_bad_files` is called when changed files cannot be used later on."""
        self._files = files
        self._on_bad_files = on_bad_files
        self._lock = threading.Lock()
        self._signature = files.signature()
        self.first = files.load()

    def __call__(self) -> grpc.ServerCertificateConfiguration | None:
        """New certificates, or None when the old ones are to be used."""
        with self._lock:
            signature = self._files.signature()
            if signature == self._signature:
                return None
            self._signature = signature
            try:
                configuration = self._files.load()
            except (BadCertificates, OSError) as error:
                reason = str(error) if isinstance(error, BadCertificates) else f"{error.filename}: {error.strerror}"
                _LOGGER.warning("the changed certificate files cannot be used", extra=event(reason=reason))
                self._on_bad_files()
                return None
            _LOGGER.info("certificates read again", extra=event(file=self._files.certificate))
            return configuration


def server_credentials(files: CertificateFiles, on_bad_files: Callable[[], None]) -> grpc.ServerCredentials:
    """Credentials for a port. Raises BadCertificates and OSError."""
    reloader = Reloader(files, on_bad_files)
    return grpc.dynamic_ssl_server_credentials(
        reloader.first,
        reloader,  # type: ignore[arg-type] # it may return None, says gRPC's own documentation
        require_client_authentication=files.client_authorities is not None,
    )
