"""Verdicts on records of whole games: what the service has played is right, and whatever is changed is found."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator

import pytest

from canopy.v1 import common_pb2, record_pb2, referee_pb2
from engines import registry
from engines.game import Malformed, Setup
from service import wire
from service.limits import Limits
from service.referee.judge import judge
from service.referee.seal import Seal
from tests.playing import all_cases
from tests.referee.records import SEALER, Played, checks_of, copy_of, kind_of, played
from tests.service.tables import setup_of

LIMITS = Limits()
Record = record_pb2.GameRecord
# All that can be checked of a game that the service has drawn.
ALL = {"SETUP", "RULES", "COMMITMENT", "CLIENT_SEEDS", "DRAWS", "TRANSCRIPT", "SEAL"}
SOAK_GAMES = 10_000


def sealed(record: Record, key: bytes = b"") -> referee_pb2.Verdict:
    """The verdict of whoever has the key ring."""
    return judge(record, LIMITS, Seal(SEALER, key))


def held(verdict: referee_pb2.Verdict) -> set[str]:
    """What held."""
    return {kind for kind, result in checks_of(verdict).items() if result == "HELD"}


# --- What is right ---------------------------------------------------------------------------------------------------


def test_the_verdict_is_the_history_of_the_service(game: Played) -> None:
    verdict = sealed(game.record)
    assert kind_of(verdict) == "VALID"
    assert held(verdict) == ALL
    assert (verdict.plies, verdict.finished) == (game.end.ply, True)
    assert verdict.outcome == wire.outcome_to_wire(game.setup.game.outcome(game.setup, game.end.state))
    assert not verdict.HasField("ply")
    assert not verdict.violations


def test_dice_told_from_outside_are_checked_by_the_rules_and_the_token(ruleset: str) -> None:
    game = played(ruleset, external=True)
    verdict = sealed(game.record)
    assert kind_of(verdict) == "VALID"
    assert held(verdict) == {"SETUP", "RULES", "TRANSCRIPT", "SEAL"}


def test_without_the_secret_all_but_what_needs_it_is_checked_and_the_verdict_says_so(game: Played) -> None:
    record = copy_of(game.record)
    fill_in(game, record)
    record.ending.Clear()
    verdict = judge(record, LIMITS)
    assert kind_of(verdict) == "VALID"
    assert held(verdict) == {"SETUP", "RULES", "CLIENT_SEEDS"}
    assert all(check.detail for check in verdict.checks if check.result == referee_pb2.CHECK_RESULT_NOT_CHECKED)


def fill_in(game: Played, record: Record) -> None:
    """Tell all outcomes, as somebody can who knows the secret."""
    for ply, made in zip(record.plies, game.made, strict=True):
        if made.seat is None:
            ply.chance.text = game.setup.game.outcome_text(game.setup, made.word)


def test_without_a_key_ring_nothing_is_said_of_the_token(game: Played) -> None:
    verdict = judge(game.record, LIMITS)
    assert kind_of(verdict) == "VALID"
    assert held(verdict) == ALL - {"SEAL"}


def test_the_hash_of_the_token_is_as_good_as_the_token(game: Played) -> None:
    record = copy_of(game.record)
    record.ending.token_hash = hashlib.sha256(record.ending.token).digest()
    record.ending.ClearField("token")
    assert held(sealed(record)) == ALL
    record.ending.token_hash = bytes(32)
    assert kind_of(sealed(record)) == "INVALID"
    record.ending.ClearField("transcript")
    assert kind_of(sealed(record)) == "FORKED"


def test_a_record_that_is_cut_is_incomplete_wherever_it_ends(game: Played) -> None:
    for plies in range(len(game.record.plies)):
        record = copy_of(game.record)
        del record.plies[plies:]
        # What the game led to later fits no earlier table.
        verdict = sealed(record)
        assert kind_of(verdict) == "INVALID"
        record.ending.ClearField("token")
        record.ending.ClearField("transcript")
        verdict = sealed(record)
        assert kind_of(verdict) == "INCOMPLETE"
        assert (verdict.plies, verdict.finished) == (plies, False)
        assert len(verdict.outcome.placings) == game.setup.players


def test_records_of_unusual_tables(game: Played) -> None:
    """Other numbers of players, options and content."""
    cases = [case for case in all_cases() if case.setup.game is game.setup.game and case.setup.players < 10]
    for case in cases[1::3]:
        other = Played(case.setup, 1, seeds=())
        assert held(sealed(other.record)) == ALL


# --- What is changed -------------------------------------------------------------------------------------------------


Change = Callable[[Record], object]
FIELD_CHANGES: list[tuple[str, str, Change]] = [
    ("format", "INVALID", lambda record: setattr(record, "format", 2)),
    ("ruleset", "INVALID", lambda record: setattr(record, "ruleset", "none")),
    ("rules_version", "INVALID", lambda record: setattr(record, "rules_version", record.rules_version + 1)),
    ("rules_version", "INVALID", lambda record: setattr(record, "rules_version", 0)),
    ("players", "INVALID", lambda record: setattr(record, "players", 1000)),
    ("options", "INVALID", lambda record: record.options.add(name="none", value="true")),
    ("content_pack_id", "INVALID", lambda record: setattr(record, "content_pack_id", "none")),
    ("content_pack_json", "INVALID", lambda record: setattr(record, "content_pack_json", "{}")),
    ("content_digest", "INVALID", lambda record: setattr(record, "content_digest", bytes(32))),
    ("seats", "INVALID", lambda record: record.seats.add(seat=1000)),
    ("game_id", "UNFAIR_RANDOMNESS", lambda record: setattr(record, "game_id", bytes(16))),
    ("game_id", "INVALID", lambda record: setattr(record, "game_id", b"short")),
    ("fairness", "UNFAIR_RANDOMNESS", lambda record: setattr(record.fairness, "commitment", bytes(32))),
    ("fairness", "UNFAIR_RANDOMNESS", lambda record: setattr(record.fairness, "client_seeds_hash", bytes(32))),
    ("fairness", "INVALID", lambda record: setattr(record.fairness, "unrated", not record.fairness.unrated)),
    ("fairness", "INVALID", lambda record: setattr(record.fairness, "awaiting_client_seeds", True)),
    ("fairness", "INVALID", lambda record: setattr(record.fairness, "randomness", common_pb2.RANDOMNESS_EXTERNAL)),
    ("client_seeds", "UNFAIR_RANDOMNESS", lambda record: record.client_seeds.append(b"more")),
    ("client_seeds", "UNFAIR_RANDOMNESS", lambda record: record.client_seeds.reverse()),
    ("plies", "INVALID", lambda record: record.plies.add()),
    ("plies", "INVALID", lambda record: record.plies.append(record.plies[-1])),
    ("ending", "FORKED", lambda record: setattr(record.ending, "transcript", bytes(32))),
    ("ending", "INVALID", lambda record: setattr(record.ending, "token", record.ending.token[:-1] + b"x")),
    ("ending", "INVALID", lambda record: setattr(record.ending, "token", b"none")),
    ("ending", "INVALID", lambda record: setattr(record.ending, "token_hash", bytes(32))),
    ("ending", "UNFAIR_RANDOMNESS", lambda record: setattr(record.ending, "server_secret", bytes(32))),
    ("tags", "INVALID", lambda record: record.tags.add(name="Players", value="7")),
]
# Nothing in a game depends on what is told there, so that a change of it changes no verdict.
FREE_CHANGES: list[tuple[str, Change]] = [
    ("seats", lambda record: record.seats.add(seat=0, name="somebody", id="else")),
    ("tags", lambda record: record.tags.add(name="Round", value="7")),
    ("comment", lambda record: setattr(record, "comment", "else")),
    ("plies", lambda record: setattr(record.plies[0], "comment", "else")),
    ("plies", lambda record: setattr(record.plies[0], "milliseconds_left", 1)),
    ("options", lambda record: record.ClearField("options")),
]


@pytest.mark.parametrize(("field", "kind", "change"), FIELD_CHANGES)
def test_a_changed_field_is_found(game: Played, field: str, kind: str, change: Change) -> None:
    record = copy_of(game.record)
    change(record)
    assert getattr(record, field) != getattr(game.record, field)
    verdict = sealed(record)
    assert kind_of(verdict) == kind, verdict.summary
    assert verdict.violations
    assert verdict.summary


@pytest.mark.parametrize(("field", "change"), FREE_CHANGES)
def test_what_the_game_does_not_depend_on_changes_nothing(game: Played, field: str, change: Change) -> None:
    record = copy_of(game.record)
    change(record)
    assert sealed(record) == sealed(game.record), field


def test_every_field_of_a_record_is_changed_somewhere() -> None:
    changed = {field for field, _, _ in FIELD_CHANGES} | {field for field, _ in FREE_CHANGES}
    assert changed == {field.name for field in Record.DESCRIPTOR.fields}


def test_a_record_of_the_service_made_unrated_is_not_rated_without_a_trace(game: Played) -> None:
    """Without the ring nobody knows; with it the token tells."""
    record = copy_of(game.record)
    record.fairness.unrated = True
    assert kind_of(judge(record, LIMITS)) == "VALID"
    assert kind_of(sealed(record)) == "INVALID"


# --- Plies that are changed ------------------------------------------------------------------------------------------


def corrupted(game: Played, rng: random.Random) -> tuple[Record, int]:
    """The record with one random ply changed into another one, and which, from 1."""
    setup = game.setup
    while True:
        place = rng.randrange(len(game.record.plies))
        made, before = game.made[place], game.before[place]
        record = copy_of(game.record)
        ply = record.plies[place]
        way = rng.randrange(4)
        if way == 0:
            del record.plies[place]
        elif way == 1:
            record.plies.insert(place, record.plies[rng.randrange(len(record.plies))])
        elif made.seat is None:
            others = {setup.game.outcome_text(setup, word) for word in before.outcomes()}
            others -= {setup.game.outcome_text(setup, made.word)}
            if not others:
                continue
            ply.chance.text = rng.choice(sorted(others))
        elif way == 2:
            ply.move.seat = (made.seat + 1) % (setup.players + 1)
        else:
            texts = {setup.game.move_text(setup, word) for word in before.legal_moves(made.seat)}
            texts -= {ply.move.move.text}
            if not texts:
                continue
            ply.move.move.text = rng.choice(sorted(texts))
        if list(record.plies) != list(game.record.plies):
            return record, place + 1


def require_caught(game: Played, rng: random.Random) -> None:
    """One random corruption of the game's record is found, not before it and not as another kind of thing."""
    record, ply = corrupted(game, rng)
    verdict = sealed(record)
    assert kind_of(verdict) in ("INVALID", "UNFAIR_RANDOMNESS", "FORKED"), verdict.summary
    assert not verdict.HasField("ply") or verdict.ply >= ply
    if verdict.kind == referee_pb2.VERDICT_KIND_UNFAIR_RANDOMNESS:
        assert verdict.ply
    for violation in verdict.violations:
        assert violation.code
        assert violation.message


def test_random_corruptions_are_caught(game: Played) -> None:
    rng = random.Random(f"{game.setup.game.id}/corruptions")
    for _ in range(60):
        require_caught(game, rng)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_many_random_games_verify_and_one_corruption_of_each_is_caught(ruleset: str, part: int) -> None:
    cases = [case for case in all_cases() if case.setup.game.id == ruleset]
    rng = random.Random(f"{ruleset}/{part}/soak")
    for number in range(SOAK_GAMES // 20 // len(registry.games())):
        game = Played(rng.choice(cases).setup, part * SOAK_GAMES + number, external=not rng.randrange(4))
        assert kind_of(sealed(game.record)) == "VALID"
        require_caught(game, rng)


def test_an_illegal_move_is_told_with_its_citation_and_what_was_legal(game: Played) -> None:
    place = next(place for place, made in enumerate(game.made) if made.seat is not None)
    record = copy_of(game.record)
    seat, before = record.plies[place].move.seat, game.before[place]
    record.plies[place].move.move.text = game.setup.game.move_text(game.setup, illegal_word(game.setup, before, seat))
    verdict = sealed(record)
    assert (kind_of(verdict), verdict.ply, verdict.plies) == ("INVALID", place + 1, place)
    assert verdict.violations[0].code in {spec.code for spec in game.setup.game.violations.values()}
    assert verdict.violations[0].citation.section
    legal = [game.setup.game.move_text(game.setup, word) for word in before.legal_moves(seat)]
    assert list(verdict.legal) == legal[:16]
    assert verdict.legal_count == len(legal)


def illegal_word(setup: Setup, state: object, seat: int) -> int:
    """A move that can be written but not made."""
    for word in words_of(setup):
        if state.check(seat, word):  # type: ignore[attr-defined]
            return word
    raise AssertionError("every move is legal here")


def words_of(setup: Setup) -> Iterator[int]:
    """All moves of a random game, and those of the notation's examples."""
    for text, _ in setup.game.notation:
        try:
            yield setup.game.parse_move(setup, text)
        except Malformed:
            continue


def test_dice_that_were_not_drawn_are_unfair_and_those_that_cannot_be_are_invalid() -> None:
    game = played("trek12-amazonia")
    place = next(place for place, ply in enumerate(game.record.plies) if ply.chance.text.startswith("roll"))
    record = copy_of(game.record)
    record.plies[place].chance.text = "roll 6 5" if record.plies[place].chance.text != "roll 6 5" else "roll 6 4"
    verdict = sealed(record)
    assert (kind_of(verdict), verdict.ply) == ("UNFAIR_RANDOMNESS", place + 1)
    record.plies[place].chance.text = "roll 99 5"
    verdict = sealed(record)
    assert (kind_of(verdict), verdict.ply) == ("INVALID", place + 1)
    assert verdict.legal_count > 16
    assert len(verdict.legal) == 16


# --- Conduct ---------------------------------------------------------------------------------------------------------


def cut(game: Played, plies: int) -> Record:
    """A record that ends there, with the secret and nothing else to compare with."""
    record = copy_of(game.record)
    del record.plies[plies:]
    record.ending.ClearField("token")
    record.ending.ClearField("transcript")
    return record


def decide(record: Record, conduct: record_pb2.Conduct, seat: int | None = None) -> Record:
    """The record with a decision about conduct at its end."""
    record.plies.add(adjudication=record_pb2.Adjudication(conduct=conduct, seat=seat))
    return record


@pytest.mark.parametrize(
    "conduct",
    [record_pb2.CONDUCT_RESIGNED, record_pb2.CONDUCT_TIME_FORFEIT, record_pb2.CONDUCT_ILLEGAL_MOVE_FORFEIT],
)
def test_whoever_forfeits_is_last(game: Played, conduct: record_pb2.Conduct) -> None:
    for seat in range(game.setup.players):
        verdict = sealed(decide(cut(game, len(game.record.plies) // 2), conduct, seat))
        assert kind_of(verdict) == ("VALID" if game.setup.players <= 2 else "INCOMPLETE")
        assert not verdict.finished
        last = verdict.outcome.placings[-1]
        assert (last.seat, last.place, last.decided_by) == (seat, game.setup.players, "conduct")
        assert sorted(placing.seat for placing in verdict.outcome.placings) == list(range(game.setup.players))


def test_a_draw_shares_the_first_place_where_there_can_be_one(game: Played) -> None:
    verdict = sealed(decide(cut(game, 5), record_pb2.CONDUCT_AGREED_DRAW))
    if game.setup.game.may_agree_on_draw(game.setup):
        assert kind_of(verdict) == "VALID"
        assert {placing.place for placing in verdict.outcome.placings} == {1}
    else:
        assert [violation.code for violation in verdict.violations] == ["NO_DRAW"]


def test_only_a_match_of_two_knows_no_draw() -> None:
    assert not setup_of("amazonas-2022", 2).game.may_agree_on_draw(setup_of("amazonas-2022", 2))
    assert setup_of("amazonas-2022", 3).game.may_agree_on_draw(setup_of("amazonas-2022", 3))
    assert not setup_of("trek12-amazonia", 1).game.may_agree_on_draw(setup_of("trek12-amazonia", 1))


def test_the_game_may_go_on_with_a_forfeited_seat_as_long_as_two_are_left(ruleset: str) -> None:
    game = Played(setup_of(ruleset, 3), 0)
    record = copy_of(game.record)
    record.plies.insert(7, record_pb2.RecordedPly())
    record.plies[7].adjudication.conduct = record_pb2.CONDUCT_RESIGNED
    record.plies[7].adjudication.seat = 1
    verdict = sealed(record)
    assert (kind_of(verdict), verdict.finished) == ("VALID", True)
    assert held(verdict) == ALL
    assert (verdict.outcome.placings[-1].seat, verdict.outcome.placings[-1].place) == (1, 3)
    record.plies[7].adjudication.seat = 0
    record.plies.insert(7, record_pb2.RecordedPly())
    record.plies[7].adjudication.conduct = record_pb2.CONDUCT_TIME_FORFEIT
    record.plies[7].adjudication.seat = 2
    verdict = sealed(record)
    assert [violation.code for violation in verdict.violations] == ["ENDED_BY_CONDUCT"]


@pytest.mark.parametrize("forfeits", range(4))
def test_a_game_of_several_is_over_when_fewer_than_two_have_not_forfeited(ruleset: str, forfeits: int) -> None:
    """Else whoever leads could have the game broken off by a friend's resignation."""
    game = Played(setup_of(ruleset, 4), 0)
    record = cut(game, len(game.record.plies) // 2)
    for seat in range(forfeits):
        decide(record, record_pb2.CONDUCT_RESIGNED, seat)
    assert kind_of(sealed(record)) == ("VALID" if forfeits >= 3 else "INCOMPLETE")
    drawn = decide(record, record_pb2.CONDUCT_AGREED_DRAW)
    assert kind_of(sealed(drawn)) == ("INVALID" if forfeits >= 3 else "VALID")


def test_what_conduct_has_decided_is_told_to_be_the_hosts_word(ruleset: str) -> None:
    """A decision put into a true record changes the ranking, and no seal can tell."""
    game = Played(setup_of(ruleset, 3), 0)
    assert "word" not in sealed(game.record).summary
    record = copy_of(game.record)
    decision = record_pb2.RecordedPly()
    decision.adjudication.conduct = record_pb2.CONDUCT_TIME_FORFEIT
    decision.adjudication.seat = 2
    record.plies.insert(len(record.plies) - 1, decision)
    verdict = sealed(record)
    assert held(verdict) == ALL
    assert "host's word" in verdict.summary
    assert verdict.outcome.placings[-1].decided_by == "conduct"


def test_decisions_that_cannot_be(game: Played) -> None:
    resigned = record_pb2.CONDUCT_RESIGNED
    over = decide(cut(game, len(game.record.plies)), resigned, 0)
    assert [violation.code for violation in sealed(over).violations] == ["DECISION_TOO_LATE"]
    for conduct, seat in ((resigned, None), (resigned, 99), (record_pb2.CONDUCT_AGREED_DRAW, 0), (0, 0)):
        verdict = sealed(decide(cut(game, 3), conduct, seat))  # type: ignore[arg-type]
        assert [violation.code for violation in verdict.violations] == ["MALFORMED"]
    three = Played(setup_of(game.setup.game.id, 3), 0)
    twice = decide(decide(cut(three, 3), resigned, 0), resigned, 0)
    assert [violation.code for violation in sealed(twice).violations] == ["DECISION_TWICE"]


# --- What was kept ---------------------------------------------------------------------------------------------------


def test_what_was_kept_is_compared(game: Played) -> None:
    promise = game.record.fairness
    kept = referee_pb2.KeptPromise(
        game_id=game.record.game_id,
        commitment=promise.commitment,
        client_seeds_hash=promise.client_seeds_hash,
        transcript=game.end.transcript,
    )
    assert checks_of(judge(game.record, LIMITS, kept=kept))["KEPT"] == "HELD"
    for field, kind in (
        ("game_id", "INVALID"),
        ("commitment", "UNFAIR_RANDOMNESS"),
        ("client_seeds_hash", "UNFAIR_RANDOMNESS"),
        ("transcript", "FORKED"),
    ):
        other = referee_pb2.KeptPromise()
        other.CopyFrom(kept)
        setattr(other, field, bytes(32))
        assert kind_of(judge(game.record, LIMITS, kept=other)) == kind


KEPT_FIELDS = ("game_id", "commitment", "client_seeds_hash", "transcript")


def without(record: Record, field: str) -> Record:
    """A record that does not tell what somebody may have kept."""
    record = copy_of(record)
    part = record if field == "game_id" else record.ending if field == "transcript" else record.fairness
    part.ClearField(field)
    return record


@pytest.mark.parametrize("field", KEPT_FIELDS)
def test_what_follows_from_a_record_need_not_be_told_to_be_compared(game: Played, field: str) -> None:
    """The commitment from the secret, the hash of the seeds from the seeds, the history hash from secret and plies."""
    record = without(game.record, field)
    true = game.record.game_id if field == "game_id" else getattr(game.record.fairness, field, game.end.transcript)
    for value, kind in ((true, "VALID"), (bytes(len(true)), None)):
        kept = referee_pb2.KeptPromise(**{field: value})
        verdict = judge(record, LIMITS, kept=kept)
        if field == "game_id":
            assert [violation.code for violation in verdict.violations] == ["KEPT_NOT_TOLD"], value
        elif kind:
            assert checks_of(verdict)["KEPT"] == "HELD"
            assert kind_of(verdict) == kind
        else:
            assert [violation.code for violation in verdict.violations] == ["KEPT_DIFFERS"]


@pytest.mark.parametrize("field", KEPT_FIELDS)
def test_what_was_kept_cannot_be_avoided_by_not_telling_it(game: Played, field: str) -> None:
    """A record that says nothing of what it promised is not taken for the one that somebody was promised."""
    record = without(game.record, field)
    fill_in(game, record)
    record.ending.Clear()
    record.ClearField("client_seeds")
    kept = referee_pb2.KeptPromise(**{field: bytes(16 if field == "game_id" else 32)})
    verdict = judge(record, LIMITS, kept=kept)
    assert checks_of(verdict)["KEPT"] == "FAILED"
    assert kind_of(verdict) != "VALID"


def test_what_was_kept_binds_no_ply_without_the_secret(game: Played) -> None:
    """Whoever invents a game copies what others have kept into its record."""
    invented = copy_of(Played(game.setup, 77).record)
    fill_in(Played(game.setup, 77), invented)
    invented.ending.Clear()
    invented.game_id = game.record.game_id
    invented.fairness.CopyFrom(game.record.fairness)
    invented.ending.transcript = game.end.transcript
    kept = referee_pb2.KeptPromise(
        game_id=game.record.game_id,
        commitment=game.record.fairness.commitment,
        client_seeds_hash=game.record.fairness.client_seeds_hash,
        transcript=game.end.transcript,
    )
    verdict = judge(invented, LIMITS, kept=kept)
    assert held(verdict) == {"SETUP", "RULES", "CLIENT_SEEDS"}
    assert checks_of(verdict)["KEPT"] == "NOT_CHECKED"
    assert held(judge(game.record, LIMITS, kept=kept)) == ALL - {"SEAL"} | {"KEPT"}


@pytest.mark.parametrize("field", KEPT_FIELDS)
def test_dice_told_from_outside_are_not_what_was_promised(ruleset: str, field: str) -> None:
    """Of the rest it is the same: what a record does not tell cannot be compared."""
    record = copy_of(played(ruleset, external=True).record)
    record.ending.Clear()
    record.ClearField("game_id")
    kept = referee_pb2.KeptPromise(**{field: bytes(16 if field == "game_id" else 32)})
    promised = field in ("commitment", "client_seeds_hash")
    assert kind_of(judge(record, LIMITS, kept=kept)) == ("UNFAIR_RANDOMNESS" if promised else "INVALID")


# --- Sizes -----------------------------------------------------------------------------------------------------------


def test_a_game_of_the_largest_table_fits_into_a_request_and_its_verdict_into_an_answer(ruleset: str) -> None:
    game = Played(setup_of(ruleset, registry.game(ruleset).max_players), 0)
    assert 4 * len(game.record.plies) <= LIMITS.record_plies
    assert 2 * game.record.ByteSize() < LIMITS.request_bytes
    verdict = sealed(game.record)
    assert held(verdict) == ALL
    assert 4 * verdict.ByteSize() < LIMITS.response_bytes
