"""Amazonas 2022: nobody is shown what he cannot know, at any step of random games of every style.

Two tables that differ only in what a viewer cannot know are the same to him: views without and with memory, who may
move, legal moves and checks, and what he is told of the next ply as long as that opens nothing. They are made by
`determinize`, which must keep all that he knows and sample all that he does not. What a perfect memory knows is what
the twin says.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext.kernel import State
from engines import registry
from engines.game import Setup
from tests.amazonas2022.kernel_side import state_of
from tests.amazonas2022.random_play import STYLES, Player, Ply, new_game, play_on
from tests.amazonas2022.table import position
from tests.amounts import usual_amount
from tests.contract.shown import answers, status, told, view_bytes
from tests.playing import packs_of
from tests.reference.amazonas2022 import Amazonas2022
from tests.reference.amazonas2022_cards import (
    CALL,
    DIRECTION,
    DOLPHIN,
    DRAW,
    EXCHANGE,
    GIVE,
    JAGUAR,
    PASS,
    RETURN,
    SKIP,
    SLOTH,
    SPECTATORS,
    TAKE,
    TOAD,
    Content,
)
from tests.reference.amazonas2022_position import Place

GAME = registry.game("amazonas-2022")
PACKS = packs_of(GAME)
SHIPPED, *ODD = PACKS
# Two of every style.
USUAL_GAMES = usual_amount(2 * len(STYLES))
SOAK_GAMES = 1_000
BATCH = 4
# How often all seats look on in the usual run; else one of them does.
ALL_VIEWERS_EVERY = 12

# How often worlds are looked into card by card, which is slow.
WORLDS_EVERY = 5

# Plies that open no hidden card to others than those who are told so by an event of their own.
OPENS_NOTHING = (DRAW, TAKE, CALL, PASS, RETURN, SKIP, EXCHANGE, DIRECTION, GIVE)


class Scene:
    """A random game of kernel and twin."""

    def __init__(self, number: int) -> None:
        rng = random.Random(f"amazonas2022/secrecy/{number}")
        pack = PACKS[rng.choice((SHIPPED, SHIPPED, SHIPPED, *ODD))]
        self.player: Player = new_game(rng, STYLES[number % len(STYLES)], Content.from_json(pack.data))
        self.twin = self.player.twin
        self.rng = random.Random(f"amazonas2022/secrecy/{number}/asked")
        self.setup = setup_of(self.twin, pack.id)
        self.state = State.start(self.setup.rules)

    def moments(self) -> Iterator[tuple[int, Ply | None]]:
        """Every step of the game with the ply that comes next."""
        step = 0
        while self.twin.due() != "OVER":
            ply = self.player.next_ply()
            yield step, ply
            self.state = after(self.state, ply)[0]
            play_on(self.twin, ply)
            step += 1
        yield step, None

    def viewers(self, step: int, *, every: bool) -> list[int | None]:
        """Who looks on."""
        all_viewers = [None, *range(self.twin.players)]
        return all_viewers if every or step % ALL_VIEWERS_EVERY == 0 else [self.rng.choice(all_viewers)]


def setup_of(twin: Amazonas2022, pack: str = SHIPPED) -> Setup:
    """The twin's table for the engine."""
    found = next(one for one in PACKS.values() if one.id == pack)
    return registry.make_setup(
        GAME, twin.players, {"without_monkeys": "true" if twin.without_monkeys else "false"}, found
    )


def after(state: State, ply: Ply) -> tuple[State, list[object]]:
    """The state after a ply, and what it caused."""
    then, events = state.resolve(ply.word) if ply.seat is None else state.apply(ply.seat, ply.word)
    return then, list(events)


# --- Non-interference ------------------------------------------------------------------------------------------------


def assert_same_for(setup: Setup, one: State, other: State, viewer: int | None, words: list[int]) -> None:
    """The viewer cannot tell the two tables apart."""
    assert view_bytes(setup, one, viewer) == view_bytes(setup, other, viewer)
    assert status(one) == status(other)
    assert answers(setup, one, viewer, words) == answers(setup, other, viewer, words)


def assert_same_moves(one: State, other: State) -> None:
    """What is legal depends on nothing hidden."""
    for seat in (*one.to_act(), *one.may_interrupt()):
        assert one.legal_moves(seat) == other.legal_moves(seat)


def opens_nothing(ply: Ply, twin: Amazonas2022, viewer: int | None) -> bool:
    """Does this ply, which ends no round, tell the viewer nothing of hidden cards?"""
    if ply.seat is None:
        return not (twin.step == "DRAWING" and viewer == twin.active)
    ends_a_round = (twin.active + 1) % twin.players == twin.caller
    return ply.word >> 56 in OPENS_NOTHING and not ends_a_round


def assert_nothing_shows(scene: Scene, viewer: int | None, ply: Ply | None) -> None:
    """This viewer, at this step, notices nothing of what he cannot know."""
    setup, state, twin = scene.setup, scene.state, scene.twin
    world = state.determinize(viewer, scene.rng.randrange(2**32))
    words = [scene.rng.getrandbits(64)]
    if viewer is not None and (moves := state.legal_moves(viewer)):
        words += scene.rng.sample(moves, min(2, len(moves)))
    assert State.from_bytes(setup.rules, world.to_bytes()) == world
    assert_same_for(setup, state, world, viewer, words)
    assert_same_moves(state, world)
    # Whoever is the same to the viewer has the same worlds.
    seed = scene.rng.randrange(2**32)
    assert state.determinize(viewer, seed) == world.determinize(viewer, seed)
    if ply is not None and opens_nothing(ply, twin, viewer) and (ply.seat is not None or ply.word in world.outcomes()):
        (here, events), (there, others) = after(state, ply), after(world, ply)
        assert told(setup, events, viewer) == told(setup, others, viewer)  # type: ignore[arg-type]
        assert_same_for(setup, here, there, viewer, [])


def look_on(numbers: range, *, every: bool) -> None:
    """Each of these games, at every step."""
    for number in numbers:
        scene = Scene(number)
        for step, ply in scene.moments():
            for viewer in scene.viewers(step, every=every):
                assert_nothing_shows(scene, viewer, ply)


@pytest.mark.parametrize("first", range(0, USUAL_GAMES, BATCH))
def test_viewers_notice_nothing_of_what_they_cannot_know(first: int) -> None:
    look_on(range(first, min(first + BATCH, USUAL_GAMES)), every=False)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK_GAMES, 20))
def test_no_seat_notices_anything_at_any_step_of_many_games(first: int) -> None:
    look_on(range(first, first + 20), every=True)


# --- Worlds ----------------------------------------------------------------------------------------------------------


def decks(state: State) -> Counter[tuple[int, int]]:
    """All cards that were drawn unseen from a deck or still lie in it, by deck and kind."""
    fields = state.fields()
    current = fields["shuffles"] & 0xFFFF
    found = Counter({(current, kind): count for kind, count in enumerate(fields["pile"])})
    for seat in fields["seats"]:
        for card, origin, known in zip(seat["cards"], seat["origin"], seat["known"], strict=True):
            if card and not known >> SPECTATORS & 1:
                found[origin, card - 1] += 1
    if fields["held"] and not fields["held_known"] >> SPECTATORS & 1:
        found[fields["held_origin"], fields["held"] - 1] += 1
    return +found


def known_cards(state: State, viewer: int | None) -> dict[object, int]:
    """What the viewer knows, by where it lies."""
    bit = SPECTATORS if viewer is None else viewer
    fields = state.fields()
    found: dict[object, int] = {
        (seat, slot): card
        for seat, player in enumerate(fields["seats"])
        for slot, (card, known) in enumerate(zip(player["cards"], player["known"], strict=True))
        if card and known >> bit & 1
    }
    if fields["held_known"] >> bit & 1:
        found["held"] = fields["held"]
    return found


def test_worlds_keep_what_is_known_and_the_cards_of_every_deck() -> None:
    """amazonas-2022 15: knowledge is what was seen; what was drawn from a deck stays a card of that deck."""
    for number in range(len(STYLES)):
        scene = Scene(number)
        for step, _ in scene.moments():
            if step % WORLDS_EVERY:
                continue
            for viewer in scene.viewers(step, every=False):
                world = scene.state.determinize(viewer, step)
                assert decks(world) == decks(scene.state)
                assert known_cards(world, viewer) == known_cards(scene.state, viewer)
                assert world.fields()["discard"] == scene.state.fields()["discard"]
                assert world.fields()["stack"] == scene.state.fields()["stack"]


def test_every_place_that_is_not_known_may_hold_any_card_that_is_not() -> None:
    """In worlds of seat 0: each hidden card is now this, now that, as often as there are such cards."""
    table = position((1, 2, 3, 4), (5, 0, 1, 2), (SLOTH, TOAD, JAGUAR, DOLPHIN), known={(0, 0): [0], (1, 1): [0, 1]})
    seen: dict[tuple[int, int], Counter[int]] = {(seat, slot): Counter() for seat in range(3) for slot in range(4)}
    worlds = 3000
    for seed in range(worlds):
        fields = table.state.determinize(0, seed).fields()
        for (seat, slot), kinds in seen.items():
            kinds[fields["seats"][seat]["cards"][slot] - 1] += 1
    assert seen[0, 0] == {1: worlds}
    assert seen[1, 1] == {0: worlds}
    hidden = 114 - 2
    for place, kinds in seen.items():
        if place not in ((0, 0), (1, 1)):
            # 16 sloths among 112 hidden cards: one in seven, give or take five standard deviations.
            expected = worlds * 16 / hidden
            assert abs(kinds[SLOTH] - expected) < 5 * (expected * (1 - 16 / hidden)) ** 0.5, place
            assert len(kinds) > 10


def test_worlds_of_tables_that_look_the_same_are_the_same() -> None:
    """What a viewer cannot know is sampled, and nothing of it is kept."""
    one = position((1, 2, 3, 4), (5, 0, 1, 2), (SLOTH, TOAD, JAGUAR, DOLPHIN), known={(0, 0): [0]})
    other = position((1, SLOTH, 5, 5), (2, 2, 2, 0), (DOLPHIN, 0, 3, 4), known={(0, 0): [0]})
    assert one.state != other.state
    for seed in range(20):
        assert one.state.determinize(0, seed) == other.state.determinize(0, seed)


# --- What views show -------------------------------------------------------------------------------------------------


def view(setup: Setup, state: State, viewer: int | None, *, memory: bool = False) -> Amazonas2022View:
    """What the viewer is shown."""
    shown = GAME.view(setup, state, viewer, memory=memory)
    assert isinstance(shown, Amazonas2022View)
    return shown


def looked_at(twin: Amazonas2022, viewer: int | None) -> Place | None:
    """The card that the viewer is looking at now."""
    if twin.step == "FIRST_RETURN" and viewer is not None and viewer not in twin.returned:
        return Place(viewer, twin.choices[viewer])
    if twin.step == "LOOKING" and twin.look is not None and viewer == twin.active:
        return twin.look.place
    return None


def test_views_show_the_card_that_is_looked_at_and_memory_what_the_twin_says() -> None:
    """Game Setup: face down, one's own too; amazonas-2022 15: a perfect memory knows what it could follow."""
    for number in range(6):
        scene = Scene(number)
        for step, ply in scene.moments():
            if ply is None:
                continue
            for viewer in scene.viewers(step, every=False):
                assert_shows_what_is_known(scene, viewer)


def assert_shows_what_is_known(scene: Scene, viewer: int | None) -> None:
    """Every place at the table, as this viewer sees it."""
    twin = scene.twin
    plain, remembering = (view(scene.setup, scene.state, viewer, memory=memory) for memory in (False, True))
    for seat in range(twin.players):
        places = [Place(seat, slot) for slot in range(len(twin.hands[seat]))]
        for place, now, then in zip(places, plain.players[seat].slots, remembering.players[seat].slots, strict=True):
            card = twin.card_at(place)
            wire = 0 if card is None else 1 + card.kind
            is_seen = place == looked_at(twin, viewer)
            is_known = card is not None and viewer is not None and viewer in card.known
            assert now.empty == then.empty == (card is None)
            assert now.card == then.card == (wire if is_seen else 0)
            assert now.remembered == 0
            assert then.remembered == (wire if is_known and not is_seen else 0)


def test_a_drawn_card_is_in_its_owners_view_only() -> None:
    """Playing a Round, A: seen in secret."""
    table = position((1, 2), (3, 5), (2, 1))
    table.draw(DOLPHIN)
    setup = setup_of(table.twin)
    for viewer in (None, 0, 1, 2):
        held = view(setup, table.state, viewer).held
        assert held.seat == 0
        assert held.card == (1 + DOLPHIN if viewer == 0 else 0)


def test_a_drawn_card_survives_a_re_read_of_the_table() -> None:
    """Playing a Round, A: the card is in the state, and whoever reads it again finds it there."""
    table = position((1, 2), (3, 5), (2, 1))
    table.draw(DOLPHIN)
    setup = setup_of(table.twin)
    again = State.from_bytes(setup.rules, table.state.to_bytes())
    assert again == state_of(table.twin, setup.rules)
    for viewer in (None, 0, 1, 2):
        assert view_bytes(setup, again, viewer) == view_bytes(setup, table.state, viewer)
    assert view(setup, again, 0).held.card == 1 + DOLPHIN
    swapped, _ = again.apply(0, again.legal_moves(0)[0])
    assert swapped.fields()["seats"][0]["cards"][0] == 1 + DOLPHIN


def test_a_taken_card_is_seen_by_all() -> None:
    """Playing a Round, A: it lay face up."""
    table = position((1, 2), (3, 5), (2, 1), discard=[4])
    table.take()
    setup = setup_of(table.twin)
    assert all(view(setup, table.state, viewer).held.card == 1 + 4 for viewer in (None, 0, 1, 2))


def test_a_secret_choice_is_in_its_owners_view_only() -> None:
    """Game Setup; Monkey: where one looks nobody learns before all have chosen."""
    scene = Scene(0)
    while scene.twin.due() != "FIRST_LOOK":
        ply = scene.player.next_ply()
        scene.state = after(scene.state, ply)[0]
        play_on(scene.twin, ply)
    chosen, events = scene.state.apply(0, scene.state.legal_moves(0)[2])
    for viewer in (None, *range(scene.twin.players)):
        player = view(scene.setup, chosen, viewer).players[0]
        assert player.has_chosen
        assert player.HasField("chosen") == (viewer == 0)
        assert player.slots[2].card == 0
    assert view(scene.setup, chosen, 0).players[0].chosen == 2
    for viewer in range(1, scene.twin.players):
        assert not any("2" in text for _, text in told(scene.setup, events, viewer))


def test_a_wrong_card_is_shown_to_all() -> None:
    """amazonas-2022 8: it was face up on the table."""
    table = position((1, 2), (3, 5), (2, 1), discard=[4])
    table.wild(1, 2, 0)
    table.card(0)
    setup = setup_of(table.twin)
    for viewer in range(3):
        assert view(setup, table.state, viewer, memory=True).players[2].slots[0].remembered == 1 + 2
        assert view(setup, table.state, viewer, memory=True).players[1].slots[4].remembered == 0


def test_spectators_see_no_card_that_lies_face_down() -> None:
    """Game Setup: not even with memory."""
    scene = Scene(1)
    for _, ply in scene.moments():
        if ply is not None:
            shown = view(scene.setup, scene.state, None, memory=True)
            assert not any(slot.card or slot.remembered for player in shown.players for slot in player.slots)


def test_the_last_hands_lie_open_until_the_next_turn_of_cards() -> None:
    """amazonas-2022 15: the last hands stay face up on the table."""
    table = position((0, 0), (1, 1), (2, 2))
    table.call()
    table.last_turns(3, 3)
    setup = setup_of(table.twin)
    for viewer in (None, 0, 1, 2):
        hands = view(setup, table.state, viewer).last_hands
        assert [list(hand.slots)[:2] for hand in hands] == [[1, 1], [2, 2], [3, 3]]
        assert [hand.sum for hand in hands] == [0, 2, 4]
