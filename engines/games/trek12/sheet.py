"""Finished sheets of Trek 12 that somebody types in: read, checked by the kernel, and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from canopy.v1.trek12_sheet_pb2 import Trek12FinishedCircle, Trek12FinishedSheet, Trek12FinishedTable
from cext import trek12
from cext.kernel import State
from cext.trek12_finished import finished
from engines.finished import Flaw, explain_flaws
from engines.game import Malformed, ScoredTable, Setup
from engines.games.trek12.content import Content, content_of
from engines.games.trek12.moves import OPERATIONS_TO_WIRE
from engines.games.trek12.rulebook import OPERATION_NAMES, cite
from engines.games.trek12.score import outcome_of

_OPERATIONS = {int(wire): operation for operation, wire in OPERATIONS_TO_WIRE.items()}

_SHEET = "sheets[{seat}]"
_CIRCLE = "sheets[{seat}].circles[{index}]"
_TRAIL = "sheets[{seat}].trails[{trail}]"

FLAWS: Mapping[str, Flaw] = {
    "NUMBER_CARD_UNKNOWN": Flaw("lines[{line}].number", "No number card shows {number}.", cite("Your Equipment", 9)),
    "NUMBER_CARD_REPEATED": Flaw(
        "lines[{line}].number", "The number card {number} lies at an earlier line.", cite("Pack your bag", 9)
    ),
    "CARD_UNKNOWN": Flaw("lines[{line}].card", "There is no observation card of this name.", cite("Your Equipment")),
    "CARD_REPEATED": Flaw(
        "lines[{line}].card", "The card {card_word} lies at an earlier line.", cite("Pack your bag", 9)
    ),
    "CARD_MISSING": Flaw(
        "lines[{line}].card",
        "Somebody has written a {number}, so the card of this line lies face up.",
        cite("Discover", 9),
    ),
    "CARD_NOT_DISCOVERED": Flaw(
        "lines[{line}].card",
        "Nobody has written a {number}, so nobody has seen the card {card_word}.",
        cite("Discover", 14),
    ),
    "NO_SUCH_CIRCLE": Flaw(
        f"{_CIRCLE}.circle",
        "There is no circle {circle}; the sheet has the circles 0 to {last}.",
        cite("Layout of an Exploration Sheet"),
    ),
    "CIRCLE_REPEATED": Flaw(f"{_CIRCLE}.circle", "Circle {circle} is filled already.", cite("How to Play", 4)),
    "NUMBER_TOO_HIGH": Flaw(
        f"{_CIRCLE}.number",
        "Circle {circle} cannot hold {number}: nothing over {most} is written.",
        cite("How to Play", 5),
    ),
    "PIRANHA_IN_JUNGLE": Flaw(
        f"{_CIRCLE}.piranha", "Circle {circle} is a jungle circle and has no piranha.", cite("Two Types of Circles", 1)
    ),
    "SPIDER_WITHOUT_PIRANHA": Flaw(
        f"{_CIRCLE}.piranha",
        "Only a product is over the highest number, and in the river circle {circle} it wakes the piranha.",
        cite("Two Types of Circles", 5),
    ),
    "PIRANHA_WRONG": Flaw(
        f"{_CIRCLE}.piranha",
        "The {number} in the river circle {circle} can only have been written {piranha_word}.",
        cite("Two Types of Circles", 1),
    ),
    "NUMBER_IMPOSSIBLE": Flaw(
        f"{_CIRCLE}.number", "No operation gives the {number} in circle {circle}.", cite("How to Play", 2)
    ),
    "OPERATION_IMPOSSIBLE": Flaw(
        f"{_CIRCLE}.operation",
        "With {operation_word} nobody writes {number_word} in circle {circle}, marked as it is.",
        cite("How to Play", 2),
    ),
    "WRONG_CIRCLE_COUNT": Flaw(
        f"{_SHEET}.circles", "{count} circles are filled; at the end there are {due}.", cite("End of the Game", 3)
    ),
    "OPERATION_USED_UP": Flaw(
        f"{_SHEET}.used[{{operation}}]",
        "{ticked} boxes of {operation_word} are ticked, and there are {boxes}.",
        cite("How to Play", 3),
    ),
    "BOXES_LEFT": Flaw(
        f"{_SHEET}.used[{{operation}}]",
        "Only {ticked} of {boxes} boxes of {operation_word} are ticked; at the end all are.",
        cite("End of the Game", 3),
    ),
    "OPERATIONS_TOO_FEW": Flaw(
        f"{_SHEET}.circles",
        "What the circles {circles_word} hold comes only from {operations_word}, and there are {boxes} boxes for it.",
        cite("How to Play", 3),
    ),
    "CIRCLE_UNREACHABLE": Flaw(
        f"{_SHEET}.circles",
        "Circle {circle} does not hang together with the others, so it was next to no filled circle.",
        cite("How to Play", 4),
    ),
    "LINK_NO_CIRCLE": Flaw(
        _TRAIL,
        "The line from circle {lower} to circle {upper} leads off the sheet.",
        cite("Layout of an Exploration Sheet"),
    ),
    "LINK_NOT_NEIGHBOURS": Flaw(
        _TRAIL, "The circles {lower} and {upper} are not next to each other.", cite("Trails", 6)
    ),
    "LINK_NO_NUMBER": Flaw(
        _TRAIL, "A trail links numbers, and the circles {lower} and {upper} do not both hold one.", cite("Trails", 5)
    ),
    "LINK_WRONG_NUMBER": Flaw(
        _TRAIL,
        "The circles {lower} and {upper} hold {below} and {above}, which do not follow each other.",
        cite("Trails", 6),
    ),
    "LINK_BRANCHES": Flaw(
        _TRAIL,
        "The line from circle {lower} to circle {upper} makes one of them part of two trails.",
        cite("Trails", 6),
    ),
    "LINK_MISSING": Flaw(
        f"{_SHEET}.trails",
        "The {below} in circle {lower} and the {above} in circle {upper} are next to each other and both free, so "
        "whichever was written later had to be linked.",
        cite("Trails", 6),
    ),
    "TRAIL_TOO_SHORT": Flaw(_TRAIL, "A trail has two circles at least.", cite("Trails", 6)),
    "NO_ORPHAN": Flaw(
        f"{_CIRCLE}.spider",
        "Circle {circle} belongs to a trail or a zone, so it is no orphan and gets no spider.",
        cite("End of the Game", 8),
    ),
    "OBSERVED_WRONG": Flaw(
        f"{_SHEET}.observed[{{line}}]",
        "{told} values are circled; by the numbers written there are {due}.",
        cite("Observe", 9),
    ),
    "DANGER_WRONG": Flaw(
        f"{_SHEET}.danger_ticks",
        "{told} danger boxes are ticked; by spiders, piranhas and orphans there are {due}.",
        cite("The Danger Zone"),
    ),
}


def score_table(setup: Setup, told: Trek12FinishedTable) -> ScoredTable:
    """What a finished table is worth. Raises Malformed for sheets, lines or boxes that are not told."""
    content = content_of(setup.pack)
    _require_complete(setup, content, told)
    found: list[tuple[str, dict[str, Any]]] = []
    state, impossible = finished(
        setup.rules,
        [line.number for line in told.lines],
        _cards(content, told, found),
        [_sheet(seat, sheet, found) for seat, sheet in enumerate(told.sheets)],
    )
    found += impossible
    found += _contradictions(state, told, found)
    if found:
        return ScoredTable(None, explain_flaws(FLAWS, found, _words(content)))
    return ScoredTable(outcome_of(content, state))


def _require_complete(setup: Setup, content: Content, told: Trek12FinishedTable) -> None:
    if len(told.sheets) != setup.players:
        raise Malformed(f"There are {setup.players} players, each with a sheet, not {len(told.sheets)}.")
    if len(told.lines) != content.lines:
        raise Malformed(f"There are {content.lines} observation lines, not {len(told.lines)}.")
    for sheet in told.sheets:
        if len(sheet.used) not in (0, trek12.OPERATIONS):
            raise Malformed(f"Boxes are told for all {trek12.OPERATIONS} operations or for none.")
        if len(sheet.observed) not in (0, content.lines):
            raise Malformed(f"Circled values are told for all {content.lines} lines or for none.")


def _cards(content: Content, told: Trek12FinishedTable, found: list[tuple[str, dict[str, Any]]]) -> list[int | None]:
    """The cards of the lines. One of an unknown name stands for another one, so that nothing else is said of it."""
    names = {card.name: index for index, card in enumerate(content.cards)}
    lying = {line.card for line in told.lines}
    others = iter(index for name, index in names.items() if name not in lying)
    cards: list[int | None] = []
    for number, line in enumerate(told.lines):
        if line.card and line.card not in names:
            found.append(("CARD_UNKNOWN", {"line": number}))
            cards.append(next(others))
        else:
            cards.append(names[line.card] if line.card else None)
    return cards


def _sheet(
    seat: int, sheet: Trek12FinishedSheet, found: list[tuple[str, dict[str, Any]]]
) -> tuple[list[tuple[int, int | None, bool, int | None]], list[tuple[int, int, int]], Sequence[int] | None]:
    """A sheet as the kernel reads it."""
    links = []
    for number, trail in enumerate(sheet.trails):
        if len(trail.circles) < 2:
            found.append(("TRAIL_TOO_SHORT", {"seat": seat, "trail": number}))
        links += [(number, lower, upper) for lower, upper in zip(trail.circles, trail.circles[1:], strict=False)]
    return [_circle(circle) for circle in sheet.circles], links, list(sheet.used) or None


def _circle(circle: Trek12FinishedCircle) -> tuple[int, int | None, bool, int | None]:
    if circle.operation and circle.operation not in _OPERATIONS:
        raise Malformed("A circle is written with one of the five operations.")
    return (
        circle.circle,
        circle.number if circle.HasField("number") else None,
        circle.piranha,
        _OPERATIONS.get(circle.operation),
    )


def _contradictions(
    state: State, told: Trek12FinishedTable, found: Sequence[tuple[str, Mapping[str, Any]]]
) -> list[tuple[str, dict[str, Any]]]:
    """What was told although it follows from the rest, and is otherwise. Nothing follows from what is impossible."""
    wrong_sheets = {details.get("seat") for _, details in found}
    is_line_wrong = any("seat" not in details for _, details in found)
    contradictions: list[tuple[str, dict[str, Any]]] = []
    for seat, sheet in enumerate(told.sheets):
        if seat in wrong_sheets:
            continue
        score = trek12.score(state, seat)
        for index, circle in enumerate(sheet.circles):
            if circle.spider and circle.HasField("number") and circle.circle not in score.orphans:
                contradictions.append(("NO_ORPHAN", {"seat": seat, "index": index, "circle": circle.circle}))
        for line, (circled, due) in enumerate(zip(sheet.observed, trek12.observed(state, seat), strict=False)):
            if circled != due and not is_line_wrong:
                contradictions.append(("OBSERVED_WRONG", {"seat": seat, "line": line, "told": circled, "due": due}))
        if sheet.HasField("danger_ticks") and sheet.danger_ticks != score.ticks:
            contradictions.append(("DANGER_WRONG", {"seat": seat, "told": sheet.danger_ticks, "due": score.ticks}))
    return contradictions


def _words(content: Content) -> Mapping[str, Any]:
    def operations(mask: int) -> str:
        return " or ".join(name for operation, name in OPERATION_NAMES.items() if mask >> operation & 1)

    return {
        "card": lambda card: content.cards[card].name,
        "operation": OPERATION_NAMES.__getitem__,
        "operations": operations,
        "circles": lambda circles: ", ".join(map(str, circles)),
        "number": lambda number: "a spider" if number < 0 else f"a {number}",
        "piranha": lambda is_coloured: "without waking its piranha" if is_coloured else "by waking its piranha",
    }
