"""Tournaments that are none: every defect is found, and all of them at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canopy.v1 import tournament_pb2
from solver.tournament.problem import read_request
from solver.tournament.reading import MAX_PLAYERS, BadTournament, tournament_of
from tests.solver.tournament.made import LEAGUE, play, started

Break = Callable[[tournament_pb2.Tournament], object]


def sound() -> tournament_pb2.Tournament:
    """Two rounds of five, one of whom has left."""
    tournament = started(5)
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 2, 4])
    tournament.byes.add(round=1, player="p4")
    tournament.players[4].left_round = 1
    return tournament


def spoil(path: str, value: object) -> Break:
    """Sets one field."""

    def change(tournament: tournament_pb2.Tournament) -> None:
        *way, last = path.split(".")
        message: object = tournament
        for step in way:
            message = message[int(step)] if step.isdecimal() else getattr(message, step)  # type: ignore[index]
        setattr(message, last, value)

    return change


DEFECTS: list[tuple[str, str, Break]] = [
    ("NO_SUCH_FORMAT", "format", spoil("format", 9)),
    ("WRONG_PLAYER_COUNT", "players", lambda told: told.players.extend([told.players[0]] * MAX_PLAYERS)),
    ("BAD_ID", "players[1].id", spoil("players.1.id", "")),
    ("BAD_ID", "players[1].id", spoil("players.1.id", "x" * 65)),
    ("ID_REPEATED", "players[1].id", spoil("players.1.id", "p0")),
    ("BAD_NAME", "players[1].name", spoil("players.1.name", "x" * 65)),
    ("LEFT_TOO_EARLY", "players[4].left_round", spoil("players.4.joined_round", 2)),
    ("NO_SUCH_ROUND", "players[1].left_round", spoil("players.1.left_round", 1001)),
    ("NO_SUCH_ROUND", "tables[0].round", spoil("tables.0.round", 0)),
    ("NO_SUCH_ROUND", "tables[0].round", spoil("tables.0.round", 1001)),
    ("WRONG_SEAT_COUNT", "tables[1].seats", lambda told: told.tables.add(round=2)),
    ("NO_SUCH_PLAYER", "tables[0].seats[1].player", spoil("tables.0.seats.1.player", "nobody")),
    ("PLAYER_TWICE", "tables[0].seats", spoil("tables.0.seats.1.player", "p0")),
    ("WRONG_PLACE", "tables[0].seats[3].place", spoil("tables.0.seats.3.place", 3)),
    ("WRONG_PLACE", "tables[0].seats[0].place", spoil("tables.0.seats.0.place", 0)),
    ("NO_SUCH_ROUND", "byes[0].round", spoil("byes.0.round", 0)),
    ("NO_SUCH_BYE", "byes[0].kind", spoil("byes.0.kind", 7)),
    ("NO_SUCH_PLAYER", "byes[0].player", spoil("byes.0.player", "nobody")),
    ("BAD_RANK_POINTS", "rules.rank_points", lambda told: told.rules.rank_points.extend([1, 2])),
    ("BAD_RANK_POINTS", "rules.rank_points", lambda told: told.rules.rank_points.append(1_000_001)),
    ("BAD_BYE_POINTS", "rules.bye_points", spoil("rules.bye_points", 1_000_001)),
    ("NO_SUCH_TIE_BREAK", "rules.tie_breaks[0]", lambda told: told.rules.tie_breaks.append(9)),  # type: ignore[arg-type]
    ("NO_SUCH_TIE_BREAK", "rules.tie_breaks[0]", lambda told: told.rules.tie_breaks.append(1)),  # type: ignore[arg-type]
    ("TIE_BREAK_REPEATED", "rules.tie_breaks[1]", lambda told: told.rules.tie_breaks.extend([2, 2])),  # type: ignore[list-item]
    ("NOT_THERE", "byes[0].player", spoil("byes.0.round", 2)),
    ("NOT_THERE", "tables[0].seats[0].player", spoil("players.0.joined_round", 2)),
    ("TWICE_IN_A_ROUND", "byes[0].player", spoil("byes.0.player", "p0")),
    ("TWICE_IN_A_ROUND", "tables[1].seats[0].player", lambda told: play(told, 1, ["p0", "p4"], [1, 2])),
]


def test_what_is_sound_is_read() -> None:
    assert tournament_of(sound()).rounds == 1


@pytest.mark.parametrize(("code", "field", "change"), DEFECTS)
def test_every_defect_is_found(code: str, field: str, change: Break) -> None:
    tournament = sound()
    change(tournament)
    with pytest.raises(BadTournament) as caught:
        tournament_of(tournament)
    assert (code, field) in [(defect.code, defect.field) for defect in caught.value.defects]
    assert all(defect.message.endswith(".") for defect in caught.value.defects)


def test_all_defects_are_told_at_once() -> None:
    tournament = sound()
    for _, _, change in (DEFECTS[2], DEFECTS[11], DEFECTS[16]):
        change(tournament)
    with pytest.raises(BadTournament) as caught:
        tournament_of(tournament)
    found = {defect.code for defect in caught.value.defects}
    assert {"BAD_ID", "NO_SUCH_PLAYER", "NO_SUCH_BYE"} <= found


# What says of a whole tournament or of who somebody is, so that other things cannot be asked any more.
MASKING = {"NO_SUCH_FORMAT", "ID_REPEATED", "BAD_ID", "WRONG_PLAYER_COUNT"}
# Where somebody was is asked only of rounds that there are.
WHEN, WHERE = {"NO_SUCH_ROUND", "LEFT_TOO_EARLY"}, {"NOT_THERE", "TWICE_IN_A_ROUND"}
PLACED = [defect for defect in DEFECTS if defect[0] not in MASKING]


@pytest.mark.parametrize("first", PLACED, ids=[f"{code} {field}" for code, field, _ in PLACED])
def test_no_defect_hides_one_elsewhere(first: tuple[str, str, Break]) -> None:
    for second in PLACED:
        both = {first[0], second[0]}
        if second[1].partition(".")[0] == first[1].partition(".")[0] or (both & WHEN and both & WHERE):
            continue
        tournament = sound()
        for _, _, change in (first, second):
            change(tournament)
        with pytest.raises(BadTournament) as caught:
            tournament_of(tournament)
        found = {(defect.code, defect.field) for defect in caught.value.defects}
        assert found >= {first[:2], second[:2]}


def test_players_at_a_table_of_a_wrong_size_are_named_too() -> None:
    tournament = sound()
    play(tournament, 2, ["nobody"], [2])
    with pytest.raises(BadTournament) as caught:
        tournament_of(tournament)
    assert [defect.code for defect in caught.value.defects] == ["WRONG_SEAT_COUNT", "NO_SUCH_PLAYER", "WRONG_PLACE"]


def test_one_defect_is_told_once() -> None:
    """Whoever sits twice at a table, or left before coming, is not told to be at two places as well, or nowhere."""
    for change in (spoil("tables.0.seats.1.player", "p0"), spoil("players.3.left_round", 2000)):
        tournament = sound()
        change(tournament)
        with pytest.raises(BadTournament) as caught:
            tournament_of(tournament)
        assert len(caught.value.defects) == 1
    tournament = sound()
    tournament.players[3].joined_round, tournament.players[3].left_round = 3, 2
    with pytest.raises(BadTournament) as caught:
        tournament_of(tournament)
    assert [defect.code for defect in caught.value.defects] == ["LEFT_TOO_EARLY"]


def test_in_a_league_one_may_play_often_and_without_rounds() -> None:
    tournament = started(2, LEAGUE)
    play(tournament, 0, ["p0", "p1"], [1, 2])
    play(tournament, 1, ["p0", "p1"], [1, 1])
    play(tournament, 1, ["p1", "p0"], [1, 2])
    assert len(tournament_of(tournament).tables) == 3


def test_defects_of_tournament_and_wishes_are_told_together() -> None:
    tournament = sound()
    tournament.byes[0].player = "nobody"
    request = tournament_pb2.PairRoundRequest(
        tournament=tournament, round=1, absent=["p0", "nobody"], table_sizes=[9], preferred_size=1
    )
    with pytest.raises(BadTournament) as caught:
        read_request(request)
    found = [(defect.code, defect.field) for defect in caught.value.defects]
    assert sorted(found) == [
        ("NO_SUCH_PLAYER", "absent[1]"),
        ("NO_SUCH_PLAYER", "byes[0].player"),
        ("NO_SUCH_SIZE", "preferred_size"),
        ("NO_SUCH_SIZE", "table_sizes[0]"),
        ("ROUND_PLAYED", "round"),
    ]


ASKED: list[tuple[str, str, dict[str, object]]] = [
    ("ROUND_PLAYED", "round", {"round": 1}),
    ("NO_SUCH_ROUND", "round", {"round": 1001}),
    ("NO_SUCH_PLAYER", "absent[0]", {"absent": ["nobody"]}),
    ("NO_SUCH_SIZE", "table_sizes[1]", {"table_sizes": [4, 6]}),
    ("NO_SUCH_SIZE", "preferred_size", {"preferred_size": 1}),
]


@pytest.mark.parametrize(("code", "field", "asked"), ASKED)
def test_every_defect_of_what_is_asked_is_found(code: str, field: str, asked: dict[str, object]) -> None:
    request = tournament_pb2.PairRoundRequest(tournament=sound(), **asked)  # type: ignore[arg-type]
    with pytest.raises(BadTournament) as caught:
        read_request(request)
    assert [(defect.code, defect.field) for defect in caught.value.defects] == [(code, field)]
