"""The results as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.rows import Row
from tests.bench.sampling import Plan
from tests.bench.subjects import Subject

HEADINGS = ("", "figure", "spread", "unit", "target", "met")
# Columns of fixed width, so that every subject can be shown as soon as it is measured. Words to the left, numbers to
# the right.
COLUMNS = ("<58", ">11", ">26", "<12", ">13", "<3")


@dataclass(frozen=True, slots=True)
class Result:
    """A subject and its rows."""

    subject: Subject
    rows: tuple[Row, ...]


def number(value: float) -> str:
    """A figure with as many digits as mean something: 12,345,678 but 1.23."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def cells(row: Row) -> tuple[str, ...]:
    """A row of the table."""
    target = "" if row.target is None else f"{row.target.relation} {row.target.limit:,.10g}"
    met = {None: "", True: "yes", False: "NO"}[row.is_met]
    spread = f"{number(row.samples.low)} .. {number(row.samples.high)}"
    return row.what, number(row.figure), spread, row.unit, target, met


def line(row: Sequence[str]) -> str:
    """One line of the table."""
    return ("  " + "  ".join(format(cell, column) for cell, column in zip(row, COLUMNS, strict=True))).rstrip()


def block(result: Result) -> str:
    """One subject of the table."""
    remarks = (f"  * {remark}" for remark in result.subject.remarks)
    return "\n".join(["", result.subject.title, *(line(cells(row)) for row in result.rows), *remarks])


def summary(results: Sequence[Result]) -> str:
    """The last line: how many targets are met and which are not."""
    aimed = [row for result in results for row in result.rows if row.target is not None]
    missed = [row.what for row in aimed if not row.is_met]
    line = f"{len(aimed) - len(missed)} of {len(aimed)} targets met"
    return f"{line}; missed: {'; '.join(missed)}" if missed else line


def machine() -> dict[str, Any]:
    """What the figures were taken on."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "cores": os.cpu_count(),
    }


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown"


def as_json(results: Sequence[Result], plan: Plan) -> str:
    """Everything the table says, and every single measurement."""
    document = {
        "machine": machine(),
        "plan": {"turns": plan.turns, "seconds_per_measurement": plan.seconds},
        "subjects": [
            {
                "title": result.subject.title,
                "remarks": list(result.subject.remarks),
                "rows": [
                    {
                        "what": row.what,
                        "figure": row.figure,
                        "samples": list(row.samples.values),
                        "unit": row.unit,
                        "target": None if row.target is None else f"{row.target.relation} {row.target.limit:.10g}",
                        "met": row.is_met,
                    }
                    for row in result.rows
                ],
            }
            for result in results
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
