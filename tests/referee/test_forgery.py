"""Records made of true ones at random, by somebody without a key ring: what a seal vouches for has happened."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from google.protobuf.message import DecodeError

from canopy.v1 import common_pb2, record_pb2, referee_pb2
from service import wire
from service.errors import Refusal
from service.referee.referee import Referee
from tests.referee.records import RING, Played, checks_of, copy_of, kind_of, played, rulesets
from tests.service.tables import setup_of

Record = record_pb2.GameRecord
# A change of the first record, which may take something from the second.
Change = Callable[[random.Random, Record, Record], object]

SEATS = (0, 1, 2, 3, 49, 50, 63, 64, 127, 128, 254, 255, 256, 2**31, 2**32 - 1)
WORDS = (
    "",
    "x",
    "roll 9 9",
    "-1",
    "\u0661",
    "\uff11",
    "LOW@0",
    "low@99999999999999999999",
    "pass ",
    "roll 6 5 ",
    "\u212a",
)


def place(rng: random.Random, record: Record) -> int:
    """Some ply."""
    return rng.randrange(len(record.plies))


def flip_bits(rng: random.Random, record: Record, other: Record) -> None:
    del other
    data = bytearray(record.SerializeToString())
    for _ in range(rng.randint(1, 3)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    try:
        record.CopyFrom(Record.FromString(bytes(data)))
    except DecodeError:
        return


def leave_out(rng: random.Random, record: Record, other: Record) -> None:
    del other
    del record.plies[place(rng, record)]


def repeat(rng: random.Random, record: Record, other: Record) -> None:
    del other
    record.plies.insert(place(rng, record), record.plies[place(rng, record)])


def swap(rng: random.Random, record: Record, other: Record) -> None:
    del other
    one, two = place(rng, record), place(rng, record)
    moved = copy_of(record).plies[one]
    record.plies[one].CopyFrom(record.plies[two])
    record.plies[two].CopyFrom(moved)


def cut(rng: random.Random, record: Record, other: Record) -> None:
    del other
    del record.plies[place(rng, record) :]


def splice(rng: random.Random, record: Record, other: Record) -> None:
    record.plies[place(rng, record)].CopyFrom(other.plies[place(rng, other)])


def change_seat(rng: random.Random, record: Record, other: Record) -> None:
    del other
    record.plies[place(rng, record)].move.seat = rng.choice(SEATS)


def change_move(rng: random.Random, record: Record, other: Record) -> None:
    del other
    record.plies[place(rng, record)].move.move.text = rng.choice(WORDS)


def change_outcome(rng: random.Random, record: Record, other: Record) -> None:
    del other
    record.plies[place(rng, record)].chance.text = rng.choice(WORDS)


def hide_outcome(rng: random.Random, record: Record, other: Record) -> None:
    del other
    record.plies[place(rng, record)].chance.Clear()
    record.plies[place(rng, record)].chance.SetInParent()


def forget(rng: random.Random, record: Record, other: Record) -> None:
    del other
    part = rng.choice([record, record.ending, record.fairness])
    part.ClearField(rng.choice(part.DESCRIPTOR.fields).name)


def take_over(rng: random.Random, record: Record, other: Record) -> None:
    """A whole part of another record, or only the secret or the seeds of it."""
    part = rng.choice(["ending", "fairness", "client_seeds", "game_id", "ruleset", "players", "server_secret"])
    if part == "server_secret":
        record.ending.server_secret = other.ending.server_secret
        return
    record.ClearField(part)
    taken = Record.FromString(other.SerializeToString())
    for field in taken.DESCRIPTOR.fields:
        if field.name != part:
            taken.ClearField(field.name)
    record.MergeFrom(taken)


def promise_otherwise(rng: random.Random, record: Record, other: Record) -> None:
    del other
    record.fairness.randomness = rng.choice([*common_pb2.Randomness.values(), 3, -1])  # type: ignore[assignment]
    record.fairness.unrated = rng.random() < 0.5


CHANGES: tuple[Change, ...] = (
    *(flip_bits, leave_out, repeat, swap, cut, splice, change_seat, change_move, change_outcome, hide_outcome),
    *(forget, take_over, promise_otherwise),
)


def happened(game: Played, record: Record, verdict: referee_pb2.Verdict) -> bool:
    """Whether the record tells this game, ply for ply, and its end."""
    if (verdict.plies, verdict.finished, len(record.plies)) != (game.end.ply, True, game.end.ply):
        return False
    for ply, made in zip(record.plies, game.made, strict=True):
        if made.seat is None:
            if ply.chance.WhichOneof("form") and wire.outcome_from_wire(game.setup, ply.chance) != made.word:
                return False
        elif (ply.move.seat, wire.move_from_wire(game.setup, ply.move.move)) != (made.seat, made.word):
            return False
    return bool(verdict.outcome == wire.outcome_to_wire(game.setup.game.outcome(game.setup, game.end.state)))


def require_no_forgery(rng: random.Random, games: list[Played]) -> str:
    """Change a true record at random and have it judged; the kind of the verdict."""
    source, other = rng.sample(games, 2)
    record = copy_of(source.record)
    for _ in range(rng.randint(1, 3)):
        if record.plies:
            rng.choice(CHANGES)(rng, record, other.record)
    request = referee_pb2.VerifyGameRequest(record=record, key=source.key if rng.random() < 0.3 else b"")
    try:
        verdict = Referee(RING).verify_game(request).verdict
    except Refusal as refusal:
        return refusal.reason.name
    kind = kind_of(verdict)
    if kind == "VALID" and checks_of(verdict)["SEAL"] == "HELD":
        is_external = record.fairness.randomness == common_pb2.RANDOMNESS_EXTERNAL
        told = [game for game in games if game.end.game_id == verdict.game_id and game.end.is_external == is_external]
        assert len(told) == 1
        assert happened(told[0], record, verdict)
    return kind


def all_games(ruleset: str) -> list[Played]:
    """Games of a ruleset, of other tables of it, and of another ruleset."""
    other = next(id_ for id_ in rulesets() if id_ != ruleset)
    return [
        *(played(ruleset, seed) for seed in range(2)),
        *(Played(setup_of(ruleset, 3), 5, unrated=True), played(ruleset, external=True), played(other)),
    ]


def test_no_record_made_of_true_ones_is_sealed_that_did_not_happen_so(ruleset: str) -> None:
    rng, games = random.Random(f"{ruleset}/forgery"), all_games(ruleset)
    kinds = {require_no_forgery(rng, games) for _ in range(400)}
    assert kinds >= {"VALID", "INVALID", "UNFAIR_RANDOMNESS", "INCOMPLETE"}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_no_record_of_very_many_is_forged(ruleset: str, part: int) -> None:
    rng, games = random.Random(f"{ruleset}/{part}/forgery"), all_games(ruleset)
    for _ in range(4_000):
        require_no_forgery(rng, games)
