"""How much work one call can make: a worker does one call after the other, so all others wait for it meanwhile.

The largest tables that there can be are played, and everything is asked of them that may be asked. What is counted is
what takes the time: plies applied, events put into words, seats shown in views, bytes drawn, bytes answered.
"""

from __future__ import annotations

import dataclasses
import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2
from engines import registry
from engines.content import ContentPack
from engines.game import Game
from service import play
from service.capability import host_key
from service.engine import Engine, Tally
from service.errors import Reason, Refusal
from service.fairness import GAME_ID_BYTES, SECRET_BYTES, Origin
from service.keyring import KeyRing
from service.limits import Limits
from service.play import MoveAction
from service.sealing import Sealer
from service.table import Table, encode_setup, seal_table
from tests.trust.requests import as_data

LIMITS = Limits()
# No random game is longer; one that is will never end.
LONGEST_GAME = 5000


class Largest(NamedTuple):
    """A game at a table with as many players as there can be: every table that waited for a move, and the move."""

    tables: tuple[Table, ...]
    moves: tuple[MoveAction, ...]

    @property
    def end(self) -> Table:
        """The finished table."""
        return self.tables[-1]

    def actions(self, first: int, count: int) -> list[engine_pb2.Action]:
        """Moves from the given one on, told by the host."""
        return [
            engine_pb2.Action(move=engine_pb2.SeatMove(seat=move.seat, move=as_data(self.end.setup, move.word)))
            for move in self.moves[first : first + count]
        ]


def largest_packs(game: Game) -> list[ContentPack]:
    """The largest packs that a stranger can bring, from `tests/<game>/largest.py`; without it this fails."""
    module = importlib.import_module(f"tests.{game.wire_field}.largest")
    return [game.load_pack(text) for text in module.largest_packs()]


@lru_cache(maxsize=4)
def largest(game: Game, pack: ContentPack) -> Largest:
    """One game, in which everybody chooses among the legal moves in turn."""
    setup = registry.make_setup(game, game.max_players, {}, pack)
    setup_bytes = encode_setup(setup, own_pack=pack.id not in game.packs)
    origin = Origin(b"largest".ljust(GAME_ID_BYTES), b"work".ljust(SECRET_BYTES))
    tables = [play.create(setup, setup_bytes, origin).table]
    moves: list[MoveAction] = []
    while not (state := tables[-1].state).is_over:
        assert len(moves) < LONGEST_GAME
        seat = state.to_act()[0]
        legal = state.legal_moves(seat)
        moves.append(MoveAction(seat, legal[(7 * len(moves) + seat) % len(legal)]))
        tables.append(play.apply(tables[-1], moves[-1:]).table)
    return Largest(tuple(tables), tuple(moves))


@pytest.fixture(params=["shipped", "custom"])
def games(request: pytest.FixtureRequest, game: Game) -> list[Largest]:
    """The largest tables of a ruleset, with the content that it ships, or with the largest that strangers can bring."""
    packs = list(game.packs.values()) if request.param == "shipped" else largest_packs(game)
    return [largest(game, pack) for pack in packs]


class Asked:
    """Asks an engine about one table, and counts what it does."""

    def __init__(self, engine: Engine, sealer: Sealer, table: Table) -> None:
        self._engine = engine
        self._table = table
        self._keyed: dict[str, Any] = {"token": seal_table(sealer, table), "key": host_key(sealer, table.game_id)}

    def ask(self, rpc: str, **fields: Any) -> Message | Refusal:
        """The answer; a refusal must name a limit that is passed."""
        requests = {
            "get_view": engine_pb2.GetViewRequest,
            "render_view": engine_pb2.RenderViewRequest,
            "list_legal_moves": engine_pb2.ListLegalMovesRequest,
            "apply_moves": engine_pb2.ApplyMovesRequest,
        }
        call: Callable[[Message], Message] = getattr(self._engine, rpc)
        try:
            answer = call(requests[rpc](**self._keyed, **fields))
        except Refusal as refusal:
            _require_readable(refusal)
            return refusal
        assert answer.ByteSize() <= LIMITS.response_bytes
        return answer


def _require_readable(refusal: Refusal) -> None:
    """It says which limit is passed, and what to ask for instead."""
    assert refusal.reason is Reason.TOO_LARGE
    limit, actual = (refusal.metadata[name] for name in ("limit", "actual"))
    assert int(actual) > int(limit)
    assert f"At most {limit} " in refusal.message
    assert f", not {actual}. " in refusal.message
    assert refusal.message.endswith(".")


@pytest.fixture
def engine(ring: KeyRing) -> Engine:
    return Engine(ring)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch, game: Game) -> Counter[str]:
    """Counts what is done: events told, views made, bytes of views drawn."""
    done: Counter[str] = Counter()

    def count(name: str, amount: Callable[..., int]) -> None:
        real = getattr(type(game), name)

        def counted(*args: Any, **options: Any) -> Any:
            done[name] += amount(*args)
            return real(*args, **options)

        monkeypatch.setattr(type(game), name, counted)

    count("event", lambda *_: 1)
    count("view", lambda _, setup, *__: int(setup.players))
    count("render_svg", lambda _, view: int(view.ByteSize()))
    return done


def some_moments(played: Largest) -> Iterator[int]:
    """The start, the middle and the end."""
    return iter((0, len(played.moves) // 2, len(played.moves) - 1, len(played.moves)))


def viewers(players: int, count: int) -> list[common_pb2.Viewer]:
    """So many: a spectator, then the seats, again and again."""
    return [common_pb2.Viewer(seat=place % players) if place else common_pb2.Viewer() for place in range(count)]


def test_looking(engine: Engine, sealer: Sealer, games: list[Largest], work: Counter[str]) -> None:
    """A view and a picture of any table are bounded, and the views of all are small."""
    for played in games:
        for place in some_moments(played):
            asked = Asked(engine, sealer, played.tables[place])
            for seat in (None, 0, played.end.setup.players - 1):
                assert not isinstance(asked.ask("get_view", seat=seat), Refusal)
                assert not isinstance(
                    asked.ask("render_view", seat=seat, format=engine_pb2.PICTURE_FORMAT_TEXT), Refusal
                )
                work.clear()
                asked.ask("render_view", seat=seat)
                assert work["render_svg"] <= LIMITS.drawn_view_bytes
            assert not isinstance(asked.ask("list_legal_moves", seat=0), Refusal)


def test_playing(engine: Engine, sealer: Sealer, games: list[Largest], work: Counter[str]) -> None:
    """However many moves and viewers: nothing public is told twice, few seats are shown, and the answer is bounded."""
    for played in games:
        players = played.end.setup.players
        for place in some_moments(played):
            asked = Asked(engine, sealer, played.tables[place])
            for moves in (0, 1, players, LIMITS.actions):
                actions = played.actions(place, moves)
                happened = play.apply(played.tables[place], played.moves[place : place + moves]).happenings
                private = sum(event.audience != 2**64 - 1 for _, event in happened)
                for count in (0, 1, players + 1, LIMITS.viewers):
                    for include_views in (False, True):
                        work.clear()
                        asked.ask(
                            "apply_moves",
                            actions=actions,
                            viewers=viewers(players, count),
                            include_views=include_views,
                        )
                        assert work["event"] <= len(happened) + max(0, count - 1) * private
                        assert work["view"] <= LIMITS.seats_in_views


def test_a_host_of_the_largest_table_is_not_hindered(engine: Engine, sealer: Sealer, game: Game) -> None:
    """With what the ruleset ships: a round in one call, seen by anybody, and pictures of the table to its end."""
    for pack in game.packs.values():
        played = largest(game, pack)
        place, together = widest_decision(played)
        asked = Asked(engine, sealer, played.tables[place])
        for seat in (None, *range(played.end.setup.players)):
            viewer = common_pb2.Viewer() if seat is None else common_pb2.Viewer(seat=seat)
            for some in ([], [viewer]):
                answer = asked.ask(
                    "apply_moves", actions=played.actions(place, together), viewers=some, include_views=True
                )
                assert not isinstance(answer, Refusal)
        for moment in some_moments(played):
            for seat in (None, 0, played.end.setup.players - 1):
                assert not isinstance(
                    Asked(engine, sealer, played.tables[moment]).ask("render_view", seat=seat), Refusal
                )


def widest_decision(played: Largest) -> tuple[int, int]:
    """The last decision for which most seats are asked at once: where it begins and how many they are."""
    counts = [len(table.state.to_act()) for table in played.tables]
    most = max(counts)
    return max(place for place, count in enumerate(counts) if count == most), most


def test_asking_again_for_other_viewers_gives_the_same_table(engine: Engine, sealer: Sealer, game: Game) -> None:
    """What the refusal advises works: some of the viewers first, then the others."""
    played = largest(game, next(iter(game.packs.values())))
    players = played.end.setup.players
    asked = Asked(engine, sealer, played.tables[0])
    together = played.actions(0, 2)
    tokens = set()
    for first in range(0, players, 10):
        some = [common_pb2.Viewer(seat=seat) for seat in range(first, min(first + 10, players))]
        answer = asked.ask("apply_moves", actions=together, viewers=some, include_views=True)
        assert isinstance(answer, engine_pb2.ApplyMovesResponse)
        tokens.add(answer.token)
    assert len(tokens) == 1


# --- Exactly at each limit -------------------------------------------------------------------------------------------


def with_limit(ring: KeyRing, **limit: int) -> Engine:
    """An engine with another limit."""
    return Engine(ring, dataclasses.replace(LIMITS, **limit))


def test_limit_of_an_answer(ring: KeyRing, sealer: Sealer, game: Game) -> None:
    played = largest(game, next(iter(game.packs.values())))
    table = played.tables[len(played.moves) // 2]
    some = viewers(table.setup.players, 3)
    apply = {"viewers": some, "include_views": True}
    cases: list[tuple[str, dict[str, Any]]] = [
        ("apply_moves", apply),
        ("render_view", {}),
        ("render_view", {"format": engine_pb2.PICTURE_FORMAT_TEXT}),
    ]
    for rpc, fields in cases:
        answer = Asked(Engine(ring), sealer, table).ask(rpc, **fields)
        assert not isinstance(answer, Refusal)
        size = answer.ByteSize()
        # What several updates add is reckoned with a few bytes more than it may be.
        enough = with_limit(ring, response_bytes=size + 5 * len(some))
        assert Asked(enough, sealer, table).ask(rpc, **fields) == answer
        assert isinstance(Asked(with_limit(ring, response_bytes=size - 1), sealer, table).ask(rpc, **fields), Refusal)


def test_moves_of_an_answer_that_is_too_large_are_not_counted(ring: KeyRing, sealer: Sealer, game: Game) -> None:
    """Nothing has happened, so nothing is counted."""
    played = largest(game, next(iter(game.packs.values())))
    for limit, counted in ((LIMITS.response_bytes, [1]), (1, [])):
        made: list[int] = []
        tally = SimpleNamespace(moves_made=lambda _, count, made=made: made.append(count))
        engine = Engine(ring, dataclasses.replace(LIMITS, response_bytes=limit), cast("Tally", tally))
        answer = Asked(engine, sealer, played.tables[0]).ask("apply_moves", actions=played.actions(0, 1))
        assert isinstance(answer, Refusal) == (not counted)
        assert made == counted


def test_limit_of_seats_in_views(ring: KeyRing, sealer: Sealer, game: Game) -> None:
    table = largest(game, next(iter(game.packs.values()))).tables[0]
    seats = 3 * table.setup.players
    for limit, is_enough in ((seats, True), (seats - 1, False)):
        asked = Asked(with_limit(ring, seats_in_views=limit), sealer, table)
        for include_views in (False, True):
            answer = asked.ask("apply_moves", viewers=viewers(table.setup.players, 3), include_views=include_views)
            assert isinstance(answer, Refusal) == (include_views and not is_enough)


def test_limit_of_what_is_drawn(ring: KeyRing, sealer: Sealer, game: Game) -> None:
    table = largest(game, next(iter(game.packs.values()))).end
    size = game.view(table.setup, table.state, None).ByteSize()
    for limit, is_enough in ((size, True), (size - 1, False)):
        asked = Asked(with_limit(ring, drawn_view_bytes=limit), sealer, table)
        assert isinstance(asked.ask("render_view"), Refusal) != is_enough
        assert not isinstance(asked.ask("render_view", format=engine_pb2.PICTURE_FORMAT_TEXT), Refusal)
