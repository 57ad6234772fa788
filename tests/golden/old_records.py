"""Records that verify for ever, and what the rules of each version do.

`tests/golden/records/<ruleset>-v<version>.record` is a game in the text form, sealed by nothing but its own secret; it
is written once for each version and never again. `tests/golden/records/rules.json` holds a digest of what the rules of
each version do in random games: what is legal at every moment, the points, the ranking. When a rule changes the digest
does, and then the ruleset needs a new `rules_version`, a new record and a new line, and the old version is kept.

`python -m tests.golden.old_records` writes what is missing and changes nothing that is there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from cext.kernel import State
from cext.streams import SimulationStream
from engines import registry
from engines.game import Game, Setup
from service.referee import text
from tests.playing import Ply, all_games, play
from tests.referee.records import Played
from tests.service.tables import setup_of

FOLDER = Path(__file__).resolve().parent / "records"
RULES = FOLDER / "rules.json"
# Where seats may interrupt, one of them does at one decision in so many.
INTERRUPTED = 8


def record_path(ruleset: str, version: int) -> Path:
    """Where the record of a version is kept."""
    return FOLDER / f"{ruleset}-v{version}.record"


def rules_digest(game: Game) -> str:
    """What the rules do, told in the notation: how it is kept in memory is no rule."""
    digest = hashlib.sha256()
    for number, setup in enumerate(_setups(game)):
        rng = SimulationStream(number)
        state = State.start(setup.rules)
        while not state.is_over:
            ply, told = _next(setup, state, rng)
            digest.update(repr((told, state.returns())).encode())
            state, _ = play(state, ply)
        ranking = game.outcome(setup, state)
        digest.update(repr([(placing.seat, placing.place, placing.values) for placing in ranking.placings]).encode())
    return digest.hexdigest()


def _setups(game: Game) -> Iterator[Setup]:
    """Tables of shipped content: all defaults, and each value of each option that differs from them."""
    different = [{option.name: value} for option in game.options for value in option.values if value != option.default]
    for players in sorted({game.min_players, min(3, game.max_players)}):
        for options in [{}, *different]:
            yield registry.make_setup(game, players, options, registry.default_pack(game))


def _next(setup: Setup, state: State, rng: SimulationStream) -> tuple[Ply, object]:
    """A random ply, and all that could have happened."""
    game = setup.game
    if state.chance_kind:
        outcomes = state.outcomes()
        return Ply(None, outcomes[rng.below(len(outcomes))]), [game.outcome_text(setup, word) for word in outcomes]
    asked, interrupters = state.to_act(), state.may_interrupt()
    legal = {seat: state.legal_moves(seat) for seat in (*asked, *interrupters)}
    movers = interrupters if interrupters and not rng.below(INTERRUPTED) else asked
    seat = movers[rng.below(len(movers))]
    told = [(seat, [game.move_text(setup, word) for word in words]) for seat, words in legal.items()]
    return Ply(seat, legal[seat][rng.below(len(legal[seat]))]), told


def pinned() -> dict[str, dict[str, str]]:
    """The digests that are kept: by ruleset and version."""
    found: dict[str, dict[str, str]] = json.loads(RULES.read_text("utf-8")) if RULES.exists() else {}
    return found


def main() -> None:
    """Write the records and digests of versions that have none."""
    FOLDER.mkdir(exist_ok=True)
    digests = pinned()
    for game in all_games():
        version = str(game.rules_version)
        digests.setdefault(game.id, {}).setdefault(version, rules_digest(game))
        path = record_path(game.id, game.rules_version)
        if not path.exists():
            record = Played(setup_of(game.id, min(3, game.max_players)), 0).record
            # No key ring outlives all records.
            record.ending.ClearField("token")
            path.write_text(text.write(record), encoding="utf-8")
    RULES.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
