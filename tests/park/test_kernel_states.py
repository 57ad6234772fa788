"""States of Amazonia Park: draws, samples, hidden things, what is conserved, bytes that are no state."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cext import park
from cext.kernel import Rules, State
from cext.park import (
    AMAZONIA,
    CAIMAN,
    CAPYBARA,
    DEALING,
    DRAWING,
    JAGUAR,
    MOVE_PUBLISH,
    OVER,
    REWARD,
    SUBSTITUTING,
    TOKENS,
    TOUCAN,
    TURN,
)
from cext.playout import playout
from cext.streams import GameStream
from engines import registry
from tests.corruption import invariant_named, invariants_broken_by_flips
from tests.park.play import COLUMNS, PLENTY, ROWS, Game, at, changed, position, rules_of, tokens
from tests.playing import Case, cases_of, play, random_ply, walk

SEED = bytes(range(32))
GAME = registry.game("amazonia-park")
CASES = cases_of(GAME)
CASE = CASES[0]


# --- Draws ----------------------------------------------------------------------------------------------------------


def test_each_tile_is_one_of_those_left_in_the_part_that_is_due() -> None:
    rng = random.Random(3)
    state = State.start(CASE.setup.rules)
    drawn = 0
    while not state.is_over:
        if state.chance_kind:
            assert state.chance_domain == f"park/tile/{drawn}"
            left = state.outcomes()
            assert len(left) == (25 - drawn if drawn < 25 else 60 - drawn)
            assert state.draw(SEED) == left[GameStream(SEED, f"park/tile/{drawn}").below(len(left))]
            state, _ = state.resolve(state.draw(SEED))
            drawn += 1
        else:
            ply = random_ply(state, rng)
            assert ply is not None
            state, _ = play(state, ply)


def test_the_stream_goes_on_whatever_a_table_was_told_before() -> None:
    state = State.start(CASE.setup.rules)
    told, _ = state.resolve(state.outcomes()[-1])
    assert told.draw(SEED) in told.outcomes()


def test_equal_tiles_are_told_apart_but_lead_to_the_same() -> None:
    state = State.start(rules_of())
    assert state.outcomes()[:5] == [
        *(park.pack_tile(0, TOUCAN, 1, copy) for copy in range(4)),
        park.pack_tile(0, TOUCAN, 2),
    ]
    assert len({state.resolve(park.pack_tile(0, TOUCAN, 1, copy))[0] for copy in range(4)}) == 1


def test_simulations_draw_every_tile_as_often_as_it_is_there() -> None:
    rules = rules_of(2, 2, 2, morning=[[1, 0, 0], [0, 0, 3], *[[0, 0, 0]] * 3], evening=[[0, 0, 0]] * 5)
    first = Counter(park.board(playout(State.start(rules), seed))[0] for seed in range(2000))
    assert set(first) <= {(TOUCAN, 1), (JAGUAR, 3), None}
    # Three of four tiles are jaguars.
    assert 2 * first[TOUCAN, 1] < first[JAGUAR, 3]


# --- Random moves ---------------------------------------------------------------------------------------------------


def met(state: State, number: int) -> set[State]:
    """The states after the first ply of random games, as far as they can be recognised."""
    after = {state.apply(seat, word)[0]: word for seat in state.to_act() for word in state.legal_moves(seat)}
    return {
        next_state
        for seed in range(number)
        for next_state in after
        if leads_to(state, next_state, playout(state, seed))
    }


def leads_to(before: State, after: State, end: State) -> bool:
    """Whether a game that ended like this can have gone through `after`: no magazine and no tile ever goes away."""
    return all(
        magazine == end_magazine
        for seat in range(before.rules.players)
        for magazine, end_magazine in zip(
            park.player(after, seat).magazines, park.player(end, seat).magazines, strict=True
        )
        if magazine
    ) and all(tile == end_tile for tile, end_tile in zip(park.board(after), park.board(end), strict=True) if tile)


def test_random_play_meets_every_kind_of_move() -> None:
    state = position(
        rules_of(2, 3, 3),
        board={0: (CAIMAN, 1)},
        hands=[(CAPYBARA, 2), (JAGUAR, 1)],
        tokens=[tokens(caiman=5, jaguar=4)],
    )
    assert len(met(state, 300)) == len({state.apply(0, word)[0] for word in state.legal_moves(0)})


# --- Knowledge ------------------------------------------------------------------------------------------------------


def worlds(state: State, viewer: int | None, number: int = 200) -> set[State]:
    """States that the viewer cannot tell apart from this one."""
    return {state.determinize(viewer, seed) for seed in range(number)}


def test_others_tiles_are_any_that_were_not_seen_and_the_own_one_is_kept() -> None:
    rules = rules_of(2, morning=[[1, 1, 0], [0, 0, 1], *[[0, 0, 0]] * 3], evening=PLENTY)
    state = position(rules, hands=[(TOUCAN, 1), (TOUCAN, 2)])
    assert {park.player(world, 0).tile for world in worlds(state, 0)} == {(TOUCAN, 1)}
    assert {park.player(world, 1).tile for world in worlds(state, 0)} == {(TOUCAN, 2), (JAGUAR, 3)}
    pairs = {(park.player(world, 0).tile, park.player(world, 1).tile) for world in worlds(state, None)}
    assert len(pairs) == 6


def test_a_tile_stays_in_the_part_of_the_stack_it_was_drawn_from() -> None:
    """All know when a seat drew, so that a morning tile kept for long is a morning tile in every world."""
    rules = rules_of(2, morning=[[2, 0, 0], [0, 1, 0], *[[0, 0, 0]] * 3], evening=[[0, 0, 0]] * 4 + [[0, 0, 9]])
    game = Game(State.start(rules))
    game.draw(TOUCAN, 1)
    game.draw(JAGUAR, 2)
    game.place(0)
    game.draw(TOUCAN, 1)
    game.place(1)
    game.draw(CAPYBARA, 3)
    for viewer in (None, 0, 1):
        for world in worlds(game.state, viewer, 30):
            assert [park.player(world, seat).tile for seat in range(2)] == [(TOUCAN, 1), (CAPYBARA, 3)]


def test_nothing_but_tiles_in_hands_is_hidden() -> None:
    for seed in range(3):
        for state in walk(CASE, seed).states[::7]:
            for viewer in (None, 0, 1):
                world = state.determinize(viewer, seed)
                assert park.table(world) == park.table(state)
                assert park.board(world) == park.board(state)
                for seat in range(2):
                    one, other = park.player(state, seat), park.player(world, seat)
                    assert one._replace(tile=None) == other._replace(tile=None)
                    assert (one.tile is None) == (other.tile is None)


def test_samples_follow_the_number_of_tiles_that_are_left() -> None:
    rules = rules_of(2, morning=[[1, 0, 0], [0, 0, 4], *[[0, 0, 0]] * 3], evening=PLENTY)
    state = position(rules, hands=[(JAGUAR, 3), (JAGUAR, 3)])
    tiles = Counter(park.player(state.determinize(0, seed), 1).tile for seed in range(4000))
    # Three jaguars and one toucan have not been seen.
    assert 0.7 < tiles[JAGUAR, 3] / 4000 < 0.8


# --- Conservation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tokens_magazines_and_tiles_are_conserved(case: Case) -> None:
    first, *later = walk(case, 1).states
    cards = 18 if case.setup.players == 2 else 24
    for state in later:
        table = park.table(state)
        owners = [park.player(state, seat) for seat in range(case.setup.players)]
        tokens_of_all = zip(table.supply, *(owner.tokens for owner in owners), strict=True)
        assert [sum(counts) for counts in tokens_of_all] == [TOKENS] * 5
        on_rack = sum(len(stack.values) for stack in park.magazines(state))
        assert on_rack + sum(magazine is not None for owner in owners for magazine in owner.magazines) == cards
        in_hands = sum(owner.tile is not None for owner in owners)
        assert animals_on(state) - animals_on(first) + in_hands + sum(table.tiles_left) == sum(
            park.table(first).tiles_left
        )
        assert table.spaces == len(park.board(state)) - animals_on(state)


def animals_on(state: State) -> int:
    """How many spaces hold animals."""
    return sum(tile is not None for tile in park.board(state))


def test_the_shipped_game_has_sixty_tiles_and_a_hundred_and_twenty_tokens() -> None:
    table = park.table(State.start(CASE.setup.rules))
    assert table.tiles_left == (25, 35)
    assert sum(table.supply) == 120
    assert table.spaces == 59


def test_epochs_never_come_again() -> None:
    for case in CASES:
        epochs = [state.epoch for state in walk(case, 2).states if state.to_act()]
        assert epochs == sorted(set(epochs))


# --- Bytes that are no state ----------------------------------------------------------------------------------------


def substituting() -> State:
    """One jaguar is missing."""
    game = Game(position(board={at(2, 1): (JAGUAR, 3)}, lost=tokens(jaguar=TOKENS - 2)))
    game.place(at(2, 2))
    assert game.table.phase == SUBSTITUTING
    return game.state


def drawing() -> State:
    """Seat 0 has placed its tile."""
    game = Game(position())
    game.place(0)
    return game.state


def rewarded() -> State:
    """The toucan 9 was published."""
    game = Game(position(tokens=[tokens(toucan=9)], magazines=[{}, {TOUCAN: 5}]))
    game.publish(TOUCAN, toucan=9)
    return game.state


def stuck() -> State:
    """Nobody has a tile, seat 0 has passed."""
    rules = rules_of(3, morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    return position(rules, board=board, hands=[None] * 3, turn=1, passes=1)


def dealing() -> State:
    """Seat 1 draws its first tile."""
    state = State.start(rules_of())
    return state.resolve(state.outcomes()[0])[0]


def with_cell(state: State, cell: int, content: int) -> dict[str, Any]:
    """The board with other content in a cell."""
    cells = list(state.fields()["board"])
    cells[cell] = content
    return {"board": cells}


def with_owned(state: State, seat: int, colour: int, value: int) -> dict[str, Any]:
    """A seat with another magazine."""
    owned = list(state.fields()["seats"][seat]["magazines"])
    owned[colour] = value
    return {"magazines": owned}


Broken = tuple[Rules, bytes]
INVARIANTS = set(range(1, 12))


def broken(state: State, **changes: Any) -> Broken:
    """The state with changes after which it is none."""
    return state.rules, changed(state, **changes)


BROKEN: dict[str, Callable[[], Broken]] = {
    "no such phase": lambda: broken(position(), phase=OVER + 1),
    "no such seat": lambda: broken(position(), turn=2),
    "a tile beside the board": lambda: broken(position(), **with_cell(position(), 36, 1)),
    "no such kind of tile": lambda: broken(position(), **with_cell(position(), 3, 16), spaces=35),
    "a printed animal gone": lambda: broken(
        position(rules_of(printed=[(0, 1, 1)])), **with_cell(position(rules_of(printed=[(0, 1, 1)])), 0, 0), spaces=36
    ),
    "spaces miscounted": lambda: broken(position(), spaces=35),
    "last tile on an empty space": lambda: broken(position(board={0: (0, 1)}), last_cell=1),
    "last tile where none was placed": lambda: broken(position(), last_cell=0),
    "no last tile": lambda: broken(position(board={0: (0, 1)}), last_cell=255),
    "last tile printed": lambda: broken(position(rules_of(printed=[(0, 1, 1)]), board={1: (0, 1)}), last_cell=0),
    "too many tiles drawn": lambda: broken(position(), drawn=[5, *[0] * 29]),
    "tiles left miscounted": lambda: broken(position(), tiles_left=[59, 60]),
    "evening before the morning": lambda: broken(
        position(), drawn=[1, *[0] * 14, 1, *[0] * 14], tiles_left=[59, 59], seat1={"tile": 15}
    ),
    "a tile that was not drawn": lambda: broken(position(), seat0={"tile": 1}),
    "no such tile in a hand": lambda: broken(position(), seat0={"tile": 30}),
    "an empty hand while there are tiles": lambda: broken(
        position(), seat0={"tile": 255}, drawn=[1, *[0] * 29], tiles_left=[59, 60]
    ),
    "a tile of the part that is not drawn from": lambda: broken(position(), seat0={"tile": 15}),
    "a hand that should be empty": lambda: broken(
        drawing(), seat0={"tile": 0}, drawn=[3, *[0] * 29], tiles_left=[57, 60]
    ),
    "a first tile too early": lambda: broken(dealing(), seat1={"tile": 0}, drawn=[2, *[0] * 29], tiles_left=[58, 60]),
    "tokens lost": lambda: broken(position(), supply=[23, 24, 24, 24, 24]),
    "tokens made": lambda: broken(position(), seat0={"tokens": [1, 0, 0, 0, 0]}),
    "a magazine nobody has": lambda: broken(position(), sold=[1, 0, 0, 0, 0, 0]),
    "a magazine that was not sold": lambda: broken(position(), seat0=with_owned(position(), 0, CAIMAN, 5)),
    "a magazine out of order": lambda: broken(
        position(magazines=[{CAIMAN: 5}]), seat0=with_owned(position(), 0, CAIMAN, 9)
    ),
    "one magazine for two": lambda: broken(
        position(magazines=[{CAIMAN: 5}, {CAIMAN: 9}]), seat1=with_owned(position(), 1, CAIMAN, 5)
    ),
    "more magazines than there are": lambda: broken(position(), sold=[0, 0, 0, 0, 0, 4]),
    "a pass that was not needed": lambda: broken(position(), passes=1),
    "passes of all": lambda: broken(stuck(), passes=3),
    "passes in another phase": lambda: broken(drawing(), passes=1),
    "missing tokens in a turn": lambda: broken(position(), missing=1),
    "no missing tokens": lambda: broken(substituting(), missing=0),
    "more missing than can be": lambda: broken(substituting(), missing=13),
    "missing tokens of a full supply": lambda: broken(drawing(), phase=SUBSTITUTING, missing=1),
    "missing tokens without a placement": lambda: broken(
        position(lost=tokens(jaguar=TOKENS)), phase=SUBSTITUTING, missing=1
    ),
    "a reward for nothing": lambda: broken(position(), phase=REWARD),
    "a reward for another seat": lambda: broken(rewarded(), turn=1),
    "six colours and no end": lambda: broken(
        position(magazines=[dict.fromkeys(range(5), 5) | {AMAZONIA: 7}], phase=OVER), phase=TURN
    ),
    "an end for no reason": lambda: broken(position(), phase=OVER),
    "a turn on a full board": lambda: full_board(TURN),
    "a draw without tiles": lambda: broken(stuck(), phase=DRAWING, passes=0),
    "a draw before a placement": lambda: broken(
        position(), phase=DRAWING, seat0={"tile": 255}, drawn=[1, *[0] * 29], tiles_left=[59, 60]
    ),
    "dealing after a placement": lambda: broken(
        drawing(), phase=DEALING, turn=0, seat1={"tile": 255}, drawn=[1, *[0] * 29]
    ),
    "dealing after a publication": lambda: broken(
        dealing(), sold=[1, 0, 0, 0, 0, 0], seat0=with_owned(dealing(), 0, TOUCAN, 5)
    ),
    "dealing with tokens": lambda: broken(dealing(), supply=[23, 24, 24, 24, 24], seat0={"tokens": [1, 0, 0, 0, 0]}),
}


def full_board(phase: int) -> Broken:
    """Every space of a small board is taken, and still the game goes on."""
    board = {0: (TOUCAN, 1), 1: (JAGUAR, 1), 2: (CAIMAN, 1), 3: (CAIMAN, 1)}
    return broken(position(rules_of(2, 2, 2), board=board, phase=OVER), phase=phase)


@pytest.mark.parametrize("name", BROKEN)
def test_bytes_that_are_no_state_are_refused(name: str) -> None:
    rules, data = BROKEN[name]()
    with pytest.raises(ValueError, match="breaks invariant"):
        State.from_bytes(rules, data)


def test_the_states_that_were_broken_are_whole_before() -> None:
    for state in (position(), substituting(), drawing(), rewarded(), stuck(), dealing()):
        assert State.from_bytes(state.rules, state.to_bytes()) == state


def test_every_invariant_has_been_broken() -> None:
    broken = set()
    for name in BROKEN:
        rules, data = BROKEN[name]()
        with pytest.raises(ValueError, match="breaks invariant") as refused:
            State.from_bytes(rules, data)
        broken.add(invariant_named(refused.value))
    assert broken == INVARIANTS


def test_whatever_bytes_are_taken_can_be_played_on() -> None:
    rng = random.Random("park/bytes")
    states = [position(), substituting(), drawing(), rewarded(), stuck(), dealing()]
    assert invariants_broken_by_flips(states, rng, 3000, require_playable) <= INVARIANTS


def require_playable(state: State) -> None:
    """A random game from there comes to an end, which is a state, too."""
    end = playout(state, 1)
    assert end.is_over
    assert State.from_bytes(state.rules, end.to_bytes()) == end


# --- Rules and words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"players": 1}, "number of players"),
        ({"players": 5}, "number of players"),
        ({"columns": 1}, "number of columns"),
        ({"rows": 13}, "number of rows"),
        ({"columns": 12, "rows": 11}, "number of cells"),
        ({"printed": [(36, 0, 1)]}, "cell of a printed animal"),
        ({"printed": [(0, 5, 1)]}, "an animal"),
        ({"printed": [(0, 0, 4)]}, "number of animals"),
        ({"printed": [(0, 0, 1), (0, 1, 1)]}, "two animals"),
        ({"columns": 2, "rows": 2, "printed": [(cell, 0, 1) for cell in range(4)]}, "number of empty spaces"),
        ({"morning": [[0, 0, 0]] * 4}, "numbers of tiles"),
        ({"evening": [[0, 0]] * 5}, "numbers of tiles"),
        ({"morning": [[-1, 0, 0]] * 5}, "number of tiles"),
        ({"morning": [[0, 0, 0]] * 5, "evening": [[1, 0, 0], *[[0, 0, 0]] * 4]}, "number of tiles"),
        ({"morning": [[9, 9, 9]] * 5}, "number of tiles"),
    ],
)
def test_rules_outside_the_limits_are_refused(changes: dict[str, Any], what: str) -> None:
    arguments: dict[str, Any] = {
        "players": 2,
        "columns": COLUMNS,
        "rows": ROWS,
        "printed": [],
        "morning": PLENTY,
        "evening": PLENTY,
    }
    with pytest.raises(ValueError, match=what):
        park.compile_rules(**(arguments | changes))


def test_words_read_back() -> None:
    payment = (1, 2, 3, 4, 250)
    assert park.unpack_move(park.pack_move(MOVE_PUBLISH, AMAZONIA, payment)) == (MOVE_PUBLISH, AMAZONIA, payment)
    assert park.unpack_move(park.pack_move(park.MOVE_SUBSTITUTE, 0, payment)) == (park.MOVE_SUBSTITUTE, 0, payment)
    for kind, argument in ((park.MOVE_PLACE, 63), (park.MOVE_BONUS, 4), (park.MOVE_PASS, 0), (park.MOVE_DECLINE, 0)):
        assert park.unpack_move(park.pack_move(kind, argument)) == (kind, argument, ())
    assert park.unpack_outcome(park.pack_tile(3, 4, 2, 7)) == (park.CHANCE_TILE, (3, 4, 2, 7))


@pytest.mark.parametrize(
    "call",
    [
        lambda: park.pack_move(256),
        lambda: park.pack_move(1, 256),
        lambda: park.pack_move(2, 0, (0, 0, 0, 0)),
        lambda: park.pack_move(2, 0, (0, 0, 0, 0, -1)),
        lambda: park.pack_tile(256, 0, 1),
        lambda: park.pack_tile(0, 256, 1),
        lambda: park.pack_tile(0, 0, 256),
        lambda: park.pack_tile(0, 0, 1, 256),
    ],
)
def test_what_fits_no_word_is_refused(call: Callable[[], int]) -> None:
    with pytest.raises(ValueError, match=r"must be|counts"):
        call()


def test_only_seats_and_states_of_this_game_can_be_asked_about() -> None:
    state = position()
    for seat in (-1, 2):
        with pytest.raises(IndexError):
            park.player(state, seat)
        with pytest.raises(IndexError):
            park.magazines(state, seat)
    trek12 = registry.game("trek12-amazonia")
    setup = registry.make_setup(trek12, 2, {}, registry.default_pack(trek12))
    for ask in (park.table, park.board, park.sights, park.standing, park.magazines, park.end_reason):
        with pytest.raises(TypeError):
            ask(State.start(setup.rules))
