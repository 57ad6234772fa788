"""Packs and their identity."""

import hashlib

import pytest

from engines.content import BadPack, PackDefect, canonical_json, make_pack


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
