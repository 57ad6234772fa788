"""Bytes that are no state of Amazonas 2022: every invariant of the kernel, broken in every way that it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cext import amazonas2022 as kernel
from cext.amazonas2022 import (
    DEALING,
    DRAWING,
    FIRST_LOOK,
    FROM_DISCARDS,
    HOLDING,
    JAGUAR_EFFECT,
    JAGUAR_LOOK,
    KINDS,
    LEFT,
    MAX_CARDS,
    MAX_SLOTS,
    MONKEY_DIRECTION,
    MOVE_DISCARD,
    MOVE_LOOK,
    MOVE_WILD,
    NO_SEAT,
    OVER,
    PICKING,
    REPLACEMENT,
    TURN,
    USED,
)
from cext.kernel import State
from tests.amazonas2022.positions import (
    Game,
    changed,
    last_turn,
    padded,
    position,
    public,
    rules_of,
    with_item,
)

# The numbers of `amazonas2022_sound.pxd`.
PHASE, CARDS, COUNTS, CONSERVATION, PILES, KNOWLEDGE, HELD, LOOK, CHOICE, BARRED = range(1, 11)
RACE, OWED, CHANCE, EFFECT, DEAL, POINTS, LAST, END = range(11, 19)

HANDS: list[list[int | None]] = [[0, 1, 2, 3], [4, 5, 0, 1], [2, 3, 4, 5]]
LAST_HANDS = [[0] * 4] * 3


# --- States to break ------------------------------------------------------------------------------------------------


def turn(**fields: Any) -> State:
    """Seat 0 is in turn, and a 5 can be matched."""
    return position(HANDS, **{"discard": [4, 5], **fields})


def two(**fields: Any) -> State:
    """Two players in the third round, of which they have won one each."""
    arguments = {"round": 3, "points": (1, 1), "last": LAST_HANDS[:2], "reserve": [5], **fields}
    return position(HANDS[:2], **arguments)


def after(state: State, *moves: tuple[int, ...]) -> State:
    """The state after moves, each told by seat, kind and arguments."""
    game = Game(state)
    for seat, *move in moves:
        game.play(seat, *move)
    return game.state


def looking() -> State:
    """Seat 0 looks at a card of seat 1 with a toad."""
    return after(position(HANDS, phase=kernel.TOAD_EFFECT), (0, MOVE_LOOK, 1, 2))


def jaguar_looking() -> State:
    """The same with a jaguar."""
    return after(position(HANDS, phase=JAGUAR_EFFECT), (0, MOVE_LOOK, 1, 2))


def choosing() -> State:
    """Seat 1 has chosen its first look."""
    return after(position(HANDS, phase=FIRST_LOOK), (1, MOVE_LOOK, 1, 0))


def returning() -> State:
    """All see their first card."""
    return after(position(HANDS, phase=FIRST_LOOK), *((seat, MOVE_LOOK, seat, 0) for seat in range(3)))


def picking(**fields: Any) -> State:
    """Cards are chosen for a monkey."""
    return position(HANDS, **{"phase": PICKING, "direction": LEFT, **fields})


def racing() -> State:
    """Seat 1 has discarded its 5, another attempt follows."""
    return after(turn(), (1, MOVE_WILD, 1, 1, 1))


def giving() -> State:
    """Seat 0 owes seat 1 a gift."""
    return after(turn(), (0, MOVE_WILD, 1, 1, 0))


def owing() -> State:
    """Seat 0 gets a penalty."""
    return after(turn(), (0, MOVE_WILD, 0, 0, 0))


def replacing() -> State:
    """Seat 2 gets a card for its last one."""
    return after(position([*HANDS[:2], [None, None, None, 5]], discard=[5]), (2, MOVE_WILD, 2, 3, 0))


def dealing() -> State:
    """Two cards are dealt."""
    return position([[0, 1], [], []], phase=DEALING)


def over() -> State:
    """A game of three has ended."""
    return after(last_turn(HANDS, held=5), (0, MOVE_DISCARD))


def over_for_two() -> State:
    """Seat 1 has called, and won the third round, which is its third."""
    hands = [[5, 5, 5, 5], [0, 0, 0, 0]]
    state = position(hands, held=5, turn=0, caller=1, round=3, points=(0, 2), last=LAST_HANDS[:2])
    return after(state, (0, MOVE_DISCARD))


STATES: dict[str, Callable[[], State]] = {
    "turn": turn,
    "two": two,
    "holding": lambda: position(HANDS, held=5),
    "looking": looking,
    "jaguar looking": jaguar_looking,
    "choosing": choosing,
    "returning": returning,
    "picking": picking,
    "racing": racing,
    "giving": giving,
    "owing": owing,
    "replacing": replacing,
    "dealing": dealing,
    "over": over,
    "over for two": over_for_two,
}


@pytest.mark.parametrize("name", STATES)
def test_the_states_that_are_broken_below_are_whole(name: str) -> None:
    state = STATES[name]()
    assert State.from_bytes(state.rules, state.to_bytes()) == state


# --- Ways to break them ---------------------------------------------------------------------------------------------

Broken = tuple[int, State, dict[str, Any]]


def broken(invariant: int, state: State, **changes: Any) -> Broken:
    """An invariant that is the first to be broken by changes to a state."""
    return invariant, state, changes


def seat_item(invariant: int, state: State, seat: int, name: str, index: int, item: int, **changes: Any) -> Broken:
    """The same with another item in a list of a seat."""
    return invariant, state, {f"seat{seat}": with_item(state, seat, name, index, item) | changes}


def table_item(invariant: int, state: State, name: str, index: int, item: int, **changes: Any) -> Broken:
    """The same with another item in a list of the table."""
    items = list(state.fields()[name])
    items[index] = item
    return invariant, state, {name: items, **changes}


def pile(**kinds: int) -> list[int]:
    """One card of each kind in the draw pile, but for those told."""
    return [kinds.get(f"kind{kind}", 1) for kind in range(KINDS)]


PHASES: dict[str, Callable[[], Broken]] = {
    "no such phase": lambda: broken(PHASE, turn(), phase=OVER + 1),
    "round 0": lambda: broken(PHASE, turn(), round=0),
    "round 6": lambda: broken(PHASE, turn(), round=6),
    "no such starter": lambda: broken(PHASE, turn(), starter=3),
    "another starter in the first round": lambda: broken(PHASE, turn(), starter=1),
    "no such seat in turn": lambda: broken(PHASE, turn(), turn=3),
    "no such caller": lambda: broken(PHASE, turn(), caller=3),
    "the caller in turn": lambda: broken(PHASE, turn(), caller=0),
    "a call before the first turn": lambda: broken(PHASE, choosing(), caller=1),
    "another seat in turn than the starter": lambda: broken(PHASE, choosing(), turn=1),
    "an end that nobody called": lambda: broken(PHASE, over(), caller=NO_SEAT),
    "an end out of turn": lambda: broken(PHASE, over(), turn=0),
}

PLACES: dict[str, Callable[[], Broken]] = {
    "no such card on the discard pile": lambda: table_item(CARDS, turn(), "discard", 0, KINDS + 1),
    "a gap in the discard pile": lambda: table_item(CARDS, turn(), "discard", 0, 0),
    "a card after the discard pile": lambda: table_item(CARDS, turn(), "discard", 2, 1),
    "a used-up card in the reserve": lambda: table_item(CARDS, two(), "reserve", 0, 6 | USED),
    "a used-up card in a pile of known order": lambda: table_item(CARDS, two(stack=[3], pile=[]), "stack", 0, 4 | USED),
    "a used-up card in a hand": lambda: seat_item(CARDS, turn(), 0, "cards", 0, 1 | USED),
    "no such card in a hand": lambda: seat_item(CARDS, turn(), 0, "cards", 0, KINDS + 1),
    "a card in a slot that was not opened": lambda: seat_item(CARDS, turn(), 0, "cards", 4, 1),
    "no such card held": lambda: broken(CARDS, position(HANDS, held=5), held=KINDS + 1),
    "too many discards": lambda: broken(COUNTS, turn(), discard_size=MAX_CARDS + 1),
    "too many slots": lambda: broken(COUNTS, turn(), seat0={"slots": MAX_SLOTS + 1}),
    "cards of a hand miscounted": lambda: broken(COUNTS, turn(), seat0={"count": 3}),
    "cards of the draw pile miscounted": lambda: broken(COUNTS, turn(), pile_size=12),
    "more cards drawn than there are": lambda: broken(COUNTS, turn(), drawn=15),
    "a card too many": lambda: broken(CONSERVATION, turn(), pile=pile(kind0=2), pile_size=14, drawn=13),
    "a card too few": lambda: broken(CONSERVATION, turn(), pile=pile(kind0=0), pile_size=12),
    "another card": lambda: broken(CONSERVATION, turn(), pile=pile(kind0=0, kind1=2)),
    "another card held": lambda: broken(CONSERVATION, position(HANDS, held=5), held=5),
    "two draw piles": lambda: broken(
        PILES,
        two(reserve=[5, 4]),
        stack_size=1,
        stack=padded([6], MAX_CARDS),
        reserve_size=1,
        reserve=padded([5], MAX_CARDS),
    ),
    "a reserve of three": lambda: broken(
        PILES, turn(), discard_size=0, discard=[0] * MAX_CARDS, reserve_size=2, reserve=padded([5, 6], MAX_CARDS)
    ),
    "a pile of known order of three": lambda: broken(
        PILES, turn(pile=[]), discard_size=0, discard=[0] * MAX_CARDS, stack_size=2, stack=padded([5, 6], MAX_CARDS)
    ),
}

SECRETS: dict[str, Callable[[], Broken]] = {
    "an empty slot that is known": lambda: seat_item(KNOWLEDGE, turn(), 0, "known", 4, 1),
    "an empty slot with an origin": lambda: seat_item(KNOWLEDGE, turn(), 0, "origin", 4, 1),
    "known to nobody's seat": lambda: seat_item(KNOWLEDGE, turn(), 0, "known", 0, 0b1000),
    "known to spectators alone": lambda: seat_item(KNOWLEDGE, turn(), 0, "known", 0, 0x80),
    "known to spectators and some": lambda: seat_item(KNOWLEDGE, turn(), 0, "known", 0, 0x83),
    "a last hand that is not known": lambda: seat_item(KNOWLEDGE, over(), 0, "known", 0, 0b111),
    "nothing in hand": lambda: broken(HELD, turn(), phase=HOLDING),
    "a card in hand in another phase": lambda: broken(HELD, position(HANDS, held=5), phase=TURN),
    "knowledge of nothing in hand": lambda: broken(HELD, turn(), held_known=1),
    "an origin of nothing in hand": lambda: broken(HELD, turn(), held_origin=1),
    "a source of nothing in hand": lambda: broken(HELD, turn(), held_from=FROM_DISCARDS),
    "no such source": lambda: broken(HELD, position(HANDS, held=5), held_from=2),
    "a drawn card that its owner has not seen": lambda: broken(HELD, position(HANDS, held=5), held_known=0),
    "a drawn card that another has seen": lambda: broken(HELD, position(HANDS, held=5), held_known=0b011),
    "a drawn card of three that all have seen": lambda: broken(HELD, position(HANDS, held=5), held_known=public(3)),
    "a taken card that some have not seen": lambda: broken(HELD, position(HANDS, held=5), held_from=FROM_DISCARDS),
    "a look of nobody": lambda: broken(LOOK, looking(), look_owner=NO_SEAT),
    "a look nowhere": lambda: broken(LOOK, looking(), look_slot=NO_SEAT),
    "a look in another phase": lambda: broken(LOOK, looking(), phase=TURN),
    "a jaguar's look at nothing": lambda: broken(LOOK, jaguar_looking(), look_owner=NO_SEAT, look_slot=NO_SEAT),
    "a look at no such seat": lambda: broken(LOOK, looking(), look_owner=3),
    "a look at the caller's card": lambda: broken(LOOK, looking(), caller=1),
    "a look at an empty slot": lambda: broken(LOOK, looking(), look_slot=4),
    "a look at no such slot": lambda: broken(LOOK, looking(), look_slot=MAX_SLOTS),
    "a look that was not seen": lambda: broken(LOOK, looking(), look_slot=1),
    "a jaguar's look at an own card": lambda: broken(
        LOOK, position(HANDS, known={(0, 0): 1}), phase=JAGUAR_LOOK, look_owner=0, look_slot=0
    ),
}

CHOICES: dict[str, Callable[[], Broken]] = {
    "a choice in a turn": lambda: broken(CHOICE, turn(), seat0={"look": 1}),
    "a choice of an empty slot": lambda: broken(CHOICE, choosing(), seat1={"look": 5}),
    "a choice of no such slot": lambda: broken(CHOICE, choosing(), seat1={"look": MAX_SLOTS + 1}),
    "a choice of the caller": lambda: broken(CHOICE, picking(caller=1), seat1={"look": 1}),
    "a first card that was not seen": lambda: broken(CHOICE, returning(), seat1={"look": 2}),
    "all have chosen": lambda: broken(CHOICE, choosing(), seat0={"look": 1}, seat2={"look": 1}),
    "all have returned": lambda: broken(CHOICE, returning(), seat0={"look": 0}, seat1={"look": 0}, seat2={"look": 0}),
    "all have picked": lambda: broken(CHOICE, picking(), seat0={"look": 1}, seat1={"look": 1}, seat2={"look": 1}),
    "no direction": lambda: broken(CHOICE, picking(), direction=NO_SEAT),
    "no such direction": lambda: broken(CHOICE, picking(), direction=2),
    "a direction without a monkey": lambda: broken(CHOICE, turn(), direction=LEFT),
}

WILD: dict[str, Callable[[], Broken]] = {
    "nobody's seat barred": lambda: broken(BARRED, turn(), barred=0b1000),
    "the caller barred": lambda: broken(BARRED, turn(), caller=1, barred=0b010),
    "somebody barred before the first turn": lambda: broken(BARRED, choosing(), barred=0b001),
    "somebody barred at the end": lambda: broken(BARRED, over(), barred=0b001),
    "a race that is neither open nor closed": lambda: broken(RACE, racing(), race=2),
    "a race for nothing": lambda: broken(RACE, racing(), race_card=0),
    "a race for no such card": lambda: broken(RACE, racing(), race_card=KINDS + 1),
    "a card to be matched without a race": lambda: broken(RACE, turn(), race_card=6),
    "an owner without a winner": lambda: broken(RACE, racing(), race_winner=NO_SEAT),
    "no such winner": lambda: broken(RACE, racing(), race_winner=3),
    "no such owner": lambda: broken(RACE, racing(), race_owner=3),
    "a winner who has called": lambda: broken(RACE, giving(), race_winner=2, caller=2),
    "a card of the caller": lambda: broken(RACE, giving(), caller=1),
    "a slot that was not opened": lambda: broken(RACE, giving(), race_slot=4),
    "a slot that is not empty": lambda: broken(RACE, giving(), race_slot=0),
    "a gift to oneself": lambda: broken(RACE, giving(), race_winner=1),
    "a gift in a phase without wild discards": lambda: broken(RACE, giving(), phase=PICKING, direction=LEFT),
    "a gift of a seat without cards": lambda: broken(
        RACE, after(position([[None] * 4, HANDS[1], HANDS[2]], discard=[5]), (2, MOVE_WILD, 1, 1, 0)), race_winner=0
    ),
    "a race in a phase without wild discards": lambda: broken(
        RACE, turn(), race=1, race_card=6, phase=PICKING, direction=LEFT
    ),
    "a race in which nobody may attempt": lambda: broken(RACE, racing(), barred=0b111),
    "a race with nothing to name": lambda: broken(
        RACE, position([[None] * 4, HANDS[1], [None] * 4], caller=1, discard=[5]), race=1, race_card=6
    ),
    "a card owed to no such seat": lambda: broken(OWED, owing(), owed=3),
    "a card owed to the caller": lambda: broken(OWED, owing(), owed=1, caller=1),
    "a card owed in a phase without wild discards": lambda: broken(OWED, owing(), phase=PICKING, direction=LEFT),
    "a card owed for no such reason": lambda: broken(OWED, owing(), owed_for=2),
    "a reason without a card that is owed": lambda: broken(OWED, turn(), owed_for=REPLACEMENT),
    "a replacement for a seat with cards": lambda: broken(OWED, owing(), owed_for=REPLACEMENT),
    "a card owed out of an empty pile": lambda: empty_pile(owing()),
    "a card drawn out of an empty pile": lambda: broken(CHANCE, turn(pile=[]), phase=DRAWING),
    "a card dealt out of an empty pile": lambda: empty_pile(dealing()),
    "an effect without a target": lambda: broken(
        EFFECT, position([HANDS[0], HANDS[1], [None] * 4], caller=1), phase=JAGUAR_EFFECT
    ),
    "a monkey of one": lambda: broken(
        EFFECT, position([HANDS[0], HANDS[1], [None] * 4], caller=1), phase=MONKEY_DIRECTION
    ),
}


def empty_pile(state: State) -> Broken:
    """What is left of the draw pile is put on the discard pile."""
    fields = state.fields()
    cards = [card for card in fields["discard"] if card]
    cards += [1 + kind for kind, left in enumerate(fields["pile"]) for _ in range(left)]
    discards = {"discard": padded(cards, MAX_CARDS), "discard_size": len(cards)}
    return broken(CHANCE, state, pile=[0] * KINDS, pile_size=0, **discards)


ROUNDS: dict[str, Callable[[], Broken]] = {
    "a turn before all is dealt": lambda: broken(DEAL, dealing(), phase=TURN),
    "a first look before all is dealt": lambda: broken(DEAL, dealing(), phase=FIRST_LOOK),
    "a deal when all is dealt": lambda: broken(DEAL, position(HANDS, phase=FIRST_LOOK), phase=DEALING),
    "a deal out of order": lambda: deal([[0, 1, 2], [3], []]),
    "a deal of five": lambda: deal([[0, 1, 2, 3, 4], [5], []]),
    "a deal with a gap": lambda: deal([[0, None], [], []]),
    "a discard before the first turn": lambda: broken(DEAL, turn(), phase=FIRST_LOOK),
    "points before the end of a round": lambda: broken(POINTS, turn(), seat0={"points": 1}),
    "more points than cards": lambda: broken(POINTS, over(), seat0={"points": 5 * MAX_CARDS * 20 + 1}),
    "fewer points than cards": lambda: broken(POINTS, over(), seat0={"points": -5 * MAX_CARDS * 20 - 1}),
    "more successes than rounds": lambda: broken(POINTS, turn(), seat0={"successes": 1}),
    "a success of two": lambda: broken(POINTS, two(), seat0={"successes": 1}),
    "fewer rounds won than played": lambda: broken(POINTS, two(), seat0={"points": 0}),
    "more rounds won than needed": lambda: broken(POINTS, over_for_two(), seat0={"points": -1}, seat1={"points": 4}),
    "too many last slots": lambda: broken(LAST, two(), seat0={"last_slots": MAX_SLOTS + 1}),
    "too few last slots": lambda: broken(
        LAST, two(), seat0={"last_slots": 3, "last_cards": padded([1] * 3, MAX_SLOTS)}
    ),
    "a last card beside the slots": lambda: seat_item(LAST, two(), 0, "last_cards", 4, 1),
    "no such last card": lambda: seat_item(LAST, two(), 0, "last_cards", 0, KINDS + 1),
    "a wrong last sum": lambda: seat_item(LAST, two(), 0, "sums", 1, 1),
    "a last hand in the first round": lambda: broken(LAST, turn(), seat0={"last_slots": 4}),
    "last points in the first round": lambda: broken(LAST, turn(), seat0={"sums": [4, 0, 0, 0, 0]}),
    "another last hand than that on the table": lambda: broken(
        LAST, over(), seat0={"last_cards": padded([1, 1, 3, 4], MAX_SLOTS)} | with_item(over(), 0, "sums", 4, 5)
    ),
    "a sum of a round that is not over": lambda: seat_item(LAST, two(), 0, "sums", 2, 1),
    "no caller of a round that is over": lambda: table_item(LAST, two(), "callers", 0, NO_SEAT),
    "no such caller of a round that is over": lambda: table_item(LAST, two(), "callers", 0, 2),
    "a caller of a round that is not over": lambda: table_item(LAST, two(), "callers", 2, 0),
    "a caller who did not start the next round": lambda: table_item(LAST, two(), "callers", 1, 1),
    "a caller of the last round who did not call": lambda: table_item(LAST, over(), "callers", 4, 0),
    "the end before the last round": lambda: an_early_end(),
    "the end of two before three are won": lambda: broken(
        END, over_for_two(), seat0={"points": 1}, seat1={"points": 2}
    ),
    "no end of two when three are won": lambda: broken(
        END, two(round=4, points=(1, 2)), seat0={"points": 0}, seat1={"points": 3}
    ),
}


def an_early_end() -> Broken:
    """The end of a game of three in its fourth round."""
    state = over()
    callers = [*state.fields()["callers"][:3], 1, NO_SEAT]
    seats: dict[str, Any] = {}
    for seat in range(3):
        sums = state.fields()["seats"][seat]["sums"]
        seats[f"seat{seat}"] = {"sums": [*sums[:3], sums[4], 0]}
    return broken(END, state, round=4, callers=callers, **seats)


def deal(hands: list[list[int | None]]) -> Broken:
    """A deal that has come this far out of a pile of eighteen cards."""
    state = State.start(rules_of(3, (*[3] * 6, *[0] * 7)))
    cards = [kind for hand in hands for kind in hand if kind is not None]
    left = [3 - cards.count(kind) if kind < 6 else 0 for kind in range(KINDS)]
    seats: dict[str, Any] = {
        f"seat{seat}": {
            "slots": len(hand),
            "count": sum(kind is not None for kind in hand),
            "cards": padded([0 if kind is None else 1 + kind for kind in hand], MAX_SLOTS),
        }
        for seat, hand in enumerate(hands)
    }
    return broken(DEAL, state, pile=left, pile_size=sum(left), drawn=len(cards), **seats)


BROKEN = PHASES | PLACES | SECRETS | CHOICES | WILD | ROUNDS


@pytest.mark.parametrize("name", BROKEN)
def test_bytes_that_are_no_state_are_refused(name: str) -> None:
    invariant, state, changes = BROKEN[name]()
    with pytest.raises(ValueError, match=rf"breaks invariant {invariant} "):
        State.from_bytes(state.rules, changed(state, **changes))


def test_every_invariant_is_broken_here() -> None:
    assert {make()[0] for make in BROKEN.values()} == set(range(PHASE, END + 1))


def test_a_sound_deal_is_a_state() -> None:
    _, state, changes = deal([[0, 1, 2, 3], [4], []])
    assert State.from_bytes(state.rules, changed(state, **changes)).chance_kind
