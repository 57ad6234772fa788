"""Seats that may move although nobody waits for them: who is told so, who tells it, and in which order it counts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from service import autoplay, play
from service.capability import host_key, seat_key
from service.commitment import Commitment
from service.errors import Reason, Refusal
from service.play import Action, CommitmentAction, MoveAction
from service.sealing import Sealer
from service.table import Table, open_table, seal_table
from tests.service.tables import interruptible_table, random_action


@pytest.fixture(scope="module")
def table() -> Table:
    """A table at which several seats may interrupt."""
    return interruptible_table()


def text_of(table: Table, word: int) -> str:
    return table.setup.game.move_text(table.setup, word)


def first_of(table: Table, seat: int) -> MoveAction:
    """A seat's first legal move."""
    return MoveAction(seat, table.state.legal_moves(seat)[0])


def test_the_status_names_them_and_they_are_answered_as_if_asked(canopy: Canopy, sealer: Sealer, table: Table) -> None:
    token = seal_table(sealer, table)
    status = canopy.get_view(token).status
    assert tuple(status.seats_may_interrupt) == table.state.may_interrupt()
    assert not set(status.seats_may_interrupt) & set(status.seats_to_act)
    for seat in status.seats_may_interrupt:
        key = seat_key(sealer, table.game_id, seat)
        legal = canopy.list_legal_moves(token, key).moves
        assert [move.text for move in legal] == [text_of(table, word) for word in table.state.legal_moves(seat)]
        assert canopy.check_move(token, key, legal[0].move).legal


def test_the_host_tells_what_they_do(canopy: Canopy, sealer: Sealer, table: Table) -> None:
    token, key = seal_table(sealer, table), host_key(sealer, table.game_id)
    for seat in table.state.may_interrupt():
        action = first_of(table, seat)
        answer = canopy.apply_moves(token, key, moves=[(seat, text_of(table, action.word))])
        assert open_table(sealer, answer.token) == play.apply(table, [action]).table
        assert any(event.seat == seat for event in answer.updates[0].events)


def test_they_never_seal_it_whatever_it_is(canopy: Canopy, sealer: Sealer, table: Table) -> None:
    """Nothing is said about the move, not even whether it is legal."""
    token, seat = seal_table(sealer, table), table.state.may_interrupt()[0]
    asked = table.state.to_act()[0]
    answers = set()
    for word in (table.state.legal_moves(seat)[0], table.state.legal_moves(asked)[0]):
        with pytest.raises(Refused) as refused:
            canopy.commit_move(token, seat_key(sealer, table.game_id, seat), text_of(table, word))
        assert not refused.value.violations
        answers.add((refused.value.reason, refused.value.message))
    assert answers == {(Reason.INTERRUPTION_SEALED.name, Reason.INTERRUPTION_SEALED.sentence)}


def test_it_ends_the_decision_so_that_what_was_sealed_before_is_stale(table: Table) -> None:
    asked = first_of(table, table.state.to_act()[0])
    sealed = CommitmentAction(Commitment(table.game_id, table.decision, asked.seat, asked.word))
    assert play.apply(table, [sealed]).table.decision != table.decision
    after = play.apply(table, [first_of(table, table.state.may_interrupt()[0])]).table
    with pytest.raises(Refusal) as refusal:
        play.apply(after, [sealed])
    assert refusal.value.reason is Reason.COMMITMENT_STALE


def in_turn(table: Table, seats: tuple[int, ...]) -> Iterator[Action]:
    """A move of each of these seats, as long as they may still make one."""
    for seat in seats:
        if table.state.legal_moves(seat):
            yield (action := first_of(table, seat))
            table = play.apply(table, [action]).table


def test_several_in_one_call_count_in_the_order_in_which_they_are_told(table: Table) -> None:
    """As one call each would; another order is another table, and both have one parent: a fork."""
    forks = set()
    for order in permutations(table.state.may_interrupt(), 2):
        actions = list(in_turn(table, order))
        together = play.apply(table, actions).table
        apart = table
        for action in actions:
            apart = play.apply(apart, [action]).table
        assert together == apart
        assert together.game_id == table.game_id
        forks.add(together.transcript)
    assert len(forks) == len(list(permutations(table.state.may_interrupt(), 2)))


def test_two_calls_about_one_table_leave_two_tables_that_differ(canopy: Canopy, sealer: Sealer, table: Table) -> None:
    """Two hosts that both believe that theirs was first: nothing hides that the table was forked."""
    token, key = seal_table(sealer, table), host_key(sealer, table.game_id)
    after: list[engine_pb2.ApplyMovesResponse] = []
    for seat in table.state.may_interrupt()[:2]:
        after.append(canopy.apply_moves(token, key, moves=[(seat, text_of(table, first_of(table, seat).word))]))
    one, other = (open_table(sealer, answer.token) for answer in after)
    assert one.game_id == other.game_id
    assert one.transcript != other.transcript
    # Neither goes on from the other.
    assert one.state != other.state


def test_players_of_demonstrations_interrupt_now_and_then(table: Table) -> None:
    """And only when they may; the same way every time."""
    rng, interruptions = random.Random(3), 0
    while not table.state.is_over:
        action = autoplay.interrupt(table)
        assert autoplay.interrupt(table) == action
        if action is None:
            action = random_action(table, rng)
        else:
            interruptions += 1
            assert action.seat in table.state.may_interrupt()
            assert action.word in table.state.legal_moves(action.seat)
        table = play.apply(table, [action]).table
    assert interruptions
