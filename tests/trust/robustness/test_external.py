"""EXTERNAL randomness, for every ruleset: dice and cards that are told, rightly, wrongly and at the wrong time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import pytest
from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2, game_pb2
from cext.kernel import State
from engines.game import Game, Malformed, Setup
from service.capability import host_key
from service.errors import Reason
from service.sealing import Sealer
from service.table import Flags, Table, open_table, seal_table
from tests.contract.words import odd_words
from tests.playing import CROWD, all_games, next_movers, random_move, said_by
from tests.trust.requests import as_data, as_text
from tests.trust.robustness.material import outcome_as_data, outcome_as_text
from tests.trust.robustness.mutants import mutants
from tests.trust.scenes import Scene, random_game, scenes_of, usual_scene
from tests.trust.wire import OK, Answer, Wire, wire_bytes

_Item = TypeVar("_Item")

# How many times a random game is interrupted to tell what cannot be, and how many outcomes are tampered with then.
INTERRUPTIONS = 3
TAMPERED = 8
# How many words are tried as outcomes in each state.
WORDS = 60
# At so few of the steps of a game the viewers look around for more than they are told.
LOOK_AROUND_EVERY = 16
# A number in a text notation, and what somebody may take for it.
NUMBER = re.compile("[0-9]+")
OTHER_NUMBERS = ("0", "1", "2", "7", "64", "255", "256", "4294967295", "01", "-1", "")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `physical` once for each scene of every ruleset, with told dice and cards."""
    if "physical" in metafunc.fixturenames:
        found = {str(scene): scene for scene in _physical_scenes()}
        metafunc.parametrize("physical", found.values(), ids=found.keys())


def _physical_scenes() -> Iterator[Scene]:
    for game in all_games():
        for scene in scenes_of(game):
            yield replace(scene, external=True)


@dataclass
class Host:
    """Plays at one table over the wire."""

    wire: Wire
    sealer: Sealer
    token: bytes
    key: bytes

    @property
    def table(self) -> Table:
        """What the token holds."""
        return open_table(self.sealer, self.token)

    def try_to(self, *actions: engine_pb2.Action, viewers: Sequence[int | None] = ()) -> Answer:
        """Ask to apply something and stay where one is."""
        request = engine_pb2.ApplyMovesRequest(
            token=self.token,
            key=self.key,
            actions=actions,
            viewers=[common_pb2.Viewer(seat=seat) for seat in viewers],
            include_views=bool(viewers),
        )
        return self.wire.call("ApplyMoves", request)

    def do(self, *actions: engine_pb2.Action, viewers: Sequence[int | None] = ()) -> engine_pb2.ApplyMovesResponse:
        """Apply something and go on from there."""
        answer = self.try_to(*actions, viewers=viewers)
        assert answer.code is OK, answer
        response = engine_pb2.ApplyMovesResponse.FromString(answer.body)
        self.token = response.token
        return response


@pytest.fixture
def host(wire: Wire, sealer: Sealer, physical: Scene) -> Host:
    return host_of(wire, sealer, physical.new_table())


def host_of(wire: Wire, sealer: Sealer, table: Table) -> Host:
    """Somebody with a table and its key."""
    return Host(wire, sealer, seal_table(sealer, table), host_key(sealer, table.game_id))


def told(outcome: game_pb2.ChanceOutcome) -> engine_pb2.Action:
    """The telling of an outcome."""
    return engine_pb2.Action(chance=outcome)


def made(seat: int, move: game_pb2.Move) -> engine_pb2.Action:
    """The making of a move."""
    return engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=move))


def both_forms(setup: Setup, state: State, rng: random.Random) -> tuple[engine_pb2.Action, engine_pb2.Action]:
    """Something that may happen now, in the text notation and as data."""
    if seats := next_movers(state, rng):
        seat = rng.choice(seats)
        word = random_move(state, seat, rng)
        return made(seat, as_text(setup, word)), made(seat, as_data(setup, word))
    word = rng.choice(state.outcomes())
    return told(outcome_as_text(setup, word)), told(outcome_as_data(setup, word))


# --- What is possible ------------------------------------------------------------------------------------------------


def test_a_whole_game_with_told_dice_and_cards(host: Host, physical: Scene) -> None:
    """The status says what is due, both forms mean the same, and saying it again gives the same bytes."""
    rng, game = physical.random("told"), physical.game
    while not (table := host.table).state.is_over:
        text, data = both_forms(table.setup, table.state, rng)
        answers = [host.try_to(action) for action in (text, data)]
        response = host.do(text)
        assert [answer.body for answer in answers] == [wire_bytes(response)] * 2
        status, after = response.status, host.table.state
        assert status.chance_due == (game.chances[after.chance_kind] if after.chance_kind else "")
        assert tuple(status.seats_to_act) == after.to_act()
        assert tuple(status.seats_may_interrupt) == after.may_interrupt()
        assert status.ply == table.ply + 1
        assert status.finished == after.is_over
        assert status.fairness == common_pb2.Fairness(randomness=common_pb2.RANDOMNESS_EXTERNAL)
    revealed = host.wire.call("RevealGame", engine_pb2.RevealGameRequest(token=host.token))
    assert revealed.reason == Reason.NOTHING_TO_REVEAL.name


def test_a_seeded_game_told_again_looks_the_same_at_every_step(wire: Wire, sealer: Sealer, physical: Scene) -> None:
    """Its dice and cards, told to a physical table with the same moves: same views, events, lists and pictures."""
    seeded = host_of(wire, sealer, replace(physical, external=False).new_table())
    external = host_of(wire, sealer, physical.new_table())
    rng, setup = physical.random("seeded"), physical.case.setup
    _, opening = _drawn(setup, State.start(setup.rules), seeded.table.seed)
    for outcome in opening:
        external.do(outcome)
    for turn in range(20_000):
        table = seeded.table
        viewers = physical.viewers(turn)
        if setup.players >= CROWD:
            viewers = viewers[turn % len(viewers) :][:1]
        if turn % LOOK_AROUND_EVERY == 0 or table.state.is_over:
            require_same_look(seeded, external, viewers)
        if table.state.is_over:
            return
        move, _ = both_forms(setup, table.state, rng)
        word = setup.game.parse_move(setup, move.move.move.text)
        after, _ = table.state.apply(move.move.seat, word)
        _, outcomes = _drawn(setup, after, table.seed)
        one = seeded.do(move, viewers=viewers)
        other = external.do(move, *outcomes, viewers=viewers)
        assert one.updates == other.updates
    raise AssertionError("the game does not end")


def _drawn(setup: Setup, state: State, seed: bytes) -> tuple[State, list[engine_pb2.Action]]:
    """The dice and cards that a table of this seed draws before anybody may act, and what they lead to."""
    outcomes = []
    while state.chance_kind:
        word = state.draw(seed)
        outcomes.append(told(outcome_as_text(setup, word)))
        state, _ = state.resolve(word)
    return state, outcomes


def require_same_look(one: Host, other: Host, viewers: Sequence[int | None]) -> None:
    """Each viewer sees the same at both tables, and may do the same."""
    for viewer in viewers:
        looks = [looked_at(host, viewer) for host in (one, other)]
        assert looks[0] == looks[1]


def looked_at(host: Host, viewer: int | None) -> list[bytes]:
    """A view, a picture, both with what the viewer remembers too, and the legal moves of a seat."""
    seen = []
    if viewer is not None:
        asked = engine_pb2.ListLegalMovesRequest(token=host.token, key=host.key, seat=viewer)
        seen.append(host.wire.call("ListLegalMoves", asked).body)
    for memory in (False, True):
        look = engine_pb2.GetViewRequest(token=host.token, key=host.key, seat=viewer, include_memory=memory)
        view = host.wire.call("GetView", look)
        seen.append(wire_bytes(engine_pb2.GetViewResponse.FromString(view.body).view))
        draw = engine_pb2.RenderViewRequest(
            token=host.token,
            key=host.key,
            seat=viewer,
            format=engine_pb2.PICTURE_FORMAT_TEXT,
            include_memory=memory,
        )
        seen.append(host.wire.call("RenderView", draw).body)
    return seen


# --- What is not -----------------------------------------------------------------------------------------------------


def never_told(game: Game) -> set[str]:
    """Violations that no told outcome can have, because what would have them is malformed.

    A game says so in `tests/<game>/trust_cases.py`, where `NEVER_TOLD` maps codes to reasons.
    """
    found: Mapping[str, str] = said_by(game.wire_field, "NEVER_TOLD") or {}
    assert all(found.values())
    return set(found)


def impossible(setup: Setup, words: Sequence[int]) -> Iterator[game_pb2.ChanceOutcome]:
    """Outcomes like these in which one thing is another, in the text notation and as data."""
    for word in words:
        text = setup.game.outcome_text(setup, word)
        yield game_pb2.ChanceOutcome(text=text)
        for number in NUMBER.finditer(text):
            for other in OTHER_NUMBERS:
                yield game_pb2.ChanceOutcome(text=text[: number.start()] + other + text[number.end() :])
        yield from map(_outcome, mutants(outcome_as_data(setup, word)))
    yield from (game_pb2.ChanceOutcome(text=text) for text, _ in setup.game.notation)


def _outcome(message: Message) -> game_pb2.ChanceOutcome:
    assert isinstance(message, game_pb2.ChanceOutcome)
    return message


def codes_of(setup: Setup, state: State, outcome: game_pb2.ChanceOutcome) -> list[str] | None:
    """The violations that the kernel finds in an outcome; None when it is malformed."""
    form = outcome.WhichOneof("form")
    try:
        if form == "text":
            if len(outcome.text) > 256:
                return None
            word = setup.game.parse_outcome(setup, outcome.text)
        elif form == setup.game.wire_field:
            word = setup.game.decode_outcome(setup, getattr(outcome, form))
        else:
            return None
    except Malformed:
        return None
    return [setup.game.violations[code].code for code, _ in state.check_outcome(word)]


def tell_what_cannot_be(host: Host, outcomes: Sequence[game_pb2.ChanceOutcome]) -> set[str]:
    """The violations by which they were refused; each refusal names what the kernel finds, and the action."""
    table, heard = host.table, set()
    for outcome in outcomes:
        codes = codes_of(table.setup, table.state, outcome)
        answer = host.try_to(told(outcome))
        if codes == []:
            assert answer.code is OK
            continue
        assert answer.reason == (Reason.MALFORMED if codes is None else Reason.ILLEGAL_OUTCOME).name
        if codes is not None:
            assert answer.violations == codes
            heard.update(codes)
    return heard


def test_every_violation_of_a_told_outcome_is_heard_by_name(wire: Wire, sealer: Sealer, game: Game) -> None:
    """Over two random games with told dice and cards: all that the kernel has against any word is heard on the wire."""
    heard: set[str] = set()
    there_are: set[str] = set()
    for scene in (usual_scene(game), scenes_of(game)[-1]):
        physical = replace(scene, external=True)
        rng, setup = physical.random("impossible"), physical.case.setup
        tables = [moment.table for moment in random_game(physical)]
        for table in interrupted(tables, rng):
            words = tampered_with(table, tables, rng)
            # Words that differ in little have many of their mutants in common.
            outcomes = {wire_bytes(outcome): outcome for outcome in impossible(setup, words)}
            heard |= tell_what_cannot_be(host_of(wire, sealer, table), list(outcomes.values()))
        there_are |= violations_of_any_word(setup, [table.state for table in tables], rng)
    explained = never_told(game) & {spec.code for spec in game.violations.values()}
    assert not heard & explained
    assert heard | explained == there_are


def interrupted(tables: Sequence[Table], rng: random.Random) -> Iterator[Table]:
    """Some tables of a game where each kind of chance is due, some where somebody is to act, and the last."""
    for kind in sorted({table.state.chance_kind for table in tables[:-1]}):
        yield from _some([table for table in tables[:-1] if table.state.chance_kind == kind], rng)
    yield tables[-1]


def tampered_with(table: Table, tables: Sequence[Table], rng: random.Random) -> list[int]:
    """Outcomes that are possible only at other times, of this kind of chance and of another, and one that is now."""
    kind, possible = table.state.chance_kind, set(table.state.outcomes())
    alike = {word for other in tables if other.state.chance_kind == kind for word in other.state.outcomes()}
    others = {word for other in tables if other.state.chance_kind != kind for word in other.state.outcomes()[:40]}
    chosen = [(sorted(alike - possible), TAMPERED), (sorted(others), 1), (sorted(possible), 1)]
    return [word for words, number in chosen for word in rng.sample(words, min(number, len(words)))]


def violations_of_any_word(setup: Setup, states: Sequence[State], rng: random.Random) -> set[str]:
    """The violations that the kernel finds in words of all kinds, also in those that have no text and no message."""
    possible = {word for state in states for word in state.outcomes()[:40]}
    return {
        setup.game.violations[code].code
        for state in states
        for word in odd_words(possible, rng, WORDS)
        for code, _ in state.check_outcome(word)
    }


def _some(items: Sequence[_Item], rng: random.Random) -> list[_Item]:
    return rng.sample(items, min(INTERRUPTIONS, len(items)))


def test_outcomes_told_too_late_and_moves_made_too_early(wire: Wire, sealer: Sealer, physical: Scene) -> None:
    rng, setup = physical.random("too late"), physical.case.setup
    moments = random_game(physical)
    deciding = [moment.table for moment in moments if moment.table.state.to_act()]
    due = [moment.table for moment in moments if moment.table.state.chance_kind]
    for table in _some(due, rng):
        host = host_of(wire, sealer, table)
        earlier = rng.choice(deciding).state
        word = rng.choice(earlier.legal_moves(earlier.to_act()[0]))
        for seat in {0, setup.players - 1, setup.players}:
            answer = host.try_to(made(seat, as_text(setup, word)))
            assert (answer.reason, answer.violations) == (Reason.ILLEGAL_MOVE.name, ["CHANCE_PENDING"])
        outcome = told(outcome_as_data(setup, rng.choice(table.state.outcomes())))
        host.do(outcome)
        if host.table.state.to_act():
            late = host.try_to(outcome)
            assert (late.reason, late.violations) == (Reason.ILLEGAL_OUTCOME.name, ["CHANCE_NOT_DUE"])


def test_outcomes_told_to_a_seeded_table(wire: Wire, sealer: Sealer, physical: Scene) -> None:
    """Possible or not, due or not: it draws its own."""
    rng, setup = physical.random("seeded"), physical.case.setup
    moments = random_game(physical)
    words = [word for moment in moments for word in moment.table.state.outcomes()[:3]]
    deciding = [moment.table for moment in moments if moment.table.state.to_act()]
    for table in (*_some(deciding, rng), moments[-1].table):
        host = host_of(wire, sealer, replace(table, flags=Flags.NONE))
        for word in _some(words, rng):
            for outcome in (outcome_as_text(setup, word), outcome_as_data(setup, word)):
                assert host.try_to(told(outcome)).reason == Reason.RANDOMNESS_NOT_EXTERNAL.name


def test_a_table_with_told_dice_promises_nothing(wire: Wire, physical: Scene) -> None:
    """Neither a secret nor seeds go with it, and none are taken later."""
    setup = physical.case.setup
    base = engine_pb2.CreateGameRequest(
        ruleset=setup.game.id, players=setup.players, randomness=common_pb2.RANDOMNESS_EXTERNAL
    )
    for field in ({"secret": b"s" * 32}, {"client_seeds": [b"x"]}, {"await_client_seeds": True}):
        request = engine_pb2.CreateGameRequest(**field)
        request.MergeFrom(base)
        assert wire.call("CreateGame", request).reason == Reason.MALFORMED.name
    created = engine_pb2.CreateGameResponse.FromString(wire.call("CreateGame", base).body)
    seeds: Message = engine_pb2.ApplyMovesRequest(
        token=created.token,
        key=created.host_key,
        actions=[engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=[b"x"]))],
    )
    assert wire.call("ApplyMoves", seeds).reason == Reason.SEEDS_NOT_AWAITED.name
