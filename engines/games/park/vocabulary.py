"""The names of animals, colours and directions: as text, as words for people, and on the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from canopy.v1 import park_pb2
from cext import park

# By the kernel's number of an animal.
ANIMALS = ("toucan", "jaguar", "squirrel-monkey", "caiman", "capybara")
_SINGULARS = ("toucan", "jaguar", "squirrel monkey", "caiman", "capybara")
_PLURALS = ("toucans", "jaguars", "squirrel monkeys", "caimans", "capybaras")
ANIMALS_TO_WIRE: Mapping[int, park_pb2.ParkAnimal] = {
    park.TOUCAN: park_pb2.PARK_ANIMAL_TOUCAN,
    park.JAGUAR: park_pb2.PARK_ANIMAL_JAGUAR,
    park.SQUIRREL_MONKEY: park_pb2.PARK_ANIMAL_SQUIRREL_MONKEY,
    park.CAIMAN: park_pb2.PARK_ANIMAL_CAIMAN,
    park.CAPYBARA: park_pb2.PARK_ANIMAL_CAPYBARA,
}
ANIMALS_FROM_WIRE = {int(wire): animal for animal, wire in ANIMALS_TO_WIRE.items()}

# By the kernel's number of a colour: each animal's, and one more.
COLOURS = (*ANIMALS, "amazonia")
COLOUR_TITLES = ("Toucan", "Jaguar", "Squirrel Monkey", "Caiman", "Capybara", "Amazonia")
COLOURS_TO_WIRE: Mapping[int, park_pb2.ParkColour] = {
    park.TOUCAN: park_pb2.PARK_COLOUR_TOUCAN,
    park.JAGUAR: park_pb2.PARK_COLOUR_JAGUAR,
    park.SQUIRREL_MONKEY: park_pb2.PARK_COLOUR_SQUIRREL_MONKEY,
    park.CAIMAN: park_pb2.PARK_COLOUR_CAIMAN,
    park.CAPYBARA: park_pb2.PARK_COLOUR_CAPYBARA,
    park.AMAZONIA: park_pb2.PARK_COLOUR_AMAZONIA,
}
COLOURS_FROM_WIRE = {int(wire): colour for colour, wire in COLOURS_TO_WIRE.items()}

DIRECTIONS_TO_WIRE: Mapping[int, park_pb2.ParkDirection] = {
    park.UP: park_pb2.PARK_DIRECTION_UP,
    park.RIGHT: park_pb2.PARK_DIRECTION_RIGHT,
    park.DOWN: park_pb2.PARK_DIRECTION_DOWN,
    park.LEFT: park_pb2.PARK_DIRECTION_LEFT,
}
DIRECTION_WORDS: Mapping[int, str] = {park.UP: "above", park.RIGHT: "right", park.DOWN: "below", park.LEFT: "left"}

ENDS_TO_WIRE: Mapping[int, park_pb2.ParkEnd] = {
    park.SIX_COLOURS: park_pb2.PARK_END_SIX_COLOURS,
    park.BOARD_FULL: park_pb2.PARK_END_BOARD_FULL,
    park.ALL_PASSED: park_pb2.PARK_END_ALL_PASSED,
}

Tokens = Sequence[int]


def count_of(animal: int, number: int) -> str:
    """So many of an animal in words: `1 toucan`, `3 capybaras`."""
    return f"{number} {_SINGULARS[animal] if number == 1 else _PLURALS[animal]}"


def name_of(animal: int) -> str:
    """An animal as a word."""
    return _SINGULARS[animal]


def plural_of(animal: int) -> str:
    """Several of an animal in a word."""
    return _PLURALS[animal]


def tokens_words(tokens: Tokens) -> str:
    """Tokens in words: `3 toucans, 2 jaguars and 2 capybaras`, or `nothing`."""
    return join(count_of(animal, number) for animal, number in enumerate(tokens) if number) or "nothing"


def join(words: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    *some, last = list(words) or [""]
    return f"{', '.join(some)} and {last}" if some else last


def tokens_to_wire(tokens: Tokens) -> park_pb2.ParkTokens:
    """Counts by animal as a message."""
    toucans, jaguars, squirrel_monkeys, caimans, capybaras = tokens
    return park_pb2.ParkTokens(
        toucans=toucans, jaguars=jaguars, squirrel_monkeys=squirrel_monkeys, caimans=caimans, capybaras=capybaras
    )


def tokens_from_wire(tokens: park_pb2.ParkTokens) -> tuple[int, ...]:
    """The inverse of `tokens_to_wire`."""
    return tokens.toucans, tokens.jaguars, tokens.squirrel_monkeys, tokens.caimans, tokens.capybaras


def tile_to_wire(animal: int, count: int) -> park_pb2.ParkTile:
    """Animals on a tile or on the board as a message."""
    return park_pb2.ParkTile(animal=ANIMALS_TO_WIRE[animal], count=count)


def animal_index(wire: int) -> int:
    """The kernel's number of an animal that a view names."""
    return ANIMALS_FROM_WIRE[wire]


def colour_index(wire: int) -> int:
    """The kernel's number of a colour that a view names."""
    return COLOURS_FROM_WIRE[wire]
