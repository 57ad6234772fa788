"""States of the Amazonas kernel: what a stream draws, what a viewer cannot know, and which bytes are no state."""

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from cext import amazonas, playout
from cext.amazonas import (
    BONUS_FISH,
    COPPER_COINS,
    FISH,
    IGUANA,
    MOVE_CARD,
    MOVE_END,
    MOVE_HIRE,
    MOVE_INCOME,
    NATIVES,
    PARROT,
)
from cext.kernel import FieldInfo, State
from cext.streams import GameStream
from tests.amazonas.maps import meadow
from tests.amazonas.play import EDITION_2005, EDITION_BGA, Game, rules_of
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, MARSH, NEST
from tests.playing import play, random_ply

SEED = bytes(range(32))
QUIET = BONUS_FISH + PARROT


# --- Draws ----------------------------------------------------------------------------------------------------------


def test_missions_are_a_shuffle_of_all_of_which_each_seat_takes_its_own() -> None:
    state = State.start(rules_of(4))
    order = GameStream(SEED, "amazonas/missions").shuffle(5)
    for seat in range(4):
        assert state.chance_domain == "amazonas/missions"
        assert state.draw(SEED) == amazonas.pack_mission(seat, order[seat])
        state, _ = state.resolve(state.draw(SEED))
    assert [amazonas.player(state, seat).mission for seat in range(4)] == order[:4]


def test_each_round_draws_one_of_the_events_that_are_left() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    left = list(range(18))
    for number in range(1, 19):
        assert game.state.chance_domain == f"amazonas/event/{number}"
        card = left.pop(GameStream(SEED, f"amazonas/event/{number}").below(len(left)))
        assert game.state.draw(SEED) == amazonas.pack_event(card)
        game.tell(game.state.draw(SEED))
        game.cards(*[game.player(seat).hand[0] for seat in range(3)])
        game.end_turns()
    assert game.state.is_over


def test_draws_depend_on_no_choice() -> None:
    drawn = []
    for rng in (random.Random(1), random.Random(2)):
        state = State.start(rules_of())
        outcomes = []
        while not state.is_over:
            if state.chance_kind:
                outcomes.append(state.draw(SEED))
                state, _ = state.resolve(outcomes[-1])
            else:
                ply = random_ply(state, rng)
                assert ply is not None
                state, _ = play(state, ply)
        drawn.append(outcomes)
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 3 + 18


def test_no_domain_and_no_draw_while_seats_choose() -> None:
    game = Game()
    assert game.state.chance_domain == ""
    with pytest.raises(ValueError, match="no chance"):
        game.state.draw(SEED)


# --- Outcomes and samples -------------------------------------------------------------------------------------------


def test_outcomes_ascend_and_each_is_possible() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    for state, count in ((State.start(rules_of()), 5), (game.state, 18)):
        outcomes = state.outcomes()
        assert len(outcomes) == count
        assert outcomes == sorted(set(outcomes))
        assert not any(state.check_outcome(outcome) for outcome in outcomes)


def test_what_has_come_does_not_come_again() -> None:
    state, _ = State.start(rules_of()).resolve(amazonas.pack_mission(0, 3))
    assert state.outcomes() == [amazonas.pack_mission(1, mission) for mission in (0, 1, 2, 4)]
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(NATIVES, 1, 2, 3)
    assert game.state.outcomes() == [amazonas.pack_event(card) for card in range(18) if card != 9]


def test_simulations_meet_all_missions_and_events() -> None:
    start = State.start(rules_of())
    ends = [playout.playout(start, seed) for seed in range(2000)]
    missions = Counter(tuple(amazonas.player(end, seat).mission for seat in range(3)) for end in ends)
    assert set(missions) == set(permutations(range(5), 3))
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    first = Counter(playout.playout(game.state, seed).to_bytes() for seed in range(50))
    assert len(first) == 50


def test_random_play_meets_every_legal_move_equally_often() -> None:
    """`random_move` is seen through determinize: a pending choice is replaced by one from the hand."""
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(QUIET, 6, 5, 4)
    game.event(NATIVES)
    game.play(MOVE_CARD, 0, seat=0)
    sampled = Counter(amazonas.player(game.state.determinize(1, seed), 0).choice for seed in range(6000))
    assert set(sampled) == set(range(6))
    assert all(abs(times - 1000) < 150 for times in sampled.values())


# --- What a viewer cannot know --------------------------------------------------------------------------------------


def pending(missions: tuple[int, ...] = (0, 1, 2), cards: dict[int, int] | None = None) -> State:
    """Seats have chosen these cards in the first round."""
    game = Game(missions=missions)
    game.set_up(DELTA, FORK, FORD)
    game.event(QUIET)
    for seat, card in (cards or {}).items():
        game.play(MOVE_CARD, card, seat)
    return game.state


def missions_of(state: State) -> tuple[int | None, ...]:
    """Everybody's mission."""
    return tuple(amazonas.player(state, seat).mission for seat in range(state.rules.players))


def test_a_viewer_keeps_the_own_mission_and_others_hold_any_other() -> None:
    state = pending(missions=(0, 4, 2))
    sampled = Counter(missions_of(state.determinize(1, seed)) for seed in range(3000))
    assert set(sampled) == {(a, 4, c) for a, c in permutations((0, 1, 2, 3), 2)}
    assert all(abs(times - 250) < 75 for times in sampled.values())


def test_a_spectator_knows_no_mission() -> None:
    state = pending(missions=(0, 4, 2))
    sampled = {missions_of(state.determinize(None, seed)) for seed in range(3000)}
    assert sampled == set(permutations(range(5), 3))


def test_missions_not_yet_dealt_stay_so() -> None:
    state, _ = State.start(rules_of()).resolve(amazonas.pack_mission(0, 3))
    sampled = {missions_of(state.determinize(1, seed)) for seed in range(300)}
    assert sampled == {(mission, None, None) for mission in range(5)}
    assert {missions_of(state.determinize(0, seed)) for seed in range(50)} == {(3, None, None)}


def test_at_the_end_missions_lie_open() -> None:
    end = playout.playout(State.start(rules_of()), 1)
    assert all(end.determinize(viewer, seed) == end for viewer in (None, 0, 1, 2) for seed in range(20))


def test_others_choices_are_sampled_from_their_hands_and_ones_own_is_kept() -> None:
    state = pending(cards={0: 4, 2: 6})
    sampled = {
        (amazonas.player(world, 0).choice, amazonas.player(world, 1).choice, amazonas.player(world, 2).choice)
        for world in (state.determinize(0, seed) for seed in range(300))
    }
    assert sampled == {(4, None, card) for card in range(7)}


def test_a_sample_tells_nothing_of_what_it_replaces() -> None:
    one = pending((0, 1, 2), {0: 4, 2: 6})
    other = pending((0, 4, 3), {0: 4, 2: 1})
    assert one != other
    for seed in range(100):
        assert one.determinize(0, seed) == other.determinize(0, seed)
        assert one.determinize(None, seed) == pending((3, 2, 1), {0: 0, 2: 0}).determinize(None, seed)


@pytest.mark.parametrize("number", range(6))
def test_missions_of_others_change_nothing_in_a_whole_game(number: int) -> None:
    rng = random.Random(f"amazonas/missions/{number}")
    rules = rules_of(3, edition=EDITION_BGA if number % 2 else EDITION_2005)
    one, other = Game(rules, (0, 1, 2)).state, Game(rules, (0, 4, 3)).state
    while (ply := random_ply(one, rng)) is not None:
        assert without_secrets(one) == without_secrets(other)
        assert amazonas.score(one, 0) == amazonas.score(other, 0)
        assert [one.legal_moves(seat) for seat in range(3)] == [other.legal_moves(seat) for seat in range(3)]
        (one, events), (other, other_events) = play(one, ply), play(other, ply)
        assert [event for event in events if event.kind != amazonas.EVENT_MISSION_SHOWN] == [
            event for event in other_events if event.kind != amazonas.EVENT_MISSION_SHOWN
        ]
    assert one != other


def test_all_else_is_known() -> None:
    rng = random.Random("amazonas/known")
    state = State.start(rules_of(2, edition=EDITION_BGA))
    while (ply := random_ply(state, rng)) is not None:
        state, _ = play(state, ply)
        world = state.determinize(None, 1)
        assert State.from_bytes(state.rules, world.to_bytes()) == world
        assert without_secrets(world) == without_secrets(state)


def without_secrets(state: State) -> dict[str, Any]:
    """All fields but the secret ones. Which of several equal event cards was drawn, nobody is told."""
    fields = state.fields()
    fields["events_used"] = amazonas.table(state).events_left
    fields["seats"] = [seat | {"mission": None, "choice": None} for seat in fields["seats"]]
    return fields


# --- What a table is told -------------------------------------------------------------------------------------------


def test_the_table_at_every_phase() -> None:
    left = (2, 2, 3, 2, 4, 1, 1, 1, 1, 1)
    full = (12,) * 5
    state = State.start(rules_of(2))
    dealing = amazonas.Table(amazonas.DEALING, 0, None, False, (), None, None, (), full, left, False)
    assert amazonas.table(state) == dealing
    game = Game(rules_of(2, edition=EDITION_BGA))
    assert game.table == dealing._replace(phase=amazonas.SETTING_UP, active=0)
    game.set_up(DELTA, FORK)
    drawing = dealing._replace(phase=amazonas.DRAWING, round=1, supply=(11, 11, 12, 12, 12))
    assert game.table == drawing
    game.event(NATIVES)
    choosing = drawing._replace(
        phase=amazonas.CHOOSING, event=NATIVES, native=True, events_left=(2, 2, 3, 2, 3, 1, 1, 1, 1, 1)
    )
    assert game.table == choosing
    game.play(MOVE_CARD, 3, seat=1)
    assert game.table == choosing._replace(chosen=(1,))
    game.play(MOVE_CARD, 2, seat=0)
    earning = choosing._replace(phase=amazonas.EARNING, order=(1, 0), place=0, active=1)
    assert game.table == earning
    game.hire(1)
    building = earning._replace(phase=amazonas.BUILDING, native=False)
    assert game.table == building
    game.neutral(GROVE)
    assert game.table == building._replace(neutral_built=True)
    game.end()
    assert game.table == building._replace(place=1, active=0)
    game.end()
    assert game.table == drawing._replace(round=2, events_left=choosing.events_left)


def test_a_player_in_a_round() -> None:
    game = Game(rules_of(3, edition=EDITION_BGA))
    game.set_up(DELTA, FORK, FORD)
    game.event(QUIET)
    game.play(MOVE_CARD, 5, seat=2)
    assert game.player(2) == amazonas.Player(
        silver=3,
        huts=(FORD,),
        huts_left=11,
        neutral_left=0,
        specimens=(0, 0, 0, 0, 1),
        natives=(0, 0, 0, 0, 0),
        hand=(0, 1, 2, 3, 4, 5, 6),
        choice=5,
        played=None,
        income=None,
        mission=2,
        coin=3,
        five_types=0,
    )
    game.play(MOVE_CARD, 4, seat=1)
    game.play(MOVE_CARD, 3, seat=0)
    assert game.player(2) == amazonas.Player(
        silver=9,
        huts=(FORD,),
        huts_left=11,
        neutral_left=0,
        specimens=(0, 0, 0, 0, 1),
        natives=(0, 0, 0, 0, 0),
        hand=(0, 1, 2, 3, 4, 6),
        choice=None,
        played=5,
        income=6,
        mission=2,
        coin=3,
        five_types=0,
    )


def test_only_seats_villages_and_states_of_this_game_can_be_asked_about() -> None:
    state = Game().state
    for seat in (-1, 3):
        for question in (amazonas.player, amazonas.score, amazonas.buildable, amazonas.neutral_sites, amazonas.hirable):
            with pytest.raises(IndexError, match="seat"):
                question(state, seat)
        with pytest.raises(IndexError, match="seat"):
            amazonas.income(state, seat, 1)
    for village in (-1, 8):
        with pytest.raises(IndexError, match="village"):
            amazonas.price(state, 0, village)


def test_words_round_trip() -> None:
    assert amazonas.pack_move(MOVE_CARD, 6) == 3 << 56 | 6
    assert amazonas.unpack_move(amazonas.pack_move(MOVE_CARD, 6)) == (MOVE_CARD, 6)
    assert amazonas.unpack_move(amazonas.pack_move(MOVE_END)) == (MOVE_END, 0)
    assert amazonas.pack_mission(2, 5) == 1 << 56 | 5 << 8 | 2
    assert amazonas.unpack_outcome(amazonas.pack_mission(2, 5)) == (amazonas.CHANCE_MISSION, (2, 5))
    assert amazonas.pack_event(17) == 2 << 56 | 17
    assert amazonas.unpack_outcome(amazonas.pack_event(17)) == (amazonas.CHANCE_EVENT, (17,))


@pytest.mark.parametrize(
    "call",
    [
        lambda: amazonas.pack_move(256, 0),
        lambda: amazonas.pack_move(1, 256),
        lambda: amazonas.pack_move(-1, 0),
        lambda: amazonas.pack_mission(256, 0),
        lambda: amazonas.pack_mission(0, 256),
        lambda: amazonas.pack_event(256),
        lambda: amazonas.event_shown(18),
        lambda: amazonas.white_number_of(4, 0),
        lambda: amazonas.white_number_of(0, 7),
    ],
)
def test_pieces_that_fit_no_word(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        call()


# --- Bytes that are no state ----------------------------------------------------------------------------------------


Change = Callable[[int], int]


def changed(state: State, seat: int | None, name: str, index: int, change: Change) -> bytes:
    """The bytes of a state with one number of one field changed."""
    kernel = state.rules.kernel
    fields = kernel.table_fields if seat is None else kernel.seat_fields
    field = next(field for field in fields if field.name == name)
    start = 0 if seat is None else size_of(kernel.table_fields) + seat * size_of(kernel.seat_fields)
    at = start + field.offset + index * field.width
    data = bytearray(state.to_bytes())
    number = int.from_bytes(data[at : at + field.width], "little")
    data[at : at + field.width] = change(number).to_bytes(field.width, "little")
    return bytes(data)


def size_of(fields: tuple[FieldInfo, ...]) -> int:
    """Bytes of a struct."""
    return fields[-1].offset + fields[-1].width * fields[-1].items


def dealing() -> State:
    """Seat 0 has mission 3, seat 1 waits for one."""
    state, _ = State.start(rules_of()).resolve(amazonas.pack_mission(0, 3))
    return state


def setting_up() -> State:
    """Seat 0 has a hut in Delta; seat 1 is in turn."""
    game = Game()
    game.build(DELTA)
    return game.state


def choosing() -> State:
    """Round 2, a native waits, seat 1 has chosen card 3; all have played card 6. White numbers."""
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(QUIET, 6, 6, 6)
    game.event(NATIVES)
    game.play(MOVE_CARD, 3, seat=1)
    return game.state


def earning() -> State:
    """Round 1, copper coins: the equal incomes of the seats 1 and 2 came before that of seat 0, who is asked now."""
    game = Game(rules_of(3, edition=EDITION_BGA))
    game.set_up(DELTA, NEST, GROVE)
    game.round(NATIVES, 2, 6, 6)
    for _ in range(2):
        game.take()
        game.end()
    assert game.table.order == (2, 1, 0)
    return game.state


def building() -> State:
    """A game for two of the BGA edition, round 2: both have neutral huts; seat 0 has just built."""
    game = Game(rules_of(2, edition=EDITION_BGA))
    game.set_up(DELTA, MARSH)
    game.round(QUIET, 6, 3)
    game.neutral(GLADE)
    game.end()
    game.neutral(GROVE)
    game.end()
    game.round(BONUS_FISH, 5, 4)
    game.build(FORK)
    game.build(FORD)
    game.neutral(DELTA)
    return game.state


def over() -> State:
    game = Game(rules_of(2, pack=meadow([FISH, IGUANA], villages=6)))
    game.set_up(0, 1)
    while not game.state.is_over:
        game.full_round()
    return game.state


def put(number: int) -> Change:
    return lambda _: number


def flip(bit: int) -> Change:
    return lambda number: number ^ 1 << bit


def add(number: int) -> Change:
    return lambda old: old + number


UNSOUND: list[tuple[int, Callable[[], State], int | None, str, int, Change]] = [
    (1, choosing, None, "phase", 0, put(7)),
    (1, choosing, None, "round", 0, put(19)),
    (1, choosing, None, "round", 0, put(0)),
    (1, dealing, None, "round", 0, put(1)),
    (1, choosing, None, "turn", 0, put(1)),
    (1, dealing, None, "turn", 0, put(3)),
    (1, building, None, "turn", 0, put(2)),
    (1, choosing, None, "phase", 0, put(amazonas.OVER)),
    (1, over, None, "turn", 0, put(1)),
    (2, choosing, None, "events_used", 0, flip(0)),
    (2, choosing, None, "events_used", 0, flip(18)),
    (2, choosing, None, "event", 0, put(amazonas.JAGUAR)),
    (2, choosing, None, "event", 0, put(10)),
    (2, choosing, None, "event", 0, put(255)),
    (2, over, None, "event", 0, put(0)),
    (2, choosing, None, "phase", 0, put(amazonas.DRAWING)),
    (3, choosing, None, "native", 0, put(0)),
    (3, choosing, None, "native", 0, put(2)),
    (3, building, None, "native", 0, put(1)),
    (3, choosing, 0, "natives", 0, put(1)),
    (3, earning, None, "native", 0, put(0)),
    (3, building, 1, "natives", 3, put(1)),
    (4, choosing, None, "chosen", 0, put(0b1010)),
    (4, choosing, None, "chosen", 0, put(0b111)),
    (4, building, None, "chosen", 0, put(1)),
    (4, choosing, None, "chosen", 0, put(0)),
    (4, choosing, 1, "choice", 0, put(6)),
    (4, choosing, 1, "choice", 0, put(7)),
    (4, choosing, 0, "choice", 0, put(1)),
    (5, choosing, 0, "hand", 0, flip(6)),
    (5, choosing, 0, "hand", 0, put(0b11111100)),
    (5, choosing, 0, "hand", 0, put(0b1111000)),
    (5, choosing, 0, "played", 0, put(255)),
    (5, choosing, 0, "played", 0, put(7)),
    (5, choosing, 0, "played", 0, put(5)),
    (5, setting_up, 0, "played", 0, put(1)),
    (6, choosing, 0, "income", 0, put(1)),
    (6, building, 0, "income", 0, add(3)),
    (6, building, 1, "income", 0, put(3)),
    (6, earning, 0, "income", 0, put(1)),
    (7, choosing, None, "order", 0, put(0)),
    (7, building, None, "order", 0, put(1)),
    (7, building, None, "order", 2, put(0)),
    (7, building, None, "order", 0, put(255)),
    (7, building, 0, "income", 0, put(1)),
    (8, earning, 0, "coin", 0, put(3)),
    (8, earning, 0, "coin", 0, put(4)),
    (8, earning, 0, "coin", 0, put(0)),
    (8, choosing, 0, "coin", 0, put(1)),
    (9, choosing, 0, "mission", 0, put(5)),
    (9, choosing, 0, "mission", 0, put(255)),
    (9, choosing, 0, "mission", 0, put(1)),
    (9, dealing, 2, "mission", 0, put(1)),
    (10, building, None, "filled", 0, flip(NEST)),
    (10, building, None, "filled", 3, flip(63)),
    (10, building, 0, "at_site", 0, flip(MARSH)),
    (10, building, 1, "at_site", 1, flip(MARSH)),
    (11, building, 0, "huts", 0, flip(NEST)),
    (12, building, 0, "by_path", 0, flip(NEST)),
    (12, building, 0, "by_river", 0, flip(63)),
    (13, building, None, "neutral_built", 0, put(2)),
    (13, choosing, None, "neutral_built", 0, put(1)),
    (13, building, 0, "neutral_left", 0, put(6)),
    (13, building, 0, "neutral_left", 0, put(7)),
    (13, building, 0, "neutral_left", 0, put(3)),
    (13, choosing, 0, "neutral_left", 0, put(1)),
    (14, building, 0, "specimens", 1, put(0)),
    (14, building, 0, "specimens", 1, put(2)),
    (14, building, None, "supply", 0, put(12)),
    (14, building, None, "supply", 3, put(11)),
    (15, building, 0, "five_types", 0, put(4)),
    (15, building, 0, "five_types", 0, put(200)),
    (16, building, 0, "silver", 0, put(500)),
    (16, choosing, 0, "silver", 0, put(65535)),
    (16, setting_up, 1, "silver", 0, put(8)),
    (16, setting_up, 0, "silver", 0, put(4)),
]


@pytest.mark.parametrize(
    ("invariant", "position", "seat", "name", "index", "change"),
    UNSOUND,
    ids=[f"{case[0]}-{case[3]}-{number}" for number, case in enumerate(UNSOUND)],
)
def test_bytes_that_break_an_invariant(
    invariant: int, position: Callable[[], State], seat: int | None, name: str, index: int, change: Change
) -> None:
    state = position()
    assert State.from_bytes(state.rules, state.to_bytes()) == state
    with pytest.raises(ValueError, match=f"invariant {invariant} "):
        State.from_bytes(state.rules, changed(state, seat, name, index, change))


def test_every_invariant_has_been_broken() -> None:
    assert {case[0] for case in UNSOUND} == set(range(1, 17))


def with_hut(state: State, seat: int, village: int, site: int) -> bytes:
    """The bytes of a state with one more hut of a seat, wherever that must show but for specimens and money."""
    data = changed(state, None, "filled", site, flip(village))
    for name, index in (("at_site", site), ("huts", 0)):
        kernel = state.rules.kernel
        field = next(field for field in kernel.seat_fields if field.name == name)
        start = size_of(kernel.table_fields) + seat * size_of(kernel.seat_fields)
        at = start + field.offset + index * 8 + village // 8
        mended = bytearray(data)
        mended[at] ^= 1 << village % 8
        data = bytes(mended)
    return data


@pytest.mark.parametrize(
    ("invariant", "position", "seat", "village", "site"),
    [
        (10, setting_up, 0, FORK, 2),
        (11, setting_up, 0, FORK, 0),
        (11, setting_up, 1, FORK, 0),
        (11, dealing, 0, FORK, 0),
        (11, building, 0, FORK, 1),
        (12, building, 0, NEST, 0),
    ],
)
def test_huts_that_nobody_can_have_built(
    invariant: int, position: Callable[[], State], seat: int, village: int, site: int
) -> None:
    state = position()
    with pytest.raises(ValueError, match=f"invariant {invariant} "):
        State.from_bytes(state.rules, with_hut(state, seat, village, site))


def test_an_order_that_coins_do_not_allow() -> None:
    game = Game(rules_of(4, pack=meadow([IGUANA], villages=4), tie_break=COPPER_COINS))
    game.set_up(0, 1, 2, 3)
    game.round(QUIET, 2, 2, 2, 5)
    assert (game.table.order, game.coins()) == ((3, 2, 1, 0), (2, 3, 1, 4))
    for coins in permutations((1, 2, 3, 4)):
        data = game.state.to_bytes()
        for seat, coin in enumerate(coins):
            data = recoined(game.state, data, seat, coin)
        # The winner of the tie holds its lowest coin, the others' coins fall.
        if coins[2] < coins[0] < coins[1]:
            assert State.from_bytes(game.state.rules, data).to_bytes() == data
        else:
            with pytest.raises(ValueError, match="invariant 7 "):
                State.from_bytes(game.state.rules, data)


def recoined(state: State, data: bytes, seat: int, coin: int) -> bytes:
    """The bytes with another coin of a seat."""
    kernel = state.rules.kernel
    field = next(field for field in kernel.seat_fields if field.name == "coin")
    mended = bytearray(data)
    mended[size_of(kernel.table_fields) + seat * size_of(kernel.seat_fields) + field.offset] = coin
    return bytes(mended)


def test_whatever_bytes_are_taken_can_be_played_on() -> None:
    # Two bits at a time, so that what one breaks the other may mend.
    rng = random.Random("amazonas/bytes")
    refused: Counter[str] = Counter()
    for position in (dealing, setting_up, choosing, earning, building, over):
        state = position()
        for _ in range(3000):
            data = bytearray(state.to_bytes())
            for _ in range(rng.choice((1, 2))):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            try:
                taken = State.from_bytes(state.rules, bytes(data))
            except ValueError as error:
                found = re.search("invariant ([0-9]+)", str(error))
                assert found is not None
                refused[found[1]] += 1
                continue
            end = playout.playout(taken, 1)
            assert end.is_over
            assert State.from_bytes(state.rules, end.to_bytes()) == end
    assert len(refused) == 16


def test_every_state_of_a_game_is_sound() -> None:
    rng = random.Random("amazonas/sound")
    for number in range(12):
        rules = rules_of(2 + number % 3, edition=EDITION_BGA, tie_break=number // 3 % 2)
        state = State.start(rules)
        while (ply := random_ply(state, rng)) is not None:
            state, _ = play(state, ply)
            assert State.from_bytes(rules, state.to_bytes()) == state


def test_a_choice_about_a_native_is_sound_whoever_hires() -> None:
    for move in (amazonas.pack_move(MOVE_INCOME), amazonas.pack_move(MOVE_HIRE, FISH)):
        state = earning()
        (seat,) = state.to_act()
        after, _ = state.apply(seat, move)
        assert State.from_bytes(state.rules, after.to_bytes()) == after
