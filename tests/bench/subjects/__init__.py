"""What is measured, one module per subject. A new module here is found by itself: it only has to have a `SUBJECT`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.bench.rows import Row
from tests.bench.sampling import Plan


@dataclass(frozen=True, slots=True)
class Subject:
    """A group of rows that are measured together."""

    title: str
    # Where it comes in the table.
    order: int
    measure: Callable[[Plan], Iterable[Row]]
    # What a reader has to know to read the rows rightly.
    remarks: tuple[str, ...] = ()
    # It compares with OpenSpiel, which only the `bench` extra brings.
    needs_openspiel: bool = False


def subjects() -> list[Subject]:
    """All subjects, in the order of the table."""
    found: list[Subject] = [
        importlib.import_module(f"{__name__}.{module.name}").SUBJECT for module in pkgutil.iter_modules(__path__)
    ]
    return sorted(found, key=lambda subject: (subject.order, subject.title))
