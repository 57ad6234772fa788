"""How two tables are related: the same, one after the other, two histories, or nothing to do with each other."""

from __future__ import annotations

import random

import pytest

from canopy.v1 import record_pb2, referee_pb2
from service import play
from service.errors import Reason, Refusal
from service.fairness import GAME_ID_BYTES, SECRET_BYTES, Origin
from service.limits import Limits
from service.play import MoveAction
from service.referee.compare import compare
from service.table import Table, encode_setup, seal_table
from tests.referee.records import SEALER, Played, copy_of, next_action, played
from tests.service.tables import setup_of

LIMITS = Limits()


def ask(
    first: Table, second: Table, *records: record_pb2.GameRecord, key: bytes = b""
) -> referee_pb2.CompareTokensResponse:
    """The answer about two tables."""
    request = referee_pb2.CompareTokensRequest(
        first=seal_table(SEALER, first), second=seal_table(SEALER, second), key=key
    )
    for field, record in zip((request.first_record, request.second_record), records, strict=False):
        field.CopyFrom(record)
    return compare(SEALER, LIMITS, request)


def relation(answer: referee_pb2.CompareTokensResponse) -> str:
    """The relation in short."""
    assert answer.summary
    return referee_pb2.Relation.Name(answer.relation).removeprefix("RELATION_")


def forked(game: Played, place: int) -> tuple[Table, record_pb2.GameRecord, int]:
    """Another table out of `tables[place]` or a later one, a record of it, and the first ply that differs."""
    for number in range(place, len(game.tables) - 1):
        table, after = game.tables[number], game.tables[number + 1]
        seat = next(made.seat for made in game.made[table.ply :] if made.seat is not None)
        for word in table.state.legal_moves(seat):
            other = play.apply(table, [MoveAction(seat, word)])
            if other.table.transcript != after.transcript and word != game.made[table.ply].word:
                record = copy_of(game.record)
                del record.plies[table.ply :]
                for made in other.plies:
                    ply = record.plies.add()
                    if made.seat is None:
                        ply.chance.SetInParent()
                    else:
                        ply.move.seat = made.seat
                        ply.move.move.text = game.setup.game.move_text(game.setup, made.word)
                return other.table, record, table.ply + 1
    raise AssertionError("nobody has a choice")


def test_a_table_is_itself(game: Played) -> None:
    for table in game.tables[:: max(1, len(game.tables) // 5)]:
        assert relation(ask(table, table)) == "SAME"


def test_another_game_has_nothing_to_do_with_it(ruleset: str) -> None:
    answer = ask(played(ruleset, 0).end, played(ruleset, 1).end)
    assert relation(answer) == "DIFFERENT_GAME"


def test_a_record_tells_an_ancestor(game: Played) -> None:
    middle = game.tables[len(game.tables) // 2]
    for older, newer in ((game.tables[0], middle), (middle, game.end)):
        assert relation(ask(older, newer, game.record)) == "FIRST_IS_ANCESTOR"
        answer = ask(newer, older, game.record)
        assert relation(answer) == "SECOND_IS_ANCESTOR"
        assert (answer.first_ply, answer.second_ply) == (newer.ply, older.ply)
    assert relation(ask(game.tables[0], game.end)) == "UNDECIDED"


def test_a_table_at_which_a_decision_began_is_known_without_a_record(ruleset: str) -> None:
    for table, after in zip(played(ruleset).tables, played(ruleset).tables[1:], strict=False):
        expected = "FIRST_IS_ANCESTOR" if after.decision == table.transcript else "UNDECIDED"
        assert relation(ask(table, after)) == expected


def test_two_histories_of_the_same_length_are_a_fork_for_everybody(game: Played) -> None:
    for place in (0, len(game.tables) // 2):
        fork, record, ply = forked(game, place)
        other = next((table for table in game.tables if table.ply == fork.ply), None)
        if other is None:
            continue
        answer = ask(fork, other)
        assert relation(answer) == "FORK"
        assert answer.parted_by == fork.ply
        answer = ask(fork, other, record, game.record)
        assert relation(answer) == "FORK"
        assert answer.parted_at == ply


def test_two_records_tell_where_histories_of_other_lengths_part(game: Played) -> None:
    fork, record, ply = forked(game, len(game.tables) // 3)
    answer = ask(fork, game.end, record, game.record)
    assert relation(answer) == "FORK"
    assert (answer.parted_at, answer.parted_by) == (ply, fork.ply)


def test_tables_around_their_client_seeds(ruleset: str) -> None:
    """All histories of a game come out of the table that waits for them, and other seeds make another history."""
    setup = setup_of(ruleset)
    origin = Origin(bytes(GAME_ID_BYTES), bytes(SECRET_BYTES))
    waiting = play.create(setup, encode_setup(setup, own_pack=False), origin, await_seeds=True).table
    first, second = (play.apply(waiting, [play.SeedsAction((seed,))]).table for seed in (b"ann", b"bob"))
    later = play.apply(first, [next_action(first, random.Random(1))]).table
    assert relation(ask(waiting, waiting)) == "SAME"
    for table in (first, second, later):
        assert relation(ask(waiting, table)) == "FIRST_IS_ANCESTOR"
        assert relation(ask(table, waiting)) == "SECOND_IS_ANCESTOR"
    for one, other in ((first, second), (second, first), (later, second), (second, later)):
        answer = ask(one, other)
        assert relation(answer) == "FORK"
        assert (answer.HasField("parted_at"), answer.parted_by) == (False, 0)
        assert answer.HasField("parted_by")


def test_tables_around_their_client_seeds_with_a_record(ruleset: str) -> None:
    game = played(ruleset)
    origin = Origin(game.record.game_id, game.record.ending.server_secret)
    waiting = play.create(game.setup, game.end.setup_bytes, origin, await_seeds=True).table
    assert relation(ask(waiting, game.end, game.record)) == "FIRST_IS_ANCESTOR"
    assert relation(ask(game.tables[0], waiting, game.record)) == "SECOND_IS_ANCESTOR"


def test_a_running_table_is_compared_with_no_record_not_even_for_its_host(ruleset: str) -> None:
    """Else whoever guesses what is hidden could have the guess confirmed."""
    game = played(ruleset)
    middle, record = game.tables[len(game.tables) // 2], copy_of(game.record)
    record.ending.Clear()
    for key in (b"", game.key):
        with pytest.raises(Refusal) as refused:
            ask(middle, middle, record, key=key)
        assert refused.value.reason is Reason.KEY_LACKS_RIGHT
    # Whoever has the secret has nothing left to guess.
    assert relation(ask(game.tables[0], middle, game.record)) == "FIRST_IS_ANCESTOR"


def test_at_a_table_with_dice_from_outside_the_host_may(ruleset: str) -> None:
    game = Played(setup_of(ruleset), 2, external=True)
    first, middle = game.tables[0], game.tables[len(game.tables) // 2]
    assert relation(ask(first, middle, game.record, key=game.key)) == "FIRST_IS_ANCESTOR"
    with pytest.raises(Refusal) as refused:
        ask(first, middle, game.record)
    assert refused.value.reason is Reason.KEY_LACKS_RIGHT


def test_records_that_are_wrong_or_of_another_table_are_refused(game: Played) -> None:
    other = played(game.setup.game.id, 1).record
    broken = copy_of(game.record)
    del broken.plies[0]
    nonsense = copy_of(game.record)
    nonsense.format = 9
    for record in (other, broken, nonsense):
        record = copy_of(record)
        record.ending.server_secret = game.record.ending.server_secret
        with pytest.raises(Refusal) as refused:
            ask(game.tables[0], game.end, record)
        assert refused.value.reason in (Reason.MALFORMED, Reason.KEY_LACKS_RIGHT)
