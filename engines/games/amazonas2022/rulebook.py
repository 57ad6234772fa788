"""Where the rules of Amazonas 2022 stand, and how a broken one is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cext import amazonas2022, kernel
from engines.game import Citation, Setup, ViolationSpec
from engines.games.amazonas2022.content import content_of
from engines.games.amazonas2022.vocabulary import CARDS, card_name
from engines.violations import generic_specs

ID = "amazonas-2022"


def cite(section: str, ruling: int | None = None) -> Citation:
    """A heading of the rulebook, and the item of engines/RULINGS.md that completes it."""
    return Citation(ID, section, "" if ruling is None else f"{ID} {ruling}")


_COMPONENTS = "Components"
_SETUP = "Game Setup"
_ROUND = "Playing a Round"
_PLAY = "A. Play a card from the deck or from the discard pile"
_CALL = 'B. Say "Amazonas" and trigger the end of the round'
_EFFECTS = "Effects of the Animal Cards"
_WILD = "Wild Discard"
_QUICK = "Quick!"
_WRONG = "Sometimes Memory Fails!"

_GENERIC = generic_specs(
    {
        kernel.GAME_OVER: cite("End of the Game", 11),
        kernel.CHANCE_PENDING: cite(_PLAY, 4),
        kernel.NOT_TO_ACT: cite(_ROUND, 8),
        kernel.CHANCE_NOT_DUE: cite(_PLAY, 4),
        kernel.WRONG_CHANCE: cite(_PLAY, 4),
    }
)

_OWN = {
    amazonas2022.NO_SUCH_MOVE: ("There is no such move.", cite(_ROUND, 17)),
    amazonas2022.NOT_YOUR_TURN: (
        "Another player is in turn; only a wild discard can be attempted now.",
        cite(_ROUND, 17),
    ),
    amazonas2022.WRONG_STEP: ("The move belongs to another step of the turn.", cite(_ROUND, 17)),
    amazonas2022.NOTHING_TO_DRAW: ("There is no card to draw, nor any to make a new draw pile of.", cite(_PLAY, 4)),
    amazonas2022.NOTHING_TO_TAKE: ("No card lies on the discard pile.", cite(_PLAY, 15)),
    amazonas2022.ALREADY_CALLED: ("Somebody has called in this round already.", cite(_CALL)),
    amazonas2022.PASS_CAN_DRAW: ("Who can draw a card cannot pass.", cite(_ROUND, 4)),
    amazonas2022.PASS_CAN_TAKE: ("Who can take a card from the discard pile cannot pass.", cite(_ROUND, 4)),
    amazonas2022.ATTEMPT_BARRED: ("After a wrong attempt there are no more in the same turn.", cite(_WRONG, 8)),
    amazonas2022.NOTHING_VISIBLE: ("No card lies on the discard pile that could be matched.", cite(_WILD, 8)),
    amazonas2022.CARD_USED_UP: ("The visible card has been matched, or was laid by a wild discard.", cite(_WILD, 14)),
    amazonas2022.OWN_SLOT_EMPTY: ("The player has no card in the slot.", cite(_SETUP, 1)),
    amazonas2022.NO_SUCH_SEAT: ("There is no such seat.", cite(_ROUND, 17)),
    amazonas2022.NOT_OWN_CARD: ("The look is at a card of one's own.", cite(_EFFECTS, 6)),
    amazonas2022.OWN_CARD: ("The effect is for a card of another player.", cite(_EFFECTS, 6)),
    amazonas2022.CALLER_IMMUNE: ("The cards of the player who called are immune.", cite(_CALL, 6)),
    amazonas2022.SLOT_EMPTY: ("No card lies in the slot.", cite(_SETUP, 1)),
    amazonas2022.NOT_THE_CARD_LOOKED_AT: ("A jaguar exchanges only the card that is looked at.", cite(_EFFECTS, 6)),
    amazonas2022.NO_SUCH_DIRECTION: ("Cards go to the left or to the right.", cite(_EFFECTS, 7)),
    amazonas2022.NO_RIVAL: ("Nobody else could make another attempt of the race.", cite(_QUICK, 18)),
    amazonas2022.CARD_UNKNOWN: ("There is no such card in this game.", cite(_COMPONENTS, 20)),
    amazonas2022.CARD_NOT_IN_PILE: ("No such card is left in the draw pile.", cite(_PLAY, 4)),
}

# Every violation, in the order in which the kernel reports them.
VIOLATIONS: Mapping[int, ViolationSpec] = {
    **_GENERIC,
    **{
        code: ViolationSpec(amazonas2022.VIOLATIONS[code], description, citation)
        for code, (description, citation) in _OWN.items()
    },
}


# --- Sentences -----------------------------------------------------------------------------------------------------

# What cext/amazonas2022.pyx documents as the arguments of the violation, and the setup, make a sentence.
_Sentence = Callable[[Setup, int, int, int], str]

# The kernel tells an argument that does not fit like this.
_TOO_LARGE = 2**31 - 1

_STEPS: Mapping[int, str] = {
    amazonas2022.FIRST_LOOK: "everybody chooses a card for the first look",
    amazonas2022.FIRST_RETURN: "everybody returns the card of the first look",
    amazonas2022.TURN: "a card is drawn or taken, or the round is called",
    amazonas2022.HOLDING: "the card that is held is swapped or discarded",
    amazonas2022.SLOTH_EFFECT: "a sloth allows a look at a card of one's own",
    amazonas2022.TOAD_EFFECT: "a toad allows a look at a card of another player",
    amazonas2022.ANACONDA_EFFECT: "an anaconda allows an exchange of two cards",
    amazonas2022.JAGUAR_EFFECT: "a jaguar allows a look at a card of another player",
    amazonas2022.LOOKING: "a card is looked at and returned",
    amazonas2022.JAGUAR_LOOK: "the card that is looked at is exchanged or returned",
    amazonas2022.MONKEY_DIRECTION: "the direction is named in which a monkey lets cards go",
    amazonas2022.PICKING: "everybody picks the card that goes to a neighbour",
    amazonas2022.RACING: "the next attempt of a race is told",
    amazonas2022.GIVING: "a card is given to the player whose card was discarded",
}


def explain(setup: Setup, code: int, args: Sequence[int]) -> str:
    """One sentence for a violation of the kernel."""
    return _SENTENCES[code](setup, args[0], args[1], args[2])


def _number(value: int) -> str:
    return "a huge number" if value == _TOO_LARGE else str(value)


def _no_such_seat(_: Setup, seat: int, players: int, __: int) -> str:
    return f"There is no seat {_number(seat)}; there are the seats 0 to {players - 1}."


def _unknown_card(setup: Setup, card: int, copy: int, _: int) -> str:
    if card >= len(CARDS):
        return f"There is no such kind of cards; there are {', '.join(CARDS)}."
    if content_of(setup.pack).counts[card] == 0 or copy == 0:
        return f"There is no {card_name(card)} in this game."
    return f"There is no {card_name(card)} of number {_number(copy)} in this game."


def _not_in_pile(_: Setup, card: int, copy: int, left: int) -> str:
    if left == 0:
        return f"No {card_name(card)} is left in the draw pile."
    return f"There is no {card_name(card)} of number {copy} in the draw pile: only {left} {_are(left)} left there."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


_SENTENCES: Mapping[int, _Sentence] = {
    amazonas2022.NO_SUCH_MOVE: lambda *_: "There is no such move.",
    amazonas2022.NOT_YOUR_TURN: lambda *_: "Another player is asked now; a wild discard is all that can be attempted.",
    amazonas2022.WRONG_STEP: lambda _, __, step, ___: f"Another step is being played: {_STEPS[step]}.",
    amazonas2022.NOTHING_TO_DRAW: lambda *_: "Both piles are empty, so that no card can be drawn.",
    amazonas2022.NOTHING_TO_TAKE: lambda *_: "The discard pile is empty, so that no card can be taken.",
    amazonas2022.ALREADY_CALLED: lambda _, caller, *__: f"Seat {caller} has called already, and one call is all.",
    amazonas2022.PASS_CAN_DRAW: lambda *_: "A card can be drawn: only who can neither draw nor take passes.",
    amazonas2022.PASS_CAN_TAKE: lambda *_: (
        "A card can be taken from the discard pile: only who can neither draw nor take passes."
    ),
    amazonas2022.ATTEMPT_BARRED: lambda *_: "A wrong attempt was made in this turn already: no more until it ends.",
    amazonas2022.NOTHING_VISIBLE: lambda *_: "The discard pile is empty: there is nothing to be matched.",
    amazonas2022.CARD_USED_UP: lambda _, card, *__: (
        f"The {card_name(card)} on the discard pile has been matched, or was laid by a wild discard: it is used up."
    ),
    amazonas2022.OWN_SLOT_EMPTY: lambda _, slot, *__: f"There is no card in slot {_number(slot)} of one's own.",
    amazonas2022.NO_SUCH_SEAT: _no_such_seat,
    amazonas2022.NOT_OWN_CARD: lambda _, owner, *__: (
        f"The look is at a card of one's own, not at one of seat {_number(owner)}."
    ),
    amazonas2022.OWN_CARD: lambda *_: "The effect is for a card of another player, not for one's own.",
    amazonas2022.CALLER_IMMUNE: lambda _, owner, *__: (
        f"Seat {owner} has called, and its cards are immune until the end."
    ),
    amazonas2022.SLOT_EMPTY: lambda _, owner, slot, __: f"No card lies in slot {_number(slot)} of seat {owner}.",
    amazonas2022.NOT_THE_CARD_LOOKED_AT: lambda _, owner, slot, __: (
        f"Only the card that is looked at can be exchanged: that of seat {owner} in slot {slot}."
    ),
    amazonas2022.NO_SUCH_DIRECTION: lambda *_: "Cards go to the left or to the right.",
    amazonas2022.NO_RIVAL: lambda *_: (
        "Nobody else can make an attempt after this one, so that it is the last of its race."
    ),
    amazonas2022.CARD_UNKNOWN: _unknown_card,
    amazonas2022.CARD_NOT_IN_PILE: _not_in_pile,
}
