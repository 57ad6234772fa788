"""The engine: every call of EngineService as a plain function from request to response.

It knows tables, keys and messages, but neither gRPC nor any game. A call that is refused raises `Refusal`.
Equal requests give equal responses on every replica with the same key ring, except that a table created without a
request id is a new one every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from canopy.v1 import common_pb2, engine_pb2, game_pb2
from engines import registry
from engines.game import Violation
from service import fairness, play, wire
from service.capability import Access, host_key, open_access, seat_key
from service.commitment import open_commitment, seal_commitment
from service.errors import Reason, Refusal
from service.fairness import SECRET_BYTES, Origin
from service.keyring import KeyRing
from service.limits import Limits, require_at_most
from service.sealing import Sealer
from service.setups import find_game, setup_bytes_of, setup_of
from service.table import Table, open_table, seal_table

_RANDOMNESS = frozenset(common_pb2.Randomness.values())
_SVG = "image/svg+xml"
_TEXT = "text/plain; charset=utf-8"
# What advises somebody who has asked for too much.
_ASK_FOR_LESS = "Ask for fewer viewers, and then with the same call for the others."
_ASK_TEXT = "There are the view itself and, for a terminal, the picture as text."
# What a message adds as one of several: its tag and its length.
_UPDATE_OVERHEAD = 5
_MOVES = (play.MoveAction, play.CommitmentAction)


class Tally(Protocol):
    """Is told how much happens, and nothing about any table."""

    def game_created(self, ruleset: str) -> None:
        """A table was made."""

    def moves_made(self, ruleset: str, count: int) -> None:
        """Moves were applied."""

    def rules_broken(self, ruleset: str, codes: Iterable[str]) -> None:
        """Somebody was told what is wrong with a move or an outcome."""


class _NoTally:
    """For an engine that nobody watches."""

    def game_created(self, ruleset: str) -> None:
        pass

    def moves_made(self, ruleset: str, count: int) -> None:
        pass

    def rules_broken(self, ruleset: str, codes: Iterable[str]) -> None:
        pass


class Engine:
    """Answers the calls. It holds a key ring and limits, and nothing about any table."""

    def __init__(self, ring: KeyRing, limits: Limits | None = None, tally: Tally | None = None) -> None:
        self.ring = ring
        self._sealer = Sealer(ring)
        self.limits = limits or Limits()
        self._tally: Tally = tally or _NoTally()

    # -- rulesets --

    def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
        """Every ruleset, by id."""
        del request  # it says nothing
        return engine_pb2.ListRulesetsResponse(
            rulesets=[wire.summary_to_wire(game) for game in registry.games().values()]
        )

    def get_ruleset(self, request: engine_pb2.GetRulesetRequest) -> engine_pb2.GetRulesetResponse:
        """One ruleset in full."""
        return wire.ruleset_to_wire(find_game(request.ruleset))

    # -- tables --

    def create_game(self, request: engine_pb2.CreateGameRequest) -> engine_pb2.CreateGameResponse:
        """A new table and its keys."""
        setup = setup_of(request, self.limits)
        self._check_randomness(request)
        external = request.randomness == common_pb2.RANDOMNESS_EXTERNAL
        table, happenings, plies = play.create(
            setup,
            setup_bytes_of(request, setup),
            self._origin(request),
            client_seeds=request.client_seeds,
            await_seeds=request.await_client_seeds,
            external=external,
            unrated=bool(request.secret),
        )
        self._tally.game_created(setup.game.id)
        response = engine_pb2.CreateGameResponse(
            token=seal_table(self._sealer, table),
            host_key=host_key(self._sealer, table.game_id),
            seat_keys=[seat_key(self._sealer, table.game_id, seat) for seat in range(setup.players)],
        )
        wire.put_status(table, response.status)
        wire.put_events(setup, happenings, None, response.events)
        if request.include_plies:
            wire.put_plies(table, plies, response.plies)
            response.transcript = table.transcript
        return response

    def _check_randomness(self, request: engine_pb2.CreateGameRequest) -> None:
        if request.randomness not in _RANDOMNESS:
            raise Refusal(Reason.MALFORMED, "There is no such randomness.")
        if request.secret and len(request.secret) != SECRET_BYTES:
            raise Refusal(Reason.MALFORMED, f"A secret has {SECRET_BYTES} bytes, not {len(request.secret)}.")
        if request.await_client_seeds and request.client_seeds:
            raise Refusal(Reason.MALFORMED, "A table that waits for client seeds cannot have them already.")
        if request.randomness == common_pb2.RANDOMNESS_EXTERNAL and (
            request.secret or request.client_seeds or request.await_client_seeds
        ):
            raise Refusal(Reason.MALFORMED, "EXTERNAL randomness goes with neither a secret nor client seeds.")
        self._check_seeds(request.client_seeds)
        require_at_most(self.limits.request_id_bytes, len(request.request_id), "bytes in a request id")

    def _check_seeds(self, seeds: Sequence[bytes]) -> None:
        require_at_most(self.limits.client_seeds, len(seeds), "client seeds")
        for seed in seeds:
            require_at_most(self.limits.client_seed_bytes, len(seed), "bytes in a client seed")

    def _origin(self, request: engine_pb2.CreateGameRequest) -> Origin:
        if request.request_id:
            origin = fairness.repeatable_origin(
                self.ring.sealing.secret, request.request_id, request.SerializeToString(deterministic=True)
            )
        else:
            origin = fairness.random_origin()
        return Origin(origin.game_id, request.secret) if request.secret else origin

    def get_view(self, request: engine_pb2.GetViewRequest) -> engine_pb2.GetViewResponse:
        """A table as somebody may see it."""
        table, access = self._open(request)
        viewer = access.viewer(_named_seat(request))
        response = engine_pb2.GetViewResponse()
        wire.put_status(table, response.status)
        wire.put_view(table.setup, table.state, viewer, response.view, memory=request.include_memory)
        return response

    def render_view(self, request: engine_pb2.RenderViewRequest) -> engine_pb2.RenderViewResponse:
        """The same as a picture."""
        table, access = self._open(request)
        viewer = access.viewer(_named_seat(request))
        if request.format not in engine_pb2.PictureFormat.values():
            raise Refusal(Reason.MALFORMED, "There is no such picture format.")
        game = table.setup.game
        view = game.view(table.setup, table.state, viewer, memory=request.include_memory)
        if request.format == engine_pb2.PICTURE_FORMAT_TEXT:
            response = engine_pb2.RenderViewResponse(picture=game.render_text(view), media_type=_TEXT)
        else:
            require_at_most(self.limits.drawn_view_bytes, view.ByteSize(), "bytes in a view that is drawn", _ASK_TEXT)
            response = engine_pb2.RenderViewResponse(picture=game.render_svg(view), media_type=_SVG)
        require_at_most(self.limits.response_bytes, response.ByteSize(), "bytes in an answer", _ASK_TEXT)
        return response

    def reveal_game(self, request: engine_pb2.RevealGameRequest) -> engine_pb2.RevealGameResponse:
        """The secret of a finished table."""
        table = open_table(self._sealer, request.token)
        if table.is_external:
            raise Refusal(Reason.NOTHING_TO_REVEAL)
        if not table.state.is_over:
            raise Refusal(Reason.GAME_NOT_FINISHED)
        response = engine_pb2.RevealGameResponse(
            server_secret=table.server_secret,
            client_seeds_hash=table.client_seeds_hash,
            game_id=table.game_id,
            seed=table.seed,
        )
        wire.put_fairness(table, response.fairness)
        return response

    # -- moves --

    def list_legal_moves(self, request: engine_pb2.ListLegalMovesRequest) -> engine_pb2.ListLegalMovesResponse:
        """What a seat may do now."""
        table, access = self._open(request)
        seat = access.mover(_named_seat(request))
        return engine_pb2.ListLegalMovesResponse(
            moves=[wire.move_to_wire(table.setup, word) for word in table.state.legal_moves(seat)]
        )

    def check_move(self, request: engine_pb2.CheckMoveRequest) -> engine_pb2.CheckMoveResponse:
        """Whether a seat may make a move now, and if not, all reasons."""
        table, access = self._open(request)
        seat = access.mover(_named_seat(request))
        word = wire.move_from_wire(table.setup, request.move)
        violations = play.check(table, seat, word)
        self._tally_violations(table, violations)
        return engine_pb2.CheckMoveResponse(
            legal=not violations,
            violations=wire.violations_to_wire(violations),
            text=table.setup.game.move_text(table.setup, word),
        )

    def commit_move(self, request: engine_pb2.CommitMoveRequest) -> engine_pb2.CommitMoveResponse:
        """A seat's move, sealed for the host."""
        table, access = self._open(request)
        seat = access.committer()
        word = wire.move_from_wire(table.setup, request.move)
        try:
            play.require_asked(table, seat, word)
        except Refusal as refusal:
            self._tally_violations(table, refusal.violations)
            raise
        return engine_pb2.CommitMoveResponse(commitment=seal_commitment(self._sealer, table, seat, word))

    def apply_moves(self, request: engine_pb2.ApplyMovesRequest) -> engine_pb2.ApplyMovesResponse:
        """The table after moves, commitments, seeds and chance, in order: all of them or none."""
        table, access = self._open(request)
        access.require_advance()
        viewers = self._viewers(table, request)
        actions = self._actions(table, request.actions)
        try:
            after, happenings, plies = play.apply(table, actions)
        except Refusal as refusal:
            self._tally_violations(table, refusal.violations)
            raise
        response = engine_pb2.ApplyMovesResponse()
        if not request.validate_only:
            response.token = seal_table(self._sealer, after)
            if request.include_plies:
                wire.put_plies(after, plies, response.plies)
                response.transcript = after.transcript
        wire.put_status(after, response.status)
        size = response.ByteSize()
        told: Sequence[game_pb2.Event] = ()
        for viewer in viewers:
            update = response.updates.add()
            if viewer is None:
                update.viewer.SetInParent()
            else:
                update.viewer.seat = viewer
            wire.put_events(after.setup, happenings, viewer, update.events, told)
            told = update.events
            if request.include_views:
                wire.put_view(after.setup, after.state, viewer, update.view, memory=request.include_memory)
            size += update.ByteSize() + _UPDATE_OVERHEAD
            require_at_most(self.limits.response_bytes, size, "bytes in an answer", _ASK_FOR_LESS)
        if not request.validate_only:
            moves = sum(isinstance(action, _MOVES) for action in actions)
            self._tally.moves_made(table.setup.game.id, moves)
        return response

    def _viewers(self, table: Table, request: engine_pb2.ApplyMovesRequest) -> Sequence[int | None]:
        viewers = request.viewers
        require_at_most(self.limits.viewers, len(viewers), "viewers")
        if not viewers:
            return (None,)
        if request.include_views:
            seats_shown = len(viewers) * table.setup.players
            require_at_most(self.limits.seats_in_views, seats_shown, "seats in all views together", _ASK_FOR_LESS)
        seats = [viewer.seat if viewer.HasField("seat") else None for viewer in viewers]
        for seat in seats:
            if seat is not None and seat >= table.setup.players:
                raise Refusal(Reason.MALFORMED, f"There is no seat {seat} to be a viewer.")
        return seats

    def _actions(self, table: Table, actions: Sequence[engine_pb2.Action]) -> list[play.Action]:
        require_at_most(self.limits.actions, len(actions), "actions in a call")
        understood: list[play.Action] = []
        for index, action in enumerate(actions):
            try:
                understood.append(self._action(table, action))
            except Refusal as refusal:
                raise refusal.at_action(index) from None
        return understood

    def _action(self, table: Table, action: engine_pb2.Action) -> play.Action:
        match action.WhichOneof("action"):
            case "move":
                told = action.move
                return play.MoveAction(told.seat, wire.move_from_wire(table.setup, told.move))
            case "commitment":
                return play.CommitmentAction(open_commitment(self._sealer, action.commitment))
            case "chance":
                return play.ChanceAction(wire.outcome_from_wire(table.setup, action.chance))
            case "client_seeds":
                self._check_seeds(action.client_seeds.seeds)
                return play.SeedsAction(tuple(action.client_seeds.seeds))
            case _:
                raise Refusal(Reason.MALFORMED, "The action is empty.")

    def _tally_violations(self, table: Table, violations: Sequence[Violation]) -> None:
        if violations:
            self._tally.rules_broken(table.setup.game.id, [violation.code for violation in violations])

    # -- who asks --

    def _open(self, request: _KeyedRequest) -> tuple[Table, Access]:
        table = open_table(self._sealer, request.token)
        return table, open_access(self._sealer, request.key, table)


_SeatedRequest = (
    engine_pb2.GetViewRequest
    | engine_pb2.RenderViewRequest
    | engine_pb2.ListLegalMovesRequest
    | engine_pb2.CheckMoveRequest
)
_KeyedRequest = _SeatedRequest | engine_pb2.CommitMoveRequest | engine_pb2.ApplyMovesRequest


def _named_seat(request: _SeatedRequest) -> int | None:
    return request.seat if request.HasField("seat") else None
