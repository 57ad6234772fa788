"""Views of Trek 12 for the tests of its pictures: real positions, from games of the plain twin."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from canopy.v1 import trek12_pb2
from tests.reference.trek12 import (
    OPERATIONS,
    PRODUCT,
    Content,
    Move,
    Trek12,
    card_word,
    numbers_word,
    result,
    roll_word,
)

ROOT = Path(__file__).resolve().parents[2]
PRINTED = json.loads((ROOT / "engines/games/trek12/packs/trek12-amazonia.json").read_text(encoding="utf-8"))
EXAMPLE = json.loads((ROOT / "tests/golden/trek12-rulebook-example-85.json").read_text(encoding="utf-8"))
OPERATIONS_TO_WIRE = (
    trek12_pb2.TREK12_OPERATION_LOWER,
    trek12_pb2.TREK12_OPERATION_HIGHER,
    trek12_pb2.TREK12_OPERATION_DIFFERENCE,
    trek12_pb2.TREK12_OPERATION_SUM,
    trek12_pb2.TREK12_OPERATION_PRODUCT,
)


def content(pack: dict[str, Any] | None = None) -> Content:
    """The printed sheet, or a table's own."""
    return Content.from_json(PRINTED if pack is None else pack)


def view_of(game: Trek12, viewer: int | None) -> trek12_pb2.Trek12View:
    """What a seat, or a spectator, may see of a twin's game."""
    over = game.due() == "OVER"
    view = trek12_pb2.Trek12View(
        round=min(game.rounds_written + 1, game.content.rounds),
        rounds=game.content.rounds,
        river_safe_operation=OPERATIONS_TO_WIRE[game.safe_operation],
        boxes_per_operation=game.content.boxes_per_operation,
        max_number=game.content.max_number,
        danger_points=game.content.danger_points,
        viewer=viewer,
    )
    if game.roll is not None:
        view.roll.green, view.roll.yellow = game.roll
        view.results.extend(result(operation, *game.roll) for operation in range(len(OPERATIONS)))
    for line, card in enumerate(game.line_cards):
        shown = view.lines.add()
        if game.line_numbers is not None:
            shown.number = game.line_numbers[line]
        if card is not None:
            shown.card = game.content.card_names[card]
            shown.values.extend(game.content.card_values[card])
    for circle in game.content.circles:
        view.sheet.add(
            circle=circle.id,
            x_hundredths=round(100 * circle.x),
            y_hundredths=round(100 * circle.y),
            river=circle.river,
            neighbours=game.content.neighbours[circle.id],
        )
    for seat in range(game.players):
        _add_sheet(view.sheets.add(seat=seat), game, seat, viewer, over)
    return view


def _add_sheet(shown: trek12_pb2.Trek12Sheet, game: Trek12, seat: int, viewer: int | None, over: bool) -> None:
    sheet, score, choice = game.sheets[seat], game.score(seat), game.choices[seat]
    shown.has_chosen = choice is not None
    if choice is not None and viewer == seat:
        shown.chosen.operation, shown.chosen.circle = OPERATIONS_TO_WIRE[choice.operation], choice.circle
        if choice.link_below is not None:
            shown.chosen.link_below = choice.link_below
        if choice.link_above is not None:
            shown.chosen.link_above = choice.link_above
    upward = dict(sheet.links)
    downward = {upper: lower for lower, upper in sheet.links}
    for written in sorted(sheet.history, key=lambda line: line.circle):
        circle = written.circle
        shown.circles.add(
            circle=circle,
            number=sheet.numbers.get(circle),
            spider=circle in sheet.spiders or circle in score.orphans,
            piranha=circle in sheet.piranhas,
            operation=OPERATIONS_TO_WIRE[written.operation],
            round=written.round,
            link_below=downward.get(circle),
            link_above=upward.get(circle),
        )
    shown.used.extend(sheet.used)
    for trail in score.trails:
        shown.trails.add(circles=trail, points=sheet.numbers[trail[-1]] + len(trail) - 1)
    for zone in score.zones:
        shown.zones.add(circles=zone, points=sheet.numbers[zone[0]] + len(zone) - 1)
    for circled, points in zip(sheet.observed, score.observation_line_points, strict=True):
        shown.observations.add(circled=circled, points=points)
    shown.danger_ticks = score.ticks
    trails = ["-".join(str(sheet.numbers[c]) for c in trail) for trail in score.trails]
    zones = [f"{len(zone)} x {sheet.numbers[zone[0]]}" for zone in score.zones]
    shown.items.add(name="trails", points=score.trail_points, detail=", ".join(trails))
    shown.items.add(name="zones", points=score.zone_points, detail=", ".join(zones))
    shown.items.add(
        name="observations", points=score.observation_points, detail=" + ".join(map(str, score.observation_line_points))
    )
    shown.items.add(name="danger", points=-score.danger_points, detail=f"{score.ticks} ticked")
    shown.total = score.total


def tell(game: Trek12, draws: Random) -> None:
    """Let dice and cards happen until somebody must choose or the game is over."""
    while game.due() in ("NUMBERS", "ROLL", "CARD"):
        game.tell(draws.choice(game.possible_outcomes()))


def play(game: Trek12, rounds: int, seed: int) -> Trek12:
    """Play whole rounds at random, and roll for the next one."""
    draws = Random(seed)
    tell(game, draws)
    for _ in range(rounds):
        for seat in game.seats_to_act():
            game.choose(seat, draws.choice(game.legal_moves(seat)))
        tell(game, draws)
    return game


def choose(game: Trek12, seats: Iterable[int], seed: int) -> Trek12:
    """Let some seats choose, but not all."""
    draws = Random(seed)
    for seat in seats:
        game.choose(seat, draws.choice(game.legal_moves(seat)))
    return game


def rulebook_example(steps: int | None = None, players: int = 1) -> Trek12:
    """The rulebook's worked example ("How to count your points"), to its end or so many steps far, by all alike."""
    game = Trek12(content(), players, EXAMPLE["river_safe_operation"])
    game.tell(numbers_word(tuple(EXAMPLE["observation_numbers"])))
    for step in EXAMPLE["steps"][:steps]:
        game.tell(roll_word(step["green"], step["yellow"]))
        for seat in range(players):
            game.choose(seat, example_move(step))
        while (line := game.card_line()) is not None:
            game.tell(card_word(line, game.content.card_names.index(EXAMPLE["observation_cards"][line])))
    return game


def example_move(step: dict[str, Any]) -> Move:
    """The move of one step of the worked example."""
    return Move(OPERATIONS.index(step["operation"]), step["circle"], step["link_below"], step["link_above"])


def choice_with_links() -> Trek12:
    """The worked example's step that joins 10 and 12 by an 11, chosen by one of two and not written yet."""
    game = rulebook_example(9, players=2)
    step = EXAMPLE["steps"][9]
    game.tell(roll_word(step["green"], step["yellow"]))
    game.choose(0, example_move(step))
    return game


def choice_of_a_spider() -> Trek12:
    """6 times 5 chosen for a river circle."""
    game = rulebook_example(1, players=2)
    game.tell(roll_word(6, 5))
    game.choose(1, Move(PRODUCT, 16))
    return game


def five_circles() -> dict[str, Any]:
    """A sheet of five circles in other units than the printed one."""
    places = ((0, 0, False), (1000, 0, True), (500, 800, True), (1500, 900, False), (2300, 200, False))
    return {
        **PRINTED,
        "name": "five",
        "circles": [{"id": i, "x": x, "y": y, "river": river} for i, (x, y, river) in enumerate(places)],
        "edges": [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3], [3, 4]],
        "boxes_per_operation": 1,
    }


def sixty_four_circles() -> dict[str, Any]:
    """The largest sheet: eight rows of eight, eight boxes per operation, four lines."""
    edges = [[i, i + 1] for i in range(64) if i % 8 < 7] + [[i, i + 8] for i in range(56)]
    return {
        **PRINTED,
        "name": "sixty-four",
        "circles": [{"id": i, "x": 10 * (i % 8), "y": 10 * (i // 8), "river": i % 8 == i // 8} for i in range(64)],
        "edges": edges,
        "boxes_per_operation": 8,
        "observation_lines": 4,
        "observation_cards": {name: [1, 2, 10, 20, 30, 40, 50, 120] for name in PRINTED["observation_cards"]},
    }


def extreme() -> trek12_pb2.Trek12View:
    """Everything as long and as large as it can come, and card names that try to break out of the picture."""
    pack = sixty_four_circles()
    names = ["W" * 200, "</text><script>alert('&')</script>", "\u6797" * 40, "a\"b'c<d>&e\u202e\x07"]
    pack["observation_cards"] = {name: [90 + value for value in range(8)] for name in names}
    view = view_of(play(Trek12(content(pack), 3), 40, seed=11), 1)
    for sheet in view.sheets:
        sheet.danger_ticks = 87
        sheet.total = -8613
        sheet.items[3].points = -8613
        for item in sheet.items:
            item.detail = "10-11-12-13-14-15 = 20, " * 30
    return view


@cache
def examples() -> Mapping[str, trek12_pb2.Trek12View]:
    """Views that differ in all that a picture must cope with; two modules draw them."""
    two = choose(play(Trek12(content(), 2), 11, seed=5), [0], seed=6)
    fifty = choose(play(Trek12(content(), 50), 9, seed=7), range(40), seed=8)
    return {
        "before-the-numbers": view_of(Trek12(content(), 3), 0),
        "first-choice": view_of(play(Trek12(content(), 1), 0, seed=1), 0),
        "rulebook-example": view_of(rulebook_example(), 0),
        "two-players-own": view_of(two, 0),
        "two-players-other": view_of(two, 1),
        "spectator-of-five": view_of(choose(play(Trek12(content(), 5), 14, seed=3), [1, 2], seed=4), None),
        "choice-with-links": view_of(choice_with_links(), 0),
        "choice-of-a-spider": view_of(choice_of_a_spider(), 1),
        "fifty-players": view_of(fifty, 17),
        "fifty-players-over": view_of(play(Trek12(content(), 50), 20, seed=9), 3),
        "five-circles": view_of(play(Trek12(content(five_circles()), 2), 3, seed=2), 1),
        "extreme": extreme(),
        "sixty-four-circles": view_of(play(Trek12(content(sixty_four_circles()), 2), 38, seed=2), 0),
    }
