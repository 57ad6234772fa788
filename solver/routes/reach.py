"""What a seat can have at most, long before any plan: it makes the model small."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import accumulate

from cext import amazonas
from engines.games.amazonas.content import content_of
from solver.routes.course import Course
from solver.routes.facts import Facts
from solver.routes.rounds import Round, rounds_of


def most_money_in(course: Course) -> tuple[int, ...]:
    """By round, more silver cannot have been in the seat's hands by then, all that was spent included."""
    facts, content = course.facts, content_of(course.setup.pack)
    prices = {village: facts.prices[village] or 0 for village in least_costs(facts)}
    left = Counter(content.villages[village].specimen for village in prices)
    supply = amazonas.table(course.state).supply
    tokens = [min(left[type_], supply[type_]) for type_ in range(amazonas.TYPES)]
    return most_money(amazonas.player(course.state, course.seat), rounds_of(course), tokens, prices.values())


def most_money(
    player: amazonas.Player, rounds: Sequence[Round], tokens: Sequence[int], prices: Iterable[int]
) -> tuple[int, ...]:
    """The same, by what the seat has.

    `tokens` are those of each type that can still be had; `prices` are those of all huts that can be built.
    """
    counts = [own + natives for own, natives in zip(player.specimens, player.natives, strict=True)]
    hired = sum(player.natives)
    # The least that so many huts cost.
    costs = list(accumulate(sorted(prices)))
    most: list[int] = []
    # Of hands that are played, and of events.
    settled, bonuses, natives, shown = player.silver, 0, 0, 0
    for index, round_ in enumerate(rounds):
        if index and round_.hand != rounds[index - 1].hand:
            settled, shown = settled + shown, 0
        # Huts of the rounds before.
        huts = bisect_right(costs, most[-1]) if index else 0
        of_type = [count + natives + min(huts, left) for count, left in zip(counts, tokens, strict=True)]
        if round_.earns:
            if round_.event >= amazonas.BONUS_FISH:
                bonuses += of_type[round_.event - amazonas.BONUS_FISH]
            # Each card is played once: five show one type each, one the largest, one the natives.
            specimens = sum(counts) + natives + min(huts, sum(tokens))
            this_hand = [other for other in rounds[: index + 1] if other.hand == round_.hand and other.earns]
            largest = max(*of_type, hired + natives)
            shown = min(len(this_hand) * largest, specimens + max(of_type) + hired + natives)
        most.append(settled + shown + bonuses + _best_cards(rounds[: index + 1]))
        natives += round_.native
    return tuple(most)


def _best_cards(rounds: Sequence[Round]) -> int:
    """The highest numbers that income cards can add up to; each is played once while its hand lasts."""
    total = 0
    for hand in {round_.hand for round_ in rounds}:
        earning = [round_ for round_ in rounds if round_.hand == hand and round_.earns]
        cards = sorted({card for round_ in earning for card in round_.cards}, reverse=True)
        total += sum(cards[: len(earning)])
    return total


def least_costs(facts: Facts) -> dict[int, int]:
    """By village that can be reached some day, the least that the way there from the own huts costs, it included."""
    costs: dict[int, int] = {}
    heap = [(0, village) for village in facts.huts]
    while heap:
        cost, village = heappop(heap)
        if costs.get(village, cost + 1) <= cost:
            continue
        costs[village] = cost
        for other in facts.neighbours[village]:
            price = facts.prices[other]
            if price is not None and other not in costs:
                heappush(heap, (cost + price, other))
    return {village: cost for village, cost in costs.items() if village not in facts.huts}
