"""Random play and perft, counted again through the Python interface."""

import pytest

from cext.kernel import State
from cext.playout import measure, perft, perft_divide, playout
from tests.cext.kernels import RULES, all_states, random_game

every_game = pytest.mark.parametrize("name", RULES)


def successors(state: State) -> list[tuple[str, int, State]]:
    """What may happen next, and the state after it: outcomes, or the moves of the lowest seat asked."""
    if state.chance_kind:
        return [("chance", word, state.resolve(word)[0]) for word in state.outcomes()]
    return [
        ("move", word, state.apply(seat, word)[0]) for seat in state.to_act()[:1] for word in state.legal_moves(seat)
    ]


def brute_perft(state: State, depth: int) -> int:
    """Perft as it is defined."""
    if depth == 0 or state.is_over:
        return 1
    return sum(brute_perft(after, depth - 1) for _, _, after in successors(state))


# Playouts


@every_game
def test_playout_ends_and_repeats_by_seed(name: str) -> None:
    start = State.start(RULES[name])
    data = start.to_bytes()
    ends = [playout(start, seed) for seed in range(50)]
    assert all(end.is_over for end in ends)
    assert ends == [playout(start, seed) for seed in range(50)]
    assert len(set(ends)) == len(ends)
    assert start.to_bytes() == data


@every_game
def test_a_games_own_ply_plays_the_same_games(name: str) -> None:
    start = State.start(RULES[name])
    for seed in range(300):
        assert playout(start, seed) == playout(start, seed, fused=False)


@every_game
def test_playout_starts_anywhere(name: str) -> None:
    for state in all_states(RULES[name], seed=11):
        assert playout(state, 1).is_over
    assert playout(state, 1) == state


@every_game
def test_playout_ends_in_a_sound_state(name: str) -> None:
    for seed in range(50):
        end = playout(State.start(RULES[name]), seed)
        assert State.from_bytes(RULES[name], end.to_bytes()) == end


@every_game
def test_playout_takes_any_integer_as_seed(name: str) -> None:
    start = State.start(RULES[name])
    assert playout(start, -1) == playout(start, 2**64 - 1)


@every_game
def test_measure_counts_what_it_played(name: str) -> None:
    """The last plies of a game are played alike often in every game: one move for each seat that is still asked."""
    plies = list(random_game(RULES[name], seed=2))
    last = next(ply.before for ply in reversed(plies) if len(ply.before.to_act()) == RULES[name].players)
    counts = measure(last, seed=1, games=10)
    assert counts.games == 10
    assert counts.moves == 10 * RULES[name].players
    assert counts.plies >= counts.moves
    assert counts.interruptions == 0
    assert measure(last, seed=1, games=10) == counts


@every_game
def test_measure_leaves_its_state_alone(name: str) -> None:
    start = State.start(RULES[name])
    data = start.to_bytes()
    assert measure(start, seed=1, games=0) == (0, 0, 0, 0)
    assert measure(start, seed=1, games=3).games == 3
    assert start.to_bytes() == data


def test_measure_refuses_a_negative_number_of_games() -> None:
    for rules in RULES.values():
        with pytest.raises(ValueError, match="-1 games"):
            measure(State.start(rules), seed=1, games=-1)


# Perft


@every_game
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_perft_counts_all_lines(name: str, depth: int) -> None:
    states = all_states(RULES[name], seed=5)
    for state in (*states[:4], *states[-6:]):
        assert perft(state, depth) == brute_perft(state, depth)


@every_game
@pytest.mark.parametrize("depth", [1, 2])
def test_perft_divide_splits_by_the_first_ply(name: str, depth: int) -> None:
    for state in all_states(RULES[name], seed=5)[1::7]:
        expected = [(kind, word, perft(after, depth - 1)) for kind, word, after in successors(state)]
        assert perft_divide(state, depth) == expected
        assert sum(leaves for _, _, leaves in expected) in (perft(state, depth), 0)


@every_game
def test_finished_games_end_a_line(name: str) -> None:
    *_, last, end = all_states(RULES[name], seed=5)
    assert perft(end, 3) == 1
    assert perft_divide(end, 3) == []
    assert perft(last, 5) == len(successors(last))


@every_game
@pytest.mark.parametrize("depth", [-1, 1025, 2**40])
def test_perft_refuses_senseless_depths(name: str, depth: int) -> None:
    start = State.start(RULES[name])
    with pytest.raises(ValueError, match="plies deep"):
        perft(start, depth)
    with pytest.raises(ValueError, match="plies deep"):
        perft_divide(start, depth)


def test_perft_divide_wants_a_first_ply() -> None:
    for rules in RULES.values():
        with pytest.raises(ValueError, match="first ply"):
            perft_divide(State.start(rules), 0)
