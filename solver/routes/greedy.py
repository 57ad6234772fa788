"""A player alone that always heads for what is worth most for its price: it gives the first plans."""

from __future__ import annotations

import random
from functools import cached_property
from heapq import heappop, heappush

from cext import amazonas
from cext.kernel import State
from engines.games.amazonas.content import content_of
from solver.routes.course import Course

_CARDS = {card: amazonas.pack_move(amazonas.MOVE_CARD, card) for card in range(amazonas.INCOME_CARDS)}
_END_MOVE, _INCOME_MOVE = amazonas.pack_move(amazonas.MOVE_END), amazonas.pack_move(amazonas.MOVE_INCOME)
_BARS = (amazonas.JAGUAR, amazonas.CROCODILE)

# Points that a specimen is thought to be worth while there are too few of its type to count.
_HOPE = 0.75
# Silver that a round is thought to bring.
_USUAL_INCOME = 6


class Greedy:
    """A policy for `course.play`. Without a random stream its tastes are plain; with one each game differs."""

    def __init__(self, course: Course, rng: random.Random | None) -> None:
        self._course = course
        self._content = content_of(course.setup.pack)
        self._start = course.facts
        villages = range(len(self._content.villages))
        self._taste = [1.0 if rng is None else rng.uniform(0.4, 1.6) for _ in villages]
        self._card_taste = [0.0 if rng is None else rng.uniform(-1.5, 1.5) for _ in range(amazonas.INCOME_CARDS)]
        self._hires_below = 6 if rng is None else rng.randint(3, 9)

    def __call__(self, state: State) -> int:
        """The move of the seat that is asked."""
        table, player = amazonas.table(state), amazonas.player(state, self._course.seat)
        if table.phase == amazonas.CHOOSING:
            return _CARDS[self._card(state, table, player)]
        if table.phase == amazonas.EARNING:
            return self._hire(state, table, player)
        goal = self._next_village(state, table, player)
        if goal is not None and goal in amazonas.buildable(state, self._course.seat):
            return amazonas.pack_move(amazonas.MOVE_BUILD, goal)
        return _END_MOVE

    # --- Money -------------------------------------------------------------------------------------------------------

    def _card(self, state: State, table: amazonas.Table, player: amazonas.Player) -> int:
        """The most income; the least when it burns; the native where it opens the way."""
        seat = self._course.seat
        plain = [card for card in player.hand if card != amazonas.NATIVE_CARD] or list(player.hand)
        if table.event in _BARS and amazonas.NATIVE_CARD in player.hand:
            goal = self._next_village(state, table, player)
            if goal is not None and not self._is_open(goal, table.event, frozenset(player.huts)):
                price = self._start.prices[goal] or 0
                if price <= player.silver + amazonas.income(state, seat, amazonas.NATIVE_CARD):
                    return amazonas.NATIVE_CARD
        if table.round > amazonas.ROUNDS - 4:
            plain = list(player.hand)
        sign = -1 if table.event == amazonas.FOREST_FIRE else 1
        return max(plain, key=lambda card: (sign * amazonas.income(state, seat, card) + self._card_taste[card], card))

    def _hire(self, state: State, table: amazonas.Table, player: amazonas.Player) -> int:
        types = amazonas.hirable(state, self._course.seat)
        if not types or player.income is None or player.income >= self._hires_below:
            return _INCOME_MOVE
        counts = _counts(player)
        best = max(types, key=lambda type_: (self._specimen(counts, type_, state), counts[type_], -type_))
        return amazonas.pack_move(amazonas.MOVE_HIRE, best)

    # --- The way -----------------------------------------------------------------------------------------------------

    def _is_open(self, village: int, event: int, huts: frozenset[int]) -> bool:
        return any(other in huts for other in self._start.next_to(village, self._start.open_kinds(event)))

    @cached_property
    def _mission(self) -> frozenset[int]:
        mission = amazonas.player(self._course.state, self._course.seat).mission
        return frozenset(() if mission is None else self._content.missions[mission])

    def _specimen(self, counts: list[int], type_: int, state: State) -> float:
        """What one more specimen of a type is worth."""
        worth = 1.0
        if counts[type_] < amazonas.SCORING_SPECIMENS:
            worth = float(amazonas.SCORING_SPECIMENS) if counts[type_] == amazonas.SCORING_SPECIMENS - 1 else _HOPE
        if not counts[type_] and not amazonas.player(state, self._course.seat).five_types:
            worth += amazonas.bonuses_left(state)[0] / counts.count(0)
        return worth

    def _next_village(self, state: State, table: amazonas.Table, player: amazonas.Player) -> int | None:
        """The first village on the way to the best goal that money may suffice for."""
        if not player.huts_left and not self._start.has_extra_huts:
            return None
        facts, counts, huts = self._start, _counts(player), frozenset(player.huts)
        reach = player.silver + _USUAL_INCOME * (amazonas.ROUNDS - table.round)
        best: tuple[float, int] | None = None
        heap = [(0, -1, 0.0, -1)]
        done = set(huts)
        while heap:
            cost, village, worth, first = heappop(heap)
            if village >= 0:
                if village in done:
                    continue
                done.add(village)
                worth += self._worth(village, counts, state)
                if best is None or worth / cost > best[0]:
                    best = worth / cost, first
            origins = huts if village < 0 else (village,)
            for origin in origins:
                for other in facts.neighbours[origin]:
                    price = facts.prices[other]
                    if other not in done and price is not None and cost + price <= reach:
                        heappush(heap, (cost + price, other, worth, other if first < 0 else first))
        return None if best is None else best[1]

    def _worth(self, village: int, counts: list[int], state: State) -> float:
        worth = self._specimen(counts, self._content.villages[village].specimen, state)
        if village in self._mission:
            worth += amazonas.MISSION_POINTS
        return worth * self._taste[village]


def _counts(player: amazonas.Player) -> list[int]:
    return [tokens + natives for tokens, natives in zip(player.specimens, player.natives, strict=True)]
