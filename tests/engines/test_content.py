"""Packs and their identity."""

import hashlib

import pytest

from engines.content import MAX_NAMED_DEFECTS, BadPack, PackDefect, canonical_json, make_pack


def test_there_is_one_spelling_of_a_value() -> None:
    assert canonical_json({"b": [1, 2.5, None], "a": "é"}) == '{"a":"é","b":[1,2.5,null]}'.encode()
    assert canonical_json({"a": "é", "b": [1, 2.5, None]}) == canonical_json({"b": [1, 2.5, None], "a": "é"})


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_have_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json([number])


def test_a_pack_is_identified_by_the_hash_of_its_canonical_form() -> None:
    data = {"provenance": "custom", "name": "mine"}
    pack = make_pack(data)
    assert pack.id == "mine"
    assert pack.provenance == "custom"
    assert pack.canonical == b'{"name":"mine","provenance":"custom"}'
    assert pack.digest == hashlib.sha256(pack.canonical).digest()
    assert pack == make_pack(dict(reversed(data.items())))
    assert pack != make_pack({**data, "more": 1})


def test_a_bad_pack_tells_all_its_defects() -> None:
    error = BadPack([PackDefect("A", "", "First."), PackDefect("B", "/x", "Second.")])
    assert str(error) == "/: First.; /x: Second."
    assert [defect.code for defect in error.defects] == ["A", "B"]
    assert not error.has_more


def test_a_very_bad_pack_tells_its_first_defects_and_that_there_are_more() -> None:
    defects = [PackDefect("A", f"/{number}", "So.") for number in range(MAX_NAMED_DEFECTS + 1)]
    just_all = BadPack(defects[:-1])
    assert (len(just_all.defects), just_all.has_more) == (MAX_NAMED_DEFECTS, False)
    too_many = BadPack(defects)
    assert (too_many.defects, too_many.has_more) == (just_all.defects, True)
    assert str(too_many) == f"{just_all}; and more"
