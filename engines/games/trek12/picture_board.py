"""What a player has written on the playing area: numbers, trails, zones, spiders, coloured piranhas, and the choice."""

from __future__ import annotations

from math import hypot

from canopy.v1 import trek12_pb2
from engines import notebook
from engines.games.trek12 import picture_style as style
from engines.games.trek12.picture_sheet import Geometry, piranha_in
from engines.games.trek12.standing import chosen_result, letters, operation_index
from engines.svg import Element, group

# A trail's letter is drawn on a link that leaves so much room between the circles, in pixels.
_ROOM_FOR_A_LETTER = 15


def board(
    view: trek12_pb2.Trek12View,
    sheet: trek12_pb2.Trek12Sheet,
    geometry: Geometry,
    printed: Element,
    prefix: str,
) -> Element:
    """The playing area with everything that is written on it, drawn over the printed sheet."""
    river = {place.circle for place in view.sheet if place.river}
    layers = group(printed, class_="board", data_seat=sheet.seat)
    layers.add(*(_zone_band(view, geometry, zone, index, prefix) for index, zone in enumerate(sheet.zones)))
    layers.add(*(_trail_line(sheet, geometry, trail, index) for index, trail in enumerate(sheet.trails)))
    trails = {circle: index for index, trail in enumerate(sheet.trails) for circle in trail.circles}
    zones = {circle: index for index, zone in enumerate(sheet.zones) for circle in zone.circles}
    for written in sheet.circles:
        trail, zone = trails.get(written.circle), zones.get(written.circle)
        layers.add(_written_circle(written, geometry, written.circle in river, trail, zone, prefix))
    if sheet.HasField("chosen"):
        layers.add(_ghost(view, sheet.chosen, geometry))
    return layers


def _zone_band(
    view: trek12_pb2.Trek12View, geometry: Geometry, zone: trek12_pb2.Trek12Group, index: int, prefix: str
) -> Element:
    """The background that a zone's circles share."""
    members = set(zone.circles)
    path = "".join(
        geometry.segment(place.circle, other)
        for place in view.sheet
        for other in place.neighbours
        if place.circle in members and other in members and other > place.circle
    )
    width = 1.1 * geometry.radius
    return group(
        Element("path", d=path, stroke=style.zone_ink(index), stroke_width=width + 2),
        Element("path", d=path, stroke=style.zone_fill(prefix, index), stroke_width=width),
        fill="none",
        class_="zone",
        data_zone=index,
        data_circles=" ".join(map(str, zone.circles)),
    )


def _trail_line(
    sheet: trek12_pb2.Trek12Sheet, geometry: Geometry, trail: trek12_pb2.Trek12Group, index: int
) -> Element:
    """The line of a trail, each link with the trail's letter where there is room for it."""
    radius, colour = geometry.radius, style.trail_colour(index)
    links = list(zip(trail.circles, trail.circles[1:], strict=False))
    path = "".join(geometry.segment(a, b) for a, b in links)
    line = group(
        Element("path", d=path, fill="none", stroke=notebook.HALO, stroke_width=0.3 * radius + 3),
        Element("path", d=path, fill="none", stroke=colour, stroke_width=0.3 * radius, stroke_linecap="round"),
        class_="trail",
        data_trail=index,
        data_circles=" ".join(map(str, trail.circles)),
    )
    for a, b in links:
        (x1, y1), (x2, y2) = geometry.centres[a], geometry.centres[b]
        if hypot(x2 - x1, y2 - y1) - 2 * radius >= _ROOM_FOR_A_LETTER:
            line.add(trail_badge(index, (x1 + x2) / 2, (y1 + y2) / 2))
    return line


def trail_badge(index: int, x: float, y: float) -> Element:
    """The letter of a trail in a small disc."""
    return group(
        Element("circle", cx=x, cy=y, r=9, fill=notebook.HALO, stroke=style.trail_colour(index), stroke_width=2),
        notebook.label(letters(index), x, y + 4, 11.5, anchor="middle", fill=notebook.INK, bold=True),
        class_="box badge",
    )


def _written_circle(
    written: trek12_pb2.Trek12Circle,
    geometry: Geometry,
    in_river: bool,
    trail: int | None,
    zone: int | None,
    prefix: str,
) -> Element:
    """A circle that somebody has written in. An orphan shows its number and its spider ("End of the Game")."""
    x, y = geometry.centres[written.circle]
    radius = geometry.radius
    ring = notebook.RIVER if in_river else notebook.FOREST
    fill = style.zone_fill(prefix, zone) if zone is not None else notebook.RIPPLE if in_river else notebook.HALO
    drawn = group(
        Element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill=fill,
            stroke=ring if trail is None else style.trail_colour(trail),
            stroke_width=max(1.0, radius / 20) if trail is None else max(2.4, radius / 8),
        ),
        class_="box circle river" if in_river else "box circle jungle",
        data_circle=written.circle,
        data_trail=trail,
        data_zone=zone,
    )
    if zone is not None:
        drawn.add(Element("circle", cx=x, cy=y - 0.06 * radius, r=0.64 * radius, fill=notebook.HALO, opacity=0.9))
    if in_river:
        drawn.add(piranha_in(x, y, radius, coloured=written.piranha))
    if written.HasField("number") and written.spider:
        drawn.add(number_text(written.number, x - 0.37 * radius, y + 0.18 * radius, 0.7 * radius))
        drawn.add(style.spider(x + 0.5 * radius, y - 0.06 * radius, 0.66 * radius))
    elif written.spider:
        drawn.add(_spider_of(x, y, radius, in_river))
    elif written.HasField("number"):
        drawn.add(number_text(written.number, x, y + 0.26 * radius, 0.84 * radius))
    return drawn


def _spider_of(x: float, y: float, radius: float, in_river: bool, colour: str = notebook.INK) -> Element:
    """A spider that fills its circle, and leaves the piranha its place in a river circle."""
    return style.spider(x, y - (0.24 if in_river else 0.04) * radius, (1.0 if in_river else 1.25) * radius, colour)


def number_text(value: int, x: float, y: float, size: float, *, ghost: bool = False) -> Element:
    """A written number."""
    return notebook.label(
        str(value),
        x,
        y,
        size,
        anchor="middle",
        fill=notebook.PENCIL if ghost else notebook.INK,
        bold=not ghost,
        italic=ghost,
        class_="number",
    )


def _ghost(view: trek12_pb2.Trek12View, move: trek12_pb2.Trek12Move, geometry: Geometry) -> Element:
    """The viewer's own choice of this round, in pencil until the round is written ("How to Play")."""
    x, y = geometry.centres[move.circle]
    radius = geometry.radius
    links = [move.link_below] if move.HasField("link_below") else []
    links += [move.link_above] if move.HasField("link_above") else []
    pencil = group(
        *(
            Element("path", d=geometry.between(move.circle, other), stroke_width=0.16 * radius, stroke_dasharray="2 8")
            for other in links
        ),
        fill="none",
        stroke=notebook.PENCIL,
        stroke_linecap="round",
    )
    in_river = any(place.river for place in view.sheet if place.circle == move.circle)
    ghost = group(
        Element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill="#eceaf6",
            stroke=notebook.PENCIL,
            stroke_width=max(1.4, radius / 12),
            stroke_dasharray="5 4",
        ),
        class_="box ghost",
        data_circle=move.circle,
        data_operation=operation_index(move.operation),
    )
    if in_river:
        ghost.add(piranha_in(x, y, radius, coloured=False))
    result = chosen_result(view, move)
    if result is None:
        ghost.add(_spider_of(x, y, radius, in_river, notebook.PENCIL))
    else:
        ghost.add(number_text(result, x, y + 0.26 * radius, 0.84 * radius, ghost=True))
    return group(pencil, ghost, class_="choice")
