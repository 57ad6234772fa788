"""Writes the golden playthroughs: `make golden`. Read the differences before you commit them.

The moves of the files that are there are kept where they are still legal; `--fresh` plays new games.
"""

import argparse

from tests.golden.playthrough import FOLDER, golden_cases, moves_told, path_of, playthrough
from tests.playing import Case, all_games


def regenerate(case: Case, *, fresh: bool) -> bool:
    """Write one playthrough; whether it is another one than before."""
    path = path_of(case)
    before = path.read_text("utf-8") if path.exists() else ""
    after = playthrough(case, [] if fresh else moves_told(before))
    path.write_text(after, "utf-8")
    return after != before


def main() -> None:
    """Write all playthroughs, and remove those of no case."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.regenerate", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="forget the moves of the files and play new games")
    fresh: bool = parser.parse_args().fresh
    cases = [case for game in all_games() for case in golden_cases(game)]
    for case in cases:
        print(path_of(case).name, "changed" if regenerate(case, fresh=fresh) else "as before")
    for path in set(FOLDER.glob("*.txt")) - {path_of(case) for case in cases}:
        path.unlink()
        print(path.name, "removed")


if __name__ == "__main__":
    main()
