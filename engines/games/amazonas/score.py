"""The points of Amazonas item by item, and the end of a game ("The End of the Game and Final Scoring")."""

from __future__ import annotations

from cext import amazonas
from cext.amazonas import Player, SeatScore, Standing
from cext.kernel import State
from engines.game import Outcome, ScoreItem
from engines.games.amazonas.content import Content
from engines.games.amazonas.vocabulary import SPECIMENS, count_of
from engines.ranking import rank

# Those of a table with copper coins; without them the last one does not rank.
CRITERIA = ("points", "specimens", "silver", "coin")

MISSIONS = "missions"


def score_items(
    content: Content, player: Player, score: SeatScore, *, majority_chips: bool, with_mission: bool
) -> tuple[ScoreItem, ...]:
    """What adds up to the points; the mission only where it may be seen."""
    items = [_specimens(player, score, type_) for type_ in range(len(SPECIMENS))]
    items.append(ScoreItem("five types", score.five_types, _five_types(player)))
    if majority_chips:
        items.append(ScoreItem("majority", score.majority, _majority(score.majority)))
    if with_mission and player.mission is not None:
        items.append(ScoreItem(MISSIONS, score.missions, _mission(content, player, player.mission)))
    return tuple(items)


def points_shown(player: Player, score: SeatScore, *, with_mission: bool) -> int:
    """The sum of the items."""
    return score.total if with_mission and player.mission is not None else score.total - score.missions


def outcome_of(content: Content, state: State, *, majority_chips: bool) -> Outcome:
    """The ranking of a finished game: points, specimens, silver, and the copper coin where there is one."""
    standings = amazonas.standing(state)
    players = [amazonas.player(state, seat) for seat in range(len(standings))]
    items = [
        score_items(content, player, amazonas.score(state, seat), majority_chips=majority_chips, with_mission=True)
        for seat, player in enumerate(players)
    ]
    placings = rank([_values(standing) for standing in standings], CRITERIA, items)
    return Outcome(CRITERIA, placings)


def _values(standing: Standing) -> tuple[int, ...]:
    """One value for each criterion; without coins all are equal in the last."""
    return standing.points, standing.specimens, standing.silver, standing.coin or 0


def _specimens(player: Player, score: SeatScore, type_: int) -> ScoreItem:
    natives = player.natives[type_]
    count = player.specimens[type_] + natives
    words = [count_of(type_, count) if count else "none"]
    if natives:
        words.append(
            f"{natives} of them {'a native' if natives == 1 else 'natives'}" if natives < count else "all natives"
        )
    if 0 < count < amazonas.SCORING_SPECIMENS:
        words.append("too few to count")
    return ScoreItem(SPECIMENS[type_], score.types[type_], ", ".join(words))


def _five_types(player: Player) -> str:
    there = sum(tokens + natives > 0 for tokens, natives in zip(player.specimens, player.natives, strict=True))
    return "all five" if there == len(SPECIMENS) else f"{there} of {len(SPECIMENS)}"


def _majority(chips: int) -> str:
    if not chips:
        return "nowhere alone ahead with 3 or more"
    return f"alone ahead in {chips} type{'' if chips == 1 else 's'}"


def _mission(content: Content, player: Player, mission: int) -> str:
    """Which villages of the mission have a hut and which have not."""
    villages = content.missions[mission]
    reached = [content.villages[village].name for village in villages if village in player.huts]
    missed = [content.villages[village].name for village in villages if village not in player.huts]
    told = [f"{', '.join(names)} {word}" for names, word in ((reached, "reached"), (missed, "missed")) if names]
    return "; ".join(told)
