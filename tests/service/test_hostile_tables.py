"""Finished tables and tournaments with anything in them: an answer or a refusal, and never a defect."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from canopy.v1 import score_sheet_pb2, tournament_pb2
from cext.stop import Stop
from engines.game import Game, Malformed
from service.errors import Refusal
from service.limits import Limits
from service.referee.tables import rank_players, score_sheet
from solver.answer import ignore
from solver.budget import Budget
from solver.tournament.problem import PairRound
from tests.contract.finished import typed_in
from tests.playing import all_games, cases_of, walk
from tests.solver.tournament.made import played_by_lot
from tests.trust.requests import sheet_of

# What numbers are set to: what is nearly right, and what no count can be.
_NUMBERS = (0, 1, 2, 3, 4, 5, 12, 13, 27, 64, 255, 256, 2**16, 2**31 - 1)
_UNSIGNED = {FieldDescriptor.TYPE_UINT32: 2**32 - 1, FieldDescriptor.TYPE_UINT64: 2**64 - 1}


def _scalar(rng: random.Random, field: FieldDescriptor) -> Any:
    if field.type == FieldDescriptor.TYPE_BOOL:
        return rng.random() < 0.5
    if field.type == FieldDescriptor.TYPE_STRING:
        return rng.choice(("", "p0", "jaguar", "\0", "x" * 70))
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        return rng.choice((0.0, -1.0, float("inf"), float("nan")))
    if field.type in _UNSIGNED and rng.random() < 0.2:
        return _UNSIGNED[field.type]
    number = rng.choice(_NUMBERS)
    return -number if field.type == FieldDescriptor.TYPE_SINT32 and rng.random() < 0.5 else number


def spoil(rng: random.Random, message: Message) -> None:
    """Change one thing somewhere in a message."""
    field = rng.choice(message.DESCRIPTOR.fields)
    value: Any = getattr(message, field.name)
    if field.is_repeated and len(value) and rng.random() < 0.2:
        del value[rng.randrange(len(value))]
    elif field.is_repeated and len(value) and rng.random() < 0.2:
        value.append(value[rng.randrange(len(value))])
    elif field.is_repeated and field.message_type is not None:
        spoil(rng, rng.choice(value) if len(value) and rng.random() < 0.9 else value.add())
    elif field.is_repeated and len(value) and rng.random() < 0.9:
        value[rng.randrange(len(value))] = _scalar(rng, field)
    elif field.is_repeated:
        value.append(_scalar(rng, field))
    elif field.message_type is not None:
        spoil(rng, value)
    elif rng.random() < 0.2:
        message.ClearField(field.name)
    else:
        setattr(message, field.name, _scalar(rng, field))


@cache
def sound(game: Game) -> score_sheet_pb2.ScoreSheetRequest:
    """The end of a short game, typed in."""
    case = min(
        (case for case in cases_of(game) if case.setup.pack.id in game.packs), key=lambda case: case.setup.players
    )
    setup = case.setup
    return sheet_of(setup, typed_in(setup, walk(case, 0).end))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
@settings(deadline=None, max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_any_finished_table_is_answered_or_refused(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    request = score_sheet_pb2.ScoreSheetRequest()
    request.CopyFrom(sound(game))
    for _ in range(rng.randint(1, 6)):
        spoil(rng, getattr(request.table, game.wire_field))
    try:
        response = score_sheet(request, Limits())
    except Refusal:
        return
    assert response.HasField("outcome") != bool(response.impossibilities)
    assert len(response.impossibilities) <= 100
    for flaw in response.impossibilities:
        assert "{" not in flaw.field + flaw.message


@settings(deadline=None, max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_any_tournament_is_ranked_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    request = tournament_pb2.RankPlayersRequest(tournament=played_by_lot(rng, rng.randint(1, 9), rng.randint(0, 3)))
    for _ in range(rng.randint(1, 4)):
        spoil(rng, request)
    try:
        response = rank_players(request, Limits())
    except Refusal:
        return
    assert len(response.standings) == len(request.tournament.players)


@settings(deadline=None, max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_any_round_is_paired_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    request = tournament_pb2.PairRoundRequest(tournament=played_by_lot(rng, rng.randint(1, 9), rng.randint(0, 3)))
    for _ in range(rng.randint(1, 4)):
        spoil(rng, request)
    problem = PairRound()
    try:
        problem.check(request)
    except Malformed:
        return
    budget = Budget(nodes=rng.choice((1, 2000)), deterministic_seconds=0.01)
    response = problem.encode(request, None, problem.solve(request, None, budget, request.seed, Stop(), ignore))
    seated = [player for table in response.tables for player in table.players] + list(response.byes)
    assert len(seated) == len(set(seated))
    assert set(seated) <= {player.id for player in request.tournament.players} - set(request.absent)
