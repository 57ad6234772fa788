"""Refusals on the wire: trailers stay small enough for any client, and say so when something had to be left out."""

import pytest
from google.rpc import error_details_pb2  # type: ignore[import-untyped]

from canopy.v1 import common_pb2
from engines.content import PackDefect
from engines.game import Citation, Violation
from service.errors import MAX_MESSAGE_BYTES, Reason, Refusal
from service.status import DOMAIN, refusal_to_call_error, refusal_to_status

VIOLATION = Violation("SOME_RULE", "It is so.", Citation("a-game", "How to Play", "a-game 1"))


def unpack(refusal: Refusal):
    status = refusal_to_status(refusal)
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return status, info, status.details[1:]


def test_a_status_names_reason_domain_metadata_and_violations() -> None:
    refusal = Refusal(Reason.ILLEGAL_MOVE, "It is so.", violations=[VIOLATION]).at_action(3, 1)
    status, info, (detail,) = unpack(refusal)
    assert (status.code, status.message) == (9, "The move is illegal. It is so.")
    assert (info.reason, info.domain, dict(info.metadata)) == ("ILLEGAL_MOVE", DOMAIN, {"action": "3", "seat": "1"})
    violation = common_pb2.RuleViolation()
    assert detail.Unpack(violation)
    assert (violation.code, violation.message, violation.citation.ruling) == ("SOME_RULE", "It is so.", "a-game 1")


def test_a_call_error_says_the_same() -> None:
    refusal = Refusal(Reason.ILLEGAL_MOVE, "It is so.", violations=[VIOLATION]).at_action(0, 1)
    error = refusal_to_call_error(refusal)
    assert (error.code, error.reason, error.message) == (9, "ILLEGAL_MOVE", refusal.message)
    assert [violation.code for violation in error.violations] == ["SOME_RULE"]
    assert error.HasField("action")
    assert error.action == 0
    assert dict(error.metadata) == refusal.metadata == {"action": "0", "seat": "1"}
    assert not error.HasField("retry_delay")


def test_a_refusal_about_an_action_is_otherwise_the_same() -> None:
    """Whatever a refusal may hold, at_action loses none of it."""
    defect = PackDefect("SOME_DEFECT", "/circles/0", "It is so.")
    refusal = Refusal(
        Reason.ILLEGAL_MOVE, "So.", metadata={"a": "b"}, violations=[VIOLATION], defects=[defect], retry_after=0.5
    )
    assert all(vars(refusal).values())
    assert vars(refusal.at_action(3, 1)) == vars(refusal) | {"metadata": {"a": "b", "action": "3", "seat": "1"}}


def test_both_say_when_to_try_again() -> None:
    refusal = Refusal(Reason.RATE_LIMITED, retry_after=0.2501)
    _, _, (detail,) = unpack(refusal)
    retry = error_details_pb2.RetryInfo()
    assert detail.Unpack(retry)
    assert retry.retry_delay.ToMilliseconds() == 251  # never too early
    assert refusal_to_call_error(refusal).retry_delay == retry.retry_delay


@pytest.mark.parametrize("count", [1, 20, 400])
def test_details_are_added_while_they_fit(count: int) -> None:
    defects = [PackDefect("SOME_DEFECT", f"/circles/{number}", "It is so. " * 4) for number in range(count)]
    refusal = Refusal(Reason.BAD_CONTENT_PACK, defects=defects)
    status, info, details = unpack(refusal)
    left_out = int(info.metadata.get("details_left_out", "0"))
    assert len(details) + left_out == count
    assert details
    # Base64 in the trailer and the message beside it, each byte as %XX at worst: below the 8 KiB that clients take.
    assert status.ByteSize() * 4 // 3 + 3 * MAX_MESSAGE_BYTES < 7_500
    assert len(refusal_to_call_error(refusal).defects) == count


def test_a_call_error_is_bounded_as_well() -> None:
    defects = [PackDefect("SOME_DEFECT", "/x" * 1000, "It is so.")] * 100
    error = refusal_to_call_error(Refusal(Reason.BAD_CONTENT_PACK, defects=defects))
    assert error.ByteSize() < 66_000
    assert len(error.defects) + int(error.metadata["details_left_out"]) == 100


@pytest.mark.parametrize("letter", ["x", "é", "𝄞"])
def test_a_long_detail_is_cut(letter: str) -> None:
    message = Refusal(Reason.MALFORMED, letter * 10_000).message
    assert MAX_MESSAGE_BYTES - 4 <= len(message.encode()) <= MAX_MESSAGE_BYTES
    assert message.startswith(Reason.MALFORMED.sentence)
    assert message.endswith("...")
