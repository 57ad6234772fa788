"""The signal that ends a computation: said, shared, and by the clock."""

from __future__ import annotations

import math
import mmap

import pytest

from cext.stop import FLAG_BYTES, Stop

FOR_EVER = 1e12


def test_is_not_set_until_somebody_sets_it() -> None:
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    assert stop.is_set()


def test_the_time_ends_it_too() -> None:
    assert Stop(seconds=0).is_set()
    assert Stop(seconds=-1).is_set()
    assert not Stop(seconds=3600).is_set()
    assert not Stop(seconds=math.inf).is_set()
    with pytest.raises(ValueError, match="not a number"):
        Stop(seconds=math.nan)


def test_says_what_time_is_left() -> None:
    assert Stop().remaining() is None
    assert Stop(seconds=FOR_EVER).remaining() is None
    assert Stop(seconds=0).remaining() == 0
    left = Stop(seconds=3600).remaining()
    assert left is not None
    assert 0 < left <= 3600


def test_shared_memory_is_read_whenever_it_is_asked() -> None:
    """Whoever shares the memory sets the flag and takes it back; and is seen to, if this side sets it."""
    with mmap.mmap(-1, 4096) as memory:
        stop = Stop(memory=memory)
        assert not stop.is_set()
        memory[:FLAG_BYTES] = (1).to_bytes(FLAG_BYTES, "little")
        assert stop.is_set()
        memory[:FLAG_BYTES] = bytes(FLAG_BYTES)
        assert not stop.is_set()
        Stop(memory=memory).set()
        assert stop.is_set()
        assert any(memory[:FLAG_BYTES])
        del stop


def test_memory_has_to_be_writable_and_large_enough() -> None:
    with pytest.raises((BufferError, TypeError, ValueError)):
        Stop(memory=bytes(FLAG_BYTES))
    with pytest.raises((TypeError, ValueError)):
        Stop(memory=bytearray(FLAG_BYTES - 1))


def test_a_part_of_the_work_stops_with_the_whole_but_not_the_other_way_round() -> None:
    whole = Stop(seconds=3600)
    part = whole.within(0)
    other = whole.within(None)
    assert part.is_set()
    assert not whole.is_set()
    assert not other.is_set()
    whole.set()
    assert other.is_set()
    assert part.within(None).is_set()


def test_a_part_has_no_more_time_than_the_whole() -> None:
    part = Stop(seconds=1).within(3600)
    left = part.remaining()
    assert left is not None
    assert left <= 1


def test_a_part_keeps_the_flag_of_the_whole_alive() -> None:
    part = Stop().within(None)
    assert not part.is_set()
    part.set()
    assert part.is_set()
