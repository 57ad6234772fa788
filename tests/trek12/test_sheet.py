"""Finished sheets of Trek 12 that somebody types in: the worked example, and everything that cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from canopy.v1 import trek12_pb2, trek12_sheet_pb2
from engines import registry
from engines.game import Malformed
from engines.games.trek12.sheet import FLAWS
from tests.contract.spoiling import Spoil, codes, flaws_in, found_in
from tests.trek12.finished import worked_example

# The place of each circle of the worked example in its list.
PLACES = {circle.circle: place for place, circle in enumerate(worked_example()[1].sheets[0].circles)}


def circle(which: int, /, **fields: Any) -> Spoil:
    """Tells a circle of the worked example otherwise; a number of None is a spider."""

    def change(table: trek12_sheet_pb2.Trek12FinishedTable) -> None:
        told = table.sheets[0].circles[PLACES[which]]
        for name, value in fields.items():
            if value is None:
                told.ClearField(name)
            else:
                setattr(told, name, value)

    return change


def sheet(**fields: Any) -> Spoil:
    """Tells something else of the sheet."""

    def change(table: trek12_sheet_pb2.Trek12FinishedTable) -> None:
        for name, value in fields.items():
            if isinstance(value, list):
                del getattr(table.sheets[0], name)[:]
                getattr(table.sheets[0], name).extend(value)
            else:
                setattr(table.sheets[0], name, value)

    return change


def line(index: int, /, **fields: Any) -> Spoil:
    """Tells an observation line otherwise."""

    def change(table: trek12_sheet_pb2.Trek12FinishedTable) -> None:
        for name, value in fields.items():
            setattr(table.lines[index], name, value)

    return change


def trail(number: int, *circles: int) -> Spoil:
    """Tells a trail otherwise: 0 is 1-6-7, 1 is 2-3-10-18-17-8, 2 is 14-22-15; 3 is one more."""

    def change(table: trek12_sheet_pb2.Trek12FinishedTable) -> None:
        trails = table.sheets[0].trails
        told = trails[number] if number < len(trails) else trails.add()
        del told.circles[:]
        told.circles.extend(circles)

    return change


def at(number: int, member: str) -> str:
    """Where a circle of the worked example is told."""
    return f"sheets[0].circles[{PLACES[number]}].{member}"


def without(number: int) -> Spoil:
    """Leaves a circle out."""

    def change(table: trek12_sheet_pb2.Trek12FinishedTable) -> None:
        del table.sheets[0].circles[PLACES[number]]

    return change


def too_many_of_the_higher_die(table: trek12_sheet_pb2.Trek12FinishedTable) -> None:
    """River circles whose piranha sleeps are written with the higher die, the safe one here; there are four boxes."""
    for told in table.sheets[0].circles:
        if told.circle in (6, 18):
            told.piranha = False
    table.sheets[0].circles[PLACES[21]].circle = 5
    table.sheets[0].circles[PLACES[21]].spider = False


LOWER, PRODUCT = trek12_pb2.TREK12_OPERATION_LOWER, trek12_pb2.TREK12_OPERATION_PRODUCT

CASES: list[tuple[str, str, Spoil]] = [
    ("NUMBER_CARD_UNKNOWN", "lines[1].number", line(1, number=7)),
    ("NUMBER_CARD_REPEATED", "lines[1].number", line(1, number=1)),
    ("CARD_UNKNOWN", "lines[1].card", line(1, card="unicorn")),
    ("CARD_REPEATED", "lines[1].card", line(1, card="rainbow-boa")),
    ("CARD_MISSING", "lines[1].card", line(1, card="")),
    ("CARD_NOT_DISCOVERED", "lines[1].card", line(1, number=0)),
    ("NO_SUCH_CIRCLE", at(9, "circle"), circle(9, circle=27)),
    ("CIRCLE_REPEATED", at(9, "circle"), circle(9, circle=0)),
    ("NUMBER_TOO_HIGH", at(9, "number"), circle(9, number=13)),
    ("PIRANHA_IN_JUNGLE", at(9, "piranha"), circle(9, piranha=True)),
    ("SPIDER_WITHOUT_PIRANHA", at(7, "piranha"), circle(7, number=None)),
    ("PIRANHA_WRONG", at(7, "piranha"), circle(7, number=11)),
    ("OPERATION_IMPOSSIBLE", at(9, "operation"), circle(9, operation=LOWER)),
    ("WRONG_CIRCLE_COUNT", "sheets[0].circles", without(26)),
    ("OPERATION_USED_UP", "sheets[0].used[1]", sheet(used=[4, 5, 4, 4, 4])),
    ("BOXES_LEFT", "sheets[0].used[0]", sheet(used=[3, 4, 4, 4, 4])),
    ("OPERATIONS_TOO_FEW", "sheets[0].circles", too_many_of_the_higher_die),
    ("CIRCLE_UNREACHABLE", "sheets[0].circles", circle(21, circle=20)),
    ("LINK_NO_CIRCLE", "sheets[0].trails[3]", trail(3, 27, 28)),
    ("LINK_NOT_NEIGHBOURS", "sheets[0].trails[3]", trail(3, 0, 11)),
    ("LINK_NO_NUMBER", "sheets[0].trails[3]", trail(3, 21, 20)),
    ("LINK_WRONG_NUMBER", "sheets[0].trails[3]", trail(3, 0, 1)),
    ("LINK_BRANCHES", "sheets[0].trails[3]", trail(3, 6, 7)),
    ("LINK_MISSING", "sheets[0].trails", trail(0, 1, 6)),
    ("TRAIL_TOO_SHORT", "sheets[0].trails[3]", trail(3, 0)),
    ("NO_ORPHAN", at(0, "spider"), circle(0, spider=True)),
    ("OBSERVED_WRONG", "sheets[0].observed[2]", sheet(observed=[2, 3, 5])),
    ("DANGER_WRONG", "sheets[0].danger_ticks", sheet(danger_ticks=2)),
]
# A sheet whose highest number is 12 has no number that no operation gives; see below.
NEVER_ON_THE_PRINTED_SHEET = {"NUMBER_IMPOSSIBLE"}


def test_the_worked_example_counts_85_item_by_item() -> None:
    setup, table = worked_example()
    scored = setup.game.score_sheet(setup, table)
    assert scored.outcome is not None
    (placing,) = scored.outcome.placings
    assert placing.values == (85,)
    assert {item.name: item.points for item in placing.items} == {
        "trails": 33,
        "zones": 35,
        "observations": 32,
        "danger": -15,
    }


def test_what_follows_from_the_rest_need_not_be_told() -> None:
    setup, table = worked_example(2)
    whole = setup.game.score_sheet(setup, table)
    for told in table.sheets:
        del told.used[:], told.observed[:]
        told.ClearField("danger_ticks")
        for written in told.circles:
            written.spider = False
    assert setup.game.score_sheet(setup, table) == whole


def test_circles_and_trails_may_be_told_in_any_order() -> None:
    setup, table = worked_example()
    whole = setup.game.score_sheet(setup, table)
    for members in (table.sheets[0].circles, table.sheets[0].trails):
        turned = list(members)[::-1]
        del members[:]
        members.extend(turned)  # type: ignore[arg-type]
    assert setup.game.score_sheet(setup, table) == whole


@pytest.mark.parametrize(("code", "field", "spoil"), CASES)
def test_what_cannot_be_is_named(code: str, field: str, spoil: Spoil) -> None:
    setup, table = worked_example()
    spoil(table)
    assert (code, field) in found_in(setup, table)


def test_a_number_that_no_operation_gives_is_named() -> None:
    game = registry.game("trek12-amazonia")
    pack = registry.default_pack(game).data
    setup = registry.make_setup(
        game, 1, {}, registry.custom_pack(game, json.dumps({**pack, "name": "high", "max_number": 14}))
    )
    _, table = worked_example()
    circle(9, number=14)(table)
    assert ("NUMBER_IMPOSSIBLE", at(9, "number")) in found_in(setup, table)


def test_every_impossibility_is_tried() -> None:
    assert codes(CASES) | NEVER_ON_THE_PRINTED_SHEET == set(FLAWS)


def test_everything_is_named_at_once() -> None:
    setup, table = worked_example()
    alone = []
    for spoil in (circle(9, number=13), sheet(used=[4, 5, 4, 4, 4]), line(1, number=0), trail(3, 0, 11)):
        other = worked_example()[1]
        spoil(other)
        alone += [flaw.code for flaw in flaws_in(setup, other)]
        spoil(table)
    assert set(alone) <= {flaw.code for flaw in flaws_in(setup, table)}


@pytest.mark.parametrize(("code", "spoil"), [(code, spoil) for code, field, spoil in CASES if "sheets[0]" in field])
def test_what_contradicts_itself_on_another_sheet_is_named_as_well(code: str, spoil: Spoil) -> None:
    setup, table = worked_example(2)
    spoil(table)
    table.sheets[1].danger_ticks += 1
    table.sheets[1].observed[0] += 1
    found = found_in(setup, table)
    assert code in {code for code, _ in found}
    assert {("DANGER_WRONG", "sheets[1].danger_ticks"), ("OBSERVED_WRONG", "sheets[1].observed[0]")} <= set(found)


def test_the_fifth_use_of_an_operation_names_the_circles() -> None:
    setup, table = worked_example()
    too_many_of_the_higher_die(table)
    told = next(flaw for flaw in flaws_in(setup, table) if flaw.code == "OPERATIONS_TOO_FEW")
    assert told.message == (
        "What the circles 5, 6, 7, 8, 10, 18 hold comes only from the higher die, and there are 4 boxes for it."
    )
    assert told.citation.section == "How to Play"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda table: table.sheets.add(),
        lambda table: table.lines.add(),
        lambda table: table.sheets[0].used.append(1),
        lambda table: table.sheets[0].observed.append(1),
        circle(9, operation=17),
    ],
)
def test_what_is_no_table_at_all_is_malformed(spoil: Spoil) -> None:
    setup, table = worked_example()
    spoil(table)
    with pytest.raises(Malformed):
        setup.game.score_sheet(setup, table)
