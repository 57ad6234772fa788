"""Random games over the registry, for whatever has to hold for every game and is therefore written once.

A *case* is a table somebody could open: ruleset, number of players, options, content. A *walk* is one random game of
a case with every state on the way. Walks are made by plain random play from a seed with a name, so that a failure can
be repeated, and they are kept, because many tests look at the same ones.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from cext.kernel import Event, State
from engines import registry
from engines.content import ContentPack
from engines.game import Game, Setup
from tests.pairwise import pairwise_rows

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent

# All walks of the usual run, each of which many tests look at, are kept: some tens of megabytes.
KEPT_WALKS = 256
# No game of any case takes more plies than this; a walk that does will never end.
MAX_PLIES = 20_000
# Above this many options in all, one at a time differs from its default instead of all combinations.
MAX_OPTION_SETS = 16
# Where seats may interrupt, one of them does so at one ply in so many.
PLIES_PER_INTERRUPTION = 4
# From this many seats on only some states are looked at closely, and only by some of the seats, others each time.
CROWD = 6
CROWDED_SCENES = 12
# Of any other table viewers look at every other state: the two games of the usual run at even and at odd ones.
SCENE_STEP = 2


@dataclass(frozen=True)
class Case:
    """A table somebody could open. `name` is a readable id for pytest."""

    name: str
    setup: Setup

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Ply:
    """A move of a seat, or a chance outcome (`seat` is None)."""

    seat: int | None
    word: int


@dataclass(frozen=True)
class Walk:
    """One random game: `states[i]` is what `plies[i]` was played in, and it caused `events[i]`."""

    case: Case
    seed: int
    states: tuple[State, ...]
    plies: tuple[Ply, ...]
    events: tuple[tuple[Event, ...], ...]

    @property
    def setup(self) -> Setup:
        """The table that is played at."""
        return self.case.setup

    @property
    def end(self) -> State:
        """The last state."""
        return self.states[-1]

    def steps(self) -> Iterator[tuple[State, Ply, State, tuple[Event, ...]]]:
        """Every ply with the states before and after it and what it caused."""
        yield from zip(self.states, self.plies, self.states[1:], self.events, strict=False)

    def scenes(self) -> Iterator[tuple[int, State]]:
        """Some of the states, with their place among these: looking at all as everybody takes longest of all tests."""
        crowded = self.setup.players >= CROWD
        step = max(1, len(self.states) // CROWDED_SCENES) if crowded else SCENE_STEP
        yield from enumerate(self.states[self.seed % step :: step])

    def random(self, purpose: str) -> random.Random:
        """Randomness for one purpose of one test, the same in every run."""
        return random.Random(f"{self.case.name}/{self.seed}/{purpose}")


# --- Cases ----------------------------------------------------------------------------------------------------------


def folder_of(game: Game) -> Path:
    """Where the game's own tests are, and what they bring for the tests of every game: packs, perft pins."""
    return TESTS / game.wire_field


@cache
def said_by(game: str, name: str) -> Any:
    """What a game (by its `wire_field`, which is its kernel's name) says of itself to the tests of every game.

    It says so in `tests/<game>/trust_cases.py`; None if it says nothing.
    """
    module = f"tests.{game}.trust_cases"
    if importlib.util.find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), name, None)


@cache
def packs_of(game: Game) -> Mapping[str, ContentPack]:
    """The packs that the game ships, by id, then those of its test folder, by file name."""
    own = {path.stem: game.load_pack(path.read_text("utf-8")) for path in sorted(folder_of(game).glob("packs/*.json"))}
    assert not own.keys() & game.packs.keys(), "a pack for tests has the name of one that is shipped"
    return {**game.packs, **own}


def option_sets(game: Game) -> list[dict[str, str]]:
    """Values for the options, the defaults first: all combinations if they are few, else one change at a time."""
    defaults = {option.name: option.default for option in game.options}
    every = [dict(zip(defaults, values, strict=True)) for values in product(*(o.values for o in game.options))]
    if len(every) > MAX_OPTION_SETS:
        every = [defaults | {o.name: value} for o in game.options for value in o.values]
    different = [options for options in every if options != defaults]
    return [defaults, *(options for i, options in enumerate(different) if options not in different[:i])]


def player_counts(game: Game) -> list[int]:
    """The fewest players, and those a game is mostly played with."""
    return sorted({game.min_players, *(n for n in (2, 3) if game.min_players <= n <= game.max_players)})


def make_case(game: Game, players: int, options: Mapping[str, str], pack_name: str) -> Case:
    """A case by its parts."""
    defaults = {option.name: option.default for option in game.options}
    changed = [option_tag(game, name, value) for name, value in options.items() if value != defaults[name]]
    name = "-".join([game.id, f"{players}p", *changed, *([] if pack_name == next(iter(game.packs)) else [pack_name])])
    return Case(name, registry.make_setup(game, players, options, packs_of(game)[pack_name]))


def option_tag(game: Game, name: str, value: str) -> str:
    """The value, with the name of the option where others have this value too, as all flags have."""
    alone = [option.name for option in game.options if value in option.values] == [name]
    return value if alone else f"{name}_{value}"


def cases_of(game: Game) -> list[Case]:
    """Cases in which any two of packs, values of options and usual numbers of players meet, and the fullest table once.

    Not the full product: it would be hundreds of games for every test of a game with half a dozen flags, and what
    breaks a game is rarely more than two of them together. Random games against the twin mix them all.
    """
    packs, counts = packs_of(game), player_counts(game)
    # The default comes first, so that the first case is the game as it is shipped.
    values = [sorted(option.values, key=option.default.__ne__) for option in game.options]
    columns: list[Sequence[Any]] = [list(packs), counts, *values]
    usual = []
    for row in pairwise_rows([len(column) for column in columns]):
        pack, players, *chosen = (column[place] for column, place in zip(columns, row, strict=True))
        options = dict(zip((option.name for option in game.options), chosen, strict=True))
        usual.append(make_case(game, players, options, pack))
    smallest = min(packs, key=lambda name: len(packs[name].canonical))
    fullest = make_case(game, game.max_players, option_sets(game)[0], smallest)
    return usual if any(case.name == fullest.name for case in usual) else [*usual, fullest]


@cache
def all_games() -> tuple[Game, ...]:
    """Every ruleset of the registry."""
    return tuple(registry.games().values())


@cache
def one_of_each_kernel() -> tuple[Game, ...]:
    """The first of those rulesets that have one kernel and one kind of messages, and differ in their options."""
    return tuple({game.wire_field: game for game in reversed(all_games())}.values())[::-1]


@cache
def all_cases() -> tuple[Case, ...]:
    """The cases of every ruleset of the registry."""
    return tuple(case for game in all_games() for case in cases_of(game))


# --- Play -----------------------------------------------------------------------------------------------------------


def play(state: State, ply: Ply) -> tuple[State, list[Event]]:
    """The state after a ply, and what it caused."""
    return state.resolve(ply.word) if ply.seat is None else state.apply(ply.seat, ply.word)


def movers(state: State) -> tuple[int, ...]:
    """All seats that may move: those that are asked, and those that may interrupt them."""
    return tuple(sorted(state.to_act() + state.may_interrupt()))


def next_movers(state: State, rng: random.Random) -> tuple[int, ...]:
    """The seats one of which moves next: those that are asked, or now and then those that may interrupt."""
    interrupters = state.may_interrupt()
    if interrupters and not rng.randrange(PLIES_PER_INTERRUPTION):
        return interrupters
    return state.to_act()


def random_move(state: State, seat: int, rng: random.Random) -> int:
    """A legal move of the seat, each as likely as any other, or as the game's `weight_of` makes it."""
    return rng.choice(weighted(state, state.legal_moves(seat)))


def weighted(state: State, moves: Sequence[int]) -> Sequence[int]:
    """The moves, each as often as its game's `weight_of` says; once if it says nothing."""
    weight_of = said_by(state.rules.kernel.name, "weight_of")
    return moves if weight_of is None else [word for word in moves for _ in range(weight_of(word))]


def random_ply(state: State, rng: random.Random) -> Ply | None:
    """One ply that may come next, of any seat that may move; None at the end."""
    seats = next_movers(state, rng)
    if seats:
        seat = rng.choice(seats)
        return Ply(seat, random_move(state, seat, rng))
    if state.chance_kind:
        return Ply(None, rng.choice(state.outcomes()))
    return None


@lru_cache(maxsize=KEPT_WALKS)
def walk(case: Case, seed: int) -> Walk:
    """One random game from the start to the end."""
    rng = random.Random(f"{case.name}/{seed}")
    states = [State.start(case.setup.rules)]
    plies: list[Ply] = []
    events: list[tuple[Event, ...]] = []
    while (ply := random_ply(states[-1], rng)) is not None:
        assert len(plies) < MAX_PLIES, f"{case.name} does not end"
        after, caused = play(states[-1], ply)
        states.append(after)
        plies.append(ply)
        events.append(tuple(caused))
    return Walk(case, seed, tuple(states), tuple(plies), tuple(events))


def asks_several_at_once(game: Game) -> bool:
    """Whether the game ever asks several seats at once; a random game of at least two players shows it."""
    case = next(case for case in cases_of(game) if case.setup.players > 1)
    return any(len(state.to_act()) > 1 for state in walk(case, 0).states)


@cache
def is_interrupted(game: Game) -> bool:
    """Whether seats may ever move that are not asked; a random game of the usual cases shows it."""
    return any(state.may_interrupt() for case in cases_of(game)[:3] for state in walk(case, 0).states)


def replay(setup: Setup, plies: Sequence[Ply]) -> State:
    """The state after these plies."""
    state = State.start(setup.rules)
    for ply in plies:
        state, _ = play(state, ply)
    return state


# --- Looking --------------------------------------------------------------------------------------------------------


def every_viewer(setup: Setup) -> tuple[int | None, ...]:
    """All seats and a spectator."""
    return (None, *range(setup.players))


def viewers(setup: Setup, turn: int) -> tuple[int | None, ...]:
    """Who looks at the state of this turn: everybody at a small table; of a crowd a few, others each time."""
    if setup.players < CROWD:
        return every_viewer(setup)
    return (None, *sorted({turn % setup.players, (turn * 7 + 3) % setup.players}))
