"""The names of specimens, events and the rest: as text, as words for people, and on the wire."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import amazonas_pb2
from cext import amazonas

# By the kernel's number of a type.
SPECIMENS = ("fish", "butterfly", "iguana", "parrot", "orchid")
_PLURALS = ("fish", "butterflies", "iguanas", "parrots", "orchids")
SPECIMENS_TO_WIRE: Mapping[int, amazonas_pb2.AmazonasSpecimen] = {
    amazonas.FISH: amazonas_pb2.AMAZONAS_SPECIMEN_FISH,
    amazonas.BUTTERFLY: amazonas_pb2.AMAZONAS_SPECIMEN_BUTTERFLY,
    amazonas.IGUANA: amazonas_pb2.AMAZONAS_SPECIMEN_IGUANA,
    amazonas.PARROT: amazonas_pb2.AMAZONAS_SPECIMEN_PARROT,
    amazonas.ORCHID: amazonas_pb2.AMAZONAS_SPECIMEN_ORCHID,
}
SPECIMENS_FROM_WIRE = {int(wire): type_ for type_, wire in SPECIMENS_TO_WIRE.items()}

# By the kernel's number of an event: its name in the notation, and what a log calls it.
EVENTS = (
    "jaguar",
    "crocodile",
    "forest-fire",
    "theft",
    "natives",
    *(f"bonus-{specimen}" for specimen in SPECIMENS),
)
EVENT_TITLES = (
    "Jaguar",
    "Crocodile",
    "Forest fire",
    "Theft",
    "Natives",
    *(f"Bonus for {plural}" for plural in _PLURALS),
)
EVENTS_TO_WIRE: Mapping[int, amazonas_pb2.AmazonasEventCard] = {
    amazonas.JAGUAR: amazonas_pb2.AMAZONAS_EVENT_CARD_JAGUAR,
    amazonas.CROCODILE: amazonas_pb2.AMAZONAS_EVENT_CARD_CROCODILE,
    amazonas.FOREST_FIRE: amazonas_pb2.AMAZONAS_EVENT_CARD_FOREST_FIRE,
    amazonas.THEFT: amazonas_pb2.AMAZONAS_EVENT_CARD_THEFT,
    amazonas.NATIVES: amazonas_pb2.AMAZONAS_EVENT_CARD_NATIVES,
    amazonas.BONUS_FISH: amazonas_pb2.AMAZONAS_EVENT_CARD_BONUS_FISH,
    amazonas.BONUS_FISH + amazonas.BUTTERFLY: amazonas_pb2.AMAZONAS_EVENT_CARD_BONUS_BUTTERFLY,
    amazonas.BONUS_FISH + amazonas.IGUANA: amazonas_pb2.AMAZONAS_EVENT_CARD_BONUS_IGUANA,
    amazonas.BONUS_FISH + amazonas.PARROT: amazonas_pb2.AMAZONAS_EVENT_CARD_BONUS_PARROT,
    amazonas.BONUS_FISH + amazonas.ORCHID: amazonas_pb2.AMAZONAS_EVENT_CARD_BONUS_ORCHID,
}
EVENTS_FROM_WIRE = {int(wire): event for event, wire in EVENTS_TO_WIRE.items()}


def count_of(type_: int, number: int) -> str:
    """So many specimens of a type in words: `1 butterfly`, `3 butterflies`."""
    return f"{number} {SPECIMENS[type_] if number == 1 else _PLURALS[type_]}"


def plural_of(type_: int) -> str:
    """Several specimens of a type in a word."""
    return _PLURALS[type_]


def specimen_index(wire: int) -> int:
    """The kernel's number of a specimen that a view names."""
    return SPECIMENS_FROM_WIRE[wire]


def event_index(wire: int) -> int | None:
    """The kernel's number of an event that a view names; None while none lies on the table."""
    return EVENTS_FROM_WIRE.get(wire)
