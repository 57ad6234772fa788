"""Score sheets of Amazonas 2022 that somebody types in: read, checked by the kernel, and counted."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1.amazonas2022_sheet_pb2 import (
    Amazonas2022FinishedHand,
    Amazonas2022FinishedRound,
    Amazonas2022FinishedTable,
)
from cext.amazonas2022_finished import finished
from engines.finished import Flaw, explain_flaws
from engines.game import Malformed, ScoredTable, Setup
from engines.games.amazonas2022.rulebook import cite
from engines.games.amazonas2022.score import outcome_of
from engines.games.amazonas2022.vocabulary import CARDS, CARDS_FROM_WIRE

_ROUND = "rounds[{round}]"
_HAND = "rounds[{round}].hands[{seat}]"
_SCORING = "End of the Round and Scoring"

# No hand and no game has more of them; what is longer is no table at all.
_MOST_CARDS = 128
_MOST_ROUNDS = 64

FLAWS: Mapping[str, Flaw] = {
    "CALLER_MISSING": Flaw(
        f"{_ROUND}.caller", "Every round ends because somebody calls, and it is not told who did.", cite(_SCORING)
    ),
    "NO_SUCH_CALLER": Flaw(f"{_ROUND}.caller", "There is no seat {seat}.", cite(_SCORING)),
    "HAND_MISSING": Flaw(_HAND, "Neither the cards are told nor what they add up to.", cite(_SCORING)),
    "SUM_WRONG": Flaw(f"{_HAND}.sum", "The cards add up to {due}, not to {sum}.", cite(_SCORING)),
    "SUM_IMPOSSIBLE": Flaw(
        f"{_HAND}.sum", "No cards add up to {sum}: all there are make {lowest} to {highest}.", cite("Components", 20)
    ),
    "SUMS_TOO_LOW": Flaw(
        f"{_ROUND}.hands",
        "The hands that are only told as sums are together lower than all cards that are left for them: {lowest}.",
        cite("Components", 20),
    ),
    "SUMS_TOO_HIGH": Flaw(
        f"{_ROUND}.hands",
        "The hands that are only told as sums are together higher than all cards that are left for them: {highest}.",
        cite("Components", 13),
    ),
    "TOO_MANY_CARDS": Flaw(
        f"{_ROUND}.hands",
        "{cards} cards lie there that show {card_word}, and there are {most}.",
        cite("Components", 13),
    ),
    "ROUND_AFTER_THE_END": Flaw(_ROUND, "The game was won before this round.", cite("Amazonas for 2 Players", 12)),
    "WRONG_ROUND_COUNT": Flaw("rounds", "{count} rounds are told; a game has {due}.", cite("End of the Game", 11)),
    "NOT_WON": Flaw(
        "rounds", "Neither player has won {due} rounds, so the game goes on.", cite("Amazonas for 2 Players", 12)
    ),
}


def score_table(setup: Setup, told: Amazonas2022FinishedTable) -> ScoredTable:
    """What a finished game is worth. Raises Malformed for hands that are not told and cards that there are not."""
    if len(told.rounds) > _MOST_ROUNDS:
        raise Malformed(f"No game has more than {_MOST_ROUNDS} rounds.")
    state, found = finished(setup.rules, [_round(setup, round_) for round_ in told.rounds])
    if state is None:
        return ScoredTable(None, explain_flaws(FLAWS, found, {"card": CARDS.__getitem__}))
    return ScoredTable(outcome_of(state))


def _round(setup: Setup, told: Amazonas2022FinishedRound) -> tuple[int | None, list[tuple[list[int], int | None]]]:
    """A round as the kernel reads it."""
    if len(told.hands) != setup.players:
        raise Malformed(f"There are {setup.players} hands in a round, not {len(told.hands)}.")
    return told.caller if told.HasField("caller") else None, [_hand(hand) for hand in told.hands]


def _hand(told: Amazonas2022FinishedHand) -> tuple[list[int], int | None]:
    if len(told.cards) > _MOST_CARDS:
        raise Malformed(f"No hand has more than {_MOST_CARDS} cards.")
    if any(card not in CARDS_FROM_WIRE for card in told.cards):
        raise Malformed("A card shows one of the numbers or animals.")
    return [CARDS_FROM_WIRE[card] for card in told.cards], told.sum if told.HasField("sum") else None
