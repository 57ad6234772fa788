"""Secret choices: what a commitment and the table around it tell to whom."""

import pytest

from canopy.client import Canopy, Refused
from engines import registry
from tests.playing import all_games, asks_several_at_once
from tests.service.driver import Driven

SIMULTANEOUS = [game.id for game in all_games() if asks_several_at_once(game)]


@pytest.fixture(params=SIMULTANEOUS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """Every ruleset in which several seats decide at once; where they only take turns nothing waits for the others."""
    name: str = request.param
    return name


def test_some_rulesets_ask_several_seats_at_once() -> None:
    assert "trek12-amazonia" in SIMULTANEOUS


def simultaneous(canopy: Canopy, ruleset: str) -> Driven:
    """A table where it first comes to a decision that several seats take at once."""
    table = Driven(canopy, ruleset, request_id=b"simultaneous", secret=b"s" * 32)
    while len(table.seats) < 2:
        if table.status.finished:
            pytest.fail(f"{ruleset} never asks several seats at once in this game")
        table.decide()
    return table


def test_no_length_tells_what_was_chosen(canopy: Canopy, ruleset: str) -> None:
    table = simultaneous(canopy, ruleset)
    seat = table.seats[0]
    commitments = [table.commit(seat, move) for move in table.legal(seat)]
    assert len({len(sealed) for sealed in commitments}) == 1
    assert len(set(commitments)) == len(commitments)
    after = [canopy.apply_moves(table.token, table.host_key, commitments=[sealed]) for sealed in commitments]
    assert {len(response.token) for response in after} == {len(table.token)}
    assert len({response.token for response in after}) == len(after)


def test_nobody_else_sees_a_choice_before_all_have_chosen(canopy: Canopy, ruleset: str) -> None:
    """For every choice of one seat the others are told the same, byte for byte: events, views and pictures."""
    table = simultaneous(canopy, ruleset)
    seat, *others = table.seats
    viewers = [None, *others]
    choices = table.legal(seat)
    choices = choices[:: max(1, len(choices) // 8)]
    told = set()
    own = set()
    for move in choices:
        response = canopy.apply_moves(
            table.token, table.host_key, moves=[(seat, move)], viewers=[*viewers, seat], include_views=True
        )
        *seen, mine = (update.SerializeToString(deterministic=True) for update in response.updates)
        pictures = [canopy.render_view(response.token, key).picture for key in (b"", table.seat_keys[others[0]])]
        told.add((response.status.SerializeToString(deterministic=True), *seen, *pictures))
        own.add(mine)
        # What is not redacted says no more to the chooser either: that there was a choice.
        theirs, chooser_s = response.updates[0].events, response.updates[-1].events
        assert all(event.redacted or event == full for event, full in zip(theirs, chooser_s, strict=True))
        assert not any(event.redacted for event in response.updates[-1].events)
    assert len(told) == 1
    assert len(own) == len(choices) > 1


def test_a_choice_in_the_air_changes_nothing_for_the_others(canopy: Canopy, ruleset: str) -> None:
    table = simultaneous(canopy, ruleset)
    seat, other, *_ = table.seats
    choices = table.legal(seat)
    answers = set()
    for move in (choices[0], choices[-1]):
        token = canopy.apply_moves(table.token, table.host_key, moves=[(seat, move)]).token
        key = table.seat_keys[other]
        answers.add(
            (
                canopy.list_legal_moves(token, key).SerializeToString(deterministic=True),
                canopy.check_move(token, key, choices[0]).SerializeToString(deterministic=True),
            )
        )
    assert len(answers) == 1


def test_commitments_may_come_in_any_order_and_one_by_one(canopy: Canopy, ruleset: str) -> None:
    table = simultaneous(canopy, ruleset)
    sealed = [table.commit(seat, table.legal(seat)[0]) for seat in table.seats]
    at_once = canopy.apply_moves(table.token, table.host_key, commitments=sealed[::-1])
    token = table.token
    for commitment in sealed[::-1]:
        token = canopy.apply_moves(token, table.host_key, commitments=[commitment]).token
    assert token == at_once.token


@pytest.mark.parametrize("where", ["next decision", "another table", "fork", "again"])
def test_a_replayed_commitment_is_refused(canopy: Canopy, ruleset: str, where: str) -> None:
    table = simultaneous(canopy, ruleset)
    seat = table.seats[0]
    if where == "fork":
        fork = simultaneous(canopy, ruleset)
        fork.decide(which=-1)
        table.decide()
        sealed = table.commit(table.seats[0], table.legal(table.seats[0])[0])
        victim = fork
    else:
        sealed = table.commit(seat, table.legal(seat)[0])
        victim = Driven(canopy, ruleset) if where == "another table" else table
        if where == "next decision":
            victim.decide()
        if where == "again":
            victim.apply(commitments=[sealed])
    token = victim.token
    with pytest.raises(Refused) as error:
        victim.apply(commitments=[sealed])
    assert victim.token == token
    if where == "again":
        assert error.value.reason == "ILLEGAL_MOVE"
        assert [violation.code for violation in error.value.violations] == ["NOT_TO_ACT"]
    else:
        assert error.value.reason == "COMMITMENT_STALE"
        assert not error.value.violations
    assert error.value.metadata["action"] == "0"


def test_only_a_legal_move_is_sealed(canopy: Canopy, ruleset: str) -> None:
    table = simultaneous(canopy, ruleset)
    seat = table.seats[0]
    move = table.legal(seat)[0]
    table.apply(moves=[(seat, move)])
    with pytest.raises(Refused) as error:
        table.commit(seat, move)
    assert error.value.reason == "ILLEGAL_MOVE"
    assert error.value.violations
    assert registry.game(ruleset).violations
