"""A small synchronous client.

    from canopy.client import Canopy

    with Canopy("127.0.0.1:50051") as canopy:
        table = canopy.create_game("trek12-amazonia", players=1)
        legal = canopy.list_legal_moves(table.token, table.seat_keys[0]).moves
        after = canopy.apply_moves(table.token, table.host_key, moves=[(0, legal[0].text)])
        print(canopy.render_view(after.token, picture="text").picture)

Every method is one RPC of EngineService, SolverService or RefereeService and returns its response. A call that the
service refuses raises `Refused`; trouble on the way there raises `grpc.RpcError`.

A service that is reached over a network is reached encrypted, and may want to know who calls:

    Canopy("canopy.example:443", ca=Path("ca.pem"), api_key=key)
    Canopy("canopy.example:443", ca=Path("ca.pem"), cert=Path("me.pem"), key=Path("me.key"))  # mTLS

Several replicas are asked in turn, and a call that one of them did not get to is made again: see `canopy.policy`.

    Canopy("dns:///canopy-headless.games.svc:50051")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NoReturn, Self, TypeVar

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from canopy import policy
from canopy.v1 import (
    common_pb2,
    engine_pb2,
    engine_pb2_grpc,
    game_pb2,
    record_pb2,
    referee_pb2,
    referee_pb2_grpc,
    score_sheet_pb2,
    solver_pb2,
    solver_pb2_grpc,
    solving_pb2,
    tournament_pb2,
)

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")
_Detail = TypeVar("_Detail", bound=Message)

# A move as data, or in the text notation.
MoveLike = game_pb2.Move | str

# The token of a table, or a position told in plain data.
PositionLike = bytes | solving_pb2.PlainPosition

# A record as data, or in the text form.
RecordLike = record_pb2.GameRecord | str

# PEM, or a file that holds it.
Pem = bytes | Path

_DOMAIN = "canopy"
_DETAILS_TRAILER = "grpc-status-details-bin"
_FORMATS = {"svg": engine_pb2.PICTURE_FORMAT_SVG, "text": engine_pb2.PICTURE_FORMAT_TEXT}


class Refused(Exception):
    """The service refused a call; nothing has changed.

    `reason` is stable and for programs, the text is for people. `violations` holds one entry per broken rule,
    `defects` one per defect of a content pack or of a plain position, `metadata` what else there is to know, for
    example the `action` of several that was refused. `retry_after` are the seconds after which the same call may be
    answered, if it may.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        reason: str,
        message: str,
        metadata: Mapping[str, str],
        violations: Sequence[common_pb2.RuleViolation],
        defects: Sequence[common_pb2.PackDefect | solving_pb2.PositionDefect],
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata)
        self.violations = tuple(violations)
        self.defects = tuple(defects)
        self.retry_after = retry_after


class Canopy:
    """A connection to one service. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        address: str,
        *,
        timeout: float = 10.0,
        ca: Pem | None = None,
        cert: Pem | None = None,
        key: Pem | None = None,
        api_key: str | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        retry: bool = True,
    ) -> None:
        """`timeout` is the deadline of each call in seconds, all attempts at it together.

        `address` is that of one service or a name that stands for several. Unless `retry` is off, a call that found no
        room or nobody is made again, as `canopy.policy` says; what it is refused in the end is what the last one was.

        With `ca`, the authorities that may vouch for the service, the connection is encrypted; `cert` and `key` are the
        client's own certificate, for a service that wants one. `credentials` of another make may be given instead of
        these three. Without any nothing is encrypted. `api_key` is sent with every call.
        """
        if credentials is None and (ca or cert or key):
            credentials = grpc.ssl_channel_credentials(_pem(ca), _pem(key), _pem(cert))
        # Answers may be larger than what gRPC takes by default: pictures and views of a table of fifty.
        options = (("grpc.max_receive_message_length", -1), *policy.channel_options(retry=retry))
        channel = (
            grpc.insecure_channel(address, options)
            if credentials is None
            else grpc.secure_channel(address, credentials, options)
        )
        self._connection = channel
        self.channel = channel if api_key is None else grpc.intercept_channel(channel, _ApiKey(api_key))
        self.stub = engine_pb2_grpc.EngineServiceStub(self.channel)
        self.solver = solver_pb2_grpc.SolverServiceStub(self.channel)
        self.referee = referee_pb2_grpc.RefereeServiceStub(self.channel)
        self._timeout = timeout

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self.channel.close()

    def wait_until_ready(self, timeout: float | None = None) -> None:
        """Return when the service can be reached. Raises grpc.FutureTimeoutError."""
        grpc.channel_ready_future(self._connection).result(self._timeout if timeout is None else timeout)

    # -- rulesets --

    def list_rulesets(self) -> engine_pb2.ListRulesetsResponse:
        """All rulesets, by id."""
        return self.call(self.stub.ListRulesets, engine_pb2.ListRulesetsRequest())

    def get_ruleset(self, ruleset: str) -> engine_pb2.GetRulesetResponse:
        """One ruleset: players, options, content packs, violation codes, notation."""
        return self.call(self.stub.GetRuleset, engine_pb2.GetRulesetRequest(ruleset=ruleset))

    # -- tables --

    def create_game(
        self,
        ruleset: str,
        players: int,
        *,
        options: Mapping[str, str] | None = None,
        rules_version: int = 0,
        content_pack_id: str | None = None,
        content_pack_json: str | None = None,
        external: bool = False,
        client_seeds: Sequence[bytes] = (),
        await_client_seeds: bool = False,
        secret: bytes = b"",
        request_id: bytes = b"",
        include_plies: bool = False,
    ) -> engine_pb2.CreateGameResponse:
        """A new table with its keys. See CreateGameRequest."""
        request = engine_pb2.CreateGameRequest(
            ruleset=ruleset,
            rules_version=rules_version,
            players=players,
            options=[common_pb2.OptionValue(name=name, value=value) for name, value in (options or {}).items()],
            content_pack_id=content_pack_id,
            content_pack_json=content_pack_json,
            randomness=common_pb2.RANDOMNESS_EXTERNAL if external else common_pb2.RANDOMNESS_SEEDED,
            client_seeds=client_seeds,
            await_client_seeds=await_client_seeds,
            secret=secret,
            request_id=request_id,
            include_plies=include_plies,
        )
        return self.call(self.stub.CreateGame, request)

    def get_view(
        self, token: bytes, key: bytes = b"", *, seat: int | None = None, include_memory: bool = False
    ) -> engine_pb2.GetViewResponse:
        """A table as the key's owner may see it; the host may name a seat.

        With `include_memory` also what a perfect memory of that seat would still know.
        """
        request = engine_pb2.GetViewRequest(token=token, key=key, seat=seat, include_memory=include_memory)
        return self.call(self.stub.GetView, request)

    def render_view(
        self,
        token: bytes,
        key: bytes = b"",
        *,
        seat: int | None = None,
        picture: Literal["svg", "text"] = "svg",
        include_memory: bool = False,
    ) -> engine_pb2.RenderViewResponse:
        """The same as a picture."""
        request = engine_pb2.RenderViewRequest(
            token=token, key=key, seat=seat, format=_FORMATS[picture], include_memory=include_memory
        )
        return self.call(self.stub.RenderView, request)

    def reveal_game(self, token: bytes) -> engine_pb2.RevealGameResponse:
        """The secret of a finished table."""
        return self.call(self.stub.RevealGame, engine_pb2.RevealGameRequest(token=token))

    # -- moves --

    def list_legal_moves(
        self, token: bytes, key: bytes, *, seat: int | None = None
    ) -> engine_pb2.ListLegalMovesResponse:
        """What a seat may do now."""
        request = engine_pb2.ListLegalMovesRequest(token=token, key=key, seat=seat)
        return self.call(self.stub.ListLegalMoves, request)

    def check_move(
        self, token: bytes, key: bytes, move: MoveLike, *, seat: int | None = None
    ) -> engine_pb2.CheckMoveResponse:
        """Whether a seat may make a move, and if not, every rule it breaks."""
        request = engine_pb2.CheckMoveRequest(token=token, key=key, seat=seat, move=_to_move(move))
        return self.call(self.stub.CheckMove, request)

    def commit_move(self, token: bytes, key: bytes, move: MoveLike) -> engine_pb2.CommitMoveResponse:
        """A seat's move, sealed for the host."""
        request = engine_pb2.CommitMoveRequest(token=token, key=key, move=_to_move(move))
        return self.call(self.stub.CommitMove, request)

    def apply_moves(
        self,
        token: bytes,
        host_key: bytes,
        *,
        client_seeds: Iterable[bytes] | None = None,
        outcomes: Iterable[game_pb2.ChanceOutcome | str] = (),
        moves: Iterable[tuple[int, MoveLike]] = (),
        commitments: Iterable[bytes] = (),
        actions: Iterable[engine_pb2.Action] = (),
        viewers: Iterable[int | None] = (),
        include_views: bool = False,
        include_memory: bool = False,
        include_plies: bool = False,
        validate_only: bool = False,
    ) -> engine_pb2.ApplyMovesResponse:
        """The table after client seeds, outcomes, (seat, move) pairs, commitments and other actions, in this order.

        All of them are applied or none. Whoever needs another order tells all of them as `actions`. A viewer is a
        seat, or None for a spectator.
        """
        told = [engine_pb2.Action(chance=_to_outcome(outcome)) for outcome in outcomes]
        if client_seeds is not None:
            told.insert(0, engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=client_seeds)))
        told += [engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=_to_move(move))) for seat, move in moves]
        told += [engine_pb2.Action(commitment=sealed) for sealed in commitments]
        request = engine_pb2.ApplyMovesRequest(
            token=token,
            key=host_key,
            actions=[*told, *actions],
            viewers=[common_pb2.Viewer(seat=viewer) for viewer in viewers],
            include_views=include_views,
            include_memory=include_memory,
            include_plies=include_plies,
            validate_only=validate_only,
        )
        return self.call(self.stub.ApplyMoves, request)

    def play_game(
        self, requests: Iterable[engine_pb2.PlayGameRequest], *, timeout: float | None = None
    ) -> Iterator[engine_pb2.PlayGameResponse]:
        """The other calls over one stream; refusals are answers in it. Without a timeout it may last for ever."""
        return self.stub.PlayGame(iter(requests), timeout=timeout)

    # -- questions --

    def suggest_moves(
        self,
        position: PositionLike,
        key: bytes = b"",
        *,
        seat: int | None = None,
        seed: int = 0,
        budget: solving_pb2.Budget | None = None,
        query: solver_pb2.SuggestionQuery | None = None,
    ) -> solver_pb2.SuggestMovesResponse:
        """What a seat had best do, the best first. Answers within the timeout, whatever the budget."""
        request = solver_pb2.SuggestMovesRequest(
            position=_to_position(position, key, seat), budget=budget, seed=seed, query=query
        )
        return self.call(self.solver.SuggestMoves, request)

    def stream_suggestions(
        self,
        position: PositionLike,
        key: bytes = b"",
        *,
        seat: int | None = None,
        seed: int = 0,
        budget: solving_pb2.Budget | None = None,
        query: solver_pb2.SuggestionQuery | None = None,
    ) -> Iterator[solver_pb2.StreamSuggestionsResponse]:
        """The same as it comes to light; the last one is final. Who closes the iterator before that stops the work."""
        request = solver_pb2.StreamSuggestionsRequest(
            position=_to_position(position, key, seat), budget=budget, seed=seed, query=query
        )
        return self.call_stream(self.solver.StreamSuggestions, request)

    def sample_worlds(
        self,
        position: PositionLike,
        key: bytes = b"",
        *,
        seat: int | None = None,
        seed: int = 0,
        count: int = 1,
        include_views: bool = False,
    ) -> solver_pb2.SampleWorldsResponse:
        """Full positions that agree with what the key's owner, or a spectator, knows: tables of their own."""
        request = solver_pb2.SampleWorldsRequest(
            position=_to_position(position, key, seat), seed=seed, count=count, include_views=include_views
        )
        return self.call(self.solver.SampleWorlds, request)

    # -- the referee --

    def verify_game(
        self,
        record: RecordLike,
        *,
        kept: referee_pb2.KeptPromise | None = None,
        key: bytes = b"",
    ) -> referee_pb2.VerifyGameResponse:
        """The verdict on a record, or on its text form."""
        return self.call(self.referee.VerifyGame, _to_verify(record, kept, key))

    def verify_games(
        self, records: Iterable[RecordLike], *, timeout: float | None = None
    ) -> Iterator[referee_pb2.VerifyGamesResponse]:
        """The verdicts on many records, in order, numbered from 1. Without a timeout it may last for ever."""
        requests = (
            referee_pb2.VerifyGamesRequest(id=number, game=_to_verify(record, None, b""))
            for number, record in enumerate(records, start=1)
        )
        return self.referee.VerifyGames(requests, timeout=timeout)

    def compare_tokens(
        self,
        first: bytes,
        second: bytes,
        *,
        first_record: record_pb2.GameRecord | None = None,
        second_record: record_pb2.GameRecord | None = None,
        key: bytes = b"",
    ) -> referee_pb2.CompareTokensResponse:
        """How two tables are related."""
        request = referee_pb2.CompareTokensRequest(
            first=first, second=second, first_record=first_record, second_record=second_record, key=key
        )
        return self.call(self.referee.CompareTokens, request)

    def score_sheet(
        self,
        ruleset: str,
        players: int,
        table: score_sheet_pb2.FinishedTable,
        *,
        options: Mapping[str, str] | None = None,
    ) -> score_sheet_pb2.ScoreSheetResponse:
        """The points of a finished table that somebody types in, or everything about it that cannot be."""
        request = score_sheet_pb2.ScoreSheetRequest(
            ruleset=ruleset,
            players=players,
            options=[common_pb2.OptionValue(name=name, value=value) for name, value in (options or {}).items()],
            table=table,
        )
        return self.call(self.referee.ScoreSheet, request)

    def rank_players(self, tournament: tournament_pb2.Tournament) -> tournament_pb2.RankPlayersResponse:
        """Who stands where in a league or a Swiss tournament, and why."""
        return self.call(self.referee.RankPlayers, tournament_pb2.RankPlayersRequest(tournament=tournament))

    def pair_round(
        self,
        tournament: tournament_pb2.Tournament,
        *,
        seed: int = 0,
        absent: Iterable[str] = (),
        table_sizes: Iterable[int] = (),
        budget: solving_pb2.Budget | None = None,
    ) -> tournament_pb2.PairRoundResponse:
        """The tables of the next round."""
        request = tournament_pb2.PairRoundRequest(
            tournament=tournament, seed=seed, absent=absent, table_sizes=table_sizes, budget=budget
        )
        return self.call(self.referee.PairRound, request)

    # -- any call --

    def call_stream(
        self, method: grpc.UnaryStreamMultiCallable[_Request, _Response], request: _Request
    ) -> Iterator[_Response]:
        """Any server-streaming RPC of `solver` with a request made by hand."""
        responses = method(request, timeout=self._timeout)
        try:
            yield from responses
        except grpc.RpcError as error:
            _raise_refused(error)
        finally:
            responses.cancel()

    def call(self, method: grpc.UnaryUnaryMultiCallable[_Request, _Response], request: _Request) -> _Response:
        """Any unary RPC of `stub` or `solver` with a request made by hand; what the methods above do."""
        try:
            return method(request, timeout=self._timeout)
        except grpc.RpcError as error:
            _raise_refused(error)


def _pem(pem: Pem | None) -> bytes | None:
    return pem.read_bytes() if isinstance(pem, Path) else pem


class _ApiKey(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor, grpc.StreamStreamClientInterceptor):
    """Sends an API key with every call."""

    def __init__(self, api_key: str) -> None:
        self._header = ("authorization", f"Bearer {api_key}")

    def intercept_unary_unary(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request: object
    ) -> Any:
        """As gRPC calls it."""
        return continuation(self._with_key(client_call_details), request)

    def intercept_unary_stream(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request: object
    ) -> Any:
        """As gRPC calls it."""
        return continuation(self._with_key(client_call_details), request)

    def intercept_stream_stream(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request_iterator: object
    ) -> Any:
        """As gRPC calls it."""
        return continuation(self._with_key(client_call_details), request_iterator)

    def _with_key(self, details: grpc.ClientCallDetails) -> _CallDetails:
        return _CallDetails(
            method=details.method,
            timeout=details.timeout,
            metadata=(*(details.metadata or ()), self._header),
            credentials=details.credentials,
            wait_for_ready=details.wait_for_ready,
            compression=details.compression,
        )


@dataclass(frozen=True)
class _CallDetails(grpc.ClientCallDetails):
    method: str
    timeout: float | None
    metadata: tuple[tuple[str, str | bytes], ...] | None
    credentials: grpc.CallCredentials | None
    wait_for_ready: bool | None
    compression: grpc.Compression | None


def _to_move(move: MoveLike) -> game_pb2.Move:
    return game_pb2.Move(text=move) if isinstance(move, str) else move


def _to_outcome(outcome: game_pb2.ChanceOutcome | str) -> game_pb2.ChanceOutcome:
    return game_pb2.ChanceOutcome(text=outcome) if isinstance(outcome, str) else outcome


def _to_verify(record: RecordLike, kept: referee_pb2.KeptPromise | None, key: bytes) -> referee_pb2.VerifyGameRequest:
    if isinstance(record, str):
        return referee_pb2.VerifyGameRequest(text=record, kept=kept, key=key)
    return referee_pb2.VerifyGameRequest(record=record, kept=kept, key=key)


def _to_position(position: PositionLike, key: bytes, seat: int | None) -> solving_pb2.Position:
    if isinstance(position, solving_pb2.PlainPosition):
        return solving_pb2.Position(plain=position)
    return solving_pb2.Position(table=solving_pb2.TablePosition(token=position, key=key, seat=seat))


# -- refusals --


def _raise_refused(error: grpc.RpcError) -> NoReturn:
    """Turn a status that the service made into Refused; whatever else went wrong stays what it is."""
    for item in error.trailing_metadata() or ():
        if item.key == _DETAILS_TRAILER:
            refused = _read_status(status_pb2.Status.FromString(item.value))
            if refused is not None:
                raise refused from None
    raise error


def _read_status(status: status_pb2.Status) -> Refused | None:
    info: error_details_pb2.ErrorInfo | None = None
    violations: list[common_pb2.RuleViolation] = []
    defects: list[common_pb2.PackDefect | solving_pb2.PositionDefect] = []
    retry_after: float | None = None
    for detail in status.details:
        if (found := _unpack(detail, error_details_pb2.ErrorInfo)) is not None:
            info = found
        elif (violation := _unpack(detail, common_pb2.RuleViolation)) is not None:
            violations.append(violation)
        elif (defect := _unpack(detail, common_pb2.PackDefect)) is not None:
            defects.append(defect)
        elif (position_defect := _unpack(detail, solving_pb2.PositionDefect)) is not None:
            defects.append(position_defect)
        elif (retry := _unpack(detail, error_details_pb2.RetryInfo)) is not None:
            retry_after = retry.retry_delay.ToMilliseconds() / 1000
    if info is None or info.domain != _DOMAIN:
        return None
    code = next(code for code in grpc.StatusCode if code.value[0] == status.code)
    return Refused(code, info.reason, status.message, info.metadata, violations, defects, retry_after)


def _unpack(detail: AnyMessage, message_class: type[_Detail]) -> _Detail | None:
    message = message_class()
    return message if detail.Unpack(message) else None
