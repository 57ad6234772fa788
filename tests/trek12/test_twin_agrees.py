"""The kernel of Trek 12 and its plain twin play the same random games and agree at every step.

At every step of every game they are compared on: what is due, the outcomes that may come, the seats asked, the legal
moves of every seat (a full search by the twin), the whole state, the violations of random words and the points item by
item; at the end also on the ranking and the envelope.
"""

import random
from typing import Any

import pytest

from cext import trek12
from cext.kernel import State
from tests.amounts import usual_amount
from tests.reference.trek12 import Content, Move, Score, Trek12
from tests.trek12.play import PACK, names, pack_arguments
from tests.trek12.sheets import random_pack

USUAL_GAMES = usual_amount(500)
SOAK_GAMES = 100_000
# Games are dealt to the tests in batches, so that workers can share them.
BATCH = 100
OPERATIONS = ("LOWER", "HIGHER")
DUE = {"NUMBERS": trek12.CHANCE_NUMBERS, "ROLL": trek12.CHANCE_ROLL, "CARD": trek12.CHANCE_CARD}
WORDS_PER_SEAT = 3


# --- Both at once ---------------------------------------------------------------------------------------------------


class Pair:
    """The kernel's state and the twin of one game."""

    def __init__(self, rng: random.Random) -> None:
        pack = PACK if rng.random() < 0.6 else random_pack(rng)
        self.players = rng.choices((1, 2, 3, 4), (12, 4, 2, 1))[0]
        safe = rng.choice(OPERATIONS)
        rules = trek12.compile_rules(
            players=self.players, safe_operation=OPERATIONS.index(safe), **pack_arguments(pack)
        )
        self.state = State.start(rules)
        self.twin = Trek12(Content.from_json(pack), self.players, safe)
        self.circles = len(pack["circles"])

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


def sheet_of(fields: dict[str, Any], rounds: int, lines: int) -> tuple[object, ...]:
    """A seat's fields in the form of the twin's `public_state`."""
    numbers = sorted((circle, number) for number, mask in enumerate(fields["by_number"]) for circle in bits(mask))
    links = tuple((lower, upper - 1) for lower, upper in enumerate(fields["above"]) if upper)
    orphans = bits(fields["orphans"])
    # The kernel's masks say nothing that the links do not say.
    assert bits(fields["has_above"]) == tuple(lower for lower, _ in links)
    assert bits(fields["has_below"]) == tuple(sorted(upper for _, upper in links))
    assert bits(fields["filled"]) == tuple(sorted(fields["circle_of_round"][:rounds]))
    return (
        tuple(numbers),
        bits(fields["spiders"]),
        bits(fields["piranhas"]),
        links,
        fields["used"],
        fields["ticks"] - len(orphans),  # the twin counts them when asked for the score
        fields["observed"][:lines],
        tuple(
            (number + 1, fields["operation_of_round"][number], fields["circle_of_round"][number])
            for number in range(rounds)
        ),
    )


def public_state(state: State) -> tuple[object, ...]:
    """The kernel's fields in the form of the twin's `public_state`."""
    fields = state.fields()
    table = trek12.table(state)
    lines = len(table.cards)
    return (
        table.round,
        table.numbers,
        table.cards,
        table.roll,
        tuple(seat["choice"] if fields["chosen"] >> i & 1 else None for i, seat in enumerate(fields["seats"])),
        tuple(sheet_of(seat, table.round, lines) for seat in fields["seats"]),
    )


def score_of(score: trek12.SheetScore) -> Score:
    """The kernel's points in the form of the twin's."""
    return Score(
        trails=[list(trail) for trail in score.trails],
        zones=[list(zone) for zone in score.zones],
        trail_points=score.trail_points,
        zone_points=score.zone_points,
        observation_line_points=list(score.observation_points),
        observation_points=sum(score.observation_points),
        orphans=list(score.orphans),
        ticks=score.ticks,
        danger_points=score.danger_points,
        total=score.total,
    )


def ranking_of(totals: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Places by total; equal totals share one."""
    order = sorted(set(totals), reverse=True)
    seats = [tuple(seat for seat, total in enumerate(totals) if total == value) for value in order]
    return [(1 + sum(map(len, seats[:i])), group) for i, group in enumerate(seats)]


# --- Words that mostly break rules ----------------------------------------------------------------------------------


def random_move_word(pair: Pair, rng: random.Random, legal: list[int]) -> int:
    """Anything from a legal move with one byte changed to noise."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.getrandbits(64)
    if kind <= 4 and legal:
        byte = rng.randrange(4)
        return rng.choice(legal) & ~(0xFF << 8 * byte) | rng.randrange(pair.circles + 2) << 8 * byte
    below, above = (rng.choice((0, rng.randrange(pair.circles + 2))) for _ in range(2))
    return rng.randrange(6) << 24 | rng.randrange(pair.circles + 1) << 16 | below << 8 | above


def random_outcome_word(rng: random.Random) -> int:
    """Anything from a likely outcome to noise."""
    if rng.randrange(4) == 0:
        return rng.getrandbits(64)
    bytes_told = (rng.randrange(10) for _ in range(rng.randint(2, 4)))
    return rng.randrange(5) << 56 | sum(byte << 8 * i for i, byte in enumerate(bytes_told))


# --- Comparing ------------------------------------------------------------------------------------------------------


def compare_violations(pair: Pair, rng: random.Random, legal: list[list[int]]) -> None:
    for seat in range(-1, pair.players + 1):
        moves = legal[seat] if 0 <= seat < pair.players else []
        for _ in range(WORDS_PER_SEAT if moves else 1):
            word = random_move_word(pair, rng, moves)
            assert names(pair.state.check(seat, word)) == list(pair.twin.violations(seat, Move.from_word(word)))
    word = random_outcome_word(rng)
    assert names(pair.state.check_outcome(word)) == list(pair.twin.outcome_violations(word))


def compare(pair: Pair, rng: random.Random) -> list[list[int]]:
    """Everything that holds at one step; returns the legal moves by seat."""
    state, twin = pair.state, pair.twin
    due = twin.due()
    assert state.chance_kind == DUE.get(due, 0)
    assert state.is_over == (due == "OVER")
    assert state.outcomes() == twin.possible_outcomes()
    assert state.to_act() == twin.seats_to_act()
    assert public_state(state) == twin.public_state()
    legal = [state.legal_moves(seat) for seat in range(pair.players)]
    assert legal == [[move.word for move in twin.legal_moves(seat)] for seat in range(pair.players)]
    scores = [trek12.score(state, seat) for seat in range(pair.players)]
    assert [score_of(score) for score in scores] == [twin.score(seat) for seat in range(pair.players)]
    assert state.returns() == tuple(score.total for score in scores)
    assert trek12.challenge(state) == twin.envelope_challenge()
    compare_violations(pair, rng, legal)
    return legal


def play_both(number: int) -> None:
    """One game of both, by its number."""
    rng = random.Random(f"trek12/twin/{number}")
    pair = Pair(rng)
    while True:
        legal = compare(pair, rng)
        if pair.state.is_over:
            break
        if pair.state.chance_kind:
            pair.tell(rng.choice(pair.state.outcomes()))
        else:
            seat = rng.choice(pair.state.to_act())
            pair.choose(seat, rng.choice(legal[seat]))
    assert ranking_of(pair.state.returns()) == pair.twin.ranking()


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
