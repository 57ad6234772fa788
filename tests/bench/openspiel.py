"""OpenSpiel's own random rollouts, in C++, as a yardstick. It comes with the `bench` extra.

One simulation of its MCTS bot from a decision node evaluates that node once, by as many random games as the evaluator
is told, and does nothing else. How many plies such a game has is counted apart, by playing random games from the same
node through OpenSpiel's Python interface; the clock runs for the C++ rollouts only.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import statistics
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.bench.positions import SEED
from tests.bench.sampling import Measurement, Plan, repetitions, seconds_of

# Enough for a mean that is good to about 0.2 % in yacht.
GAMES_COUNTED = 50


def is_installed() -> bool:
    """Whether the `bench` extra is there."""
    return importlib.util.find_spec("pyspiel") is not None


@dataclass(frozen=True, slots=True)
class Length:
    """The mean length of a random game."""

    decisions: float
    chances: float

    @property
    def plies(self) -> float:
        """Decisions and chance together."""
        return self.decisions + self.chances


class Rollouts:
    """A game of OpenSpiel at its first decision."""

    def __init__(self, name: str) -> None:
        self._pyspiel: Any = importlib.import_module("pyspiel")
        self._game = self._pyspiel.load_game(name)
        self._rng = random.Random(SEED)
        self._start = self._game.new_initial_state()
        # The bot cannot search from a chance node.
        while self._start.is_chance_node():
            self._resolve_chance(self._start)

    def _resolve_chance(self, state: Any) -> None:
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(self._rng.choices(outcomes, probabilities)[0])

    def length(self) -> Length:
        """The mean length of random games from here, played as the evaluator plays them."""
        decisions = [0] * GAMES_COUNTED
        chances = [0] * GAMES_COUNTED
        for i in range(GAMES_COUNTED):
            state = self._start.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    self._resolve_chance(state)
                    chances[i] += 1
                else:
                    state.apply_action(self._rng.choice(state.legal_actions()))
                    decisions[i] += 1
        return Length(statistics.mean(decisions), statistics.mean(chances))

    def _roll_out(self, rollouts: int) -> None:
        bot = self._pyspiel.MCTSBot(
            self._game,
            self._pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=SEED),
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=1,
            solve=False,
            seed=SEED,
            verbose=False,
        )
        bot.mcts_search(self._start)

    def _search(self, simulations: int) -> None:
        bot = self._pyspiel.MCTSBot(
            self._game,
            self._pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
            uct_c=1.0,
            max_simulations=simulations,
            max_memory_mb=256,
            solve=False,
            seed=SEED,
            verbose=False,
        )
        bot.mcts_search(self._start)

    def iterations_per_second(self, plan: Plan) -> Measurement:
        """A measurement of iterations a second of its tree search, each with one rollout."""
        simulations = repetitions(self._search, plan.seconds)

        return lambda: simulations / seconds_of(partial(self._search, simulations))

    def per_second(self, plan: Plan) -> Measurement:
        """A measurement of rollouts a second."""
        rollouts = repetitions(self._roll_out, plan.seconds)

        return lambda: rollouts / seconds_of(partial(self._roll_out, rollouts))
