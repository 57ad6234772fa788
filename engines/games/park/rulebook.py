"""Where the rules of Amazonia Park stand, and how a broken one is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cext import kernel, park
from engines.game import Citation, Setup, ViolationSpec
from engines.games.park.content import content_of
from engines.games.park.vocabulary import ANIMALS, COLOUR_TITLES, count_of, join, name_of, plural_of
from engines.violations import generic_specs

ID = "amazonia-park"


def cite(section: str, ruling: int | None = None) -> Citation:
    """A heading of the rulebook, and the item of engines/RULINGS.md that completes it."""
    return Citation(ID, section, "" if ruling is None else f"{ID} {ruling}")


_TURN = "Turn"
_PICTURES = "Take Pictures"
_ARTICLE = "Publish an Article"
_EFFECTS = "Magazine Card Special Effects"

_GENERIC = generic_specs(
    {
        kernel.GAME_OVER: cite("Game End", 7),
        kernel.CHANCE_PENDING: cite(_PICTURES, 7),
        kernel.NOT_TO_ACT: cite(_TURN, 8),
        kernel.CHANCE_NOT_DUE: cite(_PICTURES, 7),
        kernel.WRONG_CHANCE: cite(_PICTURES, 7),
    }
)

_OWN = {
    park.NO_SUCH_MOVE: ("There is no such move.", cite(_TURN)),
    park.WRONG_STEP: ("The move belongs to another step of the turn.", cite(_TURN, 10)),
    park.NO_TILE: ("The player has no tile to place.", cite(_PICTURES, 7)),
    park.NO_SUCH_SPACE: ("The space is not on the board.", cite("Components", 15)),
    park.SPACE_TAKEN: ("There are animals on the space already.", cite(_PICTURES)),
    park.NO_SUCH_MAGAZINE: ("There are no magazines of such a colour.", cite("Components")),
    park.STACK_EMPTY: ("All magazines of the colour are taken.", cite(_ARTICLE, 1)),
    park.COLOUR_OWNED: ("The player has a magazine of the colour already.", cite(_ARTICLE, 4)),
    park.NOT_ENOUGH_TOKENS: ("The player has fewer tokens of an animal than are to be paid.", cite(_ARTICLE)),
    park.OWN_TOKENS_FIRST: (
        "Pairs may stand only for tokens that are really missing: own tokens of the animal go first.",
        cite(_ARTICLE, 4),
    ),
    park.ODD_PAIR: (
        "Two equal tokens of another animal stand for a missing one, never a single one.",
        cite(_ARTICLE, 4),
    ),
    park.PAYMENT_TOO_SMALL: ("The payment is not enough for the magazine.", cite(_ARTICLE)),
    park.PAYMENT_TOO_LARGE: ("The payment is more than the magazine costs.", cite(_EFFECTS, 5)),
    park.PASS_WITH_TILE: ("A player with a tile cannot pass.", cite(_TURN, 7)),
    park.PASS_CAN_PUBLISH: ("A player who can pay for a magazine cannot pass.", cite(_TURN, 7)),
    park.NO_SUCH_ANIMAL: ("There is no such animal.", cite("Components")),
    park.SUPPLY_SHORT: ("The supply does not have so many tokens of an animal.", cite(_PICTURES, 3)),
    park.WRONG_NUMBER_OF_TOKENS: ("Just as many tokens are taken as are missing.", cite(_PICTURES, 3)),
    park.TILE_UNKNOWN: ("There is no such tile.", cite("Components", 15)),
    park.TILE_ALREADY_DRAWN: ("All such tiles have left the stack.", cite("Setup", 12)),
    park.TILE_WRONG_SEAT: ("Another seat draws the tile.", cite(_PICTURES, 8)),
    park.TILE_OF_EVENING: ("Morning tiles are drawn before evening tiles.", cite(_PICTURES, 12)),
}

# Every violation, in the order in which the kernel reports them.
VIOLATIONS: Mapping[int, ViolationSpec] = {
    **_GENERIC,
    **{
        code: ViolationSpec(park.VIOLATIONS[code], description, citation)
        for code, (description, citation) in _OWN.items()
    },
}


# --- Sentences -----------------------------------------------------------------------------------------------------

# What cext/park.pyx documents as the arguments of the violation, and the setup, make a sentence.
_Sentence = Callable[[Setup, int, int, int], str]

# The kernel tells an argument that does not fit like this.
_TOO_LARGE = 2**31 - 1

_STEPS: Mapping[int, str] = {
    park.TURN: "a tile is placed or an article published",
    park.SUBSTITUTING: "other tokens are named for the missing ones",
    park.REWARD: "a token is taken for the magazine just published, or declined",
}


def explain(setup: Setup, code: int, args: Sequence[int]) -> str:
    """One sentence for a violation of the kernel."""
    return _SENTENCES[code](setup, args[0], args[1], args[2])


def _number(value: int) -> str:
    return "a huge number" if value == _TOO_LARGE else str(value)


def _space_taken(setup: Setup, cell: int, animal: int, count: int) -> str:
    there = "There is" if count == 1 else "There are"
    return f"{there} {count_of(animal, count)} on the space {content_of(setup.pack).board.name(cell)} already."


def _not_enough(_: Setup, animal: int, named: int, owned: int) -> str:
    return f"The payment names {count_of(animal, named)}, and {owned or 'none'} of them {_are(owned)} there."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _own_first(_: Setup, animal: int, first: int, named: int) -> str:
    return (
        f"Pairs stand only for missing tokens: {count_of(animal, first)} must go first, and the payment names "
        f"{named or 'none'}."
    )


def _odd_pair(_: Setup, animal: int, named: int, colour: int) -> str:
    return (
        f"Two equal tokens stand for a missing {name_of(colour)}, so that {count_of(animal, named)} cannot be paired."
    )


def _too_small(_: Setup, colour: int, cost: int, worth: int) -> str:
    return f"The {COLOUR_TITLES[colour]} magazine costs {_tokens(cost)}; the payment counts for {worth} only."


def _too_large(_: Setup, colour: int, cost: int, worth: int) -> str:
    return f"The {COLOUR_TITLES[colour]} magazine costs {_tokens(cost)}; the payment counts for {worth}, which is more."


def _tokens(number: int) -> str:
    return "1 token" if number == 1 else f"{number} tokens"


def _can_publish(_: Setup, colour: int, cost: int, __: int) -> str:
    price = "costs nothing" if cost == 0 else f"costs {_tokens(cost)}"
    return f"The {COLOUR_TITLES[colour]} magazine can be published now, it {price}: only who can do nothing passes."


def _supply_short(_: Setup, animal: int, named: int, there: int) -> str:
    have = f"only {there}" if there else "no"
    return f"The supply has {have} {plural_of(animal) if there != 1 else name_of(animal)}, not {named}."


def _wrong_number(_: Setup, named: int, due: int, __: int) -> str:
    return f"{_tokens(due)} {_are(due)} missing and must be named; the move names {named}."


def _unknown_tile(_: Setup, animal: int, count: int, copy: int) -> str:
    if animal >= len(ANIMALS):
        return "There is no tile with such an animal."
    number = f" of number {copy}" if copy else ""
    return f"There is no tile with {count_of(animal, count)}{number} in this game."


def _drawn(_: Setup, animal: int, count: int, copy: int) -> str:
    there = f"no more than {copy} such tiles are" if copy else "none of them is"
    return f"Tiles with {count_of(animal, count)} have been drawn before: {there} left in the stack."


_SENTENCES: Mapping[int, _Sentence] = {
    park.NO_SUCH_MOVE: lambda *_: "There is no such move.",
    park.WRONG_STEP: lambda _, __, phase, ___: f"Another step is being played: {_STEPS[phase]}.",
    park.NO_TILE: lambda *_: "There is no tile in hand that could be placed.",
    park.NO_SUCH_SPACE: lambda _, __, columns, rows: (
        f"There is no such space; the board has {columns} columns and {rows} rows."
    ),
    park.SPACE_TAKEN: _space_taken,
    park.NO_SUCH_MAGAZINE: lambda *_: f"There is no such magazine; there are {join(COLOUR_TITLES)}.",
    park.STACK_EMPTY: lambda _, colour, *__: f"All {COLOUR_TITLES[colour]} magazines are taken.",
    park.COLOUR_OWNED: lambda _, colour, value, __: (
        f"One magazine of each colour is all, and there is a {COLOUR_TITLES[colour]} magazine of value {value} already."
    ),
    park.NOT_ENOUGH_TOKENS: _not_enough,
    park.OWN_TOKENS_FIRST: _own_first,
    park.ODD_PAIR: _odd_pair,
    park.PAYMENT_TOO_SMALL: _too_small,
    park.PAYMENT_TOO_LARGE: _too_large,
    park.PASS_WITH_TILE: lambda *_: "There is a tile in hand that can be placed: only who can do nothing passes.",
    park.PASS_CAN_PUBLISH: _can_publish,
    park.NO_SUCH_ANIMAL: lambda *_: f"There is no such animal; there are {join(ANIMALS)}.",
    park.SUPPLY_SHORT: _supply_short,
    park.WRONG_NUMBER_OF_TOKENS: _wrong_number,
    park.TILE_UNKNOWN: _unknown_tile,
    park.TILE_ALREADY_DRAWN: _drawn,
    park.TILE_WRONG_SEAT: lambda _, seat, due, __: f"Seat {due} draws this tile, not seat {_number(seat)}.",
    park.TILE_OF_EVENING: lambda _, animal, count, left: (
        f"Such a tile, with {count_of(animal, count)}, comes only with the evening, and {left} morning "
        f"{'tile is' if left == 1 else 'tiles are'} drawn first."
    ),
}
