"""Whatever a viewer might ask about a table, for every RPC of the services: `REQUESTS`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from google.protobuf.message import Message

from canopy.v1 import (
    common_pb2,
    engine_pb2,
    game_pb2,
    record_pb2,
    referee_pb2,
    score_sheet_pb2,
    solving_pb2,
    tournament_pb2,
)
from engines.game import Setup
from service.capability import host_key, seat_key
from service.commitment import seal_commitment
from service.sealing import Sealer
from service.table import Table, seal_table
from service.wire import put_fairness, put_view
from tests.playing import movers
from tests.solver.tournament.made import played_by_lot
from tests.trust.questions import of_table, questions
from tests.trust.scenes import Moment
from tests.trust.wire import QUESTIONS, can_be_streamed, in_stream

NONSENSE = "no move in any notation"


@dataclass(frozen=True)
class Viewpoint:
    """Somebody who looks at a table of a random game: a seat, or a spectator (None)."""

    sealer: Sealer
    moment: Moment
    viewer: int | None
    # A seat that is not the viewer's; one that does not exist where there is no other.
    another_seat: int
    token: bytes
    key: bytes
    host_key: bytes
    moves: tuple[game_pb2.Move, ...]


def viewpoint(sealer: Sealer, moment: Moment, viewer: int | None, rng: random.Random) -> Viewpoint:
    """The viewpoint of a viewer, with an interest in some moves."""
    table = moment.table
    others = [seat for seat in range(table.setup.players) if seat != viewer]
    return Viewpoint(
        sealer,
        moment,
        viewer,
        rng.choice(others) if others else table.setup.players,
        seal_table(sealer, table),
        b"" if viewer is None else seat_key(sealer, table.game_id, viewer),
        host_key(sealer, table.game_id),
        tuple(_interesting_moves(moment, viewer, rng)),
    )


def _interesting_moves(moment: Moment, viewer: int | None, rng: random.Random) -> Iterator[game_pb2.Move]:
    """Own legal moves, those that others have chosen secretly or may choose, some of other moments, and nonsense."""
    state, setup = moment.table.state, moment.table.setup
    own = [] if viewer is None else state.legal_moves(viewer)
    may_be_chosen = [word for seat in movers(state) for word in state.legal_moves(seat)]
    words = [*own[:1], *own[-1:], *rng.sample(own, min(1, len(own)))]
    words += [*rng.sample(may_be_chosen, min(1, len(may_be_chosen))), *moment.elsewhere]
    words += [action.word for action in moment.pending[:2]]
    for number, word in enumerate(dict.fromkeys(words)):
        yield as_text(setup, word) if number % 2 else as_data(setup, word)
    yield game_pb2.Move(text=NONSENSE)
    yield game_pb2.Move()


def as_text(setup: Setup, word: int) -> game_pb2.Move:
    """A move in the text notation."""
    return game_pb2.Move(text=setup.game.move_text(setup, word))


def as_data(setup: Setup, word: int) -> game_pb2.Move:
    """A move as the game's message."""
    move = game_pb2.Move()
    getattr(move, setup.game.wire_field).CopyFrom(setup.game.encode_move(setup, word))
    return move


Requests = Callable[[Viewpoint], Iterator[Message]]


def _list_rulesets(_: Viewpoint) -> Iterator[Message]:
    yield engine_pb2.ListRulesetsRequest()


def _get_ruleset(point: Viewpoint) -> Iterator[Message]:
    yield engine_pb2.GetRulesetRequest(ruleset=point.moment.table.setup.game.id)


def _create_game(point: Viewpoint) -> Iterator[Message]:
    setup = point.moment.table.setup
    yield engine_pb2.CreateGameRequest(ruleset=setup.game.id, players=setup.players, request_id=b"another table")


def _get_view(point: Viewpoint) -> Iterator[Message]:
    for memory in (False, True):
        for seat in (None, point.viewer, point.another_seat):
            yield engine_pb2.GetViewRequest(token=point.token, key=point.key, seat=seat, include_memory=memory)
    # What the host passes on.
    for memory in (False, True):
        yield engine_pb2.GetViewRequest(token=point.token, key=point.host_key, seat=point.viewer, include_memory=memory)


def _list_legal_moves(point: Viewpoint) -> Iterator[Message]:
    for seat in (None, point.another_seat):
        yield engine_pb2.ListLegalMovesRequest(token=point.token, key=point.key, seat=seat)


def _check_move(point: Viewpoint) -> Iterator[Message]:
    for move in point.moves:
        yield engine_pb2.CheckMoveRequest(token=point.token, key=point.key, move=move)
    yield engine_pb2.CheckMoveRequest(token=point.token, key=point.key, move=point.moves[0], seat=point.another_seat)


def _commit_move(point: Viewpoint) -> Iterator[Message]:
    for move in point.moves:
        yield engine_pb2.CommitMoveRequest(token=point.token, key=point.key, move=move)


def _apply_moves(point: Viewpoint) -> Iterator[Message]:
    """Without the right to: with nothing, with a move, with somebody's sealed move, and with nonsense."""
    seat = point.another_seat
    sealed = seal_commitment(point.sealer, point.moment.table, seat, 0)
    for action in (
        engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=point.moves[0])),
        engine_pb2.Action(commitment=sealed),
        engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=game_pb2.Move(text=NONSENSE))),
    ):
        yield engine_pb2.ApplyMovesRequest(token=point.token, key=point.key, actions=[action], include_views=True)
    yield engine_pb2.ApplyMovesRequest(token=point.token, key=point.key, validate_only=True)
    yield engine_pb2.ApplyMovesRequest(token=point.token, key=point.key, include_plies=True)
    # What the host passes on, in advance: nothing happens, and what is seen then.
    for memory in (False, True):
        yield engine_pb2.ApplyMovesRequest(
            token=point.token,
            key=point.host_key,
            viewers=[common_pb2.Viewer(seat=point.viewer)],
            validate_only=True,
            include_views=True,
            include_memory=memory,
        )


def _play_game(point: Viewpoint) -> Iterator[Message]:
    """The first requests of every call that a stream takes, over one stream, and one that is empty."""
    for number, (rpc, requests) in enumerate(REQUESTS.items()):
        if can_be_streamed(rpc):
            yield from (in_stream(rpc, request, number) for request in islice(requests(point), 2))
    yield engine_pb2.PlayGameRequest()


def _render_view(point: Viewpoint) -> Iterator[Message]:
    for picture in (engine_pb2.PICTURE_FORMAT_SVG, engine_pb2.PICTURE_FORMAT_TEXT):
        yield engine_pb2.RenderViewRequest(token=point.token, key=point.key, format=picture)
        yield engine_pb2.RenderViewRequest(token=point.token, key=point.key, format=picture, include_memory=True)
    yield engine_pb2.RenderViewRequest(token=point.token, key=point.key, seat=point.another_seat)


def _reveal_game(point: Viewpoint) -> Iterator[Message]:
    yield engine_pb2.RevealGameRequest(token=point.token)


def tell_setup(setup: Setup, request: Any) -> None:
    """Fill in what every request with a table of its own has in common: ruleset, players, options, content."""
    request.ruleset = setup.game.id
    request.players = setup.players
    request.options.extend(common_pb2.OptionValue(name=name, value=value) for name, value in setup.options)
    if setup.pack.id in setup.game.packs:
        request.content_pack_id = setup.pack.id
    else:
        request.content_pack_json = setup.pack.canonical.decode()


def record_of(table: Table, token: bytes) -> record_pb2.GameRecord:
    """What anybody can write down of a table whose game he has not seen: what is promised, a guess, and its token."""
    setup = table.setup
    record = record_pb2.GameRecord(
        format=1,
        rules_version=setup.game.rules_version,
        game_id=table.game_id,
    )
    tell_setup(setup, record)
    put_fairness(table, record.fairness)
    record.ending.token = token
    return record


def _verify_game(point: Viewpoint) -> Iterator[Message]:
    """A record without plies, one with a guess, the same with each key, and a text that is none."""
    record = record_of(point.moment.table, point.token)
    yield referee_pb2.VerifyGameRequest(record=record)
    if not record.fairness.awaiting_client_seeds:
        record.plies.add().chance.SetInParent()
        record.plies.add(move=record_pb2.MadeMove(seat=point.another_seat, move=point.moves[0]))
    for key in (b"", point.key, point.host_key):
        yield referee_pb2.VerifyGameRequest(record=record, key=key)
    yield referee_pb2.VerifyGameRequest(text=NONSENSE)
    yield referee_pb2.VerifyGameRequest()


def _verify_games(point: Viewpoint) -> Iterator[Message]:
    for number, request in enumerate(_verify_game(point), start=1):
        assert isinstance(request, referee_pb2.VerifyGameRequest)
        yield referee_pb2.VerifyGamesRequest(id=number, game=request)


def _compare_tokens(point: Viewpoint) -> Iterator[Message]:
    """With itself and with another table; with a record, which not all may use. That two tokens differ is plain."""
    another = replace(point.moment.table, game_id=b"another table".ljust(16))
    yield referee_pb2.CompareTokensRequest(first=point.token, second=point.token)
    yield referee_pb2.CompareTokensRequest(first=point.token, second=seal_table(point.sealer, another))
    record = record_of(point.moment.table, b"")
    for key in (b"", point.key, point.host_key):
        yield referee_pb2.CompareTokensRequest(first=point.token, second=point.token, first_record=record, key=key)


def sheet_of(setup: Setup, table: Message) -> score_sheet_pb2.ScoreSheetRequest:
    """A finished table, typed in."""
    request = score_sheet_pb2.ScoreSheetRequest()
    tell_setup(setup, request)
    getattr(request.table, setup.game.wire_field).CopyFrom(table)
    return request


def _score_sheet(point: Viewpoint) -> Iterator[Message]:
    """A table of which nothing is told, and nothing at all; neither has to do with the one that is looked at."""
    setup = point.moment.table.setup
    empty = getattr(score_sheet_pb2.FinishedTable(), setup.game.wire_field)
    yield sheet_of(setup, empty)
    yield score_sheet_pb2.ScoreSheetRequest()


def tournament() -> tournament_pb2.Tournament:
    """Some rounds that have been played."""
    return played_by_lot(random.Random(1), 7, 2)


def _rank_players(_: Viewpoint) -> Iterator[Message]:
    yield tournament_pb2.RankPlayersRequest(tournament=tournament())
    yield tournament_pb2.RankPlayersRequest()


def _ask(rpc: str, point: Viewpoint) -> Iterator[Message]:
    """A question for oneself, for somebody else, and what the host passes on; and one in plain data, for what it is."""
    setup = point.moment.table.setup
    state = point.moment.table.state.determinize(point.viewer, 0)
    yield from questions(rpc, setup, state, of_table(point.token, point.key))
    for position in (
        of_table(point.token, point.key, point.another_seat),
        of_table(point.token, point.host_key, point.viewer),
        _plain_position(point),
    ):
        yield next(questions(rpc, setup, state, position))


def _plain_position(point: Viewpoint) -> solving_pb2.Position:
    """What the viewer sees, told in plain data."""
    setup = point.moment.table.setup
    plain = solving_pb2.PlainPosition()
    tell_setup(setup, plain)
    put_view(setup, point.moment.table.state, point.viewer, plain.view, memory=True)
    return solving_pb2.Position(plain=plain)


REQUESTS: dict[str, Requests] = {
    "ListRulesets": _list_rulesets,
    "GetRuleset": _get_ruleset,
    "CreateGame": _create_game,
    "GetView": _get_view,
    "ListLegalMoves": _list_legal_moves,
    "CheckMove": _check_move,
    "CommitMove": _commit_move,
    "ApplyMoves": _apply_moves,
    "PlayGame": _play_game,
    "RenderView": _render_view,
    "RevealGame": _reveal_game,
    "VerifyGame": _verify_game,
    "VerifyGames": _verify_games,
    "CompareTokens": _compare_tokens,
    "ScoreSheet": _score_sheet,
    "RankPlayers": _rank_players,
    **{rpc: partial(_ask, rpc) for rpc in QUESTIONS},
}
