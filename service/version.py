"""The version of this package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def package_version() -> str:
    """As installed, for example 1.2.3."""
    try:
        return version("canopy-engine")
    except PackageNotFoundError:
        return "(not installed)"
