"""What a view of Trek 12 tells without saying it: whether the game is over, who stands where, names for people.

Both pictures use it. It reads the view alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from canopy.v1 import trek12_pb2

OPERATION_NAMES = ("Lower", "Higher", "Difference", "Sum", "Product")
ITEM_NAMES = ("trails", "zones", "observations", "danger")


def operation_index(operation: int) -> int:
    """The place of an operation in the choices table, 0-4."""
    return operation - trek12_pb2.TREK12_OPERATION_LOWER


def own_sheet(view: trek12_pb2.Trek12View) -> trek12_pb2.Trek12Sheet | None:
    """The sheet to show large: the viewer's own, or the only one; a spectator of several players has none."""
    if view.HasField("viewer"):
        return view.sheets[view.viewer]
    return view.sheets[0] if len(view.sheets) == 1 else None


def other_sheets(view: trek12_pb2.Trek12View) -> list[trek12_pb2.Trek12Sheet]:
    """The sheets to show small, by seat."""
    own = own_sheet(view)
    return [sheet for sheet in view.sheets if own is None or sheet.seat != own.seat]


def is_finished(view: trek12_pb2.Trek12View) -> bool:
    """All boxes are ticked ("End of the Game"), and no card of a discovered line is still to be turned up."""
    boxes_ticked = all(sum(sheet.used) >= view.rounds for sheet in view.sheets)
    return boxes_ticked and not any(
        not line.values and any(sheet.observations[index].circled for sheet in view.sheets)
        for index, line in enumerate(view.lines)
    )


def places(view: trek12_pb2.Trek12View) -> list[tuple[int, trek12_pb2.Trek12Sheet]]:
    """The sheets with their places, best first ("Goal"). Equal totals share a place."""
    ranked = sorted(view.sheets, key=lambda sheet: (-sheet.total, sheet.seat))
    return [(1 + sum(other.total > sheet.total for other in view.sheets), sheet) for sheet in ranked]


def item_points(sheet: trek12_pb2.Trek12Sheet) -> list[tuple[str, int, str]]:
    """Name, points and details of the running score; items of one name are added up."""
    names = list(dict.fromkeys(item.name for item in sheet.items))
    found = []
    for name in names:
        items = [item for item in sheet.items if item.name == name]
        details = "; ".join(item.detail for item in items if item.detail)
        found.append((name, sum(item.points for item in items), details))
    return found


def numbers_by_circle(sheet: trek12_pb2.Trek12Sheet) -> dict[int, int]:
    """Circle to written number; spiders over the highest number have none."""
    return {circle.circle: circle.number for circle in sheet.circles if circle.HasField("number")}


def trail_numbers(sheet: trek12_pb2.Trek12Sheet, trail: trek12_pb2.Trek12Group) -> str:
    """A trail in words, for example 4-5-6."""
    written = numbers_by_circle(sheet)
    return "-".join(str(written[circle]) for circle in trail.circles)


def zone_numbers(sheet: trek12_pb2.Trek12Sheet, zone: trek12_pb2.Trek12Group) -> str:
    """A zone in words, for example 3 x 5: three circles that hold a 5."""
    return f"{len(zone.circles)} x {numbers_by_circle(sheet)[zone.circles[0]]}"


def chosen_result(view: trek12_pb2.Trek12View, move: trek12_pb2.Trek12Move) -> int | None:
    """The number that a choice will write; None for a spider ("Max. 12")."""
    result = view.results[operation_index(move.operation)]
    return result if result <= view.max_number else None


def letters(index: int, alphabet: Sequence[str] = "abcdefghijklmnopqrstuvwxyz") -> str:
    """A short tag for the trail or zone of this index: a, b, ... z, aa, ab, ..."""
    size = len(alphabet)
    return alphabet[index] if index < size else letters(index // size - 1, alphabet) + alphabet[index % size]
