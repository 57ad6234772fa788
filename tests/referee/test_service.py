"""RefereeService over gRPC: a host's recorder, and many records over one stream."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from canopy.client import Canopy, Refused
from canopy.recorder import Recorder
from canopy.v1 import record_pb2, referee_pb2
from service.errors import Reason
from service.limits import Limits
from service.referee import text
from tests.referee.records import Played, checks_of, copy_of, kind_of, played, rulesets
from tests.service.conftest import DEADLINE, address, canopy, ring, sealer
from tests.service.driver import usual_players

__all__ = ["address", "canopy", "ring", "sealer"]

ALL_HELD = {"SETUP", "RULES", "COMMITMENT", "CLIENT_SEEDS", "DRAWS", "TRANSCRIPT", "SEAL"}


class Recording:
    """A table whose host keeps a record."""

    def __init__(self, canopy: Canopy, ruleset: str, **create: Any) -> None:
        self.canopy = canopy
        self.recorder = Recorder()
        response = canopy.create_game(ruleset, usual_players(canopy, ruleset), include_plies=True, **create)
        seeds = create.get("client_seeds", ())
        self.table = self.recorder.create(response, client_seeds=seeds, names=["Ann", "Bob"])
        self.token, self.status = response.token, response.status

    def apply(self, **told: Any) -> None:
        """Go on."""
        reply = self.canopy.apply_moves(self.token, self.table.host_key, include_plies=True, **told)
        self.recorder.apply(reply, client_seeds=told.get("client_seeds", ()))
        self.token, self.status = reply.token, reply.status

    def decide(self) -> None:
        """All that are asked make a move."""
        moves = []
        for seat in self.status.seats_to_act:
            legal = self.canopy.list_legal_moves(self.token, self.table.seat_keys[seat]).moves
            moves.append((seat, legal[7 % len(legal)].move))
        self.apply(moves=moves)

    def finish(self) -> record_pb2.GameRecord:
        """Play to the end and open the secret."""
        while not self.status.finished:
            self.decide()
        self.recorder.reveal(self.canopy.reveal_game(self.token))
        return self.recorder.record


def test_what_a_host_records_verifies(canopy: Canopy, ruleset: str) -> None:
    recording = Recording(canopy, ruleset, await_client_seeds=True)
    recording.apply(client_seeds=[b"ann", b"bob"])
    recording.decide()
    recording.recorder.clock(left=90_000, used=1_500)
    record = recording.finish()
    verdict = canopy.verify_game(record).verdict
    assert kind_of(verdict) == "VALID", verdict.summary
    assert {kind for kind, result in checks_of(verdict).items() if result == "HELD"} == ALL_HELD
    assert verdict.outcome == recording.status.outcome
    assert canopy.verify_game(text.write(record)).verdict == verdict
    assert [seated.name for seated in record.seats] == ["Ann", "Bob"]


def test_a_resigned_game_is_valid_without_its_secret(canopy: Canopy, ruleset: str) -> None:
    recording = Recording(canopy, ruleset, client_seeds=[b"ann"])
    recording.decide()
    for seat in range(1, usual_players(canopy, ruleset)):
        recording.recorder.adjudicate(record_pb2.CONDUCT_RESIGNED, seat, comment="has to catch a train")
    verdict = canopy.verify_game(recording.recorder.record, key=recording.table.host_key).verdict
    checks = checks_of(verdict)
    assert (checks["DRAWS"], checks["SEAL"]) == ("NOT_CHECKED", "NOT_CHECKED")
    hidden = any(ply.HasField("chance") and not ply.chance.text for ply in recording.recorder.record.plies)
    assert kind_of(verdict) == ("INCOMPLETE" if hidden else "VALID"), verdict.summary


def test_a_recorder_wants_plies(canopy: Canopy, ruleset: str) -> None:
    response = canopy.create_game(ruleset, usual_players(canopy, ruleset))
    assert not response.plies
    assert not response.transcript
    with pytest.raises(ValueError, match="include_plies"):
        Recorder().create(response)


def test_a_dry_run_tells_no_plies(canopy: Canopy, ruleset: str) -> None:
    recording = Recording(canopy, ruleset)
    seat = recording.status.seats_to_act[0]
    move = canopy.list_legal_moves(recording.token, recording.table.seat_keys[seat]).moves[0].move
    told: dict[str, Any] = {"moves": [(seat, move)], "include_plies": True, "validate_only": True}
    reply = canopy.apply_moves(recording.token, recording.table.host_key, **told)
    assert not reply.plies
    assert not reply.transcript


def test_only_the_host_is_told_plies(canopy: Canopy, ruleset: str) -> None:
    recording = Recording(canopy, ruleset)
    for key in (b"", recording.table.seat_keys[0]):
        with pytest.raises(Refused) as refused:
            canopy.apply_moves(recording.token, key, include_plies=True)
        assert refused.value.reason == Reason.KEY_LACKS_RIGHT.name


# --- Many ------------------------------------------------------------------------------------------------------------


def test_a_stream_answers_each_record_as_alone_in_order_and_goes_on_after_bad_ones(canopy: Canopy) -> None:
    games = [played(ruleset, seed) for seed in range(3) for ruleset in rulesets()]
    wrong = copy_of(games[0].record)
    del wrong.plies[0]
    unknown = record_pb2.GameRecord(format=1, ruleset="none", rules_version=1)
    records: list[record_pb2.GameRecord | str] = []
    for game in games:
        records += [game.record, wrong, unknown, "no record", text.write(game.record)]
    answers = list(canopy.verify_games(records, timeout=DEADLINE))
    assert [answer.id for answer in answers] == list(range(1, len(records) + 1))
    for answer, record in zip(answers, records, strict=True):
        assert answer.verdict == canopy.verify_game(record).verdict


def test_requests_that_cannot_be_read_or_are_too_large_have_an_answer(canopy: Canopy) -> None:
    path = "/canopy.v1.RefereeService/VerifyGames"
    call: Any = canopy.channel.stream_stream(path)
    good = referee_pb2.VerifyGamesRequest(id=7)
    good.game.record.CopyFrom(played("amazonia-park").record)
    large = copy_of(good.game.record)
    large.plies.extend([record_pb2.RecordedPly()] * Limits().record_plies)
    long = referee_pb2.VerifyGamesRequest(id=8, game=referee_pb2.VerifyGameRequest(record=large))
    empty = referee_pb2.VerifyGamesRequest(id=9)
    raw = [good.SerializeToString(), b"\xff\xff", long.SerializeToString(), empty.SerializeToString()] * 2
    answers = [referee_pb2.VerifyGamesResponse.FromString(body) for body in call(iter(raw), timeout=DEADLINE)]
    assert [answer.id for answer in answers] == [7, 0, 8, 9] * 2
    reasons = [answer.error.reason for answer in answers]
    assert reasons == ["", "MALFORMED", "TOO_LARGE", "MALFORMED"] * 2


def test_a_key_that_cannot_be_opened_is_refused_when_there_is_a_token_to_open(canopy: Canopy) -> None:
    recording = Recording(canopy, "amazonia-park")
    with pytest.raises(Refused) as refused:
        canopy.verify_game(recording.recorder.record, key=b"no key")
    assert refused.value.code is grpc.StatusCode.UNAUTHENTICATED


def test_a_key_that_is_refused_ends_no_stream(canopy: Canopy) -> None:
    """Neither one that is none nor one of another table; before and after it all is answered as alone."""
    recording, other = Recording(canopy, "amazonia-park"), Recording(canopy, "amazonia-park")
    requests = []
    for number, key in enumerate([b"", b"no key", recording.table.host_key, other.table.host_key, b""] * 2, start=1):
        requests.append(referee_pb2.VerifyGamesRequest(id=number))
        requests[-1].game.record.CopyFrom(recording.recorder.record)
        requests[-1].game.key = key
    call: Any = canopy.channel.stream_stream("/canopy.v1.RefereeService/VerifyGames")
    raw = (request.SerializeToString() for request in requests)
    answers = [referee_pb2.VerifyGamesResponse.FromString(body) for body in call(raw, timeout=DEADLINE)]
    assert [answer.id for answer in answers] == list(range(1, 11))
    reasons = [answer.error.reason for answer in answers]
    assert reasons == ["", "KEY_UNOPENABLE", "", "KEY_OF_ANOTHER_TABLE", ""] * 2
    assert (
        len({answer.verdict.SerializeToString(deterministic=True) for answer in answers if not answer.error.reason})
        == 1
    )


def test_tables_of_the_service_are_compared(canopy: Canopy, ruleset: str) -> None:
    recording = Recording(canopy, ruleset)
    first = recording.token
    record = recording.finish()
    assert canopy.compare_tokens(first, first).relation == referee_pb2.RELATION_SAME
    answer = canopy.compare_tokens(first, recording.token, first_record=record)
    assert answer.relation == referee_pb2.RELATION_FIRST_IS_ANCESTOR
    assert answer.second_ply == recording.status.ply


def test_records_of_another_ring_are_not_taken_for_those_of_this_one(canopy: Canopy, game: Played) -> None:
    verdict = canopy.verify_game(game.record).verdict
    assert kind_of(verdict) == "INVALID"
    assert checks_of(verdict)["SEAL"] == "FAILED"
