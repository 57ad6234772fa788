"""Views of Amazonas 2022 for the tests of its pictures: scripted positions, ends of random games, and an odd one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext.amazonas2022 import ANACONDA, DOLPHIN, JAGUAR, LEFT, MONKEY, RIGHT, SLOTH, TOAD, TOUCAN
from tests.amazonas2022.table import QUIET_HANDS, Table, deal, dealt, fresh
from tests.amazonas2022.tables import GAME, SHIPPED, look, setup_of
from tests.playing import make_case, walk
from tests.reference.amazonas2022_cards import LOOK


def seen(table: Table, viewer: int | None = None, *, memory: bool = False) -> Amazonas2022View:
    """A scripted table as a seat or a spectator sees it."""
    return look(setup_of(table.twin.players), table.state, viewer, memory=memory)


def end(players: int, viewer: int | None = None) -> Amazonas2022View:
    """The end of a random game."""
    case = make_case(GAME, players, {}, SHIPPED)
    return look(case.setup, walk(case, 0).end, viewer)


# --- Rounds begin --------------------------------------------------------------------------------------------------


def dealing() -> Amazonas2022View:
    """Seat 1 has two of its cards."""
    table = fresh(4)
    table.cards(1, 2, 3, 4, 5, SLOTH)
    return seen(table)


def choosing() -> Amazonas2022View:
    """Seats 1 and 2 have chosen; seat 1 looks on."""
    table = fresh(3)
    for hand in QUIET_HANDS[:3]:
        table.cards(*hand)
    table.play(1, LOOK, 1, 2)
    table.play(2, LOOK, 2, 0)
    return seen(table, 1)


def first_look() -> Amazonas2022View:
    """All look; seat 0 sees its own card."""
    table = fresh(5)
    for hand in QUIET_HANDS:
        table.cards(*hand)
    for seat in range(5):
        table.play(seat, LOOK, seat, seat % 4)
    return seen(table, 0)


def second_round() -> Amazonas2022View:
    """With a round to look back at; somebody failed with his call."""
    table = dealt(3)
    table.idle_turn()
    table.call()
    table.last_turns(4, 4)
    deal(table)
    return seen(table, 2)


def match() -> Amazonas2022View:
    """Two players, in the second round, with a reserve."""
    table = dealt(2, ((1, 2, 3, 5), (2, 3, 5, 4)))
    table.call()
    table.last_turns(0)
    deal(table)
    table.draw(TOAD)
    return seen(table, 0)


# --- Turns ---------------------------------------------------------------------------------------------------------


def holding() -> Amazonas2022View:
    """Seat 0 sees what it has drawn."""
    table = dealt(3)
    table.draw(DOLPHIN)
    return seen(table, 0)


def held_by_another() -> Amazonas2022View:
    """Seat 0 holds a card that seat 1 does not see."""
    table = dealt(4)
    table.draw(TOUCAN)
    return seen(table, 1)


def taken() -> Amazonas2022View:
    """Seat 1 holds a card that all have seen."""
    table = dealt(5)
    table.idle_turn(4)
    table.take()
    return seen(table)


def last_turns() -> Amazonas2022View:
    """Seat 1 has called."""
    table = dealt(3)
    table.idle_turn()
    table.call()
    return seen(table, 2)


# --- Effects -------------------------------------------------------------------------------------------------------


def effect(kind: int) -> Table:
    """A table at which an animal has just been discarded by seat 0."""
    table = dealt(3)
    table.lay(kind)
    return table


def sloth_look() -> Amazonas2022View:
    """Seat 0 looks at a card of its own."""
    table = effect(SLOTH)
    table.look(0, 3)
    return seen(table, 0)


def toad_look() -> Amazonas2022View:
    """Everybody sees where seat 0 looks."""
    table = effect(TOAD)
    table.look(2, 1)
    return seen(table)


def jaguar_look() -> Amazonas2022View:
    """Seat 0 sees the card that it may exchange."""
    table = effect(JAGUAR)
    table.look(1, 2)
    return seen(table, 0)


def direction() -> Amazonas2022View:
    """A monkey before anybody knows where the cards go."""
    return seen(effect(MONKEY), 0)


def picking() -> Amazonas2022View:
    """Seat 2 has picked a card and looks on."""
    table = effect(MONKEY)
    table.direct(RIGHT)
    table.pick(2, 1)
    return seen(table, 2)


def memory() -> Amazonas2022View:
    """What seat 0 knows after a look at a card of seat 2, and after a monkey."""
    table = effect(TOAD)
    table.look(2, 1)
    table.put_back()
    table.idle_turn()
    table.lay(MONKEY)
    table.direct(LEFT)
    for seat in range(3):
        table.pick(seat, 0)
    return seen(table, 0, memory=True)


# --- Wild discards -------------------------------------------------------------------------------------------------


def race() -> Amazonas2022View:
    """Seat 1 was wrong and has its penalty; the next attempt is awaited."""
    table = effect(ANACONDA)
    table.wild(1, 1, 0, more=True)
    table.card(TOAD)
    return seen(table, 2)


def won_race() -> Amazonas2022View:
    """Seat 1 was first; another attempt is awaited."""
    table = dealt(4, ((1, 2, 3, 5), (2, 3, 5, 4), (4, 3, 1, 2), (5, 1, 2, 3)))
    table.idle_turn(4)
    table.wild(1, 1, 3, more=True)
    return seen(table)


def penalty() -> Amazonas2022View:
    """Seat 2 gets a card unseen, while seat 0 holds one."""
    table = dealt(3)
    table.idle_turn()
    table.draw(SLOTH)
    table.wild(2, 2, 0)
    return seen(table, 1)


def gift() -> Amazonas2022View:
    """Seat 2 owes seat 1 a card; then the jaguar of seat 0 goes on."""
    table = dealt(3, ((1, 2, 3, 5), (2, JAGUAR, 5, 1), (3, 5, 1, 2)))
    table.lay(JAGUAR)
    table.wild(2, 1, 1)
    return seen(table, 2)


def gaps() -> Amazonas2022View:
    """A gap where a card was discarded, cards that came later, and somebody who has to wait with his next attempt."""
    table = dealt(3, ((1, 2, 3, 5), (2, 4, 5, 1), (3, 5, 1, 2)))
    table.idle_turn(4)
    table.wild(1, 1, 1)
    table.idle_turn(5)
    for card in (SLOTH, TOAD, ANACONDA):
        table.wild(0, 0, 0)
        table.card(card)
        table.idle_turn(0)
    table.wild(2, 2, 0)
    table.card(MONKEY)
    return seen(table, 0, memory=True)


# --- Odd -----------------------------------------------------------------------------------------------------------


def most_of_everything() -> Amazonas2022View:
    """Numbers as large as they can get, so that every text is at its widest, and as many cards as slots hold."""
    view = end(5, 4)
    view.step = amazonas2022_pb2.AMAZONAS2022_STEP_GIFT
    view.active, view.caller, view.viewer = 0, 4, 4
    view.draw_pile, view.discard_pile.cards, view.reserve = 114, 114, 114
    view.reserve_top = amazonas2022_pb2.AMAZONAS2022_CARD_ANACONDA
    view.discard_pile.top, view.discard_pile.used_up = amazonas2022_pb2.AMAZONAS2022_CARD_ANACONDA, True
    view.effect.animal = amazonas2022_pb2.AMAZONAS2022_CARD_ANACONDA
    view.gift.giver, view.gift.to.seat, view.gift.to.slot = 3, 4, 119
    for kind in view.kinds:
        kind.cards, kind.value = 114, -20
    for player, slots in zip(view.players, (120, 60, 30, 5, 120), strict=True):
        player.points, player.successful_calls, player.cards = -2280, 5, slots
        player.asked = player.may_attempt = True
        del player.slots[:]
        for slot in range(slots):
            player.slots.add(slot=slot, remembered=1 + slot % 13 if player.seat == 4 else 0)
    view.players[1].barred = view.players[1].has_chosen = True
    view.players[4].slots[119].CopyFrom(amazonas2022_pb2.Amazonas2022Slot(slot=119, empty=True))
    for played in view.rounds_played:
        for score in played.scores:
            score.points = -2280
    for hand in view.last_hands:
        hand.slots[:] = [amazonas2022_pb2.AMAZONAS2022_CARD_ANACONDA] * 110
        hand.sum = -2280
    return view


@cache
def examples() -> Mapping[str, Amazonas2022View]:
    """Views by name; two modules draw them."""
    return dict(_examples())


def _examples() -> Iterator[tuple[str, Amazonas2022View]]:
    yield "dealing", dealing()
    yield "choosing", choosing()
    yield "first-look", first_look()
    yield "second-round", second_round()
    yield "match", match()
    yield "holding", holding()
    yield "held-by-another", held_by_another()
    yield "taken", taken()
    yield "last-turns", last_turns()
    yield "sloth-look", sloth_look()
    yield "toad-look", toad_look()
    yield "jaguar-look", jaguar_look()
    yield "anaconda", seen(effect(ANACONDA), 1)
    yield "direction", direction()
    yield "picking", picking()
    yield "memory", memory()
    yield "race", race()
    yield "won-race", won_race()
    yield "penalty", penalty()
    yield "gift", gift()
    yield "gaps", gaps()
    yield "end", end(3, 1)
    yield "end-of-match", end(2)
    yield "end-of-five", end(5, 0)
    yield "most", most_of_everything()
