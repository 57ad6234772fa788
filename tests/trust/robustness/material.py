"""Real tables, keys, moves and outcomes of a ruleset, and real requests made of them: what nonsense is mixed with.

A request of random values ends at the first check, because no random bytes are a token. So the requests that strangers
are imagined to send are made of real things, rightly and wrongly put together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2, game_pb2, referee_pb2, tournament_pb2
from engines.game import Game, Setup
from service.capability import host_key, seat_key
from service.commitment import seal_commitment
from service.sealing import Sealer
from service.table import Flags, Table, seal_table
from tests.contract.finished import typed_in
from tests.playing import movers
from tests.trust.questions import good_questions, of_table
from tests.trust.requests import REQUESTS, as_data, as_text, record_of, sheet_of, tournament, viewpoint
from tests.trust.scenes import Moment, Scene, chosen_moments, random_game, scenes_of, usual_scene
from tests.trust.wire import STREAM, UNARY, can_be_streamed, in_stream

_SOME = 6


class Known:
    """Values that a field may well have: by the field's name, of a message by the name of its type."""

    def __init__(self, name: str, values: Mapping[str, Sequence[Any]]) -> None:
        self._name = name
        self._values = values

    def __repr__(self) -> str:
        return f"<{self._name}>"  # hypothesis would print all of it

    def of(self, name: str) -> Sequence[Any]:
        """Those of one field, perhaps none."""
        return self._values.get(name, ())


def material(sealer: Sealer, game: Game) -> list[Known]:
    """What belongs together, for several moments of several tables of a ruleset."""
    return [
        _of_moment(sealer, scene, moment)
        for scene in (usual_scene(game), *scenes_of(game)[1:])
        for moment in chosen_moments(scene, secret=1, plain=1)
    ]


def _of_moment(sealer: Sealer, scene: Scene, moment: Moment) -> Known:
    table, setup = moment.table, moment.table.setup
    rng = scene.random("material")
    token = seal_table(sealer, table)
    host = host_key(sealer, table.game_id)
    seats = [seat_key(sealer, table.game_id, seat) for seat in range(setup.players)][:_SOME]
    moves = _some_moves(moment, rng)
    values: dict[str, Sequence[Any]] = {
        # What fits stands several times among what does not.
        "token": [token, token, token, token, seal_table(sealer, scene.new_table("another")), host],
        "key": [host, host, *seats, host_key(sealer, b"another game id."), b"", token],
        "commitment": [seal_commitment(sealer, table, seat, word) for seat, word in moves[:_SOME]] + [host],
        "seat": [0, *(seat for seat, _ in moves), setup.players - 1, setup.players],
        "ruleset": [setup.game.id],
        "rules_version": [0, setup.game.rules_version],
        "players": [setup.game.min_players, setup.players, setup.game.max_players, setup.game.max_players + 1],
        "name": [name for name, _ in setup.options],
        "value": [value for option in setup.game.options for value in option.values],
        "content_pack_id": list(setup.game.packs),
        "content_pack_json": [setup.pack.canonical.decode()],
        "secret": [b"s" * 32],
        "text": [*_texts(moment, moves, rng), *(text for text, _ in setup.game.notation)],
        game_pb2.Move.DESCRIPTOR.full_name: [as_data(setup, word) for _, word in moves] or [game_pb2.Move()],
        game_pb2.ChanceOutcome.DESCRIPTOR.full_name: [outcome_as_data(setup, word) for word in _outcomes(table, rng)]
        or [game_pb2.ChanceOutcome()],
        engine_pb2.Action.DESCRIPTOR.full_name: list(_actions(sealer, table, moves, rng)),
    }
    return Known(f"{scene}, ply {table.ply}", values)


def _some_moves(moment: Moment, rng: random.Random) -> list[tuple[int, int]]:
    state = moment.table.state
    return [
        (seat, word) for seat in movers(state) for word in (*_some(state.legal_moves(seat), rng), *moment.elsewhere)
    ]


def _outcomes(table: Table, rng: random.Random) -> list[int]:
    return _some(table.state.outcomes(), rng)


def _some(words: list[int], rng: random.Random) -> list[int]:
    return rng.sample(words, min(_SOME, len(words)))


def _texts(moment: Moment, moves: Sequence[tuple[int, int]], rng: random.Random) -> Iterator[str]:
    setup = moment.table.setup
    yield from (setup.game.move_text(setup, word) for _, word in moves)
    yield from (setup.game.outcome_text(setup, word) for word in _outcomes(moment.table, rng))


def _actions(
    sealer: Sealer, table: Table, moves: Sequence[tuple[int, int]], rng: random.Random
) -> Iterator[engine_pb2.Action]:
    for seat, word in moves:
        yield move_action(table.setup, seat, word)
        yield engine_pb2.Action(commitment=seal_commitment(sealer, table, seat, word))
    for word in _outcomes(table, rng):
        yield engine_pb2.Action(chance=outcome_as_text(table.setup, word))
    yield engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=[b"seed"]))


def move_action(setup: Setup, seat: int, word: int) -> engine_pb2.Action:
    """A move told by the host."""
    return engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=as_text(setup, word)))


def outcome_as_text(setup: Setup, word: int) -> game_pb2.ChanceOutcome:
    """Dice or cards in the text notation."""
    return game_pb2.ChanceOutcome(text=setup.game.outcome_text(setup, word))


def outcome_as_data(setup: Setup, word: int) -> game_pb2.ChanceOutcome:
    """Dice or cards as the game's message."""
    outcome = game_pb2.ChanceOutcome()
    getattr(outcome, setup.game.wire_field).CopyFrom(setup.game.encode_outcome(setup, word))
    return outcome


# --- Requests --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def good_requests(sealer: Sealer, game: Game) -> Mapping[str, Message]:
    """For every RPC that the game has an answer to a request that is answered, always with the same bytes."""
    scene = usual_scene(game)
    played = random_game(scene)
    table = next(moment.table for moment in played[len(played) // 2 :] if not moment.table.state.is_over)
    setup, seats = table.setup, table.state.to_act()
    token, host = seal_table(sealer, table), host_key(sealer, table.game_id)
    key = seat_key(sealer, table.game_id, seats[0])
    word = table.state.legal_moves(seats[0])[-1]
    unary: dict[str, Message] = {
        "ListRulesets": engine_pb2.ListRulesetsRequest(),
        "GetRuleset": engine_pb2.GetRulesetRequest(ruleset=game.id),
        "CreateGame": engine_pb2.CreateGameRequest(
            ruleset=game.id,
            players=setup.players,
            options=[common_pb2.OptionValue(name=name, value=value) for name, value in setup.options],
            content_pack_json=setup.pack.canonical.decode(),
            client_seeds=[b"one", b"two"],
            request_id=b"good",
        ),
        "GetView": engine_pb2.GetViewRequest(token=token, key=key),
        "ListLegalMoves": engine_pb2.ListLegalMovesRequest(token=token, key=host, seat=seats[0]),
        "CheckMove": engine_pb2.CheckMoveRequest(token=token, key=key, move=as_data(setup, word)),
        "CommitMove": engine_pb2.CommitMoveRequest(token=token, key=key, move=as_text(setup, word)),
        "ApplyMoves": engine_pb2.ApplyMovesRequest(
            token=token,
            key=host,
            actions=[move_action(setup, seats[0], word)],
            viewers=[common_pb2.Viewer(), *(common_pb2.Viewer(seat=seat) for seat in range(setup.players))],
            include_views=True,
            include_memory=True,
        ),
        "RenderView": engine_pb2.RenderViewRequest(token=token, key=key, format=engine_pb2.PICTURE_FORMAT_TEXT),
        "RevealGame": engine_pb2.RevealGameRequest(token=seal_table(sealer, played[-1].table)),
    }
    judged = referee_pb2.VerifyGameRequest(record=record_of(table, token))
    unary |= {
        "VerifyGame": judged,
        "VerifyGames": referee_pb2.VerifyGamesRequest(id=7, game=judged),
        "ScoreSheet": sheet_of(setup, typed_in(setup, played[-1].table.state)),
        "RankPlayers": tournament_pb2.RankPlayersRequest(tournament=tournament()),
        "CompareTokens": referee_pb2.CompareTokensRequest(first=token, second=seal_table(sealer, played[-1].table)),
    }
    asked = dict(good_questions(setup, table.state, of_table(token, key)))
    return unary | asked | {STREAM: in_stream("ApplyMoves", unary["ApplyMoves"])}


def real_requests(sealer: Sealer, game: Game, rpc: str) -> list[Message]:
    """Requests of one RPC as they are really made, answered and refused ones, of several moments and tables."""
    good = good_requests(sealer, game)
    found = [good[rpc]] if rpc in good else []
    for scene in (usual_scene(game), scenes_of(game)[-1]):
        rng = scene.random("real requests")
        for moment in chosen_moments(scene, secret=1, plain=1)[-3:]:
            state = moment.table.state
            viewer = rng.choice(state.to_act() or (None,))
            point = viewpoint(sealer, moment, viewer, rng)
            found += list(REQUESTS[rpc](replace(point, key=rng.choice((point.key, point.host_key)))))[:4]
    return found


def streamed(sealer: Sealer, game: Game) -> list[engine_pb2.PlayGameRequest]:
    """The good request of every call that a stream takes, in order, numbered from 1."""
    calls = [rpc for rpc in UNARY if can_be_streamed(rpc)]
    return [in_stream(rpc, good_requests(sealer, game)[rpc], number) for number, rpc in enumerate(calls, 1)]


def external(table: Table) -> Table:
    """The same table as one whose dice and cards are told."""
    return replace(table, flags=Flags.EXTERNAL)
