"""Play without a server: all or nothing, commitments bound to their decision, undo, and chance that waits when told."""

import random

import pytest

from cext.kernel import GENERIC_VIOLATIONS
from service import play
from service.commitment import Commitment
from service.errors import Reason, Refusal
from service.fairness import NO_SEED, Origin
from service.play import Action, ChanceAction, CommitmentAction, MoveAction, SeedsAction
from service.table import Table
from tests.service.tables import ORIGIN, new_table, random_action, random_game

ILLEGAL_WORD = 2**63


def refused(table: Table, *actions: Action) -> Refusal:
    """The refusal of these actions, after which the table is what it was."""
    before = table.to_bytes()
    with pytest.raises(Refusal) as error:
        play.apply(table, actions)
    assert table.to_bytes() == before
    return error.value


def commitment(table: Table, action: MoveAction) -> CommitmentAction:
    return CommitmentAction(Commitment(table.game_id, table.decision, action.seat, action.word))


def test_a_seeded_table_always_waits_for_a_player(ruleset: str) -> None:
    for table in random_game(new_table(ruleset), seed=3):
        assert not table.state.chance_kind
        assert table.state.is_over or table.state.to_act()


def test_plies_count_moves_and_chance_and_every_happening_names_its_ply(ruleset: str) -> None:
    rng = random.Random(4)
    table = new_table(ruleset)
    while not table.state.is_over:
        after, happenings, made = play.apply(table, [random_action(table, rng)])
        assert after.ply > table.ply
        assert len(made) == after.ply - table.ply
        assert [event for _, event in happenings] == [event for ply in made for event in ply.events]
        plies = [ply for ply, _ in happenings]
        assert plies == sorted(plies)
        assert all(table.ply < ply <= after.ply for ply in plies)
        table = after


def test_one_call_with_many_actions_is_many_calls_with_one(ruleset: str) -> None:
    rng = random.Random(5)
    start = table = new_table(ruleset)
    actions: list[Action] = []
    happened, made = [], []
    while not table.state.is_over:
        actions.append(random_action(table, rng))
        table, happenings, plies = play.apply(table, actions[-1:])
        happened += happenings
        made += plies
    assert play.apply(start, actions) == (table, happened, made)


def test_no_actions_change_nothing(ruleset: str) -> None:
    table = new_table(ruleset)
    assert play.apply(table, []) == (table, [], [])


def test_one_illegal_action_undoes_all_before_it(ruleset: str) -> None:
    table = new_table(ruleset)
    good = random_action(table, random.Random(6))
    refusal = refused(table, good, MoveAction(table.setup.players, ILLEGAL_WORD))
    assert refusal.reason is Reason.ILLEGAL_MOVE
    assert refusal.metadata == {"action": "1", "seat": str(table.setup.players)}


def test_every_rule_broken_is_named(ruleset: str) -> None:
    table = new_table(ruleset)
    seat = table.state.to_act()[0]
    refusal = refused(table, MoveAction(seat, ILLEGAL_WORD))
    assert refusal.violations == tuple(play.check(table, seat, ILLEGAL_WORD))
    assert refusal.violations


def test_undo_is_an_older_table(ruleset: str) -> None:
    rng = random.Random(7)
    old = new_table(ruleset)
    action = random_action(old, rng)
    once = play.apply(old, [action])
    play.apply(once.table, [random_action(once.table, rng)])
    assert play.apply(old, [action]) == once


def test_a_commitment_is_a_move(ruleset: str) -> None:
    table = new_table(ruleset)
    action = random_action(table, random.Random(8))
    assert play.apply(table, [commitment(table, action)]) == play.apply(table, [action])


def test_a_commitment_is_for_its_table_and_its_decision_alone(ruleset: str) -> None:
    rng = random.Random(9)
    table = new_table(ruleset)
    action = random_action(table, rng)
    sealed = commitment(table, action)
    other = new_table(ruleset, Origin(b"o" * 16, ORIGIN.server_secret))
    assert refused(other, sealed).reason is Reason.COMMITMENT_STALE
    later = table
    while later.decision == table.decision:
        later = play.apply(later, [random_action(later, rng)]).table
    assert refused(later, sealed).reason is Reason.COMMITMENT_STALE


def test_a_commitment_is_not_for_a_fork_with_another_past(ruleset: str) -> None:
    """The same decision number, reached by other moves: what was committed in one does not count in the other."""
    table = new_table(ruleset)
    forks = []
    for pick in (0, -1):
        fork = table
        while fork.decision == table.decision:
            seat = fork.state.to_act()[0]
            fork = play.apply(fork, [MoveAction(seat, fork.state.legal_moves(seat)[pick])]).table
        forks.append(fork)
    left, right = forks
    sealed = commitment(left, random_action(left, random.Random(10)))
    assert refused(right, sealed).reason is Reason.COMMITMENT_STALE


def test_choosing_in_another_order_is_the_same_decision(ruleset: str) -> None:
    table = new_table(ruleset)
    seats = table.state.to_act()
    sealed = [commitment(table, MoveAction(seat, table.state.legal_moves(seat)[0])) for seat in seats]
    there = play.apply(table, sealed).table
    back = play.apply(table, sealed[::-1]).table
    assert there.state == back.state
    if len(seats) > 1:
        assert there.transcript != back.transcript


def test_a_committed_move_that_is_illegal_stays_sealed(ruleset: str) -> None:
    """It cannot come from CommitMove; but were there one, its violations would tell what it is."""
    table = new_table(ruleset)
    seat = table.state.to_act()[0]
    refusal = refused(table, commitment(table, MoveAction(seat, ILLEGAL_WORD)))
    assert refusal.reason is Reason.ILLEGAL_MOVE
    assert not refusal.violations
    assert refusal.metadata == {"action": "0", "seat": str(seat)}
    for violation in play.check(table, seat, ILLEGAL_WORD):
        assert violation.message not in refusal.message


def test_committing_twice_is_told_openly(ruleset: str) -> None:
    """That somebody has chosen is no secret, so the generic violation is named."""
    table = new_table(ruleset)
    action = random_action(table, random.Random(11))
    refusal = refused(table, commitment(table, action), commitment(table, action))
    if refusal.reason is not Reason.COMMITMENT_STALE:
        assert {violation.code for violation in refusal.violations} <= set(GENERIC_VIOLATIONS.values())
        assert refusal.violations


def test_the_transcript_tells_histories_apart_and_is_keyed(ruleset: str) -> None:
    seen = {table.transcript for table in random_game(new_table(ruleset), seed=12)}
    again = {table.transcript for table in random_game(new_table(ruleset), seed=12)}
    other_secret = {
        table.transcript for table in random_game(new_table(ruleset, Origin(ORIGIN.game_id, b"o" * 32)), seed=12)
    }
    assert seen == again
    assert not seen & other_secret


def test_nothing_is_drawn_before_the_seeds_are_told(ruleset: str) -> None:
    table = new_table(ruleset, await_seeds=True)
    assert table.ply == 0
    assert table.seed == NO_SEED
    assert refused(table, MoveAction(0, 0)).reason is Reason.SEEDS_AWAITED
    assert refused(table, ChanceAction(0)).reason is Reason.RANDOMNESS_NOT_EXTERNAL
    begun = play.apply(table, [SeedsAction((b"mine",))]).table
    assert begun.seed != NO_SEED
    assert refused(begun, SeedsAction((b"mine",))).reason is Reason.SEEDS_NOT_AWAITED


def test_seeds_and_moves_in_one_call(ruleset: str) -> None:
    table = new_table(ruleset, await_seeds=True)
    begun = play.apply(table, [SeedsAction((b"mine",))]).table
    action = random_action(begun, random.Random(13))
    assert play.apply(table, [SeedsAction((b"mine",)), action]).table == play.apply(begun, [action]).table


def test_an_external_table_waits_for_every_outcome(ruleset: str) -> None:
    """A game whose dice are told: it ends like a game that drew the same."""
    table = new_table(ruleset, external=True)
    rng = random.Random(14)
    told = 0
    while not table.state.is_over:
        if table.state.chance_kind:
            assert not table.state.to_act()
            table = play.apply(table, [ChanceAction(rng.choice(table.state.outcomes()))]).table
            told += 1
        else:
            assert refused(table, ChanceAction(0)).reason is Reason.ILLEGAL_OUTCOME
            table = play.apply(table, [random_action(table, rng)]).table
    assert table.seed == NO_SEED
    assert told or not new_table(ruleset, external=True).state.chance_kind
