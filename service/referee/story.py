"""A record understood: the setup it names, its plies as the kernel takes them, and what it promises.

A move or an outcome that is no text of the ruleset ends the story there; what is wrong with the record as a whole
raises `BadRecord`. Legality is not looked at here.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from canopy.v1 import common_pb2, record_pb2
from cext.kernel import CHANCE_SEAT, UNTOLD
from engines.game import Setup
from service import fairness, wire
from service.errors import Reason, Refusal
from service.fairness import GAME_ID_BYTES, SECRET_BYTES
from service.limits import Limits, require_at_most
from service.setups import setup_bytes_of, setup_of

FORMAT = 1
HASH_BYTES = 32
# Seats are numbered below this; whatever number is larger stands for no seat at all.
_NO_SEAT = CHANCE_SEAT - 1
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
# What the text form says under these names is part of the record already.
OWN_TAGS = frozenset(
    (
        *("Canopy", "Ruleset", "RulesVersion", "Players", "Option", "Content", "OwnContent", "ContentDigest", "Seat"),
        *("Game", "Randomness", "Commitment", "ClientSeedsHash", "ClientSeed", "AwaitingClientSeeds", "Unrated"),
        *("Comment", "Transcript", "Token", "TokenHash", "ServerSecret"),
    )
)
_FORFEITS = frozenset(
    (record_pb2.CONDUCT_RESIGNED, record_pb2.CONDUCT_TIME_FORFEIT, record_pb2.CONDUCT_ILLEGAL_MOVE_FORFEIT)
)


def is_free_tag(name: str) -> bool:
    """Whether a record may tell something under this name."""
    return name not in OWN_TAGS and _TAG.fullmatch(name) is not None


class BadRecord(Exception):
    """A record that cannot be understood, or contradicts itself. Code and message are those of a violation."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Decision(NamedTuple):
    """A decision about conduct: after so many plies, which, and of which seat (None: of all)."""

    plies: int
    conduct: int
    seat: int | None


class Unreadable(NamedTuple):
    """A ply, counted from 0, that says nothing which could be a ply."""

    ply: int
    message: str


@dataclass(frozen=True, slots=True)
class Story:
    """A record as the referee works with it."""

    setup: Setup
    setup_bytes: bytes
    # As `State.replay` takes them; outcomes that are not told are UNTOLD.
    seats: bytes
    words: array[int]
    decisions: tuple[Decision, ...]
    unreadable: Unreadable | None
    promise: common_pb2.Fairness
    ending: record_pb2.RecordEnding
    game_id: bytes
    # Of the client seeds: what was promised, or if nothing was, what the seeds themselves have.
    client_seeds_hash: bytes
    # What the seeds that are told have; nothing when none are told, but there were some.
    told_seeds_hash: bytes

    @property
    def is_external(self) -> bool:
        """Dice and cards were told from outside."""
        return self.promise.randomness == common_pb2.RANDOMNESS_EXTERNAL


def read(record: record_pb2.GameRecord, limits: Limits) -> Story:
    """The story of a record. Raises BadRecord, and Refusal (TOO_LARGE) for more than the service looks at."""
    require_at_most(limits.record_plies, len(record.plies), "plies in a record")
    require_at_most(limits.client_seeds, len(record.client_seeds), "client seeds")
    for seed in record.client_seeds:
        require_at_most(limits.client_seed_bytes, len(seed), "bytes in a client seed")
    setup = _setup(record, limits)
    _check_people(record, setup)
    _check_promise(record)
    seats, words, decisions, unreadable = _plies(setup, record.plies)
    promised, told = record.fairness.client_seeds_hash, fairness.hash_client_seeds(record.client_seeds)
    if not record.client_seeds and promised not in (b"", told):
        told = b""
    return Story(
        setup=setup,
        setup_bytes=setup_bytes_of(record, setup),
        seats=seats,
        words=words,
        decisions=decisions,
        unreadable=unreadable,
        promise=record.fairness,
        ending=record.ending,
        game_id=record.game_id,
        client_seeds_hash=promised or told,
        told_seeds_hash=told,
    )


def _setup(record: record_pb2.GameRecord, limits: Limits) -> Setup:
    if record.format != FORMAT:
        raise BadRecord("UNKNOWN_FORMAT", f"A record is of format {FORMAT}, not {record.format}.")
    if not record.rules_version:
        raise BadRecord("MALFORMED", "A record names the version of its rules.")
    try:
        setup = setup_of(record, limits)
    except Refusal as refusal:
        if refusal.reason is Reason.TOO_LARGE:
            raise
        raise BadRecord(refusal.reason.name, refusal.message) from None
    if record.content_digest not in (b"", setup.pack.digest):
        raise BadRecord("CONTENT_DIFFERS", "The content that the record names has another digest here.")
    return setup


def _check_people(record: record_pb2.GameRecord, setup: Setup) -> None:
    """Names and tags: free, but well-formed."""
    seated = [person.seat for person in record.seats]
    if len(set(seated)) < len(seated) or any(seat >= setup.players for seat in seated):
        raise BadRecord("MALFORMED", "A player sits at a seat that there is not, or two at the same.")
    for tag in record.tags:
        if not is_free_tag(tag.name):
            raise BadRecord("MALFORMED", "A tag has a name that no tag can have.")


def _check_promise(record: record_pb2.GameRecord) -> None:
    promise, ending = record.fairness, record.ending
    for what, value, length in (
        ("game id", record.game_id, GAME_ID_BYTES),
        ("commitment", promise.commitment, HASH_BYTES),
        ("hash of the client seeds", promise.client_seeds_hash, HASH_BYTES),
        ("transcript", ending.transcript, HASH_BYTES),
        ("hash of the token", ending.token_hash, HASH_BYTES),
        ("server secret", ending.server_secret, SECRET_BYTES),
    ):
        if value and len(value) != length:
            raise BadRecord("MALFORMED", f"A {what} has {length} bytes, not {len(value)}.")
    if promise.randomness not in common_pb2.Randomness.values():
        raise BadRecord("MALFORMED", "There is no such randomness.")
    if promise.randomness == common_pb2.RANDOMNESS_EXTERNAL and (
        promise.commitment
        or promise.client_seeds_hash
        or promise.unrated
        or record.client_seeds
        or ending.server_secret
    ):
        raise BadRecord("MALFORMED", "EXTERNAL randomness goes with no secret, commitment or client seeds.")
    if promise.awaiting_client_seeds and (record.plies or record.client_seeds or promise.client_seeds_hash):
        raise BadRecord("MALFORMED", "A table that waits for its client seeds has neither seeds nor plies.")


def _plies(
    setup: Setup, told: Iterable[record_pb2.RecordedPly]
) -> tuple[bytes, array[int], tuple[Decision, ...], Unreadable | None]:
    """Seats, words and decisions, up to the first ply that cannot be read."""
    seats, words, decisions = bytearray(), array("Q"), list[Decision]()
    for ply in told:
        what = ply.WhichOneof("what")
        try:
            if what == "move":
                word = wire.move_from_wire(setup, ply.move.move)
                seats.append(min(ply.move.seat, _NO_SEAT))
                words.append(word)
            elif what == "chance":
                chance = ply.chance
                words.append(wire.outcome_from_wire(setup, chance) if chance.WhichOneof("form") else UNTOLD)
                seats.append(CHANCE_SEAT)
            elif what == "adjudication":
                decisions.append(_decision(setup, len(seats), ply.adjudication))
            else:
                raise Refusal(Reason.MALFORMED, "The ply is empty.")
        except Refusal as refusal:
            return bytes(seats), words, tuple(decisions), Unreadable(len(seats), refusal.message)
    return bytes(seats), words, tuple(decisions), None


def _decision(setup: Setup, plies: int, told: record_pb2.Adjudication) -> Decision:
    seat = told.seat if told.HasField("seat") else None
    if told.conduct in _FORFEITS:
        if seat is None or seat >= setup.players:
            raise Refusal(Reason.MALFORMED, "A seat forfeits, and it is named.")
    elif told.conduct != record_pb2.CONDUCT_AGREED_DRAW or seat is not None:
        raise Refusal(Reason.MALFORMED, "There is no such decision about conduct.")
    return Decision(plies, told.conduct, seat)
