"""A commitment counts once, for one decision of one table: replayed anywhere else it is refused by name."""

from __future__ import annotations

from dataclasses import replace

import grpc
import pytest

from canopy.v1 import engine_pb2
from engines.game import Game
from service.table import Table
from tests.trust.host import Host, sealed_action
from tests.trust.scenes import Scene, random_game, usual_scene
from tests.trust.wire import OK, Answer


@pytest.fixture
def usual(game: Game) -> Scene:
    """The usual table of the game."""
    return usual_scene(game)


@pytest.fixture
def table(usual: Scene) -> Table:
    """A new table at its first decision."""
    table = usual.new_table()
    assert table.state.to_act()
    return table


def first(table: Table, which: int = 0) -> tuple[int, int]:
    """A seat that is asked, and a legal move of it."""
    seat = table.state.to_act()[0]
    legal = table.state.legal_moves(seat)
    return seat, legal[which % len(legal)]


def assert_stale(answer: Answer) -> None:
    """Refused for belonging somewhere else, and without a word of what was committed to."""
    assert (answer.code, answer.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "COMMITMENT_STALE")
    assert answer.violations == []
    assert answer.body == b""


def test_it_counts_where_it_was_made(host: Host, table: Table) -> None:
    """And as often as the host goes back to that table: undo is an older token."""
    sealed = host.commit(table, *first(table))
    answers = {host.apply(table, sealed_action(sealed)) for _ in range(2)}
    openly = host.action(table, *first(table), sealed=False)
    assert answers == {host.apply(table, openly)}


def test_in_a_later_decision_it_is_stale(host: Host, table: Table) -> None:
    sealed = host.commit(table, *first(table))
    later = table
    for _ in range(3):
        later = host.decide(later)
        assert_stale(host.apply(later, sealed_action(sealed)))


def test_in_an_earlier_decision_it_is_stale(host: Host, table: Table) -> None:
    later = host.decide(table)
    assert_stale(host.apply(table, sealed_action(host.commit(later, *first(later)))))


def test_at_the_end_it_is_stale(host: Host, usual: Scene, table: Table) -> None:
    end = random_game(usual)[-1].table
    assert end.game_id == table.game_id
    assert_stale(host.apply(end, sealed_action(host.commit(table, *first(table)))))


def test_at_another_table_it_is_stale(host: Host, usual: Scene, table: Table) -> None:
    """Even where everything but the table's id is the same."""
    sealed = host.commit(table, *first(table))
    assert_stale(host.apply(usual.new_table("other"), sealed_action(sealed)))
    assert_stale(host.apply(replace(table, game_id=b"another game id!"), sealed_action(sealed)))


def test_in_a_fork_of_the_game_it_is_stale(host: Host, table: Table) -> None:
    """Two tables of one game and one ply that were played differently."""
    here, there = (host.decide(table, which) for which in (0, -1))
    assert here.game_id == there.game_id
    assert here.transcript != there.transcript
    for one, other in ((here, there), (there, here)):
        assert_stale(host.apply(other, sealed_action(host.commit(one, *first(one)))))


def test_in_a_fork_that_led_to_the_same_state_it_is_stale(host: Host, table: Table) -> None:
    """The past counts, and not how it looks now."""
    sealed = host.commit(table, *first(table))
    assert_stale(host.apply(replace(table, decision=b"another past".ljust(32)), sealed_action(sealed)))


def test_after_other_client_seeds_it_is_stale(host: Host, usual: Scene) -> None:
    waiting = usual.new_table(await_seeds=True)

    def told(seed: bytes) -> Table:
        seeds = engine_pb2.ClientSeeds(seeds=[seed])
        return host.after(host.apply(waiting, engine_pb2.Action(client_seeds=seeds)))

    here, there = told(b"one"), told(b"other")
    assert_stale(host.apply(there, sealed_action(host.commit(here, *first(here)))))


@pytest.mark.parametrize("again", ["the same", "another"])
@pytest.mark.parametrize("at_once", [True, False], ids=["in one call", "in two calls"])
def test_a_second_choice_of_a_seat_in_one_decision_is_refused(
    host: Host, table: Table, again: str, at_once: bool
) -> None:
    sealed = host.commit(table, *first(table))
    second = sealed_action(sealed if again == "the same" else host.commit(table, *first(table, which=-1)))
    after_first = host.after(host.apply(table, sealed_action(sealed)))
    answer = host.apply(table, sealed_action(sealed), second) if at_once else host.apply(after_first, second)
    assert answer.body == b""
    if after_first.decision == table.decision:
        assert (answer.code, answer.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "ILLEGAL_MOVE")
        assert answer.violations == ["NOT_TO_ACT"]
    else:
        assert_stale(answer)


def test_what_is_refused_may_not_be_tried_either(host: Host, table: Table) -> None:
    sealed = sealed_action(host.commit(table, *first(table)))
    later = host.decide(table)
    assert_stale(host.apply(later, sealed, validate_only=True))
    assert host.apply(table, sealed, validate_only=True).code is OK


def test_one_stale_commitment_stops_all(host: Host, table: Table) -> None:
    """All or none: also what stands before it is not applied."""
    later = host.decide(table)
    stale = sealed_action(host.commit(table, *first(table)))
    good = host.action(later, *first(later), sealed=True)
    assert_stale(host.apply(later, good, stale))
    assert host.apply(later, good).code is OK
