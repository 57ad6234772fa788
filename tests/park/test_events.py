"""Events of Amazonia Park: what a frontend is told, to whom, and the sentences of a log."""

from __future__ import annotations

import pytest

from canopy.v1 import park_pb2
from cext import park
from cext.park import AMAZONIA, CAIMAN, CAPYBARA, JAGUAR, TOKENS, TOUCAN
from tests.park.play import Game, at, position, rules_of, tokens
from tests.park.tables import CASES, setup_of, tell
from tests.playing import Case, every_viewer, walk

# Events of positions on a board of eight columns, as the shipped one has.
SETUP = setup_of(4)
RULES = rules_of(2, 8, 8)


def cell(column: int, row: int) -> int:
    """A cell of that board."""
    return at(column, row, 8)


def told(game: Game, viewer: int | None = None) -> list[str]:
    """The sentences of the last ply."""
    return [tell(SETUP, event, viewer)[1] for event in game.events]


def messages(game: Game, viewer: int | None = None) -> list[park_pb2.ParkEvent]:
    """The messages of the last ply."""
    return [tell(SETUP, event, viewer)[0] for event in game.events]


def test_a_drawn_tile_is_told_to_its_owner_alone() -> None:
    game = Game(position(RULES))
    game.place(0)
    game.draw(JAGUAR, 2)
    (own,), (others,) = messages(game, 0), messages(game, 1)
    assert own.tile_drawn.tile == park_pb2.ParkTile(animal=park_pb2.PARK_ANIMAL_JAGUAR, count=2)
    assert not others.tile_drawn.HasField("tile")
    assert messages(game, None) == [others]
    for message in (own, others):
        assert (message.tile_drawn.morning_left, message.tile_drawn.evening_left) == (57, 60)
    assert told(game, 0) == ["Seat 0 draws a tile with 2 jaguars; 57 of the morning and 60 of the evening are left."]
    assert told(game, 1) == ["Seat 0 draws a tile; 57 of the morning and 60 of the evening are left."]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_but_drawn_tiles_is_told_to_everybody_alike(case: Case) -> None:
    for events in walk(case, 4).events:
        for event in events:
            for viewer in every_viewer(case.setup):
                message, text = tell(case.setup, event, viewer)
                if event.kind != park.EVENT_TILE_DRAWN:
                    assert (message, text) == tell(case.setup, event, None)
                else:
                    assert message.tile_drawn.HasField("tile") == (viewer == event.seat)


def test_a_placement_and_what_it_sees() -> None:
    board = {cell(3, 1): (CAPYBARA, 2), cell(6, 3): (CAIMAN, 1)}
    game = Game(position(RULES, board=board, hands=[(JAGUAR, 3), (TOUCAN, 1)]))
    game.place(cell(3, 3))
    assert told(game) == [
        "Seat 0 places 3 jaguars on 3,3.",
        "Seat 0 takes pictures of 2 capybaras above on 3,1.",
        "Seat 0 takes pictures of 1 caiman right on 6,3.",
    ]
    placed, seen, _ = messages(game)
    assert placed.placed == park_pb2.ParkPlacedEvent(
        space=park_pb2.ParkSpace(column=3, row=3), tile=park_pb2.ParkTile(animal=park_pb2.PARK_ANIMAL_JAGUAR, count=3)
    )
    assert seen.seen == park_pb2.ParkSeenEvent(
        direction=park_pb2.PARK_DIRECTION_UP,
        space=park_pb2.ParkSpace(column=3, row=1),
        tile=park_pb2.ParkTile(animal=park_pb2.PARK_ANIMAL_CAPYBARA, count=2),
        taken=2,
    )


@pytest.mark.parametrize(
    ("left", "words"), [(2, ", but the supply has only 2"), (0, ", but the supply has none"), (3, "")]
)
def test_a_short_supply_is_told(left: int, words: str) -> None:
    state = position(RULES, board={cell(3, 4): (JAGUAR, 3)}, lost=tokens(jaguar=TOKENS - left))
    game = Game(state)
    game.place(cell(3, 3))
    assert told(game)[1] == f"Seat 0 takes pictures of 3 jaguars below on 3,4{words}."
    assert messages(game)[1].seen.taken == left


def test_other_tokens_for_missing_ones() -> None:
    game = Game(position(RULES, board={cell(3, 4): (JAGUAR, 3)}, lost=tokens(jaguar=TOKENS)))
    game.place(cell(3, 3))
    game.substitute(toucan=2, capybara=1)
    assert told(game) == ["Seat 0 takes 2 toucans and 1 capybara instead of what is missing."]
    assert messages(game)[0].substituted.tokens == park_pb2.ParkTokens(toucans=2, capybaras=1)


def test_a_publication_and_what_was_paid() -> None:
    game = Game(position(RULES, tokens=[tokens(toucan=3, jaguar=2, monkey=2)]))
    game.publish(TOUCAN, toucan=3, jaguar=2, monkey=2)
    assert told(game) == [
        "Seat 0 publishes the Toucan magazine of value 5.",
        "Seat 0 returns 3 toucans, 2 jaguars and 2 squirrel monkeys.",
    ]
    published, paid = messages(game)
    magazine = park_pb2.ParkMagazine(colour=park_pb2.PARK_COLOUR_TOUCAN, value=5)
    assert published.published == park_pb2.ParkPublishedEvent(magazine=magazine, cost=5)
    assert paid.paid.tokens == park_pb2.ParkTokens(toucans=3, jaguars=2, squirrel_monkeys=2)


def test_a_publication_with_discounts() -> None:
    others = [{AMAZONIA: value} for value in (7, 9, 11)]
    game = Game(position(rules_of(4, 8, 8), tokens=[tokens(toucan=4)], magazines=[{AMAZONIA: 13}, *others]))
    game.publish(TOUCAN, toucan=4)
    assert told(game)[0] == "Seat 0 publishes the Toucan magazine of value 5 at a cost of 4."


def test_a_free_publication_returns_nothing() -> None:
    colours = (1, 2, 3, 4, AMAZONIA)
    values = {colour: (7, 9, 11, 13) if colour == AMAZONIA else (5, 7, 9, 11) for colour in colours}
    owned = [{colour: values[colour][3 - seat] for colour in colours} for seat in range(4)]
    game = Game(position(rules_of(4, 8, 8), magazines=owned))
    game.publish(TOUCAN)
    assert told(game) == [
        "Seat 0 publishes the Toucan magazine of value 5 at a cost of 0.",
        "Seat 0 returns nothing.",
        "The game is over: somebody has magazines of all six colours.",
    ]
    assert messages(game)[2].finished.reason == park_pb2.PARK_END_SIX_COLOURS


def test_a_reward_taken_and_declined() -> None:
    state = position(RULES, tokens=[tokens(toucan=9)], magazines=[{}, {TOUCAN: 5}])
    taken, declined = Game(state), Game(state)
    for game in (taken, declined):
        game.publish(TOUCAN, toucan=9)
    taken.bonus(CAIMAN)
    declined.decline()
    assert told(taken) == ["Seat 0 takes a caiman for its magazine."]
    assert messages(taken)[0].bonus_taken.animal == park_pb2.PARK_ANIMAL_CAIMAN
    assert told(declined) == ["Seat 0 takes no token for its magazine."]


def test_passes_and_the_end_they_make() -> None:
    rules = rules_of(2, 8, 8, morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {cell(column, column): (TOUCAN, 1) for column in range(4)}
    game = Game(position(rules, board=board, hands=[None, None]))
    game.skip()
    assert told(game) == ["Seat 0 passes: it has no tile and can pay for no magazine."]
    game.skip()
    assert told(game)[1] == "The game is over: nobody can do anything any more."
    assert messages(game)[1].finished.reason == park_pb2.PARK_END_ALL_PASSED


def test_tokens_can_be_counted_along_from_the_events_alone() -> None:
    """Whoever hears all events knows what is behind every screen, though no view says it."""
    for case in CASES:
        game = walk(case, 6)
        counted = [[0] * 5 for _ in range(case.setup.players)]
        for events in game.events:
            for event in events:
                message, _ = tell(case.setup, event, None)
                add(counted, event.seat, message)
        assert [tuple(counts) for counts in counted] == [
            park.player(game.end, seat).tokens for seat in range(case.setup.players)
        ]


def add(counted: list[list[int]], seat: int, message: park_pb2.ParkEvent) -> None:
    """Count what an event tells."""
    match message.WhichOneof("event"):
        case "seen":
            counted[seat][message.seen.tile.animal - 1] += message.seen.taken
        case "substituted":
            change(counted[seat], message.substituted.tokens, 1)
        case "paid":
            change(counted[seat], message.paid.tokens, -1)
        case "bonus_taken":
            counted[seat][message.bonus_taken.animal - 1] += 1


def change(counts: list[int], tokens_told: park_pb2.ParkTokens, sign: int) -> None:
    """Add or take away tokens."""
    numbers = (
        tokens_told.toucans,
        tokens_told.jaguars,
        tokens_told.squirrel_monkeys,
        tokens_told.caimans,
        tokens_told.capybaras,
    )
    for animal, number in enumerate(numbers):
        counts[animal] += sign * number
