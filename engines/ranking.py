"""Ranking of all places by any number of criteria; of each, more is better unless it is said otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import Placing, ScoreItem


def rank(
    values: Sequence[tuple[int, ...]],
    criteria: Sequence[str],
    items: Sequence[tuple[ScoreItem, ...]] = (),
    *,
    fewest_first: Sequence[str] = (),
) -> tuple[Placing, ...]:
    """The placings of all seats, best first; `values` and `items` go by seat, each value belongs to one criterion.

    Of the criteria in `fewest_first` less is better. Seats whose values are all equal share a place and ascend; the
    place after them is skipped.
    """
    signs = [1 if name in fewest_first else -1 for name in criteria]
    placings: list[Placing] = []
    for seat in sorted(range(len(values)), key=lambda seat: _best_first(values[seat], signs)):
        placings.append(_next_placing(placings, seat, values[seat], criteria, items[seat] if items else ()))
    return tuple(placings)


def _best_first(values: tuple[int, ...], signs: Sequence[int]) -> tuple[int, ...]:
    """A sort key that puts the best values first and keeps the order of equals."""
    return tuple(value * sign for value, sign in zip(values, signs, strict=True))


def _next_placing(
    placings: Sequence[Placing],
    seat: int,
    values: tuple[int, ...],
    criteria: Sequence[str],
    items: tuple[ScoreItem, ...],
) -> Placing:
    """The placing of the seat that comes after all `placings`."""
    place, decided_by = len(placings) + 1, ""
    if placings:
        better = placings[-1]
        if better.values == values:
            place = better.place
        else:
            decided_by = next(
                name for name, mine, theirs in zip(criteria, values, better.values, strict=True) if mine != theirs
            )
    return Placing(seat=seat, place=place, values=values, decided_by=decided_by, items=items)
