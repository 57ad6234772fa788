"""A table of Amazonas 2022 at which kernel and twin play the same and have to agree after every ply.

Cards are told, so that a test is as short as the case it is about. A test starts from a dealt game (`dealt`) or from a
position (`position`), and says what happens in the words of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cext.amazonas2022 import rounds
from cext.kernel import Event, State
from tests.amazonas2022.kernel_side import assert_agree, event_row, names, state_of
from tests.reference.amazonas2022 import Amazonas2022
from tests.reference.amazonas2022_cards import (
    CALL,
    DIRECTION,
    DISCARD,
    DOLPHIN,
    DRAW,
    EXCHANGE,
    GIVE,
    LOOK,
    PASS,
    PICK,
    RETURN,
    SKIP,
    SWAP,
    TAKE,
    TOUCAN,
    WILD,
    Card,
    Move,
    card_word,
)
from tests.reference.amazonas2022_position import HAND, Place

QUIET_HANDS = ((1, 2, 3, 5), (2, 3, 5, 1), (3, 5, 1, 2), (5, 1, 2, 3), (1, 2, 5, 3))
"""Hands of numbers, so that no 0, 4 or animal that is laid matches anything."""


class Table:
    """A game of both."""

    def __init__(self, twin: Amazonas2022, padding: Iterable[Place] = ()) -> None:
        self.twin = twin
        self.padding = frozenset(padding)
        """Gaps of a position that a test says nothing about."""
        self.state = state_of(twin)
        self.events: list[Event] = []
        """What the kernel told of the last ply."""
        assert_agree(twin, self.state)

    # Plies

    def play(self, seat: int, kind: int, *arguments: int) -> None:
        """A legal move."""
        move = Move(kind, *arguments)
        legal = self.state.legal_moves(seat)
        assert legal == [move.word for move in self.twin.legal_moves(seat)]
        assert move.word in legal, self.broken(seat, kind, *arguments)
        self.state, self.events = self.state.apply(seat, move.word)
        self.twin.choose(seat, move)
        self._assert_agree()

    def card(self, kind: int) -> None:
        """This card comes off the pile."""
        assert self.state.outcomes() == self.twin.possible_outcomes()
        self.state, self.events = self.state.resolve(card_word(kind))
        self.twin.tell(card_word(kind))
        self._assert_agree()

    def cards(self, *kinds: int) -> None:
        """These cards come off the pile one by one."""
        for kind in kinds:
            self.card(kind)

    def _assert_agree(self) -> None:
        assert_agree(self.twin, self.state)
        assert self.twin.all_kinds() == self.twin.deck()
        told = [(event.kind, event.seat, event.audience, event.args) for event in self.events]
        assert told == [event_row(event) for event in self.twin.events]

    # Moves of the seat whose turn it is

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.twin.active

    def draw(self, kind: int) -> None:
        """Draw this card."""
        self.play(self.active, DRAW)
        self.card(kind)

    def take(self) -> None:
        """Take the visible card."""
        self.play(self.active, TAKE)

    def swap(self, slot: int) -> None:
        """Put the held card in this place."""
        self.play(self.active, SWAP, slot)

    def discard(self) -> None:
        """Lay the held card on the discard pile."""
        self.play(self.active, DISCARD)

    def lay(self, kind: int) -> None:
        """Draw this card and lay it on the discard pile."""
        self.draw(kind)
        self.discard()

    def call(self) -> None:
        """Say "Amazonas"."""
        self.play(self.active, CALL)

    def skip_turn(self) -> None:
        """Pass."""
        self.play(self.active, PASS)

    def look(self, owner: int, slot: int) -> None:
        """Look at a card by an effect."""
        self.play(self.active, LOOK, owner, slot)

    def put_back(self) -> None:
        """End the look."""
        self.play(self.active, RETURN)

    def exchange(self, slot: int, owner: int, other: int) -> None:
        """Exchange a card by an effect."""
        self.play(self.active, EXCHANGE, slot, owner, other)

    def skip(self) -> None:
        """Do without the effect."""
        self.play(self.active, SKIP)

    def direct(self, direction: int) -> None:
        """Say where the monkey goes."""
        self.play(self.active, DIRECTION, direction)

    # Moves of anybody

    def pick(self, seat: int, slot: int) -> None:
        """Choose a card for the monkey."""
        self.play(seat, PICK, slot)

    def wild(self, seat: int, owner: int, slot: int, *, more: bool = False) -> None:
        """Attempt a wild discard, another attempt following or not."""
        self.play(seat, WILD, owner, slot, int(more))

    def give(self, slot: int) -> None:
        """The gift that is owed."""
        (giver,) = self.twin.seats_to_act()
        self.play(giver, GIVE, slot)

    # Whole turns

    def idle_turn(self, kind: int = 0) -> None:
        """A turn in which a number is drawn and laid down."""
        self.lay(kind)

    def last_turns(self, *kinds: int) -> None:
        """Everybody but the caller has an idle turn, in which these are laid down."""
        for kind in kinds:
            self.idle_turn(kind)

    # Asking

    def broken(self, seat: int, kind: int, *arguments: int) -> tuple[str, ...]:
        """The names of all rules that a move would break, to kernel and twin alike."""
        move = Move(kind, *arguments)
        broken = names(self.state.check(seat, move.word))
        assert broken == self.twin.violations(seat, move)
        return broken

    def kinds(self, seat: int) -> list[int | None]:
        """The cards of a seat by slot; None is a gap, but those that a position was padded with are left out."""
        fields = self.state.fields()["seats"][seat]
        hidden = self.padding if self.twin.round == 1 else ()
        slots = [slot for slot in range(fields["slots"]) if Place(seat, slot) not in hidden]
        return [fields["cards"][slot] - 1 if fields["cards"][slot] else None for slot in slots]

    def knowers(self, seat: int, slot: int) -> set[int]:
        """The seats that know the card in this place."""
        known = self.state.fields()["seats"][seat]["known"][slot]
        return {viewer for viewer in range(self.twin.players) if known >> viewer & 1}

    def known(self) -> dict[tuple[int, int], set[int]]:
        """Who knows which cards, by seat and slot, for all that anybody knows."""
        places = [(seat, slot) for seat, hand in enumerate(self.twin.hands) for slot in range(len(hand))]
        return {place: knowers for place in places if (knowers := self.knowers(*place))}

    def pile(self) -> list[int]:
        """The kinds on the discard pile, bottom first."""
        fields = self.state.fields()
        return [(card & 0x7F) - 1 for card in fields["discard"][: fields["discard_size"]]]

    def asked(self) -> tuple[int, ...]:
        """Whom the table waits for."""
        return self.state.to_act()

    def may_attempt(self) -> tuple[int, ...]:
        """Whoever may make a wild discard now, asked or not."""
        seats = range(self.twin.players)
        return tuple(seat for seat in seats if any(word >> 56 == WILD for word in self.state.legal_moves(seat)))

    def offered(self, seat: int) -> set[int]:
        """The kinds of the legal moves of a seat, other than wild discards."""
        return {word >> 56 for word in self.state.legal_moves(seat)} - {WILD}

    def waits_for_card(self) -> bool:
        """Is a card due?"""
        return self.state.chance_kind == 1

    def told(self, kind: str) -> list[tuple[int | None, tuple[int, ...]]]:
        """Seat and arguments of the last ply's events of one kind."""
        return [(event.seat, event.args) for event in self.twin.events if event.kind == kind]

    def points(self) -> tuple[int, ...]:
        """What everybody has written down."""
        return self.state.returns()

    def last_points(self) -> tuple[int, ...]:
        """What everybody wrote down in the last round."""
        return rounds(self.state)[-1].points


# --- Starting --------------------------------------------------------------------------------------------------------


def fresh(players: int = 3, *, without_monkeys: bool = False) -> Table:
    """A table at which nothing has been dealt, started by both on their own."""
    table = Table(Amazonas2022(players, without_monkeys=without_monkeys))
    assert State.start(table.state.rules) == table.state
    return table


def deal(table: Table, hands: Sequence[Sequence[int]] = QUIET_HANDS, looks: Sequence[int] = (0, 0, 0, 0, 0)) -> None:
    """Deal these hands; then everybody looks at a card, the first one unless told otherwise."""
    players = table.twin.players
    for hand in hands[:players]:
        if table.waits_for_card():
            table.cards(*hand)
    for seat in range(players):
        table.play(seat, LOOK, seat, looks[seat])
    for seat in range(players):
        table.play(seat, RETURN)


def dealt(players: int = 3, hands: Sequence[Sequence[int]] = QUIET_HANDS, *, without_monkeys: bool = False) -> Table:
    """A game in which the first turn begins; everybody knows the first of his cards."""
    table = fresh(players, without_monkeys=without_monkeys)
    deal(table, hands)
    return table


Known = Mapping[tuple[int, int], Iterable[int]]


def position(
    *hands: Sequence[int | None],
    discard: Sequence[int] = (),
    pile: Sequence[int] | None = None,
    hoarder: int | None = None,
    active: int = 0,
    caller: int | None = None,
    known: Known | None = None,
    without_monkeys: bool = False,
) -> Table:
    """A turn begins in this position, nobody knows a card unless `known` says so for (seat, slot).

    `hands` are kinds by slot, None for a gap; `discard` is bottom first. All other cards are in the draw pile; if
    `pile` says which ones are there, the hoarder has the rest, behind what is said of his hand. Whoever then has fewer
    than four places has lost the cards of the others: his next place is number 4.
    """
    twin = Amazonas2022(len(hands), without_monkeys=without_monkeys)
    twin.step = "TURN"
    twin.active = active
    twin.caller = caller
    twin.hands = [[None if kind is None else drawn(twin, kind) for kind in hand] for hand in hands]
    twin.discard = [drawn(twin, kind) for kind in discard]
    for laid in twin.discard:
        laid.seen_by(twin.everybody)
    if pile is not None:
        assert hoarder is not None
        hoard = list(twin.pile)
        for kind in pile:
            hoard[kind] -= 1
        twin.hands[hoarder] += [drawn(twin, kind) for kind, count in enumerate(hoard) for _ in range(count)]
    for (seat, slot), viewers in (known or {}).items():
        card = twin.card_at(Place(seat, slot))
        assert card is not None
        card.seen_by(set(viewers))
    padding = [Place(seat, slot) for seat, hand in enumerate(twin.hands) for slot in range(len(hand), HAND)]
    for place in padding:
        twin.hands[place.seat].append(None)
    return Table(twin, padding)


def with_reserve(
    reserve: Sequence[int],
    hands: Sequence[Sequence[int]] = ((1, 2), (3, 5)),
    discard: Sequence[int] = (),
    pile: Sequence[int] = (),
) -> Table:
    """Cards have been set aside in this order; the draw pile has these, and seat 1 holds all the others."""
    table = position(*hands, discard=discard, pile=[*pile, *reserve], hoarder=1)
    for kind in reserve:
        table.twin.pile[kind] -= 1
        table.twin.drawn += 1
    table.twin.reserve = list(reserve)
    return Table(table.twin, table.padding)


def drawn(twin: Amazonas2022, kind: int) -> Card:
    """A card off the pile."""
    assert twin.pile[kind] > 0
    twin.pile[kind] -= 1
    twin.drawn += 1
    return Card(kind, twin.shuffles)


LOW_HAND = (TOUCAN, TOUCAN, DOLPHIN, DOLPHIN)
"""The best hand of four."""
