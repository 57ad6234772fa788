"""Many plies at once lead where one after the other leads, and stop at the first that is not right."""

from __future__ import annotations

from array import array

import pytest

from cext.kernel import (
    CHANCE_SEAT,
    REPLAY_ENDED,
    REPLAY_ILLEGAL,
    REPLAY_NOT_DRAWN,
    REPLAY_UNTOLD,
    UNTOLD,
    State,
)
from tests.playing import Case, Walk, walk

SEED = b"replay".ljust(32)


def lists_of(game: Walk) -> tuple[bytes, array[int]]:
    """The plies as `State.replay` takes them."""
    seats = bytes(CHANCE_SEAT if ply.seat is None else ply.seat for ply in game.plies)
    return seats, array("Q", [ply.word for ply in game.plies])


def drawn(case: Case) -> tuple[bytes, array[int], State]:
    """A game whose dice are those of the seed, in which everybody makes the first move that is legal."""
    seats, words = bytearray(), array("Q")
    state = State.start(case.setup.rules)
    while not state.is_over and len(words) < 60:
        if state.chance_kind:
            seats.append(CHANCE_SEAT)
            words.append(state.draw(SEED))
            state, _ = state.resolve(words[-1])
        else:
            seats.append(state.to_act()[0])
            words.append(state.legal_moves(seats[-1])[0])
            state, _ = state.apply(seats[-1], words[-1])
    return bytes(seats), words, state


def test_replay_leads_to_every_state_of_a_game(case: Case) -> None:
    game = walk(case, 0)
    seats, words = lists_of(game)
    for plies in range(0, len(words) + 1, max(1, len(words) // 20)):
        start = game.states[0]
        end = start.replay(seats[:plies], words[:plies])
        assert (end.state, end.plies, end.ended) == (game.states[plies], plies, REPLAY_ENDED)
        assert start == State.start(case.setup.rules)
        decisions = [
            number
            for number, (before, ply, after, _) in enumerate(game.steps(), start=1)
            if number <= plies and (ply.seat is None or before.epoch != after.epoch)
        ]
        assert end.decided == max(decisions, default=0)


def test_replay_stops_before_the_first_ply_that_breaks_a_rule(case: Case) -> None:
    game = walk(case, 0)
    seats, words = lists_of(game)
    for place in range(0, len(words), max(1, len(words) // 20)):
        for seat in (CHANCE_SEAT if game.plies[place].seat is not None else 0, CHANCE_SEAT - 1):
            wrong = seats[:place] + bytes([seat]) + seats[place + 1 :]
            end = game.states[0].replay(wrong, words)
            assert (end.state, end.plies, end.ended) == (game.states[place], place, REPLAY_ILLEGAL)
    more = game.states[0].replay(seats + seats[-1:], words + words[-1:])
    assert (more.state, more.plies, more.ended) == (game.end, len(words), REPLAY_ILLEGAL)


def test_outcomes_that_are_not_told_are_drawn_and_those_that_are_told_are_compared(case: Case) -> None:
    seats, words, after = drawn(case)
    start = State.start(case.setup.rules)
    places = [place for place, seat in enumerate(seats) if seat == CHANCE_SEAT]
    told = array("Q", [UNTOLD if place in places else word for place, word in enumerate(words)])
    blank = array("Q", told)
    end = start.replay(seats, told, SEED)
    assert (end.state, end.ended, told) == (after, REPLAY_ENDED, words)
    end = start.replay(seats, blank)
    assert (end.plies, end.ended) == ((places[0], REPLAY_UNTOLD) if places else (len(seats), REPLAY_ENDED))
    for place in places[:3]:
        before = start.replay(seats[:place], words[:place]).state
        others = [word for word in before.outcomes() if word != words[place]]
        if others:
            wrong = words[:place] + array("Q", others[:1]) + words[place + 1 :]
            end = start.replay(seats, wrong, SEED)
            assert (end.state, end.plies, end.ended) == (before, place, REPLAY_NOT_DRAWN)


def test_lists_of_different_lengths_are_refused(case: Case) -> None:
    with pytest.raises(ValueError, match="1 seats and 0 words"):
        State.start(case.setup.rules).replay(b"\0", array("Q"))
