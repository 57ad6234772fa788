"""Ends of Amazonas that somebody types in: read, checked by the kernel, and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from canopy.v1.amazonas_sheet_pb2 import AmazonasFinishedPlayer, AmazonasFinishedTable
from cext import amazonas
from cext.amazonas_finished import finished
from engines.finished import Flaw, explain_flaws
from engines.game import Malformed, Outcome, ScoredTable, Setup
from engines.games.amazonas import editions
from engines.games.amazonas.content import content_of
from engines.games.amazonas.editions import Edition, Topic
from engines.games.amazonas.score import outcome_of
from engines.games.amazonas.vocabulary import SPECIMENS

_TOKENS = "players[{seat}].specimens[{type}]"
_MISSION = "players[{seat}].mission"
_COIN = "players[{seat}].coin"
_BONUS = "players[{seat}].five_types"

_FLAWS: Mapping[str, tuple[str, str, Topic, int | None]] = {
    "NO_SUCH_VILLAGE": (
        "{seat_word}[{index}]",
        "There is no village {village}; the map has the villages 0 to {last}.",
        Topic.BOARD,
        None,
    ),
    "SECOND_HUT": (
        "players[{seat}].huts[{index}]",
        "There is a hut of this player's in {village_word} already, and one is all.",
        Topic.BUILDING,
        8,
    ),
    "TOO_MANY_HUTS": ("players[{seat}].huts", "{huts} huts stand, and there are {most}.", Topic.EXTRA_HUTS, 8),
    "NO_HUT": (
        "players[{seat}].huts",
        "Everybody builds a first hut before the first round, and this player has none.",
        Topic.FIRST_HUT,
        13,
    ),
    "NOT_CONNECTED": (
        "players[{seat}].huts",
        "The hut in {village_word} does not hang together with the player's other huts by paths and rivers.",
        Topic.BUILDING,
        8,
    ),
    "SECOND_NEUTRAL_HUT": (
        "neutral_huts[{index}]",
        "A neutral hut stands in {village_word} already, and one is all.",
        Topic.NEUTRAL_HUTS,
        9,
    ),
    "NEUTRAL_HUT_ON_LAST_SITE": (
        "neutral_huts[{index}]",
        "{village_word} has one site, and a neutral hut never takes the last one.",
        Topic.NEUTRAL_HUTS,
        9,
    ),
    "NO_NEUTRAL_HUTS": ("neutral_huts", "There are no neutral huts at this table.", Topic.NEUTRAL_HUTS, 9),
    "TOO_MANY_NEUTRAL_HUTS": (
        "neutral_huts",
        "{huts} neutral huts stand, and there are {most}.",
        Topic.NEUTRAL_HUTS,
        9,
    ),
    "VILLAGE_TOO_FULL": (
        "players",
        "{huts} huts stand in {village_word}, where there is room for {sites}.",
        Topic.BOARD,
        8,
    ),
    "SPECIMENS_MISSING": (
        "players[{seat}].specimens",
        "There are {huts} huts in villages of {type_word} and only {most} tokens, so it has to be told who has them.",
        Topic.BUILDING,
        8,
    ),
    "TOO_MANY_SPECIMENS": (
        _TOKENS,
        "{tokens} tokens of {type_word} lie there, and the player's huts have brought {huts}.",
        Topic.BUILDING,
        8,
    ),
    "TOO_FEW_SPECIMENS": (
        _TOKENS,
        "{tokens} tokens of {type_word} lie there, and the player's huts have brought {huts}: the supply had enough.",
        Topic.BUILDING,
        8,
    ),
    "WRONG_TOKENS": (
        "players",
        "All players together have {taken} tokens of {type_word}; their huts have brought {due}.",
        Topic.BUILDING,
        8,
    ),
    "NATIVE_ALONE": (
        "players[{seat}].natives[{type}]",
        "A native joins only a type of which the player has a specimen, and there is none of {type_word}.",
        Topic.EVENT_CARDS,
        7,
    ),
    "TOO_MANY_NATIVES": ("players", "{natives} natives were hired, and there are {most}.", Topic.EVENT_CARDS, 3),
    "TOO_MUCH_SILVER": (
        "players[{seat}].silver",
        "{silver} silver are more than anybody can have earned: {most} at most.",
        Topic.INCOME,
        None,
    ),
    "MISSION_MISSING": (_MISSION, "Everybody has a mission card, and this one is not told.", Topic.MISSION, None),
    "NO_SUCH_MISSION": (
        _MISSION,
        "There is no mission card {mission}; there are 0 to {last}.",
        Topic.MISSION,
        None,
    ),
    "MISSION_REPEATED": (_MISSION, "Another player holds the mission card {mission}.", Topic.SETTING_UP, None),
    "NO_COINS": (_COIN, "There are no copper coins at this table.", Topic.ORDER, 5),
    "COIN_MISSING": (_COIN, "Everybody holds a copper coin, and this one is not told.", Topic.ORDER, 5),
    "NO_SUCH_COIN": (_COIN, "There is no copper coin {coin}; there are 1 to {last}.", Topic.SETTING_UP, 4),
    "COIN_REPEATED": (_COIN, "Another player holds the copper coin {coin}.", Topic.ORDER, 5),
    "BONUS_MISSING": (
        _BONUS,
        "The player has all five types, and with them a bonus token, which is not told.",
        Topic.BONUS,
        10,
    ),
    "BONUS_UNEARNED": (
        _BONUS,
        "The player does not have all five types, and so no bonus token of {points} points.",
        Topic.BONUS,
        10,
    ),
    "NO_SUCH_BONUS": (_BONUS, "There is no bonus token of {points} points at this table.", Topic.BONUS, 10),
    "BONUS_REPEATED": (_BONUS, "Another player has the bonus token of {points} points.", Topic.BONUS, 10),
    "BONUS_SKIPPED": (
        _BONUS,
        "The bonus token of {better} points is taken before that of {points}, and nobody has it.",
        Topic.BONUS,
        10,
    ),
}


def flaws_of(edition: Edition) -> Mapping[str, Flaw]:
    """Everything that can be impossible, cited from this edition."""
    return {
        code: Flaw(field, sentence, edition.cite(topic, ruling))
        for code, (field, sentence, topic, ruling) in _FLAWS.items()
    }


def score_table(setup: Setup, flaws: Mapping[str, Flaw], told: AmazonasFinishedTable) -> ScoredTable:
    """What a finished table is worth. Raises Malformed for players and types that are not told."""
    if len(told.players) != setup.players:
        raise Malformed(f"There are {setup.players} players, not {len(told.players)}.")
    state, found = finished(setup.rules, [_player(player) for player in told.players], list(told.neutral_huts))
    if state is None:
        return ScoredTable(None, explain_flaws(flaws, found, _words(setup)))
    return ScoredTable(_outcome(setup, state))


def _outcome(setup: Setup, state: Any) -> Outcome:
    majority_chips = editions.FLAGS[setup.option(editions.MAJORITY_CHIPS)]
    return outcome_of(content_of(setup.pack), state, majority_chips=majority_chips)


def _player(
    player: AmazonasFinishedPlayer,
) -> tuple[Sequence[int], Sequence[int] | None, Sequence[int], int, int | None, int, int]:
    """A player as the kernel reads it."""
    for counts in (player.specimens, player.natives):
        if len(counts) not in (0, amazonas.TYPES):
            raise Malformed(f"Specimens and natives are told for all {amazonas.TYPES} types or for none.")
    return (
        list(player.huts),
        list(player.specimens) or None,
        list(player.natives) or [0] * amazonas.TYPES,
        player.silver,
        player.mission if player.HasField("mission") else None,
        player.coin,
        player.five_types,
    )


def _words(setup: Setup) -> Mapping[str, Any]:
    villages = content_of(setup.pack).villages

    def village(number: int) -> str:
        return f"{villages[number].name} ({number})" if number < len(villages) else str(number)

    return {
        "village": village,
        "type": SPECIMENS.__getitem__,
        "seat": lambda seat: "neutral_huts" if seat < 0 else f"players[{seat}].huts",
    }
