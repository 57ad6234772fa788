"""The map of Amazonas: forest floor, paths and rivers, villages with their sites, and what stands on them now."""

from __future__ import annotations

from functools import lru_cache

from canopy.v1 import amazonas_pb2
from engines import notebook
from engines.games.amazonas import picture_style as style
from engines.games.amazonas.picture_geometry import (
    NAME_SIZE,
    PLATE_HEIGHT,
    SITE_RADIUS,
    TOKEN,
    Geometry,
    Map,
    beside,
    curve,
    fit,
    plate_width,
    token_place,
    with_middle,
)
from engines.games.amazonas.standing import is_barred, own_player
from engines.games.amazonas.vocabulary import specimen_index
from engines.svg import Element, Frozen, group, numbers, text_width

_TALLEST = 680.0
_LEGEND = 40.0
# How far a path runs beside the river that leads the same way.
_BESIDE = 11.0


def map_panel(view: amazonas_pb2.AmazonasView, width: float) -> notebook.Drawn:
    """The map in its frame, with a legend below it."""
    geometry = fit(Map.of(view), width, _TALLEST)
    own = own_player(view)
    mission = list(own.mission.villages) if own is not None else []
    drawn = group(class_="map")
    drawn.add(_ground(geometry))
    drawn.add(_ways(geometry, by_path=False, barred=is_barred(view, amazonas_pb2.AMAZONAS_EVENT_CARD_CROCODILE)))
    drawn.add(_ways(geometry, by_path=True, barred=is_barred(view, amazonas_pb2.AMAZONAS_EVENT_CARD_JAGUAR)))
    drawn.add(*(_mission_ring(geometry, village) for village in mission))
    drawn.add(_villages(geometry))
    drawn.add(_sites(view, geometry), _rings(view, geometry))
    height = geometry.height + _LEGEND
    frame = Element("rect", width=width, height=height, rx=10, fill="none", stroke=notebook.LINE, stroke_width=1.2)
    return group(drawn, _legend(view, geometry.height), frame), height


# --- What is printed, drawn once for each map ---


@lru_cache(maxsize=16)
def _ground(geometry: Geometry) -> Element:
    """The forest floor, with a tree here and there where no plate hides it."""
    ground = group(
        Element("rect", width=geometry.width, height=geometry.height + _LEGEND, rx=10, fill=notebook.FOREST_FLOOR),
        class_="ground",
    )
    trees: list[str] = []
    for row in range(int(geometry.height // 46)):
        for column in range(int(geometry.width // 58)):
            # A fixed scatter: neighbours in the grid are moved differently.
            x = 30 + 58 * column + (row * 37 + column * 23) % 31 - 15
            y = 28 + 46 * row + (row * 17 + column * 41) % 27 - 13
            if all(abs(x - cx) > 66 or abs(y - cy) > 40 for cx, cy in geometry.centres):
                trees.append(f"M{numbers(x, y)}v6M{numbers(x - 6, y)}q6 -11 12 0q-6 3 -12 0")
    ground.add(
        Element("path", d="".join(trees) or None, fill="#cfdcb4", stroke="#b7c894", stroke_width=1, class_="trees")
    )
    return Frozen(ground)


@lru_cache(maxsize=32)
def _ways(geometry: Geometry, *, by_path: bool, barred: bool) -> Element:
    """All rivers, or all paths; faint while the event bars them."""
    ways = group(
        class_=f"{'paths' if by_path else 'rivers'}{' barred' if barred else ''}",
        fill="none",
        stroke_linecap="round",
        opacity=0.4 if barred else None,
    )
    for way, line in zip(geometry.map.ways, geometry.lines, strict=True):
        if by_path and way.path:
            points = beside(with_middle(line), _BESIDE) if way.river else line
            ways.add(*_path(curve(points), way.a, way.b))
        if not by_path and way.river:
            ways.add(*_river(curve(line), way.a, way.b))
    return Frozen(ways)


def _path(line: str, a: int, b: int) -> tuple[Element, ...]:
    return (
        Element("path", d=line, stroke=notebook.CARD, stroke_width=8, opacity=0.75),
        Element("path", d=line, stroke=style.PATH, stroke_width=3.6, stroke_dasharray="7 7", data_edge=f"{a} {b}"),
    )


def _river(line: str, a: int, b: int) -> tuple[Element, ...]:
    return (
        Element("path", d=line, stroke="#6fa9c2", stroke_width=15),
        Element("path", d=line, stroke=notebook.WATER, stroke_width=12, data_edge=f"{a} {b}"),
        Element("path", d=line, stroke=notebook.RIPPLE, stroke_width=1.6, stroke_dasharray="9 13"),
    )


@lru_cache(maxsize=16)
def _villages(geometry: Geometry) -> Element:
    """The plates with name and specimen."""
    plates = group(class_="villages")
    for number, (village, centre) in enumerate(zip(geometry.map.villages, geometry.centres, strict=True)):
        width = plate_width(village)
        sites = len(village.prices)
        plate = group(
            Element(
                "rect",
                x=-width / 2,
                y=-PLATE_HEIGHT / 2,
                width=width,
                height=PLATE_HEIGHT,
                rx=9,
                fill=notebook.CARD,
                stroke=notebook.SOFT_INK,
                stroke_width=1.2,
            ),
            notebook.label(
                village.name, 0, -11.5, NAME_SIZE, width=width - 8, anchor="middle", bold=True, class_="name"
            ),
            style.specimen_token(specimen_index(village.specimen), *token_place(sites), TOKEN),
            transform=_on_plate(geometry, centre),
            class_="box village",
            data_village=number,
        )
        plates.add(plate)
    return Frozen(plates)


def _on_plate(geometry: Geometry, centre: tuple[float, float]) -> str:
    """The transform that draws around the middle of a plate."""
    scale = "" if geometry.scale == 1 else f" scale({numbers(geometry.scale)})"
    return f"translate({numbers(*centre)}){scale}"


# --- What stands there now ---


def _mission_ring(geometry: Geometry, village: int) -> Element:
    """The ring around a village of the viewer's own mission."""
    x, y = geometry.centres[village]
    width, height = geometry.scale * geometry.plate_width(village) + 13, geometry.scale * PLATE_HEIGHT + 13
    return Element(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=14,
        fill="#fbe3c6",
        stroke=style.MISSION,
        stroke_width=3.4,
        stroke_dasharray="10 4",
        class_="mission-ring",
        data_village=village,
    )


def _sites(view: amazonas_pb2.AmazonasView, geometry: Geometry) -> Element:
    """The sites of all villages with their prices, and the huts on those that are taken."""
    sites = group(class_="sites")
    for village in view.villages:
        plate = group(transform=_on_plate(geometry, geometry.centres[village.village]), data_village=village.village)
        for index, site in enumerate(village.sites):
            x, y = geometry.site(village.village, index)
            owner = site.WhichOneof("owner")
            if owner is None:
                plate.add(_free_site(x, y, site.price_gold))
            else:
                plate.add(_taken_site(x, y, site.seat if owner == "seat" else None, site.price_gold))
        sites.add(plate)
    return sites


@lru_cache(maxsize=1024)
def _free_site(x: float, y: float, price: int) -> Element:
    """A site with its price in gold."""
    disc = Element("circle", cx=x, cy=y, r=SITE_RADIUS, fill="#f3dd9c", stroke=style.GOLD_INK, stroke_width=1)
    words = notebook.label(str(price), x, y + 4.8, 13, anchor="middle", fill=style.GOLD_INK, bold=True, class_="price")
    return Frozen(group(disc, words, class_="site free"))


@lru_cache(maxsize=1024)
def _taken_site(x: float, y: float, seat: int | None, price: int) -> Element:
    """A hut on its site, whose price stands small below it."""
    words = notebook.label(str(price), x, y + 17, 10, anchor="middle", fill=style.GOLD_INK, bold=True, class_="price")
    return Frozen(group(style.hut(x, y - 5, 22, seat), words, class_="site taken", data_seat=seat))


def _rings(view: amazonas_pb2.AmazonasView, geometry: Geometry) -> Element:
    """Green rings where the viewer can build a hut now, grey ones for a neutral hut ("Mit Goldmünzen Hütten bauen")."""
    rings = group(class_="rings", fill="none")
    kinds = (
        (view.neutral_sites, SITE_RADIUS + 5.8, style.NEUTRAL, "neutral-ring", "2.5 2.5"),
        (view.buildable, SITE_RADIUS + 2, style.CAN_BUILD, "build-ring", None),
    )
    for sites, radius, colour, name, dashes in kinds:
        for at in sites:
            x, y = geometry.site(at.village, at.site)
            centre = geometry.centres[at.village]
            rings.add(
                Element(
                    "circle",
                    cx=centre[0] + geometry.scale * x,
                    cy=centre[1] + geometry.scale * y,
                    r=geometry.scale * radius,
                    stroke=colour,
                    stroke_width=3.6 if name == "build-ring" else 2.4,
                    stroke_dasharray=dashes,
                    class_=name,
                    data_village=at.village,
                )
            )
    return rings


# --- The legend ---


def _legend(view: amazonas_pb2.AmazonasView, top: float) -> Element:
    """What the lines and rings mean."""
    middle = top + _LEGEND / 2
    legend = group(class_="legend")
    entries = ["path", "river", "both"]
    if view.HasField("viewer"):
        entries += ["mission", "can build"] + (["neutral hut"] if view.neutral_huts else [])
    x = 22.0
    for entry in entries:
        words = notebook.label(entry, x + 54, middle + 4.5, 12.5, fill=notebook.SOFT_INK)
        legend.add(*_legend_sign(entry, x, middle), words)
        x += 54 + text_width(entry, 12.5) + 14
    return legend


def _legend_sign(entry: str, x: float, y: float) -> tuple[Element, ...]:
    line = [(x, y), (x + 13, y - 3), (x + 26, y + 3), (x + 38, y)]
    if entry in ("path", "river", "both"):
        ways = group(fill="none", stroke_linecap="round")
        if entry != "path":
            ways.add(*(_river(curve(line), 0, 0)))
        if entry != "river":
            ways.add(*(_path(curve(line if entry == "path" else beside(line, _BESIDE)), 0, 0)))
        return (ways,)
    if entry == "mission":
        return (
            Element(
                "rect",
                x=x + 6,
                y=y - 10,
                width=30,
                height=20,
                rx=7,
                fill="#fbe3c6",
                stroke=style.MISSION,
                stroke_width=3,
                stroke_dasharray="8 3",
            ),
        )
    colour, dashes = (style.CAN_BUILD, None) if entry == "can build" else (style.NEUTRAL, "2.5 2.5")
    return (
        Element("circle", cx=x + 24, cy=y, r=9, fill="#f3dd9c", stroke=style.GOLD_INK),
        Element("circle", cx=x + 24, cy=y, r=12, fill="none", stroke=colour, stroke_width=3, stroke_dasharray=dashes),
    )
