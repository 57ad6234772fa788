"""SolveTrek12 from request to response."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from canopy.v1 import trek12_pb2, trek12_solver_pb2
from canopy.v1.trek12_solver_pb2 import SolveTrek12Request
from cext import trek12
from cext.kernel import State
from cext.stop import Stop
from engines.game import Malformed, Setup
from engines.registry import default_pack, games, make_setup
from solver.answer import ignore
from solver.budget import Budget
from solver.position import Position
from solver.trek12.problem import SolveTrek12, known_of
from tests.solver.trek12.games import GAME, after_random_moves, best_by_enumeration, printed, random_lines, random_rolls

CARDS = list(default_pack(GAME).data["observation_cards"])


def request_for(rolls: list[tuple[int, int]], numbers: list[int], cards: list[int]) -> SolveTrek12Request:
    return SolveTrek12Request(
        rolls=[trek12_pb2.Trek12Roll(green=green, yellow=yellow) for green, yellow in rolls],
        numbers=numbers,
        cards=[CARDS[card] for card in cards],
    )


# The largest number that a request can hold.
MOST = 2**32 - 1
# One sentence, after a colon with a small letter.
SENTENCE = re.compile(r"[A-Zc](?!.*(\.\.|: [A-Z])).*\.")


def late(players: int = 1, rolls_left: int = 2) -> tuple[Setup, State, SolveTrek12Request]:
    rng = random.Random(4)
    setup = printed(players)
    rolls = random_rolls(rng, 20)
    numbers, cards = random_lines(rng, setup)
    state = after_random_moves(rng, setup, rolls[: 20 - rolls_left], numbers, cards)
    return setup, state, request_for(rolls[20 - rolls_left :], numbers, cards)


def test_the_response_tells_the_plan_its_value_and_the_sheet_at_its_end() -> None:
    setup, state, request = late()
    position = Position.seen_by(None, setup, state)
    answer = SolveTrek12().solve(request, position, Budget(nodes=300_000), 1, Stop(), ignore)
    response = SolveTrek12().encode(request, position, answer)
    assert response.solution.value == response.solution.bound == best_by_enumeration(known_of(request, position))
    assert response.finished.sheets[0].total == response.solution.value
    assert response.proof == trek12_solver_pb2.TREK12_BOUND_PROOF_BRANCH_AND_BOUND
    assert [GAME.parse_move(setup, text) for text in response.texts] == list(answer.moves or ())
    assert [GAME.decode_move(setup, move) for move in response.moves] == list(answer.moves or ())


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_anybody_may_ask_for_any_sheet(seat: int) -> None:
    setup, state, request = late(players=3)
    request.seat = seat
    known = known_of(request, Position.seen_by(1, setup, state))
    written = [circle.circle for circle in trek12.written(state, seat)]
    assert [circle for circle, number in enumerate(known.facts.written) if number is not None] == sorted(written)


def test_without_a_seat_it_is_the_viewers_sheet_or_the_first() -> None:
    setup, state, request = late(players=3)
    for viewer, seat in ((2, 2), (None, 0)):
        known = known_of(request, Position.seen_by(viewer, setup, state))
        assert {circle.circle for circle in trek12.written(state, seat)} == {
            circle for circle, number in enumerate(known.facts.written) if number is not None
        }


def test_the_first_position_needs_all_to_be_told() -> None:
    setup = printed()
    request = request_for([(1, 1)] * 20, [1, 2, 3], [4, 5, 6])
    known = known_of(request, Position.seen_by(None, setup, State.start(setup.rules)))
    assert (known.numbers, known.cards) == ((1, 2, 3), (4, 5, 6))


def test_what_the_position_shows_may_be_left_out() -> None:
    setup, state, request = late()
    shown = trek12.table(state)
    del request.numbers[:]
    for line, card in enumerate(shown.cards):
        if card is not None:
            request.cards[line] = ""
    assert known_of(request, Position.seen_by(None, setup, state)).numbers == shown.numbers


@pytest.mark.parametrize(
    "spoil",
    [
        lambda r: r.rolls.pop(),
        lambda r: setattr(r.rolls[0], "green", 7),
        lambda r: setattr(r, "seat", 9),
        lambda r: r.cards.append("toucan"),
        lambda r: r.cards.__setitem__(0, "dodo"),
        lambda r: r.numbers.append(4),
        lambda r: r.empty_circles.append(99),
        lambda r: r.fixed_circles.add(circle=99, number=1),
        lambda r: r.fixed_circles.extend([trek12_solver_pb2.Trek12FixedCircle(circle=1, number=1)] * 2),
        lambda r: setattr(r.rolls[1], "yellow", MOST),
        lambda r: setattr(r, "seat", MOST),
        lambda r: r.cards.__setitem__(slice(None), [r.cards[-1], *r.cards[:-1]]),
        lambda r: r.numbers.__setitem__(slice(None), [r.numbers[-1], *r.numbers[:-1]]),
        lambda r: r.numbers.__setitem__(0, MOST),
        lambda r: r.empty_circles.append(MOST),
        lambda r: r.fixed_circles.add(circle=MOST, number=1),
        lambda r: r.fixed_circles.add(circle=0, number=MOST),
        lambda r: r.fixed_circles.add(circle=MOST, number=MOST),
    ],
)
def test_a_question_that_makes_no_sense_is_malformed(spoil: Callable[[SolveTrek12Request], object]) -> None:
    """And is told so in a sentence for a person, who knows cards by their names and nothing of the kernel."""
    setup, state, request = late()
    spoil(request)
    with pytest.raises(Malformed) as refusal:
        known_of(request, Position.seen_by(None, setup, state))
    told = str(refusal.value)
    assert SENTENCE.fullmatch(told), told
    assert not re.search(r"int\d|convert|the card \d", told)


def test_face_down_cards_and_undealt_numbers_have_to_be_told() -> None:
    setup = printed()
    position = Position.seen_by(None, setup, State.start(setup.rules))
    with pytest.raises(Malformed, match="numbers"):
        known_of(request_for([(1, 1)] * 20, [], [4, 5, 6]), position)
    with pytest.raises(Malformed, match="face down"):
        known_of(request_for([(1, 1)] * 20, [1, 2, 3], []), position)


def test_other_games_are_not_solved() -> None:
    other = next(game for game in games().values() if game.id != GAME.id)
    setup = make_setup(other, other.min_players, {}, default_pack(other))
    with pytest.raises(Malformed, match="knows"):
        known_of(SolveTrek12Request(), Position.seen_by(None, setup, State.start(setup.rules)))
