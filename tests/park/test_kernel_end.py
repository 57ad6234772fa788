"""The end of a game of Amazonia Park: what ends it, when exactly, and who stands where ("Game End")."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cext import park
from cext.kernel import State
from cext.park import (
    ALL_PASSED,
    AMAZONIA,
    BOARD_FULL,
    CAIMAN,
    CAPYBARA,
    EVENT_FINISHED,
    JAGUAR,
    MOVE_BONUS,
    MOVE_PASS,
    MOVE_PUBLISH,
    OVER,
    REWARD,
    SIX_COLOURS,
    SQUIRREL_MONKEY,
    SUBSTITUTING,
    TOKENS,
    TOUCAN,
)
from engines import registry
from engines.game import Outcome, Setup
from tests.park.play import Game, at, position, rules_of, tokens
from tests.playing import Case, cases_of, packs_of, walk

GAME = registry.game("amazonia-park")
FIVE = {TOUCAN: 5, JAGUAR: 5, SQUIRREL_MONKEY: 5, CAPYBARA: 5, AMAZONIA: 7}


def setup(players: int = 2) -> Setup:
    """A table to rank the seats of."""
    return registry.make_setup(GAME, players, {}, packs_of(GAME)["park-reconstruction"])


def ranked(state: State) -> Outcome:
    """The ranking of a finished game."""
    assert state.is_over
    return GAME.outcome(setup(state.rules.players), state)


def places(outcome: Outcome) -> list[tuple[int, int, str]]:
    """(place, seat, what decided) of all."""
    return [(placing.place, placing.seat, placing.decided_by) for placing in outcome.placings]


# --- Six colours ----------------------------------------------------------------------------------------------------


def test_the_sixth_colour_ends_the_game_before_anybody_else_moves() -> None:
    game = Game(position(rules_of(3), tokens=[tokens(caiman=5), tokens(toucan=20)], magazines=[FIVE]))
    game.publish(CAIMAN, caiman=5)
    assert game.state.is_over
    assert game.state.to_act() == ()
    assert game.told(EVENT_FINISHED) == [(-1, (SIX_COLOURS, 0, 0, 0, 0, 0))]
    assert park.end_reason(game.state) == SIX_COLOURS
    outcome = ranked(game.state)
    # The winner has no token left, and a loser has twenty.
    assert places(outcome) == [(1, 0, ""), (2, 1, "magazines"), (3, 2, "tokens")]
    assert outcome.remarks == ("Seat 0 has magazines of all six colours, which ends the game at once.",)


def test_the_reward_of_the_last_magazine_is_taken_first() -> None:
    game = Game(position(tokens=[tokens(caiman=9)], magazines=[FIVE, {CAIMAN: 5}]))
    game.publish(CAIMAN, caiman=9)
    assert (game.table.phase, game.seat) == (REWARD, 0)
    game.bonus(JAGUAR)
    assert game.state.is_over
    assert game.player(0).tokens == tokens(jaguar=1)


def test_the_reward_of_the_last_magazine_may_be_declined() -> None:
    game = Game(position(tokens=[tokens(caiman=9)], magazines=[FIVE, {CAIMAN: 5}]))
    game.publish(CAIMAN, caiman=9)
    game.decline()
    assert park.end_reason(game.state) == SIX_COLOURS


def test_five_colours_end_nothing() -> None:
    four = {colour: value for colour, value in FIVE.items() if colour != TOUCAN}
    game = Game(position(tokens=[tokens(caiman=5)], magazines=[four]))
    game.publish(CAIMAN, caiman=5)
    assert not game.state.is_over


# --- The full board -------------------------------------------------------------------------------------------------


def almost_full(hands: Sequence[tuple[int, int] | None], tiles: int, lost: tuple[int, ...] = tokens()) -> Game:
    """A board of two by two with one empty space; `tiles` are left in the stack."""
    rules = rules_of(2, 2, 2, morning=[[0, 0, 0]] * 5, evening=[[3 + 2 + tiles, 0, 0], *[[0, 0, 0]] * 4])
    board = dict.fromkeys((0, 1, 2), (TOUCAN, 1))
    return Game(position(rules, board=board, hands=hands, lost=lost))


def test_the_last_empty_space_ends_the_game_after_a_tile_is_drawn() -> None:
    game = almost_full([(TOUCAN, 1), (TOUCAN, 1)], tiles=1)
    game.place(3)
    assert not game.state.is_over
    assert game.table.due == 0
    assert game.player(0).tokens == tokens(toucan=2)
    game.draw(TOUCAN, 1)
    assert game.told(EVENT_FINISHED) == [(-1, (BOARD_FULL, 0, 0, 0, 0, 0))]
    assert park.end_reason(game.state) == BOARD_FULL
    assert game.player(0).tile == (TOUCAN, 1)


def test_the_last_empty_space_ends_the_game_at_once_without_tiles() -> None:
    game = almost_full([(TOUCAN, 1), (TOUCAN, 1)], tiles=0)
    game.place(3)
    assert game.state.is_over
    assert ranked(game.state).remarks == ("No empty space is left on the board.",)


def test_missing_tokens_are_chosen_before_the_full_board_ends_the_game() -> None:
    game = almost_full([(TOUCAN, 1), (TOUCAN, 1)], tiles=0, lost=tokens(toucan=TOKENS - 1))
    game.place(3)
    assert game.table.phase == SUBSTITUTING
    game.substitute(caiman=1)
    assert game.table.phase == OVER
    assert game.player(0).tokens == tokens(toucan=1, caiman=1)


# --- Nothing goes any more ------------------------------------------------------------------------------------------


def stuck(players: int, owned: Sequence[tuple[int, ...]] = (), passes: int = 0, turn: int = 0) -> Game:
    """Nobody has a tile, and the stack is empty."""
    rules = rules_of(players, morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    return Game(position(rules, board=board, hands=[None] * players, tokens=owned, passes=passes, turn=turn))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_passes_of_all_in_a_row_end_the_game(players: int) -> None:
    game = stuck(players)
    for seat in range(players):
        assert not game.state.is_over
        assert game.seat == seat
        game.skip()
    assert game.told(EVENT_FINISHED) == [(-1, (ALL_PASSED, 0, 0, 0, 0, 0))]
    assert park.end_reason(game.state) == ALL_PASSED
    assert ranked(game.state).remarks == ("Nobody has a tile to place or can pay for a magazine.",)


def test_a_pass_less_than_all_ends_nothing() -> None:
    game = stuck(3, [tokens(), tokens(caiman=5), tokens()])
    game.skip()
    assert {park.unpack_move(word)[0] for word in game.state.legal_moves(1)} == {MOVE_PUBLISH}
    game.publish(CAIMAN, caiman=5)
    for _ in range(2):
        game.skip()
        assert not game.state.is_over
    game.skip()
    assert game.state.is_over


# --- Ranking --------------------------------------------------------------------------------------------------------


def finished(owned: Sequence[tuple[int, ...]], magazines: Sequence[dict[int, int]]) -> Outcome:
    """The ranking when the last of all passes has ended a game like this."""
    players = len(owned)
    rules = rules_of(players, morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    game = Game(position(rules, board=board, hands=[None] * players, tokens=owned, magazines=magazines))
    for _ in range(players):
        game.skip()
    return ranked(game.state)


def test_most_magazines_come_first_whatever_the_tokens() -> None:
    outcome = finished([tokens(caiman=3), tokens()], [{}, {TOUCAN: 5}])
    assert places(outcome) == [(1, 1, ""), (2, 0, "magazines")]
    assert [placing.values for placing in outcome.placings] == [(1, 0), (0, 3)]


def test_equal_magazines_are_parted_by_tokens() -> None:
    outcome = finished(
        [tokens(caiman=1), tokens(jaguar=1, toucan=1), tokens()], [{TOUCAN: 5}, {JAGUAR: 5}, {CAIMAN: 5}]
    )
    assert places(outcome) == [(1, 1, ""), (2, 0, "tokens"), (3, 2, "tokens")]


def test_values_of_magazines_count_nothing() -> None:
    outcome = finished([tokens(jaguar=1), tokens(toucan=2), tokens()], [{CAIMAN: 5}, {CAIMAN: 7}, {CAIMAN: 9}])
    assert places(outcome) == [(1, 1, ""), (2, 0, "tokens"), (3, 2, "tokens")]


def test_all_share_what_nothing_parts() -> None:
    outcome = finished([tokens(jaguar=1), tokens(toucan=1), tokens(caiman=1)], [{}, {}, {}])
    assert places(outcome) == [(1, 0, ""), (1, 1, ""), (1, 2, "")]


def test_a_shared_place_skips_the_next() -> None:
    outcome = finished([tokens(jaguar=1), tokens(toucan=2), tokens(caiman=2)], [{}, {}, {}])
    assert places(outcome) == [(1, 1, ""), (1, 2, ""), (3, 0, "tokens")]


def test_items_name_each_colour_with_its_value() -> None:
    placing = finished([tokens(), tokens()], [{CAIMAN: 5, AMAZONIA: 7}, {}]).placings[0]
    assert [(item.name, item.points, item.detail) for item in placing.items] == [
        ("toucan", 0, "none"),
        ("jaguar", 0, "none"),
        ("squirrel-monkey", 0, "none"),
        ("caiman", 1, "value 5"),
        ("capybara", 0, "none"),
        ("amazonia", 1, "value 7"),
    ]


@pytest.mark.parametrize("case", cases_of(GAME), ids=str)
def test_places_follow_magazines_and_tokens_in_random_games(case: Case) -> None:
    for seed in range(3):
        end = walk(case, seed).end
        values = [(standing.magazines, standing.tokens) for standing in park.standing(end)]
        assert end.returns() == tuple(magazines for magazines, _ in values)
        six = [seat for seat, (magazines, _) in enumerate(values) if magazines == park.COLOURS]
        assert len(six) <= 1
        outcome = GAME.outcome(case.setup, end)
        assert outcome.criteria == ("magazines", "tokens")
        for placing in outcome.placings:
            assert placing.place == 1 + sum(other > values[placing.seat] for other in values)
        if six:
            assert outcome.placings[0].seat == six[0]


def test_nobody_moves_after_the_end() -> None:
    game = stuck(2)
    game.skip()
    game.skip()
    for kind in (MOVE_PASS, MOVE_BONUS, MOVE_PUBLISH):
        assert game.state.check(0, park.pack_move(kind)) == [(1, (0, 0, 0))]
