"""A view of Trek 12: Amazonia for a terminal: plain ASCII, at most 100 columns, the map laid out as it is printed."""

from __future__ import annotations

from textwrap import wrap

from canopy.v1 import trek12_pb2
from engines.games.trek12.standing import (
    OPERATION_NAMES,
    is_finished,
    item_points,
    letters,
    operation_index,
    other_sheets,
    own_sheet,
    places,
    trail_numbers,
    zone_numbers,
)
from engines.games.trek12.text_map import LEGEND, draw_map
from engines.terminal import WIDTH, join_blocks, plain, wrapped

# Sheets that a spectator is shown as maps; of more players there is one line each.
_MOST_MAPS = 4


def render_text(view: trek12_pb2.Trek12View) -> str:
    """The picture of what one viewer may see: the own sheet drawn, the others in a line each."""
    own = own_sheet(view)
    blocks = [_heading(view), _table(view)]
    if own is not None:
        blocks += [draw_map(view, own), LEGEND, _groups(own), _choices(view, own)]
    elif len(view.sheets) <= _MOST_MAPS:
        for sheet in view.sheets:
            blocks += [[f"Seat {sheet.seat}"], draw_map(view, sheet), _groups(sheet)]
        blocks.append(LEGEND)
    blocks.append(_observations(view, own))
    if own is not None:
        blocks.append(_score(view, own))
    blocks += [_others(view), _ranking(view)]
    return join_blocks(blocks)


def _heading(view: trek12_pb2.Trek12View) -> list[str]:
    whose = f"seat {view.viewer}" if view.HasField("viewer") else "spectator"
    when = "the exploration is over" if is_finished(view) else f"round {view.round} of {view.rounds}"
    return [f"Trek 12: Amazonia - {whose} - {when}"]


def _table(view: trek12_pb2.Trek12View) -> list[str]:
    """The dice, their results, and who has chosen."""
    if is_finished(view):
        return []
    if not view.HasField("roll"):
        laid_out = all(line.HasField("number") for line in view.lines)
        return ["The dice are about to be rolled." if laid_out else "The number cards are about to be laid out."]
    results = (
        f"{name.lower()} {result}{'*' if result > view.max_number else ''}"
        for name, result in zip(OPERATION_NAMES, view.results, strict=True)
    )
    done = [str(sheet.seat) for sheet in view.sheets if sheet.has_chosen]
    chosen = wrapped(f"Chosen ({len(done)} of {len(view.sheets)}):", done or ["nobody yet"])
    return [f"Green {view.roll.green}, yellow {view.roll.yellow}:  {'   '.join(results)}", *chosen]


def _groups(sheet: trek12_pb2.Trek12Sheet) -> list[str]:
    trails = [
        f"{letters(index)}: {trail_numbers(sheet, trail)} = {trail.points}" for index, trail in enumerate(sheet.trails)
    ]
    zones = [
        f"{letters(index).upper()}: {zone_numbers(sheet, zone)} = {zone.points}"
        for index, zone in enumerate(sheet.zones)
    ]
    return [*wrapped("Trails ", trails or ["none yet"]), *wrapped("Zones  ", zones or ["none yet"])]


def _choices(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet) -> list[str]:
    """The choices table, ticked from left to right."""
    boxes = view.boxes_per_operation
    rows = ["Choices"]
    for index, (name, used) in enumerate(zip(OPERATION_NAMES, sheet.used, strict=True)):
        safe = "  safe on the river" if index == operation_index(view.river_safe_operation) else ""
        pencilled = sheet.HasField("chosen") and operation_index(sheet.chosen.operation) == index
        ticks = "[x]" * used + ("[?]" if pencilled and used < boxes else "")
        rows.append(f"  {name:<11} {ticks}{'[ ]' * (boxes - len(ticks) // 3)}{safe}")
    return rows


def _observations(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet | None) -> list[str]:
    """The observation lines: number card, card, values; circled ones in brackets, the current one with a star."""
    rows = ["Observations"]
    for index, line in enumerate(view.lines):
        circled = sheet.observations[index].circled if sheet is not None else 0
        number = str(line.number) if line.HasField("number") else "?"
        name = line.card if line.values else "face down"
        if len(name) > 24:
            name = f"{name[:21]}..."
        values = "".join(_value(value, place, circled) for place, value in enumerate(line.values))
        worth = f"= {sheet.observations[index].points}" if sheet is not None else ""
        rows.append(f"  {number:>2}  {plain(name):<24} {values} {worth}")
    return rows


def _value(value: int, place: int, circled: int) -> str:
    if place == circled - 1:
        return f" ({value})*"
    return f" ({value})" if place < circled else f"  {value} "


def _score(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet) -> list[str]:
    rows = ["Score"]
    for name, points, detail in item_points(sheet):
        head = f"  {plain(name):<13}{points:>5}  "
        rows += wrap(plain(detail), WIDTH, initial_indent=head, subsequent_indent=" " * len(head)) or [head]
    rows.append(f"  {'total' if is_finished(view) else 'so far':<13}{sheet.total:>5}")
    return [*rows, *wrapped("Danger", ["[x]"] * sheet.danger_ticks + ["[ ]"] * (8 - sheet.danger_ticks))]


def _others(view: trek12_pb2.Trek12View) -> list[str]:
    """A line for each of the other sheets: boxes ticked, circled values, danger, points."""
    sheets = other_sheets(view)
    if not sheets:
        return []
    rows = ["Seat  ticked low high diff sum prod   circled       trails zones observed danger   total"]
    for sheet in sheets:
        low, high, difference, both, product = sheet.used
        circled = " ".join(str(observation.circled) for observation in sheet.observations)
        points = {name: value for name, value, _ in item_points(sheet)}
        rows.append(
            f"{sheet.seat:>4}{'*' if sheet.has_chosen else ' '}"
            f" {low:>10} {high:>4} {difference:>4} {both:>3} {product:>4}"
            f"   {circled:<12} {points.get('trails', 0):>7} {points.get('zones', 0):>5}"
            f" {points.get('observations', 0):>8} {points.get('danger', 0):>6} {sheet.total:>7}"
        )
    return rows


def _ranking(view: trek12_pb2.Trek12View) -> list[str]:
    if not is_finished(view):
        return []
    return wrapped("Ranking:", [f"{place}. seat {sheet.seat} ({sheet.total})" for place, sheet in places(view)])
