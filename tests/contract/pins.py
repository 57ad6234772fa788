"""Perft pins: positions told in the text notation, with the number of lines of each length from there.

`tests/<game>/perft.json` maps a name to a position: players, options that differ from their defaults, the pack, the
plies that lead there (`"roll 6 2"`, `"0 sum@22"`: a seat's number stands before its move), the leaves by depth from 0,
and down to which depth the twin counts them too. Where rulesets share a folder, a pin names its `ruleset`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from cext.kernel import State
from engines.game import Game, Setup
from tests.playing import Ply, folder_of, make_case, packs_of, replay


@dataclass(frozen=True)
class Pin:
    """One position and what is known of it."""

    name: str
    setup: Setup
    plies: tuple[Ply, ...]
    leaves: tuple[int, ...]
    twin_depth: int

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> State:
        """The position."""
        return replay(self.setup, self.plies)


def read_ply(setup: Setup, text: str) -> Ply:
    """A ply as the pins tell it."""
    seat, space, move = text.partition(" ")
    if space and seat.isdecimal():
        return Ply(int(seat), setup.game.parse_move(setup, move))
    return Ply(None, setup.game.parse_outcome(setup, text))


def write_ply(setup: Setup, ply: Ply) -> str:
    """The inverse of `read_ply`."""
    if ply.seat is None:
        return setup.game.outcome_text(setup, ply.word)
    return f"{ply.seat} {setup.game.move_text(setup, ply.word)}"


def read_plies(setup: Setup, texts: Iterable[str]) -> tuple[Ply, ...]:
    """Plies as the pins tell them."""
    return tuple(read_ply(setup, text) for text in texts)


def pins_of(game: Game) -> list[Pin]:
    """The pins of a game; none when it has no file."""
    path = folder_of(game) / "perft.json"
    if not path.exists():
        return []
    pins: dict[str, dict[str, object]] = json.loads(path.read_text("utf-8"))
    return [read_pin(game, name, pin) for name, pin in pins.items() if pin.get("ruleset", game.id) == game.id]


def read_pin(game: Game, name: str, pin: dict[str, object]) -> Pin:
    """One entry of the file."""
    match pin:
        case {
            "players": int(players),
            "options": dict(options),
            "pack": str(pack),
            "plies": list(plies),
            "leaves": list(leaves),
            "twin_depth": int(twin_depth),
        } if pack in packs_of(game):
            setup = make_case(game, players, options, pack).setup
            return Pin(f"{game.id}: {name}", setup, read_plies(setup, plies), tuple(leaves), twin_depth)
    raise ValueError(f"{game.id}: the perft pin {name!r} is not in order")
