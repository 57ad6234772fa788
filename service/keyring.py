"""The key ring: the secrets that seal tables, keys and commitments.

Text form, in a file or in the environment: one `id:key` per line, the id as 8 hexadecimal digits and the key as the
base64 of 64 bytes (AES-256-SIV, RFC 5297). A third part may tell the day on which the key was made, in UTC, as
`id:key:2026-11-30`; it only says how old the key is. The first key seals, all of them open; so a key is rotated by
putting a new one before it and, once the tables it sealed are over, removing it. Replicas that take turns cannot all
change at once: there the new key first stands behind the old one, and comes to the front when every replica can open
what it seals. Blank lines and lines with `#` in front are ignored.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import errno
import os
import tempfile
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

KEY_ID_BYTES = 4
KEY_BYTES = 64

_HEADER = "# Canopy key ring: the first key seals, all open. Whoever has this file can read every table."


class BadKeyRing(ValueError):
    """A text is no key ring. The message never holds a key."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key; it never shows its secret."""

    id: bytes
    secret: bytes = field(repr=False)
    # The day on which it was made, if anybody has written that down.
    made: date | None = None

    @property
    def name(self) -> str:
        """The id as people read it."""
        return self.id.hex()


@dataclass(frozen=True, slots=True)
class KeyRing:
    """Keys of different ids, at least one."""

    keys: tuple[Key, ...]

    def __post_init__(self) -> None:
        if not self.keys:
            raise BadKeyRing("a key ring holds at least one key")
        seen = set()
        for key in self.keys:
            if key.id in seen:
                raise BadKeyRing(f"the key id {key.name} comes twice")
            seen.add(key.id)

    @property
    def sealing(self) -> Key:
        """The key that seals."""
        return self.keys[0]

    def rotated(self, keep: int, made: date | None = None) -> KeyRing:
        """A new key, made on that day, in front of the first `keep` old ones."""
        return KeyRing((self._another_key(made), *self.keys[:keep]))

    def staged(self, made: date | None = None) -> KeyRing:
        """A new key, made on that day, that opens and does not seal yet."""
        return KeyRing((self.sealing, self._another_key(made), *self.keys[1:]))

    def sealing_with(self, name: str) -> KeyRing:
        """The same keys, of which the one of that name seals. Raises BadKeyRing when there is none."""
        chosen = [key for key in self.keys if key.name == name]
        if not chosen:
            raise BadKeyRing(f"the ring has no key {name}")
        return KeyRing((*chosen, *(key for key in self.keys if key.name != name)))

    def _another_key(self, made: date | None) -> Key:
        new = generate_key(made)
        while any(new.id == key.id for key in self.keys):
            new = generate_key(made)
        return new


def generate_key(made: date | None = None) -> Key:
    """A fresh key from the operating system; `made` is the day that it is given as its own."""
    return Key(os.urandom(KEY_ID_BYTES), os.urandom(KEY_BYTES), made)


def generate(made: date | None = None) -> KeyRing:
    """A fresh ring of one key, see `generate_key`."""
    return KeyRing((generate_key(made),))


def parse(text: str) -> KeyRing:
    """The ring that a text describes; in the environment a comma may stand for a line end. Raises BadKeyRing."""
    keys = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.lstrip().startswith("#"):
            keys += [_parse_key(number, item.strip()) for item in line.split(",") if item.strip()]
    return KeyRing(tuple(keys))


def _parse_key(number: int, line: str) -> Key:
    key_id, _, rest = line.partition(":")
    secret, _, made = rest.partition(":")
    try:
        key = Key(
            bytes.fromhex(key_id.strip()),
            base64.b64decode(secret.strip(), validate=True),
            date.fromisoformat(made.strip()) if made else None,
        )
    except (ValueError, binascii.Error):
        raise BadKeyRing(
            f"line {number} is not of the form `id:key`, hexadecimal and base64, or `id:key:year-month-day`"
        ) from None
    if len(key.id) != KEY_ID_BYTES:
        raise BadKeyRing(f"line {number}: a key id has {2 * KEY_ID_BYTES} hexadecimal digits")
    if len(key.secret) != KEY_BYTES:
        raise BadKeyRing(f"line {number}: a key has {KEY_BYTES} bytes, this one has {len(key.secret)}")
    return key


def render(ring: KeyRing) -> str:
    """The text form."""
    return "".join(f"{_render_key(key)}\n" for key in ring.keys)


def _render_key(key: Key) -> str:
    line = f"{key.name}:{base64.b64encode(key.secret).decode()}"
    return line if key.made is None else f"{line}:{key.made.isoformat()}"


def load(path: Path) -> KeyRing:
    """The ring of a file. Raises BadKeyRing and OSError."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadKeyRing("the file is not text") from None


def save(ring: KeyRing, path: Path, *, replace: bool) -> None:
    """Write a file that only its owner may read. A reader sees the old ring or the new one, never half of one.

    Without `replace` an existing file is left alone and FileExistsError raised.
    """
    write_privately(path, f"{_HEADER}\n{render(ring)}", replace=replace)


def _link_new(path: Path, temporary: str) -> None:
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        # The error that comes names the temporary file, of which nobody knows.
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None


def write_privately(path: Path, text: str, *, replace: bool) -> None:
    """Write a file as `save` does."""
    if not path.parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path.parent))
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:  # mkstemp has set its mode to 0600
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            Path(temporary).replace(path)
        else:
            _link_new(path, temporary)
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(temporary).unlink()
