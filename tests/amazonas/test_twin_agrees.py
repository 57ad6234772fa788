"""The kernel of Amazonas and its plain twin play the same random games and agree at every step.

At every step of every game they are compared on: what is due, the outcomes that may come, the seats asked, the legal
moves (a full search by the twin), the whole state, the violations of random words, the points item by item and what
ranks the seats; at the end also on the ranking.
"""

import random

import pytest

from cext import amazonas
from cext.kernel import State
from tests.amazonas.maps import random_map
from tests.amazonas.play import (
    MISSION_SCORINGS,
    TIE_BREAKS,
    names,
    pack_arguments,
    shipped_pack,
)
from tests.amazonas.small_map import PACK as SMALL_PACK
from tests.amounts import usual_amount
from tests.reference.amazonas import NEUTRAL_HUT, Amazonas, Score
from tests.reference.amazonas_content import RULES_2005, RULES_BGA, Content, Move, Options

USUAL_GAMES = usual_amount(200)
SOAK_GAMES = 30_000
# Games are dealt to the tests in batches, so that workers can share them.
BATCH = 50
PHASES = {
    "MISSION": amazonas.DEALING,
    "SET_UP": amazonas.SETTING_UP,
    "EVENT": amazonas.DRAWING,
    "CARDS": amazonas.CHOOSING,
    "INCOME": amazonas.EARNING,
    "BUILD": amazonas.BUILDING,
    "OVER": amazonas.OVER,
}
CHANCES = {"MISSION": amazonas.CHANCE_MISSION, "EVENT": amazonas.CHANCE_EVENT}
WORDS_PER_SEAT = 4


# --- Both at once ---------------------------------------------------------------------------------------------------


def random_options(rng: random.Random) -> Options:
    """An edition, or any mixture of both."""
    if rng.random() < 0.6:
        return rng.choice((RULES_2005, RULES_BGA))
    return Options(
        tie_break=rng.choice(list(TIE_BREAKS)),
        native_needs_own_type=rng.random() < 0.5,
        mission_scoring=rng.choice(list(MISSION_SCORINGS)),
        majority_chips=rng.random() < 0.5,
        extra_huts=rng.random() < 0.5,
        neutral_huts=rng.random() < 0.5,
    )


class Pair:
    """The kernel's state and the twin of one game."""

    def __init__(self, rng: random.Random) -> None:
        pack = rng.choice((SMALL_PACK, shipped_pack(), random_map(rng)))
        options = random_options(rng)
        self.players = rng.randint(2, 4)
        rules = amazonas.compile_rules(
            players=self.players,
            **pack_arguments(pack),
            tie_break=TIE_BREAKS[options.tie_break],
            native_needs_own_type=options.native_needs_own_type,
            mission_scoring=MISSION_SCORINGS[options.mission_scoring],
            majority_chips=options.majority_chips,
            extra_huts=options.extra_huts,
            neutral_huts=options.neutral_huts,
        )
        self.state = State.start(rules)
        self.twin = Amazonas(Content.from_json(pack), self.players, options)
        self.has_coins = options.tie_break == "COPPER_COINS"
        self.has_neutral_huts = options.neutral_huts and self.players == 2
        self.villages = len(pack["villages"])

    def tell(self, outcome: int) -> None:
        """The same outcome for both."""
        self.state, _ = self.state.resolve(outcome)
        self.twin.tell(outcome)

    def choose(self, seat: int, move: int) -> None:
        """The same move for both."""
        self.state, _ = self.state.apply(seat, move)
        self.twin.choose(seat, Move.from_word(move))


def bits(mask: int) -> tuple[int, ...]:
    """The indices of a mask's bits."""
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)


def owners(state: State) -> tuple[tuple[int, ...], ...]:
    """For each village who has built there, cheapest site first, as the twin tells it."""
    taken = tuple(tuple(owner for owner in village if owner is not None) for village in amazonas.sites(state))
    # Sites are taken from the cheapest on.
    assert all(None not in sites[: len(huts)] for sites, huts in zip(amazonas.sites(state), taken, strict=True))
    return tuple(
        tuple(NEUTRAL_HUT if owner == amazonas.NEUTRAL_OWNER else owner for owner in village) for village in taken
    )


def turns_finished(table: amazonas.Table) -> int:
    """How many seats have had their turn of the round in progress."""
    return table.place or 0


def public_state(pair: Pair) -> tuple[object, ...]:
    """The kernel's state in the form of `twin_state`."""
    table = amazonas.table(pair.state)
    players = [amazonas.player(pair.state, seat) for seat in range(pair.players)]
    in_set_up = table.phase == amazonas.SETTING_UP
    is_over = table.phase == amazonas.OVER
    return (
        tuple(player.mission for player in players),
        owners(pair.state),
        tuple(player.silver for player in players),
        tuple(player.specimens for player in players),
        tuple(player.natives for player in players),
        table.supply,
        tuple(player.five_types or None for player in players),
        tuple(player.hand for player in players),
        tuple(player.choice for player in players),
        tuple(player.played for player in players),
        tuple(player.coin for player in players) if pair.has_coins else None,
        tuple(player.neutral_left for player in players) if pair.has_neutral_huts else None,
        table.active if in_set_up else 0 if table.phase == amazonas.DEALING else pair.players,
        table.round if is_over else max(0, table.round - 1),
        bits(pair.state.fields()["events_used"]),
        table.event,
        table.native,
        None if table.place is None else tuple(player.income for player in players),
        table.order,
        turns_finished(table),
        table.phase == amazonas.EARNING,
        table.neutral_built,
    )


EVENT_CARD = 15
"""Where the twin's state names the event card of the round."""


def twin_state(twin: Amazonas) -> tuple[object, ...]:
    """The twin's `public_state`, with what the event card shows instead of its number, which the kernel forgets."""
    state = list(twin.public_state())
    card = state[EVENT_CARD]
    state[EVENT_CARD] = amazonas.event_shown(card) if isinstance(card, int) else None
    return tuple(state)


def score_of(score: amazonas.SeatScore) -> Score:
    """The kernel's points in the form of the twin's."""
    return Score(
        specimens=list(score.types),
        five_types=score.five_types,
        majority=score.majority,
        missions=score.missions,
        total=score.total,
    )


def ranking_of(values: list[tuple[int, ...]]) -> list[tuple[int, int, tuple[int, ...]]]:
    """(place, seat, values), best first; equal seats share a place."""
    order = sorted(range(len(values)), key=lambda seat: (tuple(-value for value in values[seat]), seat))
    return [(1 + sum(better > values[seat] for better in values), seat, values[seat]) for seat in order]


# --- Words that mostly break rules ----------------------------------------------------------------------------------


def random_move_word(pair: Pair, rng: random.Random, legal: list[int]) -> int:
    """Anything from a move of any kind to noise."""
    noise = rng.randrange(10)
    if noise == 0:
        return rng.getrandbits(64)
    if noise == 1 and legal:
        return rng.choice(legal) ^ 1 << rng.randrange(64)
    kind, highest = rng.choice(
        (
            (amazonas.MOVE_BUILD, pair.villages),
            (amazonas.MOVE_BUILD, pair.villages),
            (amazonas.MOVE_NEUTRAL, pair.villages),
            (amazonas.MOVE_CARD, amazonas.INCOME_CARDS),
            (amazonas.MOVE_HIRE, amazonas.TYPES),
            (amazonas.MOVE_INCOME, 0),
            (amazonas.MOVE_PASS, 0),
            (amazonas.MOVE_END, 0),
        )
    )
    return amazonas.pack_move(kind, rng.randint(0, highest))


def random_outcome_word(rng: random.Random) -> int:
    """Anything from a likely outcome to noise."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.getrandbits(64)
    if kind == 1:
        return 1 << 56 | rng.randrange(18) << 8 | rng.randrange(5)
    return rng.randrange(4) << 56 | rng.randrange(20)


# --- Comparing ------------------------------------------------------------------------------------------------------


def compare_violations(pair: Pair, rng: random.Random, legal: list[list[int]]) -> None:
    for seat in range(-1, pair.players + 1):
        moves = legal[seat] if 0 <= seat < pair.players else []
        for _ in range(WORDS_PER_SEAT if moves else 1):
            word = random_move_word(pair, rng, moves)
            assert names(pair.state.check(seat, word)) == list(pair.twin.violations(seat, Move.from_word(word)))
    word = random_outcome_word(rng)
    assert names(pair.state.check_outcome(word)) == list(pair.twin.outcome_violations(word))


def arguments(moves: list[int], kind: int) -> tuple[int, ...]:
    """What the moves of this kind are about."""
    return tuple(argument for found, argument in map(amazonas.unpack_move, moves) if found == kind)


def legal_moves(twin: Amazonas, seat: int) -> list[int]:
    """The twin's legal moves as words."""
    return [move.word for move in twin.legal_moves(seat)]


def compare_shown(pair: Pair, legal: list[list[int]]) -> None:
    """What views show beside the state is what the legal moves and the twin say."""
    for seat, moves in enumerate(legal):
        assert moves == legal_moves(pair.twin, seat)
        assert amazonas.buildable(pair.state, seat) == arguments(moves, amazonas.MOVE_BUILD)
        assert amazonas.neutral_sites(pair.state, seat) == arguments(moves, amazonas.MOVE_NEUTRAL)
        assert amazonas.hirable(pair.state, seat) == arguments(moves, amazonas.MOVE_HIRE)
        for card in range(amazonas.INCOME_CARDS):
            assert amazonas.income(pair.state, seat, card) == pair.twin.announced_income(seat, card)
        for village in range(pair.villages):
            assert amazonas.price(pair.state, seat, village) == pair.twin.price(seat, village)


def compare(pair: Pair, rng: random.Random) -> list[list[int]]:
    """Everything that holds at one step; returns the legal moves by seat."""
    state, twin = pair.state, pair.twin
    due = twin.due()
    assert amazonas.table(state).phase == PHASES[due]
    assert state.chance_kind == CHANCES.get(due, 0)
    assert state.is_over == (due == "OVER")
    assert state.outcomes() == twin.possible_outcomes()
    assert state.to_act() == twin.seats_to_act()
    assert public_state(pair) == twin_state(twin)
    legal = [state.legal_moves(seat) for seat in range(pair.players)]
    # The twin's search is slow: whoever is not asked has no move, which is seen now and then in `compare_shown`.
    asked = twin.seats_to_act()
    assert legal == [legal_moves(twin, seat) if seat in asked else [] for seat in range(pair.players)]
    scores = [amazonas.score(state, seat) for seat in range(pair.players)]
    assert [score_of(score) for score in scores] == [twin.score(seat) for seat in range(pair.players)]
    assert state.returns() == tuple(score.total for score in scores)
    assert standings(state) == [twin.ranking_values(seat) for seat in range(pair.players)]
    compare_violations(pair, rng, legal)
    return legal


def standings(state: State) -> list[tuple[int, ...]]:
    """What ranks each seat, without the coin where coins are not in use."""
    return [tuple(value for value in standing if value is not None) for standing in amazonas.standing(state)]


SHOWN_EVERY = 8


def play_both(number: int) -> None:
    """One game of both, by its number."""
    rng = random.Random(f"amazonas/twin/{number}")
    pair = Pair(rng)
    while True:
        legal = compare(pair, rng)
        if rng.randrange(SHOWN_EVERY) == 0:
            compare_shown(pair, legal)
        if pair.state.is_over:
            break
        if pair.state.chance_kind:
            pair.tell(rng.choice(pair.state.outcomes()))
        else:
            seat = rng.choice(pair.state.to_act())
            pair.choose(seat, rng.choice(legal[seat]))
    assert ranking_of(standings(pair.state)) == [placing[:3] for placing in pair.twin.ranking()]


def batches(first: int, last: int) -> list[range]:
    """The games from `first` to before `last`, in batches."""
    return [range(start, min(start + BATCH, last)) for start in range(first, last, BATCH)]


@pytest.mark.parametrize("games", batches(0, USUAL_GAMES), ids=lambda games: f"from-{games.start}")
def test_random_games_agree(games: range) -> None:
    for number in games:
        play_both(number)


@pytest.mark.soak
@pytest.mark.parametrize("games", batches(USUAL_GAMES, SOAK_GAMES), ids=lambda games: f"from-{games.start}")
def test_many_random_games_agree(games: range) -> None:
    for number in games:
        play_both(number)
