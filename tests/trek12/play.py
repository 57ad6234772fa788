"""A table of Trek 12 whose dice and cards are told, so that a test is as short as the case it is about.

The printed sheet, whose neighbours touch along its six directions (R: river)::

           0    1    2    3    4
        5R   6R   7R   8R   9   10R   11
     12   13   14   15   16R   17   18R   19
        20   21   22   23        24   25   26
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cext import trek12
from cext.kernel import GENERIC_VIOLATIONS, Event, Rules, State

ROOT = Path(__file__).resolve().parents[2]
PACK: dict[str, Any] = json.loads((ROOT / "engines/games/trek12/packs/trek12-amazonia.json").read_text("utf-8"))
CARD_NAMES = list(PACK["observation_cards"])
CODE_NAMES = GENERIC_VIOLATIONS | trek12.VIOLATIONS

# What a seat writes: operation, circle, link below, link above; the links may be left out.
Writing = tuple[int, ...] | tuple[int, int, int | None, int | None]


def card(name: str) -> int:
    """The number of a printed observation card."""
    return CARD_NAMES.index(name)


def pack_arguments(pack: dict[str, Any]) -> dict[str, Any]:
    """What a content pack says, as arguments for `compile_rules`."""
    return {
        "river": [circle["river"] for circle in pack["circles"]],
        "edges": [(a, b) for a, b in pack["edges"]],
        "boxes_per_operation": pack["boxes_per_operation"],
        "max_number": pack["max_number"],
        "danger_points": pack["danger_points"],
        "cards": list(pack["observation_cards"].values()),
        "number_cards": pack["number_cards"],
        "lines": pack["observation_lines"],
    }


def printed_rules(players: int = 1, safe_operation: int = trek12.LOWER) -> Rules:
    """The rules with the printed sheet."""
    return trek12.compile_rules(players=players, safe_operation=safe_operation, **pack_arguments(PACK))


def small_rules(players: int = 1, **changes: Any) -> Rules:
    """Five circles in a row, one box per operation, one line; the last circle lies on the river."""
    arguments: dict[str, Any] = {
        "river": [False, False, False, False, True],
        "edges": [(0, 1), (1, 2), (2, 3), (3, 4)],
        "boxes_per_operation": 1,
        "max_number": 12,
        "danger_points": 5,
        "cards": [[3, 7]],
        "number_cards": [6],
        "lines": 1,
        "safe_operation": trek12.LOWER,
    }
    return trek12.compile_rules(players=players, **(arguments | changes))


class Game:
    """A game in progress."""

    def __init__(self, rules: Rules | None = None, numbers: Sequence[int] = (1, 4, 6)) -> None:
        self.state = State.start(printed_rules() if rules is None else rules)
        self.events: list[Event] = []
        """What the last ply caused."""
        self.tell(trek12.pack_numbers(numbers))

    def tell(self, outcome: int) -> None:
        """Let an outcome happen."""
        self.state, self.events = self.state.resolve(outcome)

    def roll(self, green: int, yellow: int) -> None:
        """Let the dice show these faces."""
        self.tell(trek12.pack_roll(green, yellow))

    def turn(self, line: int, name: str) -> None:
        """Turn up a printed card at a line."""
        self.tell(trek12.pack_card(line, card(name)))

    def write(
        self, operation: int, circle: int, below: int | None = None, above: int | None = None, seat: int = 0
    ) -> None:
        """Let a seat choose; it is written when all have chosen."""
        self.state, self.events = self.state.apply(seat, trek12.pack_move(operation, circle, below, above))

    def write_somehow(self, operation: int, circle: int, seat: int = 0) -> None:
        """Let a seat choose this operation and circle with whatever links come first."""
        moves = (trek12.unpack_move(word) for word in self.state.legal_moves(seat))
        self.write(*next(move for move in moves if move[:2] == (operation, circle)), seat=seat)

    def round(self, dice: tuple[int, int], *writings: Writing) -> None:
        """Roll, and let the seats choose in their order."""
        self.roll(*dice)
        for seat, writing in enumerate(writings):
            self.write(*writing, seat=seat)  # type: ignore[misc]

    def rounds(self, *rounds: tuple[tuple[int, int], Writing]) -> None:
        """Rounds of a solo game in which nothing is discovered."""
        for dice, writing in rounds:
            self.round(dice, writing)

    def codes(
        self, operation: int, circle: int, below: int | None = None, above: int | None = None, seat: int = 0
    ) -> list[str]:
        """The names of all rules that a choice would break."""
        return names(self.state.check(seat, trek12.pack_move(operation, circle, below, above)))

    def choices(self, operation: int, circle: int, seat: int = 0) -> set[tuple[int | None, int | None]]:
        """The legal pairs of links for this operation in this circle."""
        moves = map(trek12.unpack_move, self.state.legal_moves(seat))
        return {(below, above) for op, at, below, above in moves if (op, at) == (operation, circle)}

    def legal_circles(self, seat: int = 0) -> set[int]:
        """The circles that may be written."""
        return {trek12.unpack_move(word)[1] for word in self.state.legal_moves(seat)}

    def legal_operations(self, seat: int = 0) -> set[int]:
        """The operations that may be used."""
        return {trek12.unpack_move(word)[0] for word in self.state.legal_moves(seat)}

    def score(self, seat: int = 0) -> trek12.SheetScore:
        """The points of a seat."""
        return trek12.score(self.state, seat)

    def numbers(self, seat: int = 0) -> dict[int, int | None]:
        """What each written circle of a seat holds; None is a spider."""
        return {circle.circle: circle.number for circle in trek12.written(self.state, seat)}

    def observed(self, seat: int = 0) -> tuple[int, ...]:
        """Values circled at each observation line."""
        circled: tuple[int, ...] = self.state.fields()["seats"][seat]["observed"]
        return circled[: len(trek12.table(self.state).cards)]

    def told(self, *kinds: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """(kind, seat, arguments) of the last ply's events, only of these kinds if any are named."""
        return [(e.kind, e.seat, e.args) for e in self.events if not kinds or e.kind in kinds]


def names(violations: Iterable[tuple[int, tuple[int, int, int]]]) -> list[str]:
    """The names of violations."""
    return [CODE_NAMES[code] for code, _ in violations]
