"""What a seat can have at most, long before any plan: it makes the model small."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from cext import amazonas
from solver.routes.facts import Facts
from solver.routes.rounds import Round


def most_money(
    player: amazonas.Player, rounds: Sequence[Round], tokens: Sequence[int], cheapest: int | None
) -> tuple[int, ...]:
    """By round, more silver cannot have been in the seat's hands by then, all that was spent included.

    `tokens` are those of each type that can still be had; `cheapest` is the price of the cheapest hut, None for none.
    """
    counts = [own + natives for own, natives in zip(player.specimens, player.natives, strict=True)]
    hired = sum(player.natives)
    money = player.silver
    most: list[int] = []
    natives = 0
    for index, round_ in enumerate(rounds):
        # Huts of the rounds before, all of one type.
        huts = 0 if cheapest is None or index == 0 else most[-1] // cheapest
        specimens = max(count + natives + min(huts, left) for count, left in zip(counts, tokens, strict=True))
        shown = max(specimens, hired + natives)
        plain = _best_cards(rounds[: index + 1])
        if round_.earns:
            money += shown
            if round_.event >= amazonas.BONUS_FISH:
                money += specimens
        most.append(money + plain)
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
