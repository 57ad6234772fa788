"""Amazonas 2022: who knows which card where it lies (amazonas-2022 15), by kernel and twin."""

from tests.amazonas2022.table import dealt, position
from tests.reference.amazonas2022_cards import (
    ANACONDA,
    DRAW,
    JAGUAR,
    LEFT,
    MONKEY,
    SLOTH,
    TOAD,
)


def test_after_the_first_look() -> None:
    """Game Setup: each knows one card of his own."""
    assert dealt(3).known() == {(0, 0): {0}, (1, 0): {1}, (2, 0): {2}}


def test_after_a_drawn_card_is_swapped_in() -> None:
    """Playing a Round, A: the active player alone has seen it; what lay there is known no more."""
    table = dealt(3)
    table.draw(4)
    table.swap(0)
    assert table.known() == {(0, 0): {0}, (1, 0): {1}, (2, 0): {2}}
    table.draw(4)
    table.swap(2)
    assert table.known()[1, 2] == {1}


def test_after_a_taken_card_is_swapped_in() -> None:
    """Playing a Round, A: it lay face up, so that everybody knows it."""
    table = dealt(3)
    table.idle_turn(0)
    table.take()
    table.swap(3)
    assert table.known() == {(0, 0): {0}, (1, 0): {1}, (1, 3): {0, 1, 2}, (2, 0): {2}}


def test_after_a_sloth() -> None:
    """Sloth: one's own card."""
    table = dealt(3)
    table.lay(SLOTH)
    table.look(0, 2)
    assert table.known()[0, 2] == {0}


def test_after_a_toad() -> None:
    """Toad: two may know a card."""
    table = dealt(3)
    table.lay(TOAD)
    table.look(1, 0)
    table.put_back()
    assert table.known() == {(0, 0): {0}, (1, 0): {0, 1}, (2, 0): {2}}


def test_after_an_anaconda() -> None:
    """Anaconda: unseen; whoever knew a card follows it, and the new owner learns nothing."""
    table = dealt(3)
    table.lay(ANACONDA)
    table.exchange(0, 1, 0)
    assert table.known() == {(0, 0): {1}, (1, 0): {0}, (2, 0): {2}}


def test_after_a_jaguar_that_takes() -> None:
    """Jaguar: its player knows the card that he takes, and follows his own."""
    table = dealt(3)
    table.lay(JAGUAR)
    table.look(2, 1)
    table.exchange(0, 2, 1)
    assert table.known() == {(0, 0): {0}, (1, 0): {1}, (2, 0): {2}, (2, 1): {0}}


def test_after_a_jaguar_that_leaves_it() -> None:
    """Jaguar: he knows it where it lies."""
    table = dealt(3)
    table.lay(JAGUAR)
    table.look(2, 1)
    table.put_back()
    assert table.known()[2, 1] == {0}


def test_after_a_monkey() -> None:
    """Monkey: each saw the card that he passed on and knows it there; what he got he has not seen."""
    table = dealt(3)
    table.lay(MONKEY)
    table.direct(LEFT)
    table.pick(0, 1)
    table.pick(1, 2)
    table.pick(2, 0)
    assert table.known() == {(0, 0): {0}, (0, 1): {2}, (1, 0): {1}, (1, 2): {0}, (2, 0): {1}}


def test_after_a_gift() -> None:
    """Wild Discard: given unseen; who knew the card goes on knowing it, the new owner does not learn it."""
    table = position(
        (1, 2), (3, 5), (4, 1), discard=[4], known={(1, 0): [0, 1], (1, 1): [2], (2, 0): [1, 2], (2, 1): [2]}
    )
    table.wild(1, 2, 0)
    table.give(0)
    assert table.known() == {(1, 1): {2}, (2, 0): {0, 1}, (2, 1): {2}}


def test_after_a_wrong_and_a_late_attempt() -> None:
    """amazonas-2022 8: every card attempted was face up, and all have seen it; the penalty nobody."""
    table = position((1, 2), (3, 4), (4, 1), discard=[4])
    table.wild(0, 0, 1, more=True)
    table.card(5)
    table.wild(1, 1, 1, more=True)
    table.wild(2, 2, 0)
    table.card(5)
    assert table.known() == {(0, 1): {0, 1, 2}, (2, 0): {0, 1, 2}}


def test_after_a_replacement() -> None:
    """Sometimes Memory Fails!, note: without looking."""
    table = position((4,), (3, 5), (2, 1), discard=[4], known={(0, 0): [0]})
    table.wild(0, 0, 0)
    table.card(2)
    assert table.known() == {}


def test_knowledge_is_followed_through_several_hands() -> None:
    """amazonas-2022 15: what was seen and can be followed."""
    table = position((1, 2), (3, 5), (2, 1), known={(0, 0): [0]})
    table.lay(ANACONDA)
    table.exchange(0, 1, 1)
    table.lay(ANACONDA)
    table.exchange(1, 2, 0)
    assert table.known() == {(2, 0): {0}}
    assert table.kinds(2) == [1, 1]


def test_a_reshuffle_wipes_what_lay_open() -> None:
    """amazonas-2022 15: a card off the new pile is known to nobody who has not seen it; cards in hands stay known."""
    table = position((1, 2), (3, 5), (), discard=[0, 4], pile=[], hoarder=2, known={(0, 0): [0, 2]})
    table.wild(1, 1, 0)
    table.card(4)
    assert table.known() == {(0, 0): {0, 2}, (1, 0): {0, 1, 2}}
    table.play(0, DRAW)
    table.card(0)
    table.swap(1)
    assert table.known()[0, 1] == {0}
