"""The checks of packs: what is found is returned, what is wrong is noted, and checking goes on."""

from typing import Any

import pytest

from engines.content import MAX_NAMED_DEFECTS, BadPack
from engines.schema import MAX_NAME_LENGTH, Node, repeated


def noted(node: Node) -> list[tuple[str, str]]:
    """(code, pointer) of what was noted so far."""
    return [(defect.code, defect.pointer) for defect in node.defects]


def test_members_names_missing_and_unknown_keys_and_returns_the_rest() -> None:
    node = Node({"a": 1, "c": 2, "d/e": 3})
    assert [(key, member.value) for key, member in node.members("a", "b", "c").items()] == [("a", 1), ("c", 2)]
    assert noted(node) == [("MISSING_KEY", ""), ("UNKNOWN_KEY", "/d~1e")]


def test_children_know_their_place_and_share_the_list_of_defects() -> None:
    node = Node({"list": [0, "x"]})
    items = node.members("list")["list"].array(0, 5)
    assert items is not None
    assert [item.integer(0, 9) for item in items] == [0, None]
    assert noted(node) == [("WRONG_TYPE", "/list/1")]


def test_one_defect_too_many_ends_the_checks() -> None:
    items = Node([None] * (MAX_NAMED_DEFECTS + 1)).items()
    for item in items[:-1]:
        assert item.integer(0, 9) is None
    with pytest.raises(BadPack) as caught:
        items[-1].integer(0, 9)
    assert caught.value.has_more
    assert len(noted(items[0])) == MAX_NAMED_DEFECTS + 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_arrays_of_the_right_length(count: int) -> None:
    node = Node([0] * count)
    assert node.array(1, 3) is not None
    assert noted(node) == []


def test_arrays_of_the_wrong_length_are_still_looked_at() -> None:
    short, long = Node([]), Node([7, 8])
    assert short.array(1, 1) == []
    items = long.array(1, 1)
    assert items is not None
    assert [item.value for item in items] == [7, 8]
    assert noted(short) == [("TOO_FEW", "")]
    assert noted(long) == [("TOO_MANY", "")]


@pytest.mark.parametrize(("value", "found"), [(0, 0), (9, 9), (-1, None), (10, None)])
def test_integers_lie_in_their_range(value: int, found: int | None) -> None:
    node = Node(value)
    assert node.integer(0, 9) == found
    assert noted(node) == ([] if found is not None else [("OUT_OF_RANGE", "")])


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], {"a": 1}])
def test_only_whole_numbers_are_integers(value: Any) -> None:
    node = Node(value)
    assert node.integer(0, 9) is None
    assert noted(node) == [("WRONG_TYPE", "")]


@pytest.mark.parametrize(
    ("value", "found"),
    [(0, 0), (17, 1700), (17.0, 1700), (33.65, 3365), (0.004, 0), (0.006, 1), (-0.0, 0), (100, 10000)],
)
def test_coordinates_are_told_in_hundredths(value: float, found: int) -> None:
    node = Node(value)
    assert node.hundredths(0, 100) == found
    assert noted(node) == []


@pytest.mark.parametrize(
    ("value", "code"), [(100.01, "OUT_OF_RANGE"), (-0.01, "OUT_OF_RANGE"), (True, "WRONG_TYPE"), ("1", "WRONG_TYPE")]
)
def test_other_coordinates_are_refused(value: Any, code: str) -> None:
    node = Node(value)
    assert node.hundredths(0, 100) is None
    assert noted(node) == [(code, "")]


@pytest.mark.parametrize("value", [True, False])
def test_booleans(value: bool) -> None:
    node = Node(value)
    assert node.boolean() is value
    assert noted(node) == []


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_only_true_and_false_are_booleans(value: Any) -> None:
    node = Node(value)
    assert node.boolean() is None
    assert noted(node) == [("WRONG_TYPE", "")]


@pytest.mark.parametrize("name", ["a", "0", "jaguar", "poison-dart-frog", "x" * MAX_NAME_LENGTH])
def test_names(name: str) -> None:
    node = Node(name)
    assert node.name() == name
    assert noted(node) == []


@pytest.mark.parametrize(
    "name",
    ["", "-", "a-", "-a", "a--b", "Jaguar", "a b", "a_b", "a\n", "é", "\u0661", "<a>", "x" * (MAX_NAME_LENGTH + 1)],
)
def test_what_is_no_name(name: str) -> None:
    node = Node(name)
    node.name()
    assert noted(node) == [("NOT_A_NAME", "")]


def test_choices() -> None:
    sound, odd = Node("one"), Node("three")
    assert sound.choice(("one", "two")) == "one"
    odd.choice(("one", "two"))
    assert noted(sound) == []
    assert noted(odd) == [("UNKNOWN_VALUE", "")]


@pytest.mark.parametrize(
    ("items", "places"), [([], []), ([1, 2], []), ([0, 0, 1, 0], [1, 3]), ([None, None, 5, None, 5], [4])]
)
def test_repeated_items_are_all_but_the_first(items: list[int | None], places: list[int]) -> None:
    assert list(repeated(items)) == places
