"""The reader for packs that strangers send: what it refuses, under which name, and where."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.content import MAX_NAMED_DEFECTS, BadPack, canonical_json
from engines.strict_json import MAX_DEPTH, MAX_INTEGER, MAX_KEY_LENGTH, pointer_to, quote, read_json

ROOM = 100_000


def defects(text: str, max_bytes: int = ROOM) -> list[tuple[str, str]]:
    """(code, pointer) of all defects of a text."""
    with pytest.raises(BadPack) as caught:
        read_json(text, max_bytes)
    for defect in caught.value.defects:
        assert defect.message.endswith(".")
        # A message goes out as UTF-8, whatever was in the text.
        defect.message.encode()
        defect.pointer.encode()
    return [(defect.code, defect.pointer) for defect in caught.value.defects]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ('{"a": [1, 2.5, true, false, null, ""]}', {"a": [1, 2.5, True, False, None, ""]}),
        ('"\\ud83e\\udd9c"', "\U0001f99c"),
        (str(MAX_INTEGER), MAX_INTEGER),
        (str(-MAX_INTEGER), -MAX_INTEGER),
        ('"' + "[" * 1000 + '"', "[" * 1000),
        ('"\\"[[[[[[[[[[[[[[[[[[[[[["', '"[[[[[[[[[[[[[[[[[[[[[['),
    ],
)
def test_sound_documents_are_read(text: str, value: object) -> None:
    assert read_json(text, ROOM) == value


@pytest.mark.parametrize("text", ["", " ", "{", "[1,]", "{'a': 1}", '{"a" 1}', "[1] x", '"', '"\\', "01", "+1", ".5"])
def test_what_is_no_json_is_told_with_its_place(text: str) -> None:
    assert defects(text) == [("NOT_JSON", "")]


def test_a_repeated_key_is_told_at_its_place() -> None:
    assert defects('{"a": {"b": 1, "c": 2, "b": 1, "b": 3}}') == [("DUPLICATE_KEY", "/a/b")]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_numbers_are_finite(number: str) -> None:
    assert defects(f'{{"x": [0, {number}]}}') == [("NUMBER_NOT_FINITE", "/x/1")]


@pytest.mark.parametrize(
    "number", [str(MAX_INTEGER + 1), str(-MAX_INTEGER - 1), "9" * 17, "9" * 10_000, "-" + "1" * 5_000]
)
def test_whole_numbers_are_not_huge(number: str) -> None:
    assert defects(f"[{number}]") == [("NUMBER_TOO_LARGE", "/0")]


@pytest.mark.parametrize("text", ["[" * 17 + "]" * 17, "[" * 50_000, '{"a":' * 10_000, "[[]," * 15 + "[[[" * 5])
def test_depth_is_limited_before_anything_is_read(text: str) -> None:
    assert defects(text) == [("TOO_DEEP", "")]


def test_what_is_not_too_deep_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert json.dumps(read_json(text, ROOM)) == text


def test_size_counts_bytes_and_not_characters() -> None:
    assert read_json('"aa"', 4) == "aa"
    assert defects('"aaa"', 4) == [("TOO_LARGE", "")]
    assert defects('"é"', 3) == [("TOO_LARGE", "")]


def test_half_a_surrogate_pair_is_refused_in_values_and_keys() -> None:
    assert defects('{"a": "\\ud800"}') == [("INVALID_UNICODE", "/a")]
    assert defects('{"\\udc00": 1}') == [("INVALID_UNICODE", "")]
    assert defects('"\ud800"') == [("INVALID_UNICODE", "")]


def test_keys_have_a_length_that_fits_a_pointer() -> None:
    assert read_json(f'{{"{"k" * MAX_KEY_LENGTH}": 0}}', ROOM)
    assert defects(f'{{"a": {{"{"k" * (MAX_KEY_LENGTH + 1)}": 0}}}}') == [("KEY_TOO_LONG", "/a")]


def test_all_defects_are_told_in_the_order_of_the_document() -> None:
    text = '{"a": NaN, "b": [9007199254740992, {"c": 1, "c": Infinity}], "d": "\\ud800"}'
    assert defects(text) == [
        ("NUMBER_NOT_FINITE", "/a"),
        ("NUMBER_TOO_LARGE", "/b/0"),
        ("DUPLICATE_KEY", "/b/1/c"),
        ("NUMBER_NOT_FINITE", "/b/1/c"),
        ("INVALID_UNICODE", "/d"),
    ]


def test_pointers_escape_what_they_must() -> None:
    assert pointer_to("/a", "b/c~d") == "/a/b~1c~0d"
    assert pointer_to("", 0) == "/0"
    assert defects('{"a/b": {"~": NaN}}') == [("NUMBER_NOT_FINITE", "/a~1b/~0")]


def test_quotes_are_short_printable_ascii() -> None:
    assert quote("a\n\u202e") == '"a\\n\\u202e"'
    assert len(quote("x" * 10_000)) == MAX_KEY_LENGTH + 2


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(PLAIN)
def test_every_value_in_its_canonical_form_is_read_as_itself(value: Any) -> None:
    assert read_json(canonical_json(value).decode(), ROOM) == value


@given(st.text(alphabet='[]{}",:\\0123456789.eE+-NaInfitytruls u\ud800', max_size=60))
def test_any_text_is_read_as_json_reads_it_or_refused(text: str) -> None:
    try:
        value = read_json(text, ROOM)
    except BadPack:
        return
    assert value == json.loads(text)


@pytest.mark.parametrize("count", [MAX_NAMED_DEFECTS, MAX_NAMED_DEFECTS + 1, 5 * MAX_NAMED_DEFECTS])
@pytest.mark.parametrize("item", ["NaN", "1e999", '"\\ud800"', '{"a":0,"a":0}', '{"' + "k" * 99 + '":0}'])
def test_of_very_many_defects_the_first_are_named(item: str, count: int) -> None:
    with pytest.raises(BadPack) as caught:
        read_json(f"[{','.join([item] * count)}]", ROOM)
    assert len(caught.value.defects) == MAX_NAMED_DEFECTS
    assert caught.value.has_more == (count > MAX_NAMED_DEFECTS)
