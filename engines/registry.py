"""Finds the games by looking into `engines.games`, and sets tables up. Nobody keeps a list of games."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

import engines.games
from engines.content import ContentPack
from engines.game import BadOption, BadPlayers, Game, Setup

# Tables of many rulesets, sizes and options are open at once; what is set up once serves them all. Content that tables
# bring themselves is kept apart and less of it: it is large, and whoever brings much of it crowds out only such tables.
_SETUPS = 1024
_CUSTOM_SETUPS = 64
_CUSTOM_PACKS = 32


class UnknownRuleset(LookupError):
    """There is no ruleset of this id. The message is safe to show."""


@cache
def games() -> Mapping[str, Game]:
    """Every ruleset by id, ascending. A sub-package of `engines.games` lists its own in `GAMES`."""
    found: dict[str, Game] = {}
    for game in sorted(_discover(), key=lambda game: game.id):
        if game.id in found:
            raise ValueError(f"two modules call their ruleset {game.id}")
        found[game.id] = game
    return MappingProxyType(found)


def _discover(what: str = "GAMES") -> Iterator[Game]:
    for module in pkgutil.iter_modules(engines.games.__path__):
        yield from getattr(importlib.import_module(f"{engines.games.__name__}.{module.name}"), what, ())


@cache
def versions() -> Mapping[tuple[str, int], Game]:
    """Every ruleset by id and version: the current ones, and old versions, for records and tables of their time.

    A sub-package of `engines.games` that keeps old versions lists them in `OLD_GAMES`.
    """
    return MappingProxyType({(game.id, game.rules_version): game for game in (*_discover("OLD_GAMES"), *_discover())})


def game(ruleset: str) -> Game:
    """The ruleset of this id. Raises UnknownRuleset."""
    try:
        return games()[ruleset]
    except KeyError:
        raise UnknownRuleset(f"There is no such ruleset; there are {', '.join(games())}.") from None


def default_pack(game: Game) -> ContentPack:
    """The pack that a table is played with when it names none."""
    return next(iter(game.packs.values()))


@lru_cache(maxsize=_CUSTOM_PACKS)
def custom_pack(game: Game, text: str) -> ContentPack:
    """A table's own pack. Raises engines.content.BadPack. The same text gives the same object while it is in use."""
    return game.load_pack(text)


def make_setup(game: Game, players: int, options: Mapping[str, str], pack: ContentPack) -> Setup:
    """A ruleset with everything fixed; options that are not named have their defaults.

    Raises BadPlayers and BadOption. Equal arguments give the same object while it is in use.
    """
    if not game.min_players <= players <= game.max_players:
        raise BadPlayers(f"{game.title} is for {game.min_players} to {game.max_players} players, not {players}.")
    complete = _complete(game, options)
    if game.packs.get(pack.id) is not pack:
        return _custom_setup(game, players, complete, pack)
    is_usual = all(value == spec.default for spec, (_, value) in zip(game.options, complete, strict=True))
    return (_usual_setup if is_usual else _setup)(game, players, complete, pack)


def _complete(game: Game, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Every option of the ruleset with its value, in the ruleset's order."""
    known = {spec.name: spec for spec in game.options}
    for name, value in options.items():
        if name not in known:
            raise BadOption(f"{game.title} has no such option; it has {', '.join(known) or 'none'}.")
        if value not in known[name].values:
            raise BadOption(f"The option {name} is one of {', '.join(known[name].values)}.")
    return tuple((spec.name, options.get(spec.name, spec.default)) for spec in game.options)


def _set_up(game: Game, players: int, options: tuple[tuple[str, str], ...], pack: ContentPack) -> Setup:
    return Setup(game, players, options, pack, game.compile(players, dict(options), pack))


# Shipped content, every option at its default: there are few of these, and they stay.
_usual_setup = cache(_set_up)
# Shipped content with any options.
_setup = lru_cache(maxsize=_SETUPS)(_set_up)
_custom_setup = lru_cache(maxsize=_CUSTOM_SETUPS)(_set_up)
