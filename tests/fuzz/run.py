"""Fuzz one harness with atheris: `python -m tests.fuzz.run fuzz_pack --seconds 60`.

Atheris looks at the Python code of engines and service while it runs, so that inputs that reach new code are kept and
changed further. What it finds is written to the folder of --findings; put it into the corpus when it is dealt with.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.fuzz import harnesses

_MAX_LENGTH = 40_000
_MAX_MEGABYTES = 2048


def main() -> None:
    """Fuzz until the time is over; the exit status is not 0 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=harnesses.names())
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="of the fuzzer's randomness; 0 takes any")
    parser.add_argument("--findings", type=Path, default=Path(), help="folder for inputs that are dealt with wrongly")
    arguments = parser.parse_args()

    # Atheris is an extra and has no types.
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["engines", "service"]):
        harness = harnesses.load(arguments.name)
        # Here, because the registry imports the games when it is first asked for them.
        inputs = [*harness.seeds(), *harnesses.corpus(arguments.name)]
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(inputs):
            (Path(folder) / f"{number:04}").write_bytes(data)
        options = [
            f"-max_total_time={arguments.seconds}",
            f"-max_len={_MAX_LENGTH}",
            f"-rss_limit_mb={_MAX_MEGABYTES}",
            f"-seed={arguments.seed}",
            f"-artifact_prefix={arguments.findings}/",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *options, folder], harness.try_one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
