"""Nothing hidden reaches anybody through the referee: guesses about a table that is not over are never confirmed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from canopy.v1 import record_pb2, referee_pb2
from service import play
from service.capability import seat_key
from service.keyring import KeyRing
from service.limits import Limits
from service.play import MoveAction
from service.referee.judge import judge
from service.referee.referee import Referee
from service.referee.seal import Seal
from service.sealing import Sealer
from service.table import Table, seal_table
from tests.referee.records import RING, SEALER, Played, checks_of, copy_of, played
from tests.service.conftest import make_key


def guesses(game: Played, place: int) -> tuple[Table, list[record_pb2.GameRecord]]:
    """A running table, and records of it without the secret: what has happened, and other things that might have.

    All tell no dice, as somebody would who has not seen them.
    """
    table = game.tables[place]
    true = copy_of(game.record)
    del true.plies[table.ply :]
    true.ending.Clear()
    for ply in true.plies:
        if ply.WhichOneof("what") == "chance":
            ply.chance.Clear()
            ply.chance.SetInParent()
    true.ending.token = seal_table(SEALER, table)
    found = [true]
    rng = random.Random(place)
    for number in range(len(true.plies)):
        seat = game.made[number].seat
        if seat is None:
            continue
        others = game.before[number].legal_moves(seat)
        guess = copy_of(true)
        guess.plies[number].move.move.text = game.setup.game.move_text(game.setup, rng.choice(others))
        found.append(guess)
    return table, found


def test_a_guess_about_a_running_table_is_judged_as_if_there_were_no_table(game: Played) -> None:
    """Whoever asks, the host too: face-down cards and dice to come are for nobody."""
    for place in (1, len(game.tables) // 2, len(game.tables) - 2):
        table, records = guesses(game, place)
        for record in records[:8]:
            bare = copy_of(record)
            bare.ending.Clear()
            for key in (b"", seat_key(SEALER, table.game_id, 0), game.key):
                with_token = judge(record, Limits(), Seal(SEALER, key))
                without = judge(bare, Limits(), Seal(SEALER, key))
                assert checks_of(with_token)["SEAL"] == "NOT_CHECKED"
                for verdict in (with_token, without):
                    del verdict.checks[:]
                assert with_token == without


def test_dice_to_come_are_not_told_by_a_verdict(game: Played) -> None:
    """A record that goes on past a running table with any dice: the host may ask, and learns nothing."""
    table = game.tables[len(game.tables) // 2]
    record = copy_of(game.record)
    record.ending.Clear()
    record.ending.token = seal_table(SEALER, table)
    heard = set()
    for seed in (b"one", b"two"):
        other = replace(table, seed=seed.ljust(32), server_secret=seed.ljust(32))
        record.ending.token = seal_table(SEALER, other)
        heard.add(judge(record, Limits(), Seal(SEALER, game.key)).SerializeToString(deterministic=True))
    assert len(heard) == 1


def test_what_is_public_of_a_running_token_is_compared(game: Played) -> None:
    """Its id and its ply; GetView tells them to everybody."""
    table = game.tables[len(game.tables) // 2]
    record = copy_of(game.record)
    record.ending.Clear()
    record.ending.token = seal_table(SEALER, table)
    for ply, made in zip(record.plies, game.made, strict=True):
        if made.seat is None:
            ply.chance.text = game.setup.game.outcome_text(game.setup, made.word)
    verdict = judge(record, Limits(), Seal(SEALER, b""))
    assert [violation.code for violation in verdict.violations] == ["TOKEN_OF_ANOTHER_PLY"]
    record.game_id = bytes(16)
    verdict = judge(record, Limits(), Seal(SEALER, b""))
    assert [violation.code for violation in verdict.violations] == ["TOKEN_UNFIT"]


def test_outcomes_that_nobody_has_seen_are_not_in_a_record_before_the_end() -> None:
    """A game with cards that lie face down; the record says that there was chance, and no more."""
    hidden = [
        ply for ply in played("amazonas-2022").record.plies if ply.HasField("chance") and not ply.chance.ListFields()
    ]
    assert hidden


# --- Forgery ---------------------------------------------------------------------------------------------------------
#
# Attacks of somebody who knows THREAT_MODEL.md and all of this code, but no key ring: he can write any record and any
# secret, compute every hash, create tables of his own at the service, and has seen tokens of others.


def seals(record: record_pb2.GameRecord) -> str:
    """What the service finds of the seal."""
    request = referee_pb2.VerifyGameRequest(record=record)
    return checks_of(Referee(RING).verify_game(request).verdict)["SEAL"]


def invented(game: Played) -> Played:
    """A game of the same table, drawn from a secret of the forger's choice and sealed with a ring of his own."""
    return Played(game.setup, 77)


def test_a_game_that_was_invented_as_a_whole_is_not_sealed(game: Played) -> None:
    """It agrees with itself in everything, and says nothing of whether it was played here."""
    forged = copy_of(invented(game).record)
    forged.ending.ClearField("token")
    assert seals(forged) == "NOT_CHECKED"
    ring = KeyRing((make_key("forger"),))
    forged.ending.token = seal_table(Sealer(ring), invented(game).end)
    assert seals(forged) == "FAILED"
    # With the header of the true ring's key.
    forged.ending.token = game.record.ending.token[:5] + forged.ending.token[5:]
    assert seals(forged) == "FAILED"


def test_another_history_does_not_fit_the_token_of_a_true_one(game: Played) -> None:
    """With all hashes computed anew: the token knows the history."""
    forged = copy_of(game.record)
    place, other = next(
        (place, word)
        for place, (made, before) in reversed(list(enumerate(zip(game.made, game.before, strict=True))))
        if made.seat is not None
        for word in before.legal_moves(made.seat)
        if word != made.word
    )
    table = next(table for table in game.tables if table.ply == place or table.ply > place)
    if table.ply == place:
        seat = game.made[place].seat
        assert seat is not None
        fork = play.apply(table, [MoveAction(seat, other)])
        forged.ending.transcript = fork.table.transcript
    del forged.plies[place + 1 :]
    forged.plies[place].move.move.text = game.setup.game.move_text(game.setup, other)
    assert seals(forged) != "HELD"


def test_a_game_with_a_secret_of_ones_own_does_not_pass_for_a_rated_one(game: Played) -> None:
    """Its token is true, and says that it is unrated."""
    unrated = Played(game.setup, 5, unrated=True)
    assert seals(unrated.record) == "HELD"
    forged = copy_of(unrated.record)
    forged.fairness.unrated = False
    assert seals(forged) == "FAILED"


@pytest.mark.parametrize("field", ["game_id", "commitment", "client_seeds_hash", "secret"])
def test_no_promise_is_exchanged_after_the_fact(game: Played, field: str) -> None:
    """Another secret that gives better dice, other client seeds or another id: the token knows the true ones."""
    forged = copy_of(invented(game).record)
    forged.ending.token = game.record.ending.token
    true = game.record
    if field == "game_id":
        forged.game_id = true.game_id
    elif field == "commitment":
        forged.fairness.commitment = true.fairness.commitment
    elif field == "client_seeds_hash":
        forged.fairness.client_seeds_hash = true.fairness.client_seeds_hash
    else:
        forged.ending.server_secret = true.ending.server_secret
    assert seals(forged) != "HELD"


def test_a_token_of_another_kind_or_moment_is_no_seal(game: Played) -> None:
    forged = copy_of(game.record)
    for token in (game.key, seal_table(SEALER, game.tables[0]), seal_table(SEALER, game.tables[-2])):
        forged.ending.token = token
        assert seals(forged) == "FAILED"


def test_dice_from_outside_do_not_pass_for_drawn_ones(game: Played) -> None:
    outside = Played(game.setup, 6, external=True)
    forged = copy_of(outside.record)
    forged.fairness.CopyFrom(game.record.fairness)
    assert seals(forged) != "HELD"
