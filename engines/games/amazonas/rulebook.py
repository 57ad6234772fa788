"""Where the rules of Amazonas stand in both rulebooks, and how a broken one is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cext import amazonas, kernel
from engines.game import Setup, ViolationSpec
from engines.games.amazonas.chance import event_card_name
from engines.games.amazonas.content import content_of
from engines.games.amazonas.editions import Edition, Topic
from engines.games.amazonas.vocabulary import EVENT_TITLES, SPECIMENS
from engines.violations import generic_specs

_GENERIC = {
    kernel.GAME_OVER: (Topic.END, None),
    kernel.CHANCE_PENDING: (Topic.EVENT, None),
    kernel.NOT_TO_ACT: (Topic.ROUND, 13),
    kernel.CHANCE_NOT_DUE: (Topic.EVENT, None),
    kernel.WRONG_CHANCE: (Topic.EVENT, None),
}

_OWN: Mapping[int, tuple[str, Topic, int | None]] = {
    amazonas.NO_SUCH_MOVE: ("There is no such move.", Topic.ROUND, 19),
    amazonas.WRONG_STEP: ("The move belongs to another step of the game.", Topic.ROUND, 19),
    amazonas.CARD_NOT_IN_HAND: ("The income card is not in the player's hand.", Topic.CARDS, 13),
    amazonas.NO_SUCH_TYPE: ("There is no such type of specimens.", Topic.EVENT_CARDS, 2),
    amazonas.INCOME_TAKEN_ALREADY: ("The income of this turn is settled already.", Topic.INCOME, 7),
    amazonas.NO_NATIVE: ("No native waits to be hired.", Topic.EVENT_CARDS, 7),
    amazonas.NATIVE_NEEDS_OWN_TYPE: (
        "A native can be assigned only to a type of which the player has a specimen.",
        Topic.EVENT_CARDS,
        7,
    ),
    amazonas.NO_SUCH_VILLAGE: ("The village is not on the map.", Topic.BOARD, None),
    amazonas.OWN_HUT_THERE: ("The player has a hut in the village already.", Topic.BUILDING, 8),
    amazonas.VILLAGE_FULL: ("All sites of the village are taken.", Topic.BUILDING, 8),
    amazonas.NO_HUT_LEFT: ("All of the player's huts are built.", Topic.EXTRA_HUTS, 8),
    amazonas.NOT_CONNECTED: ("No path and no river leads there from a hut of the player's.", Topic.BUILDING, 8),
    amazonas.BARRED_BY_JAGUAR: ("Only paths lead there, and a jaguar roams them.", Topic.EVENT_CARDS, 6),
    amazonas.BARRED_BY_CROCODILE: ("Only rivers lead there, and crocodiles lurk in them.", Topic.EVENT_CARDS, 6),
    amazonas.TOO_EXPENSIVE: ("The player has too little money for the site.", Topic.BUILDING, 8),
    amazonas.PASS_NOT_ALLOWED: ("A first hut that can be paid for must be built.", Topic.FIRST_HUT, 13),
    amazonas.NO_NEUTRAL_HUTS: ("There are no neutral huts at this table.", Topic.NEUTRAL_HUTS, 9),
    amazonas.NO_NEUTRAL_HUT_LEFT: ("All of the player's neutral huts are built.", Topic.NEUTRAL_HUTS, 9),
    amazonas.NEUTRAL_HUT_BUILT_THIS_ROUND: (
        "The player has built a neutral hut in this round already.",
        Topic.NEUTRAL_HUTS,
        9,
    ),
    amazonas.NEUTRAL_HUT_THERE: ("A neutral hut stands in the village already.", Topic.NEUTRAL_HUTS, 9),
    amazonas.LAST_FREE_SITE: ("A neutral hut must leave a free site.", Topic.NEUTRAL_HUTS, 9),
    amazonas.MISSION_UNKNOWN: ("There is no such mission card.", Topic.SETTING_UP, None),
    amazonas.MISSION_ALREADY_DEALT: ("The mission card is dealt already.", Topic.SETTING_UP, None),
    amazonas.MISSION_WRONG_SEAT: ("The mission of another seat is awaited.", Topic.SETTING_UP, 18),
    amazonas.EVENT_UNKNOWN: ("There is no such event card.", Topic.EVENT_CARDS, 3),
    amazonas.EVENT_ALREADY_DRAWN: ("The event card was turned over already.", Topic.EVENT_CARDS, 3),
}


def violations_of(edition: Edition) -> Mapping[int, ViolationSpec]:
    """Every violation, cited from this edition, in the order in which the kernel reports them."""
    generic = generic_specs({code: edition.cite(topic, ruling) for code, (topic, ruling) in _GENERIC.items()})
    own = {
        code: ViolationSpec(amazonas.VIOLATIONS[code], description, edition.cite(topic, ruling))
        for code, (description, topic, ruling) in _OWN.items()
    }
    return {**generic, **own}


# --- Sentences -----------------------------------------------------------------------------------------------------

# What cext/amazonas.pyx documents as the arguments of the violation, and the setup, make a sentence.
_Sentence = Callable[[Setup, int, int, int], str]

# The kernel tells an argument that does not fit like this.
_TOO_LARGE = 2**31 - 1

_STEPS: Mapping[int, str] = {
    amazonas.SETTING_UP: "a first hut is built, or passed when none can be paid for",
    amazonas.CHOOSING: "an income card is chosen",
    amazonas.EARNING: "the income is taken or the native hired",
    amazonas.BUILDING: "huts are built, or the turn is ended",
}


def explain(setup: Setup, code: int, args: Sequence[int]) -> str:
    """One sentence for a violation of the kernel."""
    return _SENTENCES[code](setup, args[0], args[1], args[2])


def _number(value: int) -> str:
    return "a huge number" if value == _TOO_LARGE else str(value)


def _village(setup: Setup, village: int) -> str:
    """A village as people know it, with the number that moves name."""
    return f"{content_of(setup.pack).villages[village].name} ({village})"


def _no_such_village(setup: Setup, village: int, *_: int) -> str:
    last = len(content_of(setup.pack).villages) - 1
    return f"There is no village {_number(village)}; the map has the villages 0 to {last}."


def _about(sentence: str) -> _Sentence:
    """A sentence about a village, named in the place of {}."""
    return lambda setup, village, *_: sentence.format(_village(setup, village))


def _too_expensive(setup: Setup, village: int, price: int, silver: int) -> str:
    return f"A hut in {_village(setup, village)} costs {price} silver, and only {silver} silver are there."


def _pass_not_allowed(setup: Setup, village: int, price: int, silver: int) -> str:
    return (
        f"A first hut can be paid for and must be built: one in {_village(setup, village)}, for example, costs "
        f"{price} of the {silver} silver."
    )


def _last_free_site(setup: Setup, village: int, free: int, _: int) -> str:
    left = "is full" if free == 0 else "has only one free site"
    return f"{_village(setup, village)} {left}, and a neutral hut must leave one."


def _no_such_mission(setup: Setup, mission: int, *_: int) -> str:
    last = len(content_of(setup.pack).missions) - 1
    return f"There is no mission card {_number(mission)}; there are 0 to {last}."


def _event_drawn(_: Setup, card: int, *__: int) -> str:
    title = EVENT_TITLES[amazonas.event_shown(card)]
    return f"The event card {event_card_name(card)} ({title}) was turned over in an earlier round."


_SENTENCES: Mapping[int, _Sentence] = {
    amazonas.NO_SUCH_MOVE: lambda *_: "There is no such move.",
    amazonas.WRONG_STEP: lambda _, __, phase, ___: f"Another step is being played: {_STEPS[phase]}.",
    amazonas.CARD_NOT_IN_HAND: lambda _, card, *__: f"The income card {_number(card)} is not in hand.",
    amazonas.NO_SUCH_TYPE: lambda *_: f"There is no such type; there are {', '.join(SPECIMENS)}.",
    amazonas.INCOME_TAKEN_ALREADY: lambda *_: "The income of this turn is settled already.",
    amazonas.NO_NATIVE: lambda *_: "No native waits to be hired.",
    amazonas.NATIVE_NEEDS_OWN_TYPE: lambda _, type_, *__: (
        f"The native can be assigned only to a type that is there already, and there is no {SPECIMENS[type_]}."
    ),
    amazonas.NO_SUCH_VILLAGE: _no_such_village,
    amazonas.OWN_HUT_THERE: _about("There is a hut of one's own in {} already, and one is all."),
    amazonas.VILLAGE_FULL: lambda setup, village, sites, _: (
        f"The village {_village(setup, village)} is full: its {'only site is' if sites == 1 else f'{sites} sites are'} "
        "taken."
    ),
    amazonas.NO_HUT_LEFT: lambda setup, village, huts, _: (
        f"No hut is left for {_village(setup, village)}: all {huts} are built."
    ),
    amazonas.NOT_CONNECTED: _about("Neither a path nor a river leads to {} from a village with a hut of one's own."),
    amazonas.BARRED_BY_JAGUAR: _about("Only paths lead to {}, and in this round a jaguar roams them."),
    amazonas.BARRED_BY_CROCODILE: _about("Only rivers lead to {}, and in this round crocodiles lurk in them."),
    amazonas.TOO_EXPENSIVE: _too_expensive,
    amazonas.PASS_NOT_ALLOWED: _pass_not_allowed,
    amazonas.NO_NEUTRAL_HUTS: lambda *_: "There are no neutral huts at this table.",
    amazonas.NO_NEUTRAL_HUT_LEFT: lambda *_: "All neutral huts of this seat are built.",
    amazonas.NEUTRAL_HUT_BUILT_THIS_ROUND: lambda *_: "A neutral hut was built in this round already, and one is all.",
    amazonas.NEUTRAL_HUT_THERE: _about("There is a neutral hut in {} already, and one is all."),
    amazonas.LAST_FREE_SITE: _last_free_site,
    amazonas.MISSION_UNKNOWN: _no_such_mission,
    amazonas.MISSION_ALREADY_DEALT: lambda _, mission, *__: f"The mission card {mission} is dealt already.",
    amazonas.MISSION_WRONG_SEAT: lambda _, seat, due, __: (
        f"The mission card of seat {due} is awaited, not that of seat {_number(seat)}."
    ),
    amazonas.EVENT_UNKNOWN: lambda _, card, *__: (
        f"There is no event card {_number(card)}; there are 0 to {amazonas.EVENT_CARDS - 1}."
    ),
    amazonas.EVENT_ALREADY_DRAWN: _event_drawn,
}
