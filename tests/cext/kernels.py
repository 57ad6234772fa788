"""Every kernel with rules for one and for several players: what the tests of the runtime run over."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cext import trek12
from cext.kernel import Rules, State

ROOT = Path(__file__).resolve().parents[2]
TREK12_PACK = ROOT / "engines/games/trek12/packs/trek12-amazonia.json"


class Ply(NamedTuple):
    """One move, or one outcome with seat None, and the state before it."""

    before: State
    seat: int | None
    word: int


def trek12_rules(players: int, safe_operation: int = trek12.LOWER) -> Rules:
    """The printed sheet of Trek 12: Amazonia."""
    pack: dict[str, Any] = json.loads(TREK12_PACK.read_text(encoding="utf-8"))
    return trek12.compile_rules(
        players=players,
        river=[circle["river"] for circle in pack["circles"]],
        edges=[(a, b) for a, b in pack["edges"]],
        boxes_per_operation=pack["boxes_per_operation"],
        max_number=pack["max_number"],
        danger_points=pack["danger_points"],
        cards=list(pack["observation_cards"].values()),
        number_cards=pack["number_cards"],
        lines=pack["observation_lines"],
        safe_operation=safe_operation,
    )


RULES = {f"trek12-{players}": trek12_rules(players) for players in (1, 3)}


def play(state: State, ply: Ply) -> State:
    """The state after a ply."""
    return state.resolve(ply.word)[0] if ply.seat is None else state.apply(ply.seat, ply.word)[0]


def random_game(rules: Rules, seed: int) -> Iterator[Ply]:
    """One game from the start to the end through the Python interface, a random seat first when several are asked."""
    rng = random.Random(seed)
    state = State.start(rules)
    while not state.is_over:
        if state.chance_kind:
            ply = Ply(state, None, rng.choice(state.outcomes()))
        else:
            seat = rng.choice(state.to_act())
            ply = Ply(state, seat, rng.choice(state.legal_moves(seat)))
        yield ply
        state = play(state, ply)


def final_state(plies: list[Ply]) -> State:
    """The end of a game."""
    return play(plies[-1].before, plies[-1])


def all_states(rules: Rules, seed: int) -> list[State]:
    """Every state of one random game, first to last."""
    plies = list(random_game(rules, seed))
    return [*(ply.before for ply in plies), final_state(plies)]
