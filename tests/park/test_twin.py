"""The plain twin of Amazonia Park by itself: the rulebook's examples, and a few cases by hand for each rule.

Boards are drawn row by row: a dot is an empty space, a letter and a number are printed animals (T toucan, J jaguar,
S squirrel monkey, C caiman, P capybara).
"""

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from tests.reference.park import (
    AMAZONIA,
    ANIMALS,
    BONUS,
    CAIMAN,
    CAPYBARA,
    DECLINE,
    JAGUAR,
    KINDS,
    MAGAZINES,
    PASS,
    PLACE,
    PUBLISH,
    SQUIRREL_MONKEY,
    SUBSTITUTE,
    TOKENS_PER_ANIMAL,
    TOUCAN,
    Content,
    Counts,
    Illegal,
    Move,
    Park,
    Tile,
    exact_payments,
    first_stack,
    payment_violations,
    publish,
    substitute,
    tile_word,
)

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
LETTERS = {"T": TOUCAN, "J": JAGUAR, "S": SQUIRREL_MONKEY, "C": CAIMAN, "P": CAPYBARA}
MORNING = [3, 2, 0]
EVENING = [2, 3, 2]
NOTHING = [0, 0, 0]
MEADOW = [". . . .", ". . . .", ". . . ."]
ANY = Tile(TOUCAN, 1)
PACK_OF_THE_GAME = [
    ". . . . . . . .",
    ". . . . . J1 . .",
    ". T1 . . . . . .",
    ". . . S1 . . . .",
    ". . . . . . . .",
    ". . . . . . P1 .",
    ". . C1 . . . . .",
    ". . . . . . . .",
]


def printed(rows: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The animals drawn on a board."""
    for row, spaces in enumerate(rows):
        for column, space in enumerate(spaces.split()):
            if space != ".":
                animal = ANIMALS[LETTERS[space[0]]]
                yield {"column": column, "row": row, "animal": animal, "count": int(space[1:])}


def content(rows: Sequence[str], morning: Any = None, evening: Any = None) -> Content:
    """A board and its tiles: by animal, or the same mix for all animals."""
    pack = {
        "name": "drawn",
        "provenance": "reconstruction",
        "columns": len(rows[0].split()),
        "rows": len(rows),
        "printed": list(printed(rows)),
        "morning": dict.fromkeys(ANIMALS, MORNING) if morning is None else dict.fromkeys(ANIMALS, NOTHING) | morning,
        "evening": dict.fromkeys(ANIMALS, EVENING) if evening is None else dict.fromkeys(ANIMALS, NOTHING) | evening,
    }
    return Content.from_json(pack)


def new_game(rows: Sequence[str] = MEADOW, players: int = 2, *tiles: Tile, of: Content | None = None) -> Park:
    """A game in which the seats have been dealt these tiles, and whatever comes when none are named."""
    game = Park(of or content(rows), players)
    for seat in range(players):
        draw(game, tiles[seat] if seat < len(tiles) else None)
    return game


def draw(game: Park, tile: Tile | None = None) -> None:
    """The seat that is due draws this tile, or the first that can come."""
    game.tell(game.possible_outcomes()[0] if tile is None else tile_word(game.active, tile))


def do(game: Park, *moves: Move) -> None:
    """Moves of whoever's turn it is; tiles are drawn in between."""
    for move in moves:
        game.choose(game.seats_to_act()[0], move)
        if game.due() == "TILE":
            draw(game)


def place(game: Park, column: int, row: int) -> list[int]:
    """The active seat places its tile and draws; returns the tokens that it got, by animal."""
    seat = game.active
    before = list(game.tokens[seat])
    do(game, space(game, column, row))
    return [now - then for now, then in zip(game.tokens[seat], before, strict=True)]


def space(game: Park, column: int, row: int) -> Move:
    """The move: place the tile here."""
    return Move(PLACE, row * game.content.columns + column)


def tokens(**counts: int) -> Counts:
    """Tokens by animal; of what is not named none."""
    return tuple(counts.get(animal.replace("-", "_"), 0) for animal in ANIMALS)


def give(game: Park, seat: int, **counts: int) -> None:
    """The seat has exactly these tokens; the supply has the others."""
    game.supply = [left + had for left, had in zip(game.supply, game.tokens[seat], strict=True)]
    game.tokens[seat] = list(tokens(**counts))
    game.supply = [left - has for left, has in zip(game.supply, game.tokens[seat], strict=True)]
    assert min(game.supply) >= 0


def leave(game: Park, seat: int, **counts: int) -> None:
    """The supply has exactly these tokens; this seat has what nobody else has."""
    for animal, left in enumerate(tokens(**counts)):
        game.tokens[seat][animal] += game.supply[animal] - left
        game.supply[animal] = left


def own(game: Park, seat: int, *cards: tuple[int, int]) -> None:
    """The seat has the cards of these colours and values, which are no longer on the rack."""
    for magazine, value in cards:
        game.stacks[magazine].remove(value)
        game.magazines[seat][magazine] = value


def payments(game: Park, seat: int, magazine: int) -> list[Counts]:
    """What the seat can pay for this magazine now."""
    moves = [move for move in game.legal_moves(seat) if move.kind == PUBLISH]
    return [move.counts for move in moves if move.magazine == magazine]


# --- Words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [Move(PLACE, 0), publish(AMAZONIA, (1, 2, 3, 4, 5)), Move(PASS), substitute((0, 0, 0, 0, 12)), Move(9, 2**50)],
)
def test_move_words_round_trip(move: Move) -> None:
    assert Move.from_word(move.word) == move


def test_word_layout() -> None:
    assert publish(CAIMAN, (1, 2, 0, 4, 5)).word == 2 << 56 | 3 << 40 | 5 << 32 | 4 << 24 | 2 << 8 | 1
    assert substitute((1, 0, 0, 0, 2)).word == 4 << 56 | 2 << 32 | 1
    assert Move(BONUS, CAPYBARA).word == 5 << 56 | 4
    assert tile_word(2, Tile(JAGUAR, 3), 1) == 1 << 56 | 2 << 24 | 1 << 16 | 3 << 8 | 1


@pytest.mark.parametrize("word", [0, -1, 7 << 56, 3 << 56 | 1, 6 << 56 | 1, 4 << 56 | 1 << 40, 2**64, 2**200])
def test_words_that_are_no_move(word: int) -> None:
    assert new_game().violations(0, Move.from_word(word)) == ("NO_SUCH_MOVE",)


# --- Setup ---------------------------------------------------------------------------------------------------------


def test_magazines_on_the_rack() -> None:
    assert [first_stack(magazine, 3) for magazine in MAGAZINES] == [[5, 7, 9, 11]] * 5 + [[7, 9, 11, 13]]
    assert [first_stack(magazine, 2) for magazine in MAGAZINES] == [[5, 9, 11]] * 5 + [[7, 11, 13]]


def test_board_and_tiles_of_a_pack() -> None:
    game = Park(content(PACK_OF_THE_GAME), 4)
    assert {divmod(cell, 8): tile for cell, tile in game.content.printed.items()} == {
        (1, 5): (JAGUAR, 1),
        (2, 1): (TOUCAN, 1),
        (3, 3): (SQUIRREL_MONKEY, 1),
        (5, 6): (CAPYBARA, 1),
        (6, 2): (CAIMAN, 1),
    }
    assert (sum(game.morning.values()), sum(game.evening.values())) == (25, 35)
    assert game.supply == [24] * 5


@pytest.mark.parametrize("players", [0, 1, 5])
def test_numbers_of_players_that_are_not_provided_for(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        Park(content(MEADOW), players)


@PLAYERS
def test_each_seat_is_dealt_a_morning_tile_and_seat_0_begins(players: int) -> None:
    game = Park(content(MEADOW), players)
    for seat in range(players):
        assert (game.due(), game.active, game.seats_to_act()) == ("TILE", seat, ())
        assert game.violations(0, Move(PLACE, 0)) == ("CHANCE_PENDING",)
        assert game.legal_moves(0) == []
        draw(game, Tile(seat, 2))
    assert game.hands == [Tile(seat, 2) for seat in range(players)]
    assert (game.due(), game.seats_to_act()) == ("TURN", (0,))
    assert game.possible_outcomes() == []
    assert game.outcome_violations(tile_word(0, ANY)) == ("CHANCE_NOT_DUE",)
    assert game.violations(1, Move(PLACE, 0)) == ("NOT_TO_ACT",)
    assert game.violations(players, Move(PLACE, 0)) == ("NOT_TO_ACT",)


# --- Drawing tiles -------------------------------------------------------------------------------------------------


FEW_TILES = {"toucan": [2, 0, 0], "jaguar": [0, 1, 0]}
FEW_EVENING_TILES = {"toucan": [1, 0, 0], "capybara": [0, 0, 2]}


def test_equal_tiles_are_each_told() -> None:
    game = Park(content(MEADOW, FEW_TILES, FEW_EVENING_TILES), 2)
    toucan, jaguar = Tile(TOUCAN, 1), Tile(JAGUAR, 2)
    assert game.possible_outcomes() == [tile_word(0, toucan, 0), tile_word(0, toucan, 1), tile_word(0, jaguar, 0)]
    other = game.clone()
    game.tell(tile_word(0, toucan, 0))
    other.tell(tile_word(0, toucan, 1))
    assert game.public_state() == other.public_state()
    assert game.possible_outcomes() == [tile_word(1, toucan, 0), tile_word(1, jaguar, 0)]


def test_evening_tiles_come_when_the_morning_is_over() -> None:
    game = new_game(MEADOW, 2, Tile(TOUCAN, 1), Tile(JAGUAR, 2), of=content(MEADOW, FEW_TILES, FEW_EVENING_TILES))
    game.choose(0, Move(PLACE, 0))
    assert game.possible_outcomes() == [tile_word(0, Tile(TOUCAN, 1))]
    assert game.outcome_violations(tile_word(0, Tile(CAPYBARA, 3))) == ("TILE_OF_EVENING",)
    assert game.outcome_violations(tile_word(0, Tile(TOUCAN, 1), 1)) == ("TILE_OF_EVENING",)
    draw(game)
    game.choose(1, Move(PLACE, 5))
    assert game.possible_outcomes() == [
        tile_word(1, Tile(TOUCAN, 1)),
        tile_word(1, Tile(CAPYBARA, 3), 0),
        tile_word(1, Tile(CAPYBARA, 3), 1),
    ]


def test_outcomes_that_cannot_be() -> None:
    game = Park(content(MEADOW, FEW_TILES, FEW_EVENING_TILES), 2)
    draw(game, Tile(JAGUAR, 2))
    assert game.outcome_violations(2 << 56) == ("WRONG_CHANCE",)
    assert game.outcome_violations(tile_word(1, Tile(JAGUAR, 2))) == ("TILE_ALREADY_DRAWN",)
    assert game.outcome_violations(tile_word(0, Tile(JAGUAR, 2))) == ("TILE_ALREADY_DRAWN", "TILE_WRONG_SEAT")
    assert game.outcome_violations(tile_word(1, Tile(JAGUAR, 3))) == ("TILE_UNKNOWN",)
    assert game.outcome_violations(tile_word(1, Tile(5, 1))) == ("TILE_UNKNOWN",)
    assert game.outcome_violations(tile_word(1, Tile(TOUCAN, 0))) == ("TILE_UNKNOWN",)
    assert game.outcome_violations(tile_word(1, Tile(TOUCAN, 1), 3)) == ("TILE_UNKNOWN",)
    assert game.outcome_violations(tile_word(0, Tile(CAPYBARA, 3))) == ("TILE_WRONG_SEAT", "TILE_OF_EVENING")
    assert game.outcome_violations(tile_word(1, ANY) | 1 << 55) == ("TILE_WRONG_SEAT",)
    before = game.public_state()
    with pytest.raises(Illegal) as refused:
        game.tell(tile_word(1, Tile(JAGUAR, 2)))
    assert refused.value.violations == ("TILE_ALREADY_DRAWN",)
    assert game.public_state() == before


def test_whoever_places_when_the_stack_is_empty_has_no_tile() -> None:
    game = new_game(of=content(MEADOW, {"toucan": [2, 0, 0]}, {"caiman": [0, 0, 1]}))
    place(game, 0, 0)
    assert game.hands == [Tile(CAIMAN, 3), Tile(TOUCAN, 1)]
    place(game, 3, 2)
    assert (game.due(), game.seats_to_act(), game.hands) == ("TURN", (0,), [Tile(CAIMAN, 3), None])
    place(game, 1, 1)
    assert game.violations(1, Move(PLACE, 2)) == ("NO_TILE",)
    assert game.violations(1, Move(PLACE, 5)) == ("NO_TILE", "SPACE_TAKEN")
    assert game.violations(1, Move(PLACE, 12)) == ("NO_TILE", "NO_SUCH_SPACE")


# --- Take Pictures -------------------------------------------------------------------------------------------------


def test_rulebook_example_of_taking_pictures() -> None:
    rows = [". . T1 . .", ". . . . .", "C1 . . . .", ". . . . .", "J1 . . . ."]
    game = new_game(rows, 2, Tile(CAPYBARA, 2), Tile(JAGUAR, 1))
    assert place(game, 2, 4) == list(tokens(toucan=1, jaguar=1))
    assert place(game, 2, 2) == list(tokens(capybara=2, toucan=1, caiman=1))


def test_tile_goes_on_an_empty_space() -> None:
    game = new_game(["T1 . .", ". . ."])
    assert game.violations(0, Move(PLACE, 0)) == ("SPACE_TAKEN",)
    assert game.violations(0, Move(PLACE, 6)) == ("NO_SUCH_SPACE",)
    assert game.violations(0, Move(PLACE, 2**55)) == ("NO_SUCH_SPACE",)
    assert [move.argument for move in game.legal_moves(0) if move.kind == PLACE] == [1, 2, 3, 4, 5]
    place(game, 1, 1)
    assert game.board[4] == ANY
    assert game.violations(1, Move(PLACE, 4)) == ("SPACE_TAKEN",)


def test_tile_that_sees_nothing() -> None:
    game = new_game(["P3 . .", ". . .", ". . J2"])
    assert place(game, 1, 1) == [0] * 5
    assert game.active == 1


def test_nothing_is_seen_round_the_edge_of_the_board() -> None:
    """A line of sight does not go on in the next row, nor on the other side."""
    game = new_game([". . .", "C1 . .", ". . ."])
    assert place(game, 2, 0) == [0] * 5
    game = new_game([". . P1", ". . .", "J2 . ."])
    assert place(game, 0, 0) == list(tokens(capybara=1, jaguar=2))


@pytest.mark.parametrize(("column", "row"), [(0, 0), (3, 0), (0, 2), (3, 2)])
def test_corners_see_in_two_directions(column: int, row: int) -> None:
    game = new_game([". J2 J2 .", "J2 J2 J2 J2", ". J2 J2 ."])
    assert place(game, column, row) == list(tokens(jaguar=4))


def test_only_the_nearest_animals_are_seen_over_empty_spaces() -> None:
    game = new_game(["T1 T3 . . P2 J3"])
    assert place(game, 2, 0) == list(tokens(toucan=3, capybara=2))


def test_the_same_animal_on_several_sides() -> None:
    game = new_game([". S1 .", "S3 . S2", ". T1 ."])
    assert place(game, 1, 1) == list(tokens(squirrel_monkey=6, toucan=1))


def test_the_tile_placed_does_not_count_for_whoever_places_it() -> None:
    game = new_game([". . .", ". . J1"], 2, Tile(JAGUAR, 2))
    assert place(game, 0, 1) == list(tokens(jaguar=1))


# Short supply


def at_three_jaguars(**left: int) -> Park:
    """Seat 0 is about to see three jaguars and one toucan; the supply has what is named."""
    game = new_game(["J3 . T1", ". . ."])
    leave(game, 1, **left)
    return game


def test_tokens_that_are_not_there_are_replaced_by_choice() -> None:
    game = at_three_jaguars(jaguar=2, toucan=5, caiman=1)
    game.choose(0, space(game, 1, 0))
    assert (game.due(), game.seats_to_act(), game.tokens_due) == ("SUBSTITUTE", (0,), 1)
    assert game.tokens[0] == list(tokens(jaguar=2, toucan=1))
    assert game.legal_moves(0) == [substitute(tokens(toucan=1)), substitute(tokens(caiman=1))]
    assert game.violations(0, Move(PLACE, 3)) == ("WRONG_STEP",)
    assert game.violations(0, Move(PASS)) == ("WRONG_STEP",)
    assert game.violations(1, substitute(tokens(toucan=1))) == ("NOT_TO_ACT",)
    # The toucan just seen may be taken once more.
    game.choose(0, substitute(tokens(toucan=1)))
    assert game.tokens[0] == list(tokens(jaguar=2, toucan=2))
    assert (game.due(), game.active, game.tokens_due) == ("TILE", 0, 0)


@pytest.mark.parametrize(("left", "due"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_supply_when_three_are_due(left: int, due: int) -> None:
    game = at_three_jaguars(jaguar=left, toucan=4, capybara=3)
    game.choose(0, space(game, 1, 0))
    assert game.tokens_due == due
    assert game.tokens[0] == list(tokens(jaguar=left, toucan=1))
    # As many toucans as are wanted, the others capybaras.
    assert len(game.legal_moves(0)) == (due + 1 if due else 0)
    assert game.due() == ("SUBSTITUTE" if due else "TILE")


def test_whole_supply_empty() -> None:
    game = at_three_jaguars()
    game.choose(0, space(game, 1, 0))
    assert (game.due(), game.tokens[0], game.supply) == ("TILE", [0] * 5, [0] * 5)


def test_supply_that_cannot_replace_all() -> None:
    game = at_three_jaguars(capybara=2)
    game.choose(0, space(game, 1, 0))
    assert game.tokens_due == 2
    assert game.legal_moves(0) == [substitute(tokens(capybara=2))]
    do(game, substitute(tokens(capybara=2)))
    assert game.tokens[0] == list(tokens(capybara=2))


def test_what_is_seen_in_all_directions_comes_before_any_choice() -> None:
    game = new_game([". J3 .", "P2 . .", ". J2 ."])
    leave(game, 1, jaguar=4, capybara=3)
    game.choose(0, space(game, 1, 1))
    assert game.tokens[0] == list(tokens(jaguar=4, capybara=2))
    assert game.tokens_due == 1
    assert game.legal_moves(0) == [substitute(tokens(capybara=1))]


def test_substitutes_that_are_refused() -> None:
    game = at_three_jaguars(jaguar=1, toucan=2, caiman=1)
    game.choose(0, space(game, 1, 0))
    assert game.tokens_due == 2
    assert game.violations(0, substitute(tokens(jaguar=1, caiman=1))) == ("SUPPLY_SHORT",)
    assert game.violations(0, substitute(tokens(toucan=1))) == ("WRONG_NUMBER_OF_TOKENS",)
    assert game.violations(0, substitute(tokens(toucan=2, caiman=1))) == ("SUPPLY_SHORT", "WRONG_NUMBER_OF_TOKENS")
    assert game.violations(0, substitute(tokens(toucan=2, caiman=2))) == ("SUPPLY_SHORT", "WRONG_NUMBER_OF_TOKENS")
    assert game.violations(0, substitute(tokens())) == ("WRONG_NUMBER_OF_TOKENS",)


# --- Publish an Article --------------------------------------------------------------------------------------------


def test_rulebook_example_of_five_caimans() -> None:
    game = new_game(players=3)
    give(game, 0, caiman=5)
    assert payments(game, 0, CAIMAN) == [tokens(caiman=5)]
    hand = game.hands[0]
    do(game, publish(CAIMAN, tokens(caiman=5)))
    assert (game.tokens[0], game.magazines[0][CAIMAN], game.hands[0]) == ([0] * 5, 5, hand)
    assert game.supply == [TOKENS_PER_ANIMAL] * 5
    assert game.stacks[CAIMAN] == [7, 9, 11]
    assert (game.due(), game.seats_to_act()) == ("TURN", (1,))


def test_rulebook_example_of_amazonia_for_seven() -> None:
    game = new_game()
    give(game, 0, toucan=3, caiman=3, squirrel_monkey=1)
    assert payments(game, 0, AMAZONIA) == [tokens(toucan=3, caiman=3, squirrel_monkey=1)]
    do(game, publish(AMAZONIA, tokens(toucan=3, caiman=3, squirrel_monkey=1)))
    assert game.magazines[0][AMAZONIA] == 7
    assert sum(game.tokens[0]) == 0


def test_rulebook_example_of_two_missing_toucans() -> None:
    game = new_game()
    give(game, 0, toucan=3, jaguar=2, capybara=2)
    assert payments(game, 0, TOUCAN) == [tokens(toucan=3, jaguar=2, capybara=2)]
    do(game, publish(TOUCAN, tokens(toucan=3, jaguar=2, capybara=2)))
    assert game.magazines[0][TOUCAN] == 5
    assert sum(game.tokens[0]) == 0


def test_one_animal_may_stand_in_for_several_missing_tokens() -> None:
    game = new_game()
    give(game, 0, toucan=3, jaguar=5, capybara=3)
    assert payments(game, 0, TOUCAN) == [tokens(toucan=3, jaguar=4), tokens(toucan=3, jaguar=2, capybara=2)]


def test_ten_tokens_of_others_buy_a_magazine_of_an_animal_that_one_has_not() -> None:
    game = new_game()
    give(game, 0, jaguar=10)
    assert payments(game, 0, CAIMAN) == [tokens(jaguar=10)]
    give(game, 0, jaguar=9, toucan=1)
    assert payments(game, 0, CAIMAN) == []


@pytest.mark.parametrize(
    ("payment", "violations"),
    [
        (tokens(toucan=3, jaguar=4), ()),
        (tokens(toucan=3, jaguar=2, capybara=2), ()),
        (tokens(), ("PAYMENT_TOO_SMALL",)),
        (tokens(toucan=2), ("PAYMENT_TOO_SMALL",)),
        (tokens(toucan=2, jaguar=2), ("OWN_TOKENS_FIRST", "PAYMENT_TOO_SMALL")),
        (tokens(toucan=3), ("PAYMENT_TOO_SMALL",)),
        (tokens(toucan=3, jaguar=3), ("ODD_PAIR", "PAYMENT_TOO_SMALL")),
        (tokens(toucan=3, jaguar=3, capybara=3), ("ODD_PAIR",)),
        (tokens(toucan=2, jaguar=4, capybara=2), ("OWN_TOKENS_FIRST",)),
        (tokens(toucan=5), ("NOT_ENOUGH_TOKENS",)),
        (tokens(toucan=4, capybara=2), ("NOT_ENOUGH_TOKENS",)),
        (tokens(toucan=3, caiman=2, squirrel_monkey=2), ("NOT_ENOUGH_TOKENS",)),
        (tokens(toucan=3, jaguar=4, capybara=2), ("PAYMENT_TOO_LARGE",)),
        (tokens(toucan=2, jaguar=4, capybara=4), ("NOT_ENOUGH_TOKENS", "OWN_TOKENS_FIRST", "PAYMENT_TOO_LARGE")),
    ],
)
def test_reasons_against_payments(payment: Counts, violations: tuple[str, ...]) -> None:
    game = new_game()
    give(game, 0, toucan=3, jaguar=4, capybara=3)
    assert game.violations(0, publish(TOUCAN, payment)) == violations
    assert (payment in payments(game, 0, TOUCAN)) == (not violations)


def test_no_pair_while_there_are_own_tokens() -> None:
    game = new_game()
    give(game, 0, toucan=6, jaguar=10)
    assert payments(game, 0, TOUCAN) == [tokens(toucan=5)]
    assert game.violations(0, publish(TOUCAN, tokens(toucan=4, jaguar=2))) == ("OWN_TOKENS_FIRST",)
    assert game.violations(0, publish(TOUCAN, tokens(toucan=6))) == ("PAYMENT_TOO_LARGE",)


@pytest.mark.parametrize(
    ("payment", "violations"),
    [
        (tokens(toucan=6), ("PAYMENT_TOO_SMALL",)),
        (tokens(toucan=7, jaguar=1), ("PAYMENT_TOO_LARGE",)),
        (tokens(toucan=6, jaguar=2), ("NOT_ENOUGH_TOKENS", "PAYMENT_TOO_LARGE")),
        (tokens(toucan=4, jaguar=1, caiman=2), ("NOT_ENOUGH_TOKENS",)),
        (tokens(toucan=6, jaguar=1), ()),
    ],
)
def test_reasons_against_payments_for_amazonia(payment: Counts, violations: tuple[str, ...]) -> None:
    game = new_game()
    give(game, 0, toucan=7, jaguar=1, caiman=1)
    assert game.violations(0, publish(AMAZONIA, payment)) == violations
    assert (payment in payments(game, 0, AMAZONIA)) == (not violations)


def test_amazonia_takes_every_mixture() -> None:
    game = new_game()
    give(game, 0, toucan=7, jaguar=2, caiman=1)
    mixtures = {(7 - j - c, j, 0, c, 0) for j, c in product(range(3), range(2))}
    assert set(payments(game, 0, AMAZONIA)) == mixtures
    assert len(payments(game, 0, AMAZONIA)) == len(mixtures)


@pytest.mark.parametrize("seed", range(40))
def test_payments_are_exactly_what_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    owned = [rng.choice((0, 1, 2, 3, 4)) for _ in ANIMALS]
    magazine = rng.choice(MAGAZINES)
    cost = rng.randrange(8)
    tried = product(*(range(min(has, 5) + 2) for has in owned))
    found = [payment for payment in tried if not any(payment_violations(magazine, cost, owned, payment))]
    assert sorted(exact_payments(magazine, cost, owned)) == found


@pytest.mark.parametrize("seed", range(20))
def test_substitutes_are_exactly_what_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    game = at_three_jaguars(
        jaguar=rng.randrange(3),
        toucan=rng.randrange(3),
        squirrel_monkey=rng.randrange(4),
        caiman=rng.randrange(4),
        capybara=1 + rng.randrange(3),
    )
    game.choose(0, space(game, 1, 0))
    tried = [substitute(counts) for counts in product(range(5), repeat=5)]
    found = sorted(move for move in tried if not game.violations(0, move))
    assert game.legal_moves(0) == found
    assert found


def test_one_magazine_of_each_colour_and_only_the_front_card() -> None:
    game = new_game(players=3)
    give(game, 0, toucan=20)
    do(game, publish(TOUCAN, tokens(toucan=5)), space(game, 0, 0), space(game, 3, 2))
    assert game.stacks[TOUCAN][0] == 7
    assert payments(game, 0, TOUCAN) == []
    assert game.violations(0, publish(TOUCAN, tokens(toucan=7))) == ("COLOUR_OWNED",)
    assert game.violations(0, publish(TOUCAN, tokens(toucan=5))) == ("COLOUR_OWNED", "PAYMENT_TOO_SMALL")
    do(game, space(game, 1, 1))
    give(game, 1, toucan=9)
    assert payments(game, 1, TOUCAN) == [tokens(toucan=7)]


def test_magazines_that_are_not_there() -> None:
    game = new_game(players=2)
    give(game, 0, toucan=11)
    assert game.violations(0, publish(6, tokens(toucan=11))) == ("NO_SUCH_MAGAZINE",)
    assert game.violations(0, publish(6 + 256, tokens())) == ("NO_SUCH_MAGAZINE",)
    game.stacks[TOUCAN] = []
    assert game.violations(0, publish(TOUCAN, tokens(toucan=11))) == ("STACK_EMPTY",)
    game.magazines[0][TOUCAN] = 5
    assert game.violations(0, publish(TOUCAN, tokens(toucan=11))) == ("STACK_EMPTY", "COLOUR_OWNED")
    assert payments(game, 0, TOUCAN) == []


# --- Magazine Card Special Effects ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("magazine", "value"), [(JAGUAR, 9), (AMAZONIA, 11)])
def test_bonus_token(magazine: int, value: int) -> None:
    game = new_game(players=2)
    game.stacks[magazine] = [value]
    leave(game, 1)
    game.tokens[1][JAGUAR] -= value
    game.tokens[0][JAGUAR] += value
    do(game, publish(magazine, tokens(jaguar=value)))
    assert (game.due(), game.seats_to_act()) == ("BONUS", (0,))
    # One just paid may be taken, and nothing else is there.
    assert game.legal_moves(0) == [Move(BONUS, JAGUAR), Move(DECLINE)]
    assert game.violations(0, Move(BONUS, TOUCAN)) == ("SUPPLY_SHORT",)
    assert game.violations(0, Move(BONUS, 5)) == ("NO_SUCH_ANIMAL",)
    assert game.violations(0, Move(BONUS, 2**55)) == ("NO_SUCH_ANIMAL",)
    assert game.violations(0, Move(PASS)) == ("WRONG_STEP",)
    assert game.violations(1, Move(DECLINE)) == ("NOT_TO_ACT",)
    do(game, Move(BONUS, JAGUAR))
    assert game.tokens[0] == list(tokens(jaguar=1))
    assert (game.due(), game.seats_to_act()) == ("TURN", (1,))


def test_bonus_token_may_be_declined() -> None:
    game = new_game()
    game.stacks[CAIMAN] = [9]
    give(game, 0, caiman=9)
    do(game, publish(CAIMAN, tokens(caiman=9)), Move(DECLINE))
    assert sum(game.tokens[0]) == 0
    assert game.seats_to_act() == (1,)


def test_bonus_token_buys_nothing_at_once() -> None:
    """With the bonus token another magazine is paid for, but that takes another turn."""
    game = new_game()
    game.stacks[CAIMAN] = [9]
    give(game, 0, caiman=9, toucan=4)
    do(game, publish(CAIMAN, tokens(caiman=9)), Move(BONUS, TOUCAN))
    assert game.tokens[0] == list(tokens(toucan=5))
    assert game.violations(0, publish(TOUCAN, tokens(toucan=5))) == ("NOT_TO_ACT",)
    do(game, space(game, 0, 0), publish(TOUCAN, tokens(toucan=5)))
    assert game.magazines[0][TOUCAN] == 5


@pytest.mark.parametrize(
    ("magazine", "value"), [(TOUCAN, 5), (TOUCAN, 7), (TOUCAN, 11), (AMAZONIA, 7), (AMAZONIA, 9), (AMAZONIA, 13)]
)
def test_cards_without_bonus(magazine: int, value: int) -> None:
    game = new_game(players=4)
    game.stacks[magazine] = [value]
    give(game, 0, toucan=value)
    do(game, publish(magazine, tokens(toucan=value)))
    assert (game.due(), game.seats_to_act()) == ("TURN", (1,))


def test_bonus_is_always_asked_for_as_the_payment_is_in_the_supply() -> None:
    """The card that is cheapest to have, with five discounts, still brings four tokens back."""
    game = new_game(players=4)
    own(game, 0, *((animal, 11) for animal in range(CAPYBARA)), (AMAZONIA, 13))
    game.stacks[CAPYBARA] = [9]
    leave(game, 1)
    game.tokens[0][CAPYBARA], game.tokens[1][CAPYBARA] = 4, 20
    do(game, publish(CAPYBARA, tokens(capybara=4)))
    assert (game.due(), game.supply) == ("BONUS", list(tokens(capybara=4)))


@pytest.mark.parametrize(("magazine", "value"), [(JAGUAR, 11), (AMAZONIA, 13)])
def test_discount_from_the_next_turn_on(magazine: int, value: int) -> None:
    game = new_game()
    game.stacks[magazine] = [value]
    give(game, 0, jaguar=value, toucan=4)
    assert game.cost(0, magazine) == value
    assert "PAYMENT_TOO_SMALL" in game.violations(0, publish(magazine, tokens(jaguar=value - 1)))
    do(game, publish(magazine, tokens(jaguar=value)), space(game, 0, 0))
    assert game.cost(0, TOUCAN) == 4
    assert game.cost(1, TOUCAN) == 5
    assert payments(game, 0, TOUCAN) == [tokens(toucan=4)]


def test_discounts_add_up_and_come_before_substitution() -> None:
    game = new_game(players=2)
    own(game, 0, (JAGUAR, 11), (AMAZONIA, 13))
    give(game, 0, toucan=2, caiman=4, capybara=9)
    assert [game.cost(0, magazine) for magazine in MAGAZINES] == [3, 3, 3, 3, 3, 5]
    assert payments(game, 0, TOUCAN) == [tokens(toucan=2, caiman=2), tokens(toucan=2, capybara=2)]
    assert game.violations(0, publish(TOUCAN, tokens(toucan=2, caiman=4))) == ("PAYMENT_TOO_LARGE",)


@pytest.mark.parametrize("cards", [[(JAGUAR, 5)], [(JAGUAR, 9)], [(AMAZONIA, 11)], [(AMAZONIA, 7)]])
def test_cards_without_discount(cards: list[tuple[int, int]]) -> None:
    game = new_game(players=2)
    own(game, 0, *cards)
    assert game.cost(0, TOUCAN) == 5


def test_cost_of_nothing_is_an_empty_payment() -> None:
    game = new_game(players=4)
    own(game, 0, *((magazine, 11) for magazine in range(CAPYBARA)), (AMAZONIA, 13))
    assert game.cost(0, CAPYBARA) == 0
    assert payments(game, 0, CAPYBARA) == [tokens()]
    give(game, 0, capybara=1, toucan=2)
    assert payments(game, 0, CAPYBARA) == [tokens()]
    assert game.violations(0, publish(CAPYBARA, tokens(capybara=1))) == ("PAYMENT_TOO_LARGE",)
    do(game, publish(CAPYBARA, tokens()))
    assert (game.due(), game.end_reasons()) == ("OVER", ["SIX_COLOURS"])


def test_cost_is_never_below_nothing() -> None:
    game = new_game(players=4)
    own(game, 0, *((magazine, 11) for magazine in range(CAPYBARA)), (AMAZONIA, 13))
    game.stacks[CAPYBARA] = [4]
    assert game.cost(0, CAPYBARA) == 0


# --- Passing -------------------------------------------------------------------------------------------------------


def without_tiles(players: int = 2) -> Park:
    """Nobody has a tile or any token, and the stack is empty."""
    game = new_game(players=players)
    game.hands = [None] * players
    game.morning = dict.fromkeys(game.morning, 0)
    game.evening = dict.fromkeys(game.evening, 0)
    return game


def test_nobody_passes_with_a_tile_or_enough_tokens() -> None:
    game = new_game()
    assert game.violations(0, Move(PASS)) == ("PASS_WITH_TILE",)
    give(game, 0, caiman=5)
    assert game.violations(0, Move(PASS)) == ("PASS_WITH_TILE", "PASS_CAN_PUBLISH")
    game.hands[0] = None
    assert game.violations(0, Move(PASS)) == ("PASS_CAN_PUBLISH",)
    assert game.legal_moves(0) == [publish(CAIMAN, tokens(caiman=5))]
    give(game, 0, caiman=4, jaguar=1)
    assert game.legal_moves(0) == [Move(PASS)]


def test_what_costs_nothing_can_be_afforded() -> None:
    game = without_tiles(players=4)
    own(game, 0, *((magazine, 11) for magazine in range(CAPYBARA)), (AMAZONIA, 13))
    assert game.violations(0, Move(PASS)) == ("PASS_CAN_PUBLISH",)


def test_a_colour_owned_or_sold_out_is_not_affordable() -> None:
    game = without_tiles(players=4)
    give(game, 0, jaguar=5)
    game.magazines[0][JAGUAR] = game.stacks[JAGUAR].pop(0)
    assert game.legal_moves(0) == [Move(PASS)]
    give(game, 0, jaguar=0, toucan=6)
    game.stacks[TOUCAN] = []
    assert game.legal_moves(0) == [Move(PASS)]


# --- Game End ------------------------------------------------------------------------------------------------------


def close_to_winning(players: int = 3) -> Park:
    """Seat 0 lacks only the magazine of the capybaras."""
    game = new_game(players=players)
    for magazine in MAGAZINES:
        if magazine != CAPYBARA:
            game.magazines[0][magazine] = game.stacks[magazine].pop(0)
    return game


def test_sixth_colour_ends_the_game_before_others_move() -> None:
    game = close_to_winning()
    give(game, 0, capybara=5)
    for seat in (1, 2):
        give(game, seat, toucan=12)
    do(game, publish(CAPYBARA, tokens(capybara=5)))
    assert (game.due(), game.end_reasons()) == ("OVER", ["SIX_COLOURS"])
    assert game.seats_to_act() == ()
    assert all(game.legal_moves(seat) == [] for seat in range(3))
    assert game.violations(1, Move(PLACE, 0)) == ("GAME_OVER",)
    assert game.violations(1, Move(PASS)) == ("GAME_OVER",)
    assert game.possible_outcomes() == []
    assert game.outcome_violations(tile_word(1, ANY)) == ("GAME_OVER",)
    assert [placing.seat for placing in game.ranking()] == [0, 1, 2]


def test_bonus_of_the_sixth_colour_is_taken() -> None:
    game = close_to_winning()
    game.stacks[CAPYBARA] = [9]
    give(game, 0, capybara=9)
    do(game, publish(CAPYBARA, tokens(capybara=9)))
    assert game.due() == "BONUS"
    do(game, Move(BONUS, TOUCAN))
    assert (game.due(), game.tokens[0]) == ("OVER", list(tokens(toucan=1)))


def test_last_empty_space_ends_the_game() -> None:
    game = new_game(["J2 .", ". T1"], 2)
    place(game, 1, 0)
    assert game.due() == "TURN"
    give(game, 0, caiman=5)
    tiles = game.tiles_left()
    assert place(game, 0, 1) == list(tokens(jaguar=2, toucan=1))
    # The tile is drawn, but not placed: nobody moves any more.
    assert (game.due(), game.end_reasons(), game.tiles_left()) == ("OVER", ["BOARD_FULL"], tiles - 1)
    assert None not in game.hands
    assert game.violations(0, publish(CAIMAN, tokens(caiman=5))) == ("GAME_OVER",)


def test_missing_tokens_are_chosen_before_the_full_board_ends_the_game() -> None:
    game = new_game(["J3 ."], 2)
    leave(game, 1, caiman=1)
    do(game, Move(PLACE, 1))
    assert game.due() == "SUBSTITUTE"
    do(game, substitute(tokens(caiman=1)))
    assert (game.due(), game.end_reasons()) == ("OVER", ["BOARD_FULL"])
    assert game.tokens[0] == list(tokens(caiman=1))


def test_last_space_without_a_tile_to_draw() -> None:
    game = new_game([". .", "T1 T1"], 2, of=content([". .", "T1 T1"], {"jaguar": [2, 0, 0]}, {}))
    do(game, Move(PLACE, 0))
    assert (game.due(), game.seats_to_act()) == ("TURN", (1,))
    do(game, Move(PLACE, 1))
    assert (game.due(), game.hands) == ("OVER", [None, None])


@PLAYERS
def test_nobody_can_do_anything(players: int) -> None:
    game = without_tiles(players)
    for seat in range(players):
        assert game.due() == "TURN"
        assert game.legal_moves(seat) == [Move(PASS)]
        do(game, Move(PASS))
    assert (game.due(), game.end_reasons()) == ("OVER", ["ALL_PASSED"])


def test_passes_count_in_a_row() -> None:
    game = without_tiles(3)
    give(game, 1, caiman=5)
    do(game, Move(PASS), publish(CAIMAN, tokens(caiman=5)), Move(PASS), Move(PASS))
    assert (game.due(), game.passes) == ("TURN", 2)
    do(game, Move(PASS))
    assert game.due() == "OVER"


def test_a_placement_comes_between_passes() -> None:
    game = without_tiles(2)
    game.hands[1] = ANY
    do(game, Move(PASS), space(game, 0, 0), Move(PASS))
    assert (game.due(), game.passes) == ("TURN", 1)
    do(game, Move(PASS))
    assert game.due() == "OVER"


# Ranking


def ranked(*seats: tuple[int, int]) -> list[tuple[int, int, str]]:
    """(place, seat, decided by) for seats with so many magazines and so many tokens."""
    game = new_game(players=len(seats))
    for seat, (cards, caimans) in enumerate(seats):
        game.magazines[seat][:cards] = [5] * cards
        game.tokens[seat][CAIMAN] = caimans
    return [(placing.place, placing.seat, placing.decided_by) for placing in game.ranking()]


def test_six_colours_win() -> None:
    assert ranked((5, 24), (6, 0)) == [(1, 1, ""), (2, 0, "six colours")]


def test_most_magazines_win() -> None:
    assert ranked((1, 9), (3, 0), (2, 5)) == [(1, 1, ""), (2, 2, "magazines"), (3, 0, "magazines")]


def test_tokens_part_equal_magazines() -> None:
    assert ranked((2, 3), (2, 4), (1, 9)) == [(1, 1, ""), (2, 0, "tokens"), (3, 2, "magazines")]


@PLAYERS
def test_victory_shared_by_all(players: int) -> None:
    assert ranked(*[(2, 7)] * players) == [(1, seat, "") for seat in range(players)]


def test_the_place_after_a_shared_one_is_skipped() -> None:
    assert ranked((1, 1), (2, 2), (2, 2), (1, 0)) == [(1, 1, ""), (1, 2, ""), (3, 0, "magazines"), (4, 3, "tokens")]


def test_values_of_the_cards_do_not_count() -> None:
    game = new_game(players=2)
    game.magazines[0][TOUCAN] = 11
    game.magazines[1][TOUCAN] = 5
    assert [placing.place for placing in game.ranking()] == [1, 1]
    assert game.score(0).magazines == [11, None, None, None, None, None]
    assert (game.score(0).six_colours, game.score(0).cards, game.score(0).tokens) == (False, 1, 0)


# --- Whole games ---------------------------------------------------------------------------------------------------


def any_game(rng: random.Random, players: int) -> Park:
    """The board of the game, or a small one that is soon full or has few tiles."""
    of = rng.choice(
        (
            content(PACK_OF_THE_GAME),
            content(["T3 . . . .", ". . P3 . .", ". . . . J2"]),
            content(PACK_OF_THE_GAME, {"capybara": [0, 0, 9]}, {"caiman": [0, 0, 14]}),
            content(MEADOW, {}, {"toucan": [0, 2, 0], "jaguar": [1, 0, 3]}),
        )
    )
    return Park(of, players)


def step(game: Park, rng: random.Random) -> None:
    """One random tile or move."""
    if outcomes := game.possible_outcomes():
        game.tell(rng.choice(outcomes))
    else:
        seat = game.seats_to_act()[0]
        game.choose(seat, rng.choice(game.legal_moves(seat)))


def check_conservation(game: Park) -> None:
    """24 tokens of each animal, 24 or 18 cards, and all tiles are somewhere."""
    for animal in range(len(ANIMALS)):
        assert game.supply[animal] + sum(counts[animal] for counts in game.tokens) == TOKENS_PER_ANIMAL
        assert game.supply[animal] >= 0
        assert all(counts[animal] >= 0 for counts in game.tokens)
    for magazine in MAGAZINES:
        sold = [cards[magazine] for cards in game.magazines if cards[magazine] is not None]
        assert sorted([*game.stacks[magazine], *(value or 0 for value in sold)]) == first_stack(magazine, game.players)
    for kind in KINDS:
        somewhere = game.morning[kind] + game.evening[kind] + game.hands.count(kind) + placed(game).count(kind)
        assert somewhere == game.content.morning[kind] + game.content.evening[kind]


def placed(game: Park) -> list[Tile]:
    """The tiles on the board, without what is printed there."""
    spaces = enumerate(game.board)
    return [tile for cell, tile in spaces if tile is not None and cell not in game.content.printed]


def test_numbers_of_cards() -> None:
    assert [sum(len(first_stack(magazine, players)) for magazine in MAGAZINES) for players in (2, 3, 4)] == [18, 24, 24]


@PLAYERS
@pytest.mark.parametrize("seed", range(6))
def test_nothing_gets_lost_in_random_games(players: int, seed: int) -> None:
    rng = random.Random(f"{players}/{seed}")
    game = any_game(rng, players)
    while game.due() != "OVER":
        step(game, rng)
        check_conservation(game)
    assert len(game.end_reasons()) == 1
    assert {placing.seat for placing in game.ranking()} == set(range(players))


@PLAYERS
def test_legal_moves_ascend_and_whoever_is_asked_has_one(players: int) -> None:
    rng = random.Random(players)
    game = any_game(rng, players)
    while game.due() != "OVER":
        outcomes = game.possible_outcomes()
        assert outcomes == sorted(set(outcomes))
        assert all(game.outcome_violations(outcome) == () for outcome in outcomes)
        for seat in range(players):
            moves = game.legal_moves(seat)
            assert [move.word for move in moves] == sorted({move.word for move in moves})
            assert bool(moves) == (seat in game.seats_to_act())
        step(game, rng)


@pytest.mark.parametrize("seed", range(4))
def test_tiles_of_others_change_nothing_that_a_seat_is_asked(seed: int) -> None:
    """Two games alike but for the tile that seat 1 has and that is never seen: seat 0 has the same moves."""
    rng = random.Random(seed)
    games = [new_game(PACK_OF_THE_GAME, 2, ANY, tile) for tile in (Tile(CAIMAN, 1), Tile(CAIMAN, 2))]
    move = rng.choice(games[0].legal_moves(0))
    for game in games:
        game.choose(0, move)
        draw(game, Tile(JAGUAR, 1))
    moves = [game.legal_moves(1) for game in games]
    assert moves[0] == moves[1]


def test_clones_are_independent() -> None:
    rng = random.Random(1)
    game = any_game(rng, 3)
    while game.due() != "OVER":
        before = game.public_state()
        copy = game.clone()
        assert copy.public_state() == before
        step(copy, rng)
        assert copy.public_state() != before
        assert game.public_state() == before
        game = copy


STEPS = {"TURN": {PLACE, PUBLISH, PASS}, "SUBSTITUTE": {SUBSTITUTE}, "BONUS": {BONUS, DECLINE}}


def test_each_kind_of_move_has_its_steps() -> None:
    turn = new_game()
    missing = at_three_jaguars(capybara=2)
    missing.choose(0, space(missing, 1, 0))
    bonus = new_game()
    bonus.stacks[CAIMAN] = [9]
    give(bonus, 0, caiman=9)
    do(bonus, publish(CAIMAN, tokens(caiman=9)))
    for game in (turn, missing, bonus):
        found = {kind: game.violations(0, Move(kind)) for kind in range(PLACE, DECLINE + 1)}
        assert {kind for kind, violations in found.items() if violations != ("WRONG_STEP",)} == STEPS[game.due()]


def test_refused_moves_change_nothing() -> None:
    game = new_game()
    before = game.public_state()
    with pytest.raises(Illegal) as refused:
        game.choose(0, Move(DECLINE))
    assert refused.value.violations == ("WRONG_STEP",)
    assert game.public_state() == before
