"""The points of Trek 12 item by item, and the end of a game ("How to count your points", "End of the Game")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cext import trek12
from cext.kernel import State
from cext.trek12 import SheetScore, Table, WrittenCircle
from cext.trek12_view import ENVELOPE_OBSERVATIONS
from engines.game import Outcome, ScoreItem
from engines.games.trek12.content import Content
from engines.ranking import rank

CRITERIA = ("points",)

_NOTHING = "none"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet as the kernel tells it."""

    written: tuple[WrittenCircle, ...]
    score: SheetScore
    used: tuple[int, ...]
    """Ticked boxes by operation."""
    observed: tuple[int, ...]
    """Circled values by observation line."""


def sheets_of(state: State) -> list[Sheet]:
    """All sheets, by seat."""
    return [
        Sheet(
            written=trek12.written(state, seat),
            score=trek12.score(state, seat),
            used=trek12.used(state, seat),
            observed=trek12.observed(state, seat),
        )
        for seat in range(state.rules.players)
    ]


def score_items(content: Content, table: Table, sheet: Sheet) -> tuple[ScoreItem, ...]:
    """Trails, zones, observations and danger; they add up to the total."""
    score = sheet.score
    numbers = {circle.circle: circle.number for circle in sheet.written}
    return (
        ScoreItem("trails", score.trail_points, _groups(numbers, score.trails, score.trail_values)),
        ScoreItem("zones", score.zone_points, _groups(numbers, score.zones, score.zone_values)),
        ScoreItem("observations", sum(score.observation_points), _observations(content, table, sheet)),
        ScoreItem("danger", -score.danger_points, _danger(content, sheet)),
    )


def outcome_of(content: Content, state: State) -> Outcome:
    """The ranking of a finished game: the highest total wins, equal totals share the place ("Goal")."""
    table = trek12.table(state)
    sheets = sheets_of(state)
    placings = rank(
        [(sheet.score.total,) for sheet in sheets],
        CRITERIA,
        [score_items(content, table, sheet) for sheet in sheets],
    )
    remark = envelope_remark(*trek12.challenge(state), [sum(sheet.observed) for sheet in sheets])
    return Outcome(CRITERIA, placings, (remark,))


def _groups(numbers: Mapping[int, int | None], groups: Sequence[Sequence[int]], values: Sequence[int]) -> str:
    """Trails or zones by the numbers in their circles, for example `4-5-6 = 8, 9-10 = 11`."""
    return (
        ", ".join(
            f"{'-'.join(str(numbers[circle]) for circle in group)} = {value}"
            for group, value in zip(groups, values, strict=True)
        )
        or _NOTHING
    )


def _observations(content: Content, table: Table, sheet: Sheet) -> str:
    """The lines whose cards are known, for example `jaguar 3 circled = 2, toucan 0 circled = 0`."""
    lines = zip(table.cards, sheet.observed, sheet.score.observation_points, strict=True)
    return (
        ", ".join(
            f"{content.cards[card].name} {circled} circled = {points}"
            for card, circled, points in lines
            if card is not None
        )
        or _NOTHING
    )


def _danger(content: Content, sheet: Sheet) -> str:
    """What the boxes were ticked for, for example `1 spider, 2 piranhas: 3 x 5`."""
    causes = (
        (sum(circle.number is None for circle in sheet.written), "spider"),
        (sum(circle.is_piranha for circle in sheet.written), "piranha"),
        (len(sheet.score.orphans), "orphan"),
    )
    told = ", ".join(f"{count} {noun if count == 1 else f'{noun}s'}" for count, noun in causes if count > 0)
    return f"{told}: {sheet.score.ticks} x {content.danger_points}" if told else _NOTHING


def envelope_remark(met: Sequence[int], opening: Sequence[int], observations: Sequence[int]) -> str:
    """Who met the challenge of the first envelope, and who opens it ("The Adventure Envelopes").

    `observations` are the circled values by seat; several seats that may open it are a tie.
    """
    challenge = f"Adventure envelope 1 ({ENVELOPE_OBSERVATIONS} observations in one exploration)"
    if not met:
        return f"{challenge}: nobody met the challenge."
    achieved = ", ".join(f"seat {seat} with {observations[seat]}" for seat in met)
    if len(opening) == 1:
        return f"{challenge}: met by {achieved}; seat {opening[0]} opens it."
    tied = ", ".join(f"seat {seat}" for seat in opening)
    return f"{challenge}: met by {achieved}; who opens it is tied between {tied}."
