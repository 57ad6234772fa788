"""Ends of Amazonia Park that somebody types in: read, checked by the kernel, and counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canopy.v1.park_sheet_pb2 import ParkFinishedPlayer, ParkFinishedTable
from cext.park_finished import finished
from engines.finished import Flaw, explain_flaws
from engines.game import Malformed, ScoredTable, Setup
from engines.games.park.rulebook import cite
from engines.games.park.score import outcome_of
from engines.games.park.vocabulary import (
    COLOUR_TITLES,
    COLOURS_FROM_WIRE,
    ENDS_TO_WIRE,
    plural_of,
    tokens_from_wire,
)

_ENDS = {int(wire): end for end, wire in ENDS_TO_WIRE.items()}
_MAGAZINE = "players[{seat}].magazines[{index}]"

FLAWS: Mapping[str, Flaw] = {
    "NO_SUCH_MAGAZINE": Flaw(
        f"{_MAGAZINE}.value", "There is no {colour_word} magazine of value {value} in this game.", cite("Setup", 1)
    ),
    "COLOUR_REPEATED": Flaw(
        f"{_MAGAZINE}.colour",
        "One magazine of each colour is all, and there is a {colour_word} one already.",
        cite("Publish an Article", 4),
    ),
    "MAGAZINE_REPEATED": Flaw(
        f"{_MAGAZINE}.value",
        "Seat {other} has the {colour_word} magazine of value {value}, and there is one.",
        cite("Components"),
    ),
    "MAGAZINE_SKIPPED": Flaw(
        "players",
        "The {colour_word} magazine of value {value} is sold before that of {sold}, and nobody has it.",
        cite("Publish an Article", 1),
    ),
    "TOO_MANY_TOKENS": Flaw(
        "players", "All players together have {tokens} {animal_word}, and there are {most}.", cite("Components")
    ),
    "SIX_COLOURS_TWICE": Flaw(
        "players[{seat}].magazines",
        "Seat {other} has magazines of all six colours too, and the first who has ends the game.",
        cite("Game End", 7),
    ),
    "WRONG_END": Flaw(
        "end",
        "Seat {seat} has magazines of all six colours, which ends the game before anything else.",
        cite("Game End", 7),
    ),
    "NO_SIX_COLOURS": Flaw("end", "Nobody has magazines of all six colours.", cite("Game End", 7)),
    "END_MISSING": Flaw(
        "end",
        "Nobody has magazines of all six colours, so it has to be told why the game is over.",
        cite("Game End", 7),
    ),
    "TOO_FEW_TILES": Flaw("end", "{tiles} tiles do not fill a board with {spaces} empty spaces.", cite("Game End", 7)),
    "ENOUGH_TILES": Flaw(
        "end",
        "Nobody passes before all tiles are placed, and {tiles} tiles fill the {spaces} empty spaces of the board, "
        "which ends the game.",
        cite("Game End", 7),
    ),
    "CAN_PUBLISH": Flaw(
        "players[{seat}].tokens",
        "Seat {seat} can pay for a magazine, so not everybody has passed.",
        cite("Game End", 7),
    ),
}


def score_table(setup: Setup, told: ParkFinishedTable) -> ScoredTable:
    """What a finished table is worth. Raises Malformed for players, colours and ends that there are not."""
    if len(told.players) != setup.players:
        raise Malformed(f"There are {setup.players} players, not {len(told.players)}.")
    if told.end and told.end not in _ENDS:
        raise Malformed("A game ends in one of three ways.")
    state, found = finished(setup.rules, [_player(player) for player in told.players], _ENDS.get(told.end))
    if state is None:
        return ScoredTable(None, explain_flaws(FLAWS, found, _WORDS))
    return ScoredTable(outcome_of(state))


def _player(player: ParkFinishedPlayer) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """A player as the kernel reads it."""
    magazines = []
    for magazine in player.magazines:
        if magazine.colour not in COLOURS_FROM_WIRE:
            raise Malformed("A magazine has one of the six colours.")
        magazines.append((COLOURS_FROM_WIRE[magazine.colour], int(magazine.value)))
    return magazines, tokens_from_wire(player.tokens)


_WORDS: Mapping[str, Any] = {"colour": COLOUR_TITLES.__getitem__, "animal": plural_of}
