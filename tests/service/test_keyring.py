"""The key ring: its text form, rotation, and files that only their owner may read."""

import stat
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from service import keyring
from service.keyring import BadKeyRing, KeyRing
from service.sealing import Purpose, Sealer
from tests.service.conftest import key_line, make_key

FIRST, SECOND, THIRD = make_key("first"), make_key("second"), make_key("third")


def test_text_round_trip_keeps_the_order() -> None:
    ring = KeyRing((SECOND, FIRST))
    assert keyring.parse(keyring.render(ring)) == ring


def test_the_day_on_which_a_key_was_made_may_stand_behind_it() -> None:
    text = f"{key_line(FIRST)}:2026-11-30\n{key_line(SECOND)}\n"
    ring = keyring.parse(text)
    assert [key.made for key in ring.keys] == [date(2026, 11, 30), None]
    assert [(key.id, key.secret) for key in ring.keys] == [(key.id, key.secret) for key in (FIRST, SECOND)]
    assert keyring.render(ring) == text


def test_what_a_key_seals_does_not_depend_on_the_day() -> None:
    plain, dated = (Sealer(KeyRing((replace(FIRST, made=day),))) for day in (None, date(2026, 11, 30)))
    assert plain.seal(Purpose.TABLE, b"table") == dated.seal(Purpose.TABLE, b"table")


def test_comments_and_blank_lines_are_ignored() -> None:
    text = f"# one, two\n\n  {key_line(FIRST)}  \n  # three\n{key_line(SECOND)}\n"
    assert keyring.parse(text).keys == (FIRST, SECOND)


def test_a_comma_stands_for_a_line_end() -> None:
    assert keyring.parse(f"{key_line(FIRST)},{key_line(SECOND)}").keys == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "at least one"),
        ("# only a comment", "at least one"),
        ("nonsense", "line 1"),
        (f"\n{key_line(FIRST)}\nzz:AAAA", "line 3"),
        ("00112233:AAAA", "64 bytes"),
        (key_line(FIRST)[2:], "8 hexadecimal"),
        (f"{key_line(FIRST)}\n{key_line(FIRST)}", "twice"),
        (key_line(FIRST)[:-4] + "!!!!", "line 1"),
        (f"{key_line(FIRST)}:yesterday", "line 1"),
        (f"{key_line(FIRST)}:2026-11-30:2026-11-30", "line 1"),
    ],
)
def test_what_is_no_ring_is_refused_without_telling_a_key(text: str, says: str) -> None:
    with pytest.raises(BadKeyRing, match=says) as error:
        keyring.parse(text)
    assert key_line(FIRST).partition(":")[2][:8] not in str(error.value)


def test_rotation_puts_a_new_key_in_front_and_keeps_as_many_as_told() -> None:
    old = KeyRing((FIRST, SECOND, THIRD))
    new = old.rotated(keep=2, made=date(2026, 11, 30))
    assert new.sealing not in old.keys
    assert new.sealing.made == date(2026, 11, 30)
    assert new.keys[1:] == (FIRST, SECOND)


def test_a_staged_key_opens_and_seals_when_it_is_told_to() -> None:
    old = KeyRing((FIRST, SECOND))
    staged = old.staged()
    assert staged.sealing == FIRST
    (new,) = set(staged.keys) - set(old.keys)
    sealing = staged.sealing_with(new.name)
    assert sealing.sealing == new
    assert set(sealing.keys) == set(staged.keys)
    assert sealing.sealing_with(FIRST.name).sealing == FIRST
    with pytest.raises(BadKeyRing, match=THIRD.name):
        staged.sealing_with(THIRD.name)


def test_generated_keys_differ() -> None:
    assert keyring.generate_key() != keyring.generate_key()


def test_no_representation_shows_a_secret() -> None:
    for text in (repr(FIRST), repr(KeyRing((FIRST,))), str(KeyRing((FIRST,)))):
        assert repr(FIRST.secret)[2:12] not in text
        assert FIRST.secret.hex()[:8] not in text


def test_a_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    keyring.save(KeyRing((FIRST,)), path, replace=False)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keyring.load(path).keys == (FIRST,)
    keyring.save(KeyRing((SECOND,)), path, replace=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keyring.load(path).keys == (SECOND,)
    assert [item.name for item in tmp_path.iterdir()] == ["keys"]


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        keyring.save(KeyRing((FIRST,)), path, replace=False)
    assert path.read_text() == "mine"
    assert [item.name for item in tmp_path.iterdir()] == ["keys"]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BadKeyRing):
        keyring.load(path)
