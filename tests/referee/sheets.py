"""The vectors of the fairness checkers: sheets of real games, and the same with one thing wrong.

`python -m tests.referee.sheets` writes `deploy/verify/vectors.json` anew.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from service.fairness import derive_seed
from service.limits import Limits
from service.referee.sheet import sheet_of
from tests.cext.stream_reference import game_below, game_words
from tests.playing import ROOT
from tests.referee.records import Played, rulesets
from tests.service.tables import setup_of

FOLDER = ROOT / "deploy" / "verify"
VECTORS = FOLDER / "vectors.json"
# A sheet of the largest games would only be longer.
DRAWS = 24


def sheets() -> dict[str, dict[str, Any]]:
    """A fair sheet for each ruleset."""
    found = {}
    for ruleset in rulesets():
        sheet = sheet_of(Played(setup_of(ruleset), 0).record, Limits())
        del sheet["draws"][DRAWS:]
        found[ruleset] = sheet
    return found


def wrong_sheets(sheet: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    """The same sheet with one thing wrong, and what is to be said of it."""

    def changed(**fields: Any) -> dict[str, Any]:
        return copy.deepcopy(sheet) | fields

    first = sheet["draws"][0]
    second = next(draw for draw in sheet["draws"] if draw["domain"] != first["domain"])
    other_numbers = f"unfair: ply {first['ply']} shows other numbers than the secret gives"
    moved = [{**first, "values": [*first["values"][:-1], (first["values"][-1] + 1) % first["bounds"][-1]]}]
    swapped = [{**first, "domain": second["domain"]}]
    fewer = [{**first, "values": first["values"][:-1]}]
    commitment = "unfair: the secret does not fit the commitment"
    seeds = "unfair: the client seeds do not fit their hash"
    return {
        "another secret": (commitment, changed(server_secret="00" * 32)),
        "another commitment": (commitment, changed(commitment="00" * 32)),
        "another client seed": (seeds, changed(client_seeds=[*sheet["client_seeds"], "00"])),
        "client seeds cut otherwise": (seeds, changed(client_seeds=["".join(sheet["client_seeds"])])),
        "another game id": (other_numbers, changed(game_id="00" * 16)),
        "another number": (other_numbers, changed(draws=moved)),
        "a number left out": (other_numbers, changed(draws=fewer)),
        "another domain": (other_numbers, changed(draws=swapped)),
    }


def rejecting(fair: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A sheet of no game, whose bounds are so that many words are rejected; drawn by the streams' plain reference."""
    sheet = copy.deepcopy(next(iter(fair.values())))
    seeds_hash = bytes.fromhex(sheet["client_seeds_hash"])
    seed = derive_seed(bytes.fromhex(sheet["server_secret"]), seeds_hash, bytes.fromhex(sheet["game_id"]))
    bounds = [3_000_000_019, 2**31 + 1, 1, 2**32 - 1] * 4
    words = game_words(seed, "jaguar \u00e9")
    values = [game_below(words, bound) for bound in bounds]
    sheet["draws"] = [{"ply": 1, "domain": "jaguar \u00e9", "bounds": bounds, "values": values, "outcome": ""}]
    return sheet


def vectors() -> list[dict[str, Any]]:
    """All of them: name, what is to be said, sheet."""
    found = []
    fair = sheets()
    for name, sheet in fair.items():
        found.append({"name": name, "expect": "fair", "sheet": sheet})
    found.append({"name": "numbers that are often rejected", "expect": "fair", "sheet": rejecting(fair)})
    name, sheet = next(iter(fair.items()))
    for what, (expect, wrong) in wrong_sheets(sheet).items():
        found.append({"name": f"{name}: {what}", "expect": expect, "sheet": wrong})
    return found


def to_json() -> str:
    """The document: one line for each vector."""
    lines = ",\n".join(f" {json.dumps(vector)}" for vector in vectors())
    return f"[\n{lines}\n]\n"


def main() -> None:
    """Write the vectors."""
    VECTORS.write_text(to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
