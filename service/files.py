"""Files that are read again when they change."""

from __future__ import annotations

from pathlib import Path

FileSignature = tuple[int, int, int] | None


def file_signature(path: Path) -> FileSignature:
    """What changes when a file does; None for one that cannot be found."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino, status.st_size
