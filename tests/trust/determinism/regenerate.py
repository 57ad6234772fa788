"""Pins the digests anew: `python -m tests.trust.determinism.regenerate`. A line that changes is an answer that does."""

from __future__ import annotations

from tests.playing import all_games
from tests.trust.determinism import pins
from tests.trust.determinism.requests import record, serving_all
from tests.trust.wire import Wire


def main() -> None:
    """Pin all rulesets, and remove the digests of those that are gone."""
    with serving_all() as address, Wire(address) as wire:
        for game in all_games():
            before, after = pins.read(game), record(wire, game)
            pins.write(game, after)
            changed = sum(line not in before for line in after)
            print(pins.path_of(game).name, f"{changed} of {len(after)} changed" if before != after else "as before")
    for path in set(pins.FOLDER.glob("*.txt")) - {pins.path_of(game) for game in all_games()}:
        path.unlink()
        print(path.name, "removed")


if __name__ == "__main__":
    main()
