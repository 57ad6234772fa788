"""Scenes: for every ruleset a few tables that differ in everything a table can differ in, and random games at them.

The games are played by the service's own play, one action at a time, so that secret choices hang in the air.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from engines.game import Game
from service import play
from service.fairness import GAME_ID_BYTES, Origin
from service.play import ChanceAction, MoveAction
from service.table import Table, encode_setup
from tests.playing import (
    Case,
    all_games,
    make_case,
    next_movers,
    option_sets,
    packs_of,
    player_counts,
    random_move,
    said_by,
    viewers,
)

# How many moves that were played at other moments are remembered with a moment, to be asked about there.
_ELSEWHERE = 2
# In how many worlds it is looked for something that is hidden.
_WORLDS = 4


@dataclass(frozen=True)
class Scene:
    """A table that is opened in a certain way. `name` is a readable id for pytest."""

    case: Case
    external: bool = False
    # Another number is another random game of the same kind.
    number: int = 0

    def __str__(self) -> str:
        return f"{self.case.name}{'-external' if self.external else ''}{f'-{self.number}' if self.number else ''}"

    @property
    def game(self) -> Game:
        """The ruleset."""
        return self.case.setup.game

    def random(self, purpose: str) -> random.Random:
        """Randomness for one purpose, the same in every run."""
        return random.Random(f"{self}/{purpose}")

    def new_table(self, name: str = "table", *, await_seeds: bool = False) -> Table:
        """A new table; another name gives another one."""
        setup = self.case.setup
        own_pack = setup.pack.id not in setup.game.packs
        digest = hashlib.sha512(f"{self}/{name}".encode()).digest()
        origin = Origin(digest[:GAME_ID_BYTES], digest[-32:])
        setup_bytes = encode_setup(setup, own_pack=own_pack)
        return play.create(setup, setup_bytes, origin, await_seeds=await_seeds, external=self.external).table

    def viewers(self, turn: int = 0) -> Sequence[int | None]:
        """Who looks: everybody at a small table, a few of a crowd."""
        return viewers(self.case.setup, turn)


def scenes_of(game: Game) -> list[Scene]:
    """A small table, a usual one, one of other options, one of another pack, the fullest, and one with told dice."""
    packs, options, counts = packs_of(game), option_sets(game), player_counts(game)
    shipped, strange = next(iter(packs)), list(packs)[-1]
    smallest = min(packs, key=lambda name: len(packs[name].canonical))
    cases = [
        make_case(game, counts[0], options[0], shipped),
        make_case(game, counts[-1], options[-1], shipped),
        make_case(game, counts[-1], options[0], strange),
        make_case(game, game.max_players, options[0], smallest),
    ]
    usual = make_case(game, usual_players(game), options[0], smallest)
    return [*(Scene(case) for case in {case.name: case for case in cases}.values()), Scene(usual, external=True)]


def usual_scene(game: Game) -> Scene:
    """The shipped game for two, or as many as it takes that come next to it."""
    return Scene(make_case(game, usual_players(game), option_sets(game)[0], next(iter(game.packs))))


def usual_players(game: Game) -> int:
    """Two, or the number that comes next to it."""
    return min(max(game.min_players, 2), game.max_players)


@cache
def few_scenes() -> tuple[Scene, ...]:
    """Those of the usual run: of every ruleset the small table, and the one with told dice."""
    return tuple(scene for game in all_games() for scene in (scenes_of(game)[0], scenes_of(game)[-1]))


def spread(scenes: Sequence[Scene], asked: Sequence[str]) -> list[tuple[Scene, str]]:
    """Everything that is asked once at every ruleset, by turns at its scenes; where one plays alone, at all of them.

    So each meets each ruleset and each kind of scene, in half as many tests.
    """
    games = list(dict.fromkeys(scene.game for scene in scenes))
    pairs = []
    for number, game in enumerate(games):
        here = [scene for scene in scenes if scene.game is game]
        alone = any(scene.case.setup.players == 1 for scene in here)
        for turn, name in enumerate(asked, number):
            pairs += [(scene, name) for scene in (here if alone else [here[turn % len(here)]])]
    return pairs


@cache
def all_scenes() -> tuple[Scene, ...]:
    """The scenes of every ruleset of the registry."""
    return tuple(scene for game in all_games() for scene in scenes_of(game))


# --- Random games ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A table of a random game, what has been chosen secretly in its decision, and moves of other moments."""

    table: Table
    pending: tuple[MoveAction, ...] = ()
    elsewhere: tuple[int, ...] = ()


@lru_cache(maxsize=32)
def random_game(scene: Scene) -> tuple[Moment, ...]:
    """One random game, from its first table to the last."""
    rng = scene.random("game")
    table = scene.new_table()
    moments = [Moment(table)]
    played: list[int] = []
    while (action := random_action(table, rng)) is not None:
        after = play.apply(table, [action]).table
        pending: tuple[MoveAction, ...] = ()
        if isinstance(action, MoveAction):
            played.append(action.word)
            if after.decision == table.decision:
                pending = (*moments[-1].pending, action)
        elsewhere = tuple(rng.sample(played, min(_ELSEWHERE, len(played))))
        moments.append(Moment(after, pending, elsewhere))
        table = after
    return tuple(moments)


def random_action(table: Table, rng: random.Random) -> MoveAction | ChanceAction | None:
    """Something that may happen now, None at the end."""
    state = table.state
    if seats := next_movers(state, rng):
        seat = rng.choice(seats)
        return MoveAction(seat, random_move(state, seat, rng))
    return ChanceAction(rng.choice(state.outcomes())) if state.chance_kind else None


def chosen_moments(scene: Scene, *, secret: int, plain: int) -> list[Moment]:
    """Moments of a random game: the first, the last, and at random some with and some without a hidden state."""
    first, *between, last = random_game(scene)
    scene.random("chosen").shuffle(between)
    with_secret: list[Moment] = []
    without: list[Moment] = []
    for moment in between:
        if len(with_secret) >= secret and len(without) >= plain:
            break
        (with_secret if hides_something(moment.table) else without).append(moment)
    waiting = [] if scene.external else [Moment(scene.new_table(await_seeds=True))]
    return [*waiting, first, *with_secret[:secret], *without[:plain], last]


def hides_something(table: Table, viewer: int | None = None) -> bool:
    """Whether there is anything in the state that the viewer, the spectator unless said otherwise, does not know."""
    return any(table.state.determinize(viewer, seed) != table.state for seed in range(_WORLDS))


# --- What a game says of itself --------------------------------------------------------------------------------------


def hides_nothing(game: Game) -> bool:
    """Whether the game says that everybody sees all of it.

    It does so in `tests/<game>/trust_cases.py`, where `HIDES_NOTHING` is the reason in a sentence.
    """
    return bool(said_by(game.wire_field, "HIDES_NOTHING"))
