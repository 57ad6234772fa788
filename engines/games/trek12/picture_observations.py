"""The observation table: number cards, observation cards and the values circled on them."""

from __future__ import annotations

from canopy.v1 import trek12_pb2
from engines import notebook
from engines.svg import Element, group, translate

_INSET = 18


def observations_table(
    view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet | None, width: float
) -> notebook.Drawn:
    """The observation lines ("Observing the Fauna and Flora"); without a sheet only what lies on the table."""
    rows = group()
    for index, line in enumerate(view.lines):
        progress = sheet.observations[index] if sheet is not None else None
        rows.add(_observation_line(line, progress, index, 46.0 + 66 * index, width))
    height = 46.0 + 66 * len(view.lines) + 6
    return notebook.panel(width, height, "Observations", rows, class_="observations box"), height


def _observation_line(
    line: trek12_pb2.Trek12Line, progress: trek12_pb2.Trek12Observation | None, index: int, y: float, width: float
) -> Element:
    """The number card, the observation card's name and its values, circled as far as observed."""
    row = group(class_="observation", data_line=index, transform=translate(0, y))
    has_number = line.HasField("number")
    row.add(
        group(
            Element("rect", x=_INSET, y=2, width=38, height=50, rx=5, fill=notebook.HALO, stroke=notebook.FOREST),
            notebook.label(
                str(line.number) if has_number else "?",
                _INSET + 19,
                35,
                22,
                anchor="middle",
                fill=notebook.FOREST,
                bold=True,
            ),
            class_="box card",
        )
    )
    left = _INSET + 50.0
    name = _card_name(line.card) if line.values else "face down"
    row.add(
        notebook.label(
            name,
            left,
            16,
            14.5,
            width=width - left - _INSET - 46,
            fill=notebook.INK if line.values else notebook.SOFT_INK,
            italic=not line.values,
            class_="card-name",
        )
    )
    if progress is not None:
        row.add(notebook.label(str(progress.points), width - _INSET, 16, 15, anchor="end", bold=True, class_="points"))
    circled = progress.circled if progress is not None else 0
    if not line.values:
        ticks = f", {circled} observed" if circled else ""
        row.add(
            notebook.label(f"its values are not known yet{ticks}", left, 42, 12.5, fill=notebook.SOFT_INK, italic=True)
        )
    step = min(40.0, (width - left - _INSET) / max(1, len(line.values)))
    for place, value in enumerate(line.values):
        row.add(_observation_value(value, left + step * place, step, place < circled, place == circled - 1))
    return row


def _card_name(name: str) -> str:
    """A card's name for people: `rainbow-boa` is Rainbow boa."""
    return f"{name[:1].upper()}{name[1:].replace('-', ' ')}"


def _observation_value(value: int, x: float, step: float, circled: bool, last: bool) -> Element:
    """One value; circled ones have a ring, and the one that counts is filled."""
    centre = x + step / 2 - 3
    size = min(15.0, 0.36 * step, (step - 10) / (0.7 * len(str(value))))
    box = group(class_="box value circled current" if last else "box value circled" if circled else "box value")
    box.add(
        Element(
            "circle",
            cx=centre,
            cy=38,
            r=step / 2 - 4,
            fill=notebook.FOREST if last else notebook.HALO,
            stroke=notebook.FOREST if circled else notebook.LINE,
            stroke_width=2 if circled else 1,
        )
    )
    box.add(
        notebook.label(
            str(value),
            centre,
            38 + 0.36 * size,
            size,
            anchor="middle",
            fill=notebook.HALO if last else notebook.INK,
            bold=circled,
        )
    )
    return box
