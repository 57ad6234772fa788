"""Where the rules of Trek 12 stand, and how a broken one is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cext import kernel, trek12
from engines.game import Citation, OptionSpec, Setup, ViolationSpec
from engines.games.trek12.content import content_of
from engines.violations import generic_specs

ID = "trek12-amazonia"

SAFE_OPERATION = "river_safe_operation"
SAFE_OPERATIONS: Mapping[str, int] = {"LOWER": trek12.LOWER, "HIGHER": trek12.HIGHER}

OPERATION_NAMES: Mapping[int, str] = {
    trek12.LOWER: "the lower die",
    trek12.HIGHER: "the higher die",
    trek12.DIFFERENCE: "the difference",
    trek12.SUM: "the sum",
    trek12.PRODUCT: "the product",
}


def cite(section: str, ruling: int | None = None) -> Citation:
    """A heading of the rulebook, and the item of engines/RULINGS.md that completes it."""
    return Citation(ID, section, "" if ruling is None else f"{ID} {ruling}")


OPTIONS = (
    OptionSpec(
        name=SAFE_OPERATION,
        default="LOWER",
        values=tuple(SAFE_OPERATIONS),
        description="The operation that wakes no piranha in a river circle: the text says the lower die, "
        "the printed sheet shows the boat beside the higher one.",
        citation=cite("Two Types of Circles", 1),
    ),
)

_GENERIC = generic_specs(
    {
        kernel.GAME_OVER: cite("End of the Game"),
        kernel.CHANCE_PENDING: cite("How to Play"),
        kernel.NOT_TO_ACT: cite("How to Play", 10),
        kernel.CHANCE_NOT_DUE: cite("How to Play"),
        kernel.WRONG_CHANCE: cite("How to Play"),
    }
)

_OWN = {
    trek12.NO_SUCH_OPERATION: ("The operation is none of the five.", cite("How to Play")),
    trek12.NO_SUCH_CIRCLE: ("The circle is not on the sheet.", cite("Layout of an Exploration Sheet")),
    trek12.OPERATION_USED_UP: ("All boxes of the operation are ticked.", cite("How to Play", 3)),
    trek12.CIRCLE_FILLED: ("The circle is filled already.", cite("How to Play", 4)),
    trek12.CIRCLE_NOT_ADJACENT: ("The circle has no filled neighbour.", cite("How to Play", 4)),
    trek12.LINK_ON_SPIDER: ("A spider holds no number and is linked to nothing.", cite("How to Play", 5)),
    trek12.LINK_BELOW_NOT_NEIGHBOUR: ("The link below leads to a circle that is no neighbour.", cite("Trails", 6)),
    trek12.LINK_BELOW_WRONG_NUMBER: ("The link below leads to a circle without the number below.", cite("Trails", 6)),
    trek12.LINK_BELOW_TAKEN: ("The link below leads to a circle that is linked upwards already.", cite("Trails", 6)),
    trek12.LINK_BELOW_MISSING: ("A neighbour with the number below is free and must be linked.", cite("Trails", 6)),
    trek12.LINK_ABOVE_NOT_NEIGHBOUR: ("The link above leads to a circle that is no neighbour.", cite("Trails", 6)),
    trek12.LINK_ABOVE_WRONG_NUMBER: ("The link above leads to a circle without the number above.", cite("Trails", 6)),
    trek12.LINK_ABOVE_TAKEN: ("The link above leads to a circle that is linked downwards already.", cite("Trails", 6)),
    trek12.LINK_ABOVE_MISSING: ("A neighbour with the number above is free and must be linked.", cite("Trails", 6)),
    trek12.GREEN_DIE_IMPOSSIBLE: ("The green die has no such face.", cite("Your Equipment", 2)),
    trek12.YELLOW_DIE_IMPOSSIBLE: ("The yellow die has no such face.", cite("Your Equipment", 2)),
    trek12.NUMBER_CARD_UNKNOWN: ("There is no such number card.", cite("Your Equipment", 9)),
    trek12.NUMBER_CARD_REPEATED: ("The same number card lies at two observation lines.", cite("Pack your bag", 9)),
    trek12.CARD_WRONG_LINE: ("The card of another observation line is awaited.", cite("Discover", 9)),
    trek12.CARD_UNKNOWN: ("There is no such observation card.", cite("Your Equipment")),
    trek12.CARD_ALREADY_SHOWN: ("The observation card lies at another line already.", cite("Pack your bag", 9)),
}

# In the order in which the kernel reports them, which is that of its codes.
VIOLATIONS: Mapping[int, ViolationSpec] = {
    **_GENERIC,
    **{
        code: ViolationSpec(trek12.VIOLATIONS[code], description, citation)
        for code, (description, citation) in _OWN.items()
    },
}


# --- Sentences -----------------------------------------------------------------------------------------------------

# What cext/trek12.pyx documents as the arguments of the violation, and the setup, make a sentence.
_Sentence = Callable[[Setup, int, int, int], str]

# The kernel tells an argument that does not fit like this.
_TOO_LARGE = 2**31 - 1


def explain(setup: Setup, code: int, args: Sequence[int]) -> str:
    """One sentence for a violation of the kernel."""
    return _SENTENCES[code](setup, args[0], args[1], args[2])


def _number(value: int) -> str:
    return "a huge number" if value == _TOO_LARGE else str(value)


def _no_such_circle(setup: Setup, circle: int, *_: int) -> str:
    last = len(content_of(setup.pack).circles) - 1
    return f"There is no circle {_number(circle)}; the sheet has the circles 0 to {last}."


def _used_up(_: Setup, operation: int, boxes: int, __: int) -> str:
    return f"All {boxes} boxes of {OPERATION_NAMES[operation]} are ticked."


def _filled(_: Setup, circle: int, number: int, __: int) -> str:
    return f"Circle {circle} holds {'a spider' if number < 0 else number} already."


def _link_on_spider(setup: Setup, circle: int, result: int, _: int) -> str:
    highest = content_of(setup.pack).max_number
    return (
        f"The result {result} is over {highest}, so circle {circle} gets a spider, and a spider is linked to nothing."
    )


def _not_neighbour(_: Setup, circle: int, __: int, other: int) -> str:
    return f"Circle {_number(other)} is no neighbour of circle {circle}."


def _wrong_number(step: int) -> _Sentence:
    def sentence(_: Setup, circle: int, number: int, other: int) -> str:
        if number + step < 0:
            return f"No number is lower than {number}, so circle {circle} has no link below."
        return f"To link circle {circle} here takes the number {number + step}, which circle {other} does not hold."

    return sentence


def _taken(step: int, direction: str) -> _Sentence:
    return lambda _, __, number, other: f"The number {number + step} in circle {other} is linked {direction} already."


def _missing(step: int, side: str) -> _Sentence:
    return lambda _, circle, number, other: (
        f"The number {number} in circle {circle} must be linked to a number {number + step} beside it: "
        f"circle {other} is free, but the move names no link {side}."
    )


def _card_name(setup: Setup, card: int) -> str:
    return content_of(setup.pack).cards[card].name


def _unknown_number_card(setup: Setup, line: int, number: int, _: int) -> str:
    numbers = ", ".join(map(str, content_of(setup.pack).number_cards))
    return f"There is no number card {_number(number)} for line {line}; there are {numbers}."


_SENTENCES: Mapping[int, _Sentence] = {
    trek12.NO_SUCH_OPERATION: lambda *_: "The operation is none of the five.",
    trek12.NO_SUCH_CIRCLE: _no_such_circle,
    trek12.OPERATION_USED_UP: _used_up,
    trek12.CIRCLE_FILLED: _filled,
    trek12.CIRCLE_NOT_ADJACENT: lambda _, circle, *__: f"Circle {circle} has no filled neighbour.",
    trek12.LINK_ON_SPIDER: _link_on_spider,
    trek12.LINK_BELOW_NOT_NEIGHBOUR: _not_neighbour,
    trek12.LINK_BELOW_WRONG_NUMBER: _wrong_number(-1),
    trek12.LINK_BELOW_TAKEN: _taken(-1, "upwards"),
    trek12.LINK_BELOW_MISSING: _missing(-1, "below"),
    trek12.LINK_ABOVE_NOT_NEIGHBOUR: _not_neighbour,
    trek12.LINK_ABOVE_WRONG_NUMBER: _wrong_number(+1),
    trek12.LINK_ABOVE_TAKEN: _taken(+1, "downwards"),
    trek12.LINK_ABOVE_MISSING: _missing(+1, "above"),
    trek12.GREEN_DIE_IMPOSSIBLE: lambda _, die, *__: f"The green die shows 1 to 6, not {_number(die)}.",
    trek12.YELLOW_DIE_IMPOSSIBLE: lambda _, die, *__: f"The yellow die shows 0 to 5, not {_number(die)}.",
    trek12.NUMBER_CARD_UNKNOWN: _unknown_number_card,
    trek12.NUMBER_CARD_REPEATED: lambda _, line, number, __: (
        f"The number card {number} for line {line} lies at an earlier line already."
    ),
    trek12.CARD_WRONG_LINE: lambda _, line, due, __: (
        f"The card of line {due} is awaited, not that of line {_number(line)}."
    ),
    trek12.CARD_UNKNOWN: lambda _, card, *__: f"There is no observation card of number {_number(card)}.",
    trek12.CARD_ALREADY_SHOWN: lambda setup, card, line, _: (
        f"The card {_card_name(setup, card)} lies at line {line} already."
    ),
}
