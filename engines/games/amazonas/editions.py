"""The two editions of Amazonas: who may play, what they decide otherwise, and where each rulebook says what.

The headings are those of the rulebooks; the one of the BGA edition is German.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cext import amazonas
from engines.game import Citation, OptionSpec

# The table of engines/RULINGS.md that both editions share.
_RULINGS = "amazonas"


class Topic(Enum):
    """What a rulebook has a heading for: that of 2005, and that of the BGA edition.

    What only the BGA edition has is cited in the other one under the heading that it adds to.
    """

    SETTING_UP = "Game Overview", "Spielvorbereitung"
    BOARD = "The Game Board", "Der Spielplan"
    MISSION = "Secret Mission Card", "Die Auftragskarten"
    FIRST_HUT = "Beginning the Expedition", "Der Beginn der Expedition"
    ROUND = "Game Overview", "Spielablauf"
    EVENT = "1. Draw an Event Card", "1. Eine neue Ereigniskarte wird angezeigt"
    CARDS = "2a. Play Income Cards", "2. Einnahme-Karte ausspielen"
    ORDER = "2b. Determine Order of Play", "3. Spieler-Reihenfolge ermitteln"
    INCOME = "3a. Receive Silver Coins as Income", "4. Einnahmen kassieren und Hüttenbauen"
    BUILDING = "3b. Build Huts using Gold Coins", "5. Mit Goldmünzen Hütten bauen"
    EVENT_CARDS = "Event Cards", "Die Ereigniskarten"
    BONUS = "Bonus Points for Specimen Tokens", "Runde Bonus-Chips"
    NEUTRAL_HUTS = "3b. Build Huts using Gold Coins", "Neutrale Hütten im Spiel zu zweit"
    EXTRA_HUTS = "3b. Build Huts using Gold Coins", "Zusätzliche Hütten"
    END = "The End of the Game and Final Scoring", "Spielende und Wertung"


TIE_BREAK = "tie_break"
NATIVE_NEEDS_OWN_TYPE = "native_needs_own_type"
MISSION_SCORING = "mission_scoring"
MAJORITY_CHIPS = "majority_chips"
EXTRA_HUTS = "extra_huts"
NEUTRAL_HUTS = "neutral_huts"

FLAGS: Mapping[str, bool] = {"false": False, "true": True}
TIE_BREAKS: Mapping[str, int] = {"WHITE_NUMBER": amazonas.WHITE_NUMBER, "COPPER_COINS": amazonas.COPPER_COINS}
SCORINGS: Mapping[str, int] = {"LOSS": amazonas.LOSS, "GAIN": amazonas.GAIN}


@dataclass(frozen=True)
class Edition:
    """One edition: its ruleset, its players, the defaults of its options by name."""

    id: str
    title: str
    min_players: int
    headings: int
    """The place of its headings in a topic."""
    defaults: Mapping[str, str]

    def cite(self, topic: Topic, ruling: int | None = None) -> Citation:
        """A heading of this rulebook, and the item of engines/RULINGS.md that completes it."""
        return Citation(self.id, topic.value[self.headings], "" if ruling is None else f"{_RULINGS} {ruling}")

    def options(self) -> tuple[OptionSpec, ...]:
        """The options with this edition's defaults: every difference between the two can be chosen."""
        return (
            self._option(
                NATIVE_NEEDS_OWN_TYPE,
                FLAGS,
                "Whether a native is assigned only to a type of which the player has a specimen already.",
                self.cite(Topic.EVENT_CARDS, 7),
            ),
            self._option(
                MISSION_SCORING,
                SCORINGS,
                "Whether each mission village without a hut of one's own costs 3 points, or each one with a hut "
                "brings 3 points.",
                self.cite(Topic.MISSION, 11),
            ),
            self._option(
                MAJORITY_CHIPS,
                FLAGS,
                "Whether a player who alone has most specimens of a type, and at least three, gets a point for it.",
                self.cite(Topic.BONUS, 10),
            ),
            self._option(
                EXTRA_HUTS,
                FLAGS,
                "Whether further huts can be built after the twelfth, for a silver more each.",
                self.cite(Topic.EXTRA_HUTS, 8),
            ),
            self._option(
                NEUTRAL_HUTS,
                FLAGS,
                "Whether two players have six neutral huts each; with more players there are none.",
                self.cite(Topic.NEUTRAL_HUTS, 9),
            ),
            self._option(
                TIE_BREAK,
                TIE_BREAKS,
                "What settles equal incomes: the white numbers on the income cards, or the copper coins, which then "
                "change hands.",
                self.cite(Topic.ORDER, 5),
            ),
        )

    def _option(self, name: str, values: Mapping[str, object], description: str, citation: Citation) -> OptionSpec:
        return OptionSpec(name, self.defaults[name], tuple(values), description, citation)


EDITION_2005 = Edition(
    id="amazonas-2005",
    title="Amazonas, the rules of 2005",
    min_players=3,
    headings=0,
    defaults={
        TIE_BREAK: "WHITE_NUMBER",
        NATIVE_NEEDS_OWN_TYPE: "false",
        MISSION_SCORING: "LOSS",
        MAJORITY_CHIPS: "false",
        EXTRA_HUTS: "false",
        NEUTRAL_HUTS: "false",
    },
)
EDITION_BGA = Edition(
    id="amazonas-bga",
    title="Amazonas, the BGA edition",
    min_players=2,
    headings=1,
    defaults={
        TIE_BREAK: "COPPER_COINS",
        NATIVE_NEEDS_OWN_TYPE: "true",
        MISSION_SCORING: "GAIN",
        MAJORITY_CHIPS: "true",
        EXTRA_HUTS: "true",
        NEUTRAL_HUTS: "true",
    },
)
EDITIONS = (EDITION_2005, EDITION_BGA)
