"""Moves as messages and as text: `build 12`, `card 3`, `income`, `hire fish`, `neutral 4`, `end`, `pass`."""

from __future__ import annotations

import re

from google.protobuf.message import Message

from canopy.v1 import amazonas_pb2
from canopy.v1.amazonas_pb2 import AmazonasMove
from cext import amazonas
from engines.game import Malformed
from engines.games.amazonas.vocabulary import SPECIMENS, SPECIMENS_FROM_WIRE, SPECIMENS_TO_WIRE

# An argument has one byte of the kernel's word. What fits and does not exist is left to the kernel to refuse.
_MAX_ARGUMENT = 255

_VERBS = {
    "build": amazonas.MOVE_BUILD,
    "pass": amazonas.MOVE_PASS,
    "card": amazonas.MOVE_CARD,
    "income": amazonas.MOVE_INCOME,
    "hire": amazonas.MOVE_HIRE,
    "neutral": amazonas.MOVE_NEUTRAL,
    "end": amazonas.MOVE_END,
}
_VERB_OF = {kind: verb for verb, kind in _VERBS.items()}
_ALONE = ("pass", "income", "end")
_MOVE = re.compile(f"(build|card|neutral) (0|[1-9][0-9]{{0,2}})|(hire) ({'|'.join(SPECIMENS)})|({'|'.join(_ALONE)})")

NOTATION = (
    ("build 12", "Build a hut in village 12, on its cheapest free site."),
    ("pass", "Build no first hut; only for a player who can pay for none."),
    ("card 3", "Choose the income card of value 3, secretly."),
    ("income", "Take the income and leave the native to others."),
    ("hire fish", "Hire the native instead of taking the income, and assign it to the fish."),
    ("neutral 4", "Build a neutral hut in village 4."),
    ("end", "End the turn."),
)


def encode_move(word: int) -> AmazonasMove:
    """The message of a kernel move."""
    kind, argument = amazonas.unpack_move(word)
    match kind:
        case amazonas.MOVE_BUILD:
            return AmazonasMove(build=argument)
        case amazonas.MOVE_PASS:
            return AmazonasMove(pass_first_hut=amazonas_pb2.AmazonasPass())
        case amazonas.MOVE_CARD:
            return AmazonasMove(card=argument)
        case amazonas.MOVE_INCOME:
            return AmazonasMove(income=amazonas_pb2.AmazonasIncome())
        case amazonas.MOVE_HIRE:
            return AmazonasMove(hire=SPECIMENS_TO_WIRE[argument])
        case amazonas.MOVE_NEUTRAL:
            return AmazonasMove(neutral=argument)
    return AmazonasMove(end=amazonas_pb2.AmazonasEnd())


def decode_move(message: Message) -> int:
    """The kernel move of a message. Raises Malformed."""
    if not isinstance(message, AmazonasMove):
        raise Malformed(f"A move of Amazonas is an AmazonasMove, not a {message.DESCRIPTOR.name}.")
    match message.WhichOneof("move"):
        case "build":
            return amazonas.pack_move(amazonas.MOVE_BUILD, _village(message.build))
        case "pass_first_hut":
            return amazonas.pack_move(amazonas.MOVE_PASS)
        case "card":
            return amazonas.pack_move(amazonas.MOVE_CARD, _card(message.card))
        case "income":
            return amazonas.pack_move(amazonas.MOVE_INCOME)
        case "hire":
            return amazonas.pack_move(amazonas.MOVE_HIRE, _type(message.hire))
        case "neutral":
            return amazonas.pack_move(amazonas.MOVE_NEUTRAL, _village(message.neutral))
        case "end":
            return amazonas.pack_move(amazonas.MOVE_END)
    raise Malformed("The move says nothing that a player could decide.")


def move_text(word: int) -> str:
    """The one spelling of a kernel move."""
    kind, argument = amazonas.unpack_move(word)
    verb = _VERB_OF[kind]
    if verb in _ALONE:
        return verb
    return f"{verb} {SPECIMENS[argument] if verb == 'hire' else argument}"


def parse_move(text: str) -> int:
    """The kernel move of a text. Raises Malformed for all but its one spelling."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise Malformed(
            "A move is written like build 12, pass, card 3, income, hire fish, neutral 4 or end; "
            f"types are {', '.join(SPECIMENS)}."
        )
    verb, number, hire, specimen, alone = match.groups()
    if alone:
        return amazonas.pack_move(_VERBS[alone])
    if hire:
        return amazonas.pack_move(amazonas.MOVE_HIRE, SPECIMENS.index(specimen))
    return amazonas.pack_move(_VERBS[verb], _card(int(number)) if verb == "card" else _village(int(number)))


def _village(number: int) -> int:
    """A village that fits a word."""
    if number > _MAX_ARGUMENT:
        raise Malformed(f"There is no village {number}: no map has more than {amazonas.MAX_VILLAGES}.")
    return number


def _card(number: int) -> int:
    """An income card that fits a word."""
    if number > _MAX_ARGUMENT:
        raise Malformed(f"There is no income card {number}: there are 0 to {amazonas.INCOME_CARDS - 1}.")
    return number


def _type(wire: int) -> int:
    """A type of specimens."""
    if wire not in SPECIMENS_FROM_WIRE:
        raise Malformed("The native is assigned to none of the five types.")
    return SPECIMENS_FROM_WIRE[wire]
