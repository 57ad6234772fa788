"""`python -m tests.bench`: measure, print the table, and with --strict fail when a target is missed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cext.kernel import DEBUG
from tests.bench import openspiel, report
from tests.bench.sampling import FULL, QUICK
from tests.bench.subjects import subjects

EXIT_TARGET_MISSED = 1
EXIT_CANNOT_MEASURE = 2


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every measurement to this file as well")
    parser.add_argument("--only", metavar="WORD", default="", help="only the subjects whose title contains this word")
    parser.add_argument("--quick", action="store_true", help="a few short measurements: shows that all works, no more")
    parser.add_argument("--no-openspiel", action="store_true", help="leave out what compares with OpenSpiel")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a target is missed")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure everything asked for; the exit code."""
    options = parse(arguments)
    plan = QUICK if options.quick else FULL
    chosen = [subject for subject in subjects() if options.only.casefold() in subject.title.casefold()]
    if options.no_openspiel:
        chosen = [subject for subject in chosen if not subject.needs_openspiel]
    if not chosen:
        print(f"Nothing to measure: no subject's title contains {options.only!r}.", file=sys.stderr)
        return EXIT_CANNOT_MEASURE
    if any(subject.needs_openspiel for subject in chosen) and not openspiel.is_installed():
        print(
            "OpenSpiel is not installed, and some figures are ratios to it.\n"
            "`make bench` installs it; by hand: pip install '.[bench]'. Or leave those figures out: --no-openspiel.",
            file=sys.stderr,
        )
        return EXIT_CANNOT_MEASURE
    if DEBUG:
        print("This is the debug build of the kernels, which is made to be careful and not fast.", file=sys.stderr)

    print(", ".join(f"{name} {value}" for name, value in report.machine().items()))
    print(
        "Medians with smallest and largest. Processor time for what one thread does, wall time for starts and calls.\n"
    )
    print(report.line(report.HEADINGS))
    results = []
    for subject in chosen:
        results.append(report.Result(subject, tuple(subject.measure(plan))))
        print(report.block(results[-1]), flush=True)
    print(f"\n{report.summary(results)}")
    if options.json is not None:
        options.json.write_text(report.as_json(results, plan), encoding="utf-8")
    is_missed = any(row.is_met is False for result in results for row in result.rows)
    return EXIT_TARGET_MISSED if options.strict and is_missed else 0


if __name__ == "__main__":
    sys.exit(main())
