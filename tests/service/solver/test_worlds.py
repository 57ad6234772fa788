"""SampleWorlds: worlds look right to their viewer, tell nothing else, and can be played."""

from __future__ import annotations

import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import solver_pb2
from engines import registry
from service.capability import host_key, seat_key
from service.limits import Limits
from service.sealing import Sealer
from service.table import Table, open_table, seal_table
from tests.playing import all_games
from tests.service.driver import Driven
from tests.service.solver.conftest import Served
from tests.trust.kit import another_state, with_other_seed, with_other_state
from tests.trust.scenes import Moment, Scene, chosen_moments, scenes_of, usual_scene

SCENES = [pytest.param(scene, id=str(scene)) for game in all_games() for scene in scenes_of(game)]
COUNT = 2
# Of larger tables the views of all seats are not looked at.
CROWD = 6


def moments_of(scene: Scene) -> list[Moment]:
    return chosen_moments(scene, secret=2, plain=1)


def sampled(
    canopy: Canopy, sealer: Sealer, table: Table, viewer: int | None, *, seed: int = 1
) -> solver_pb2.SampleWorldsResponse:
    key = b"" if viewer is None else seat_key(sealer, table.game_id, viewer)
    token = seal_table(sealer, table)
    with_views = table.setup.players < CROWD
    return canopy.sample_worlds(token, key, seed=seed, count=COUNT, include_views=with_views)


@pytest.mark.parametrize("scene", SCENES)
def test_a_world_looks_to_its_viewer_as_the_table_does(server: Served, sealer: Sealer, scene: Scene) -> None:
    """Where chance is due it is drawn already, and then it may look otherwise."""
    game, setup = scene.game, scene.case.setup
    for moment in moments_of(scene):
        table = moment.table
        for viewer in scene.viewers(table.ply)[:3]:
            for world in sampled(server.canopy, sealer, table, viewer).worlds:
                opened = open_table(sealer, world.token)
                assert opened.is_unrated
                assert opened.setup == setup
                assert not opened.state.chance_kind
                if not table.state.chance_kind:
                    assert game.view(setup, opened.state, viewer) == game.view(setup, table.state, viewer)
                seats = range(setup.players if setup.players < CROWD else 0)
                assert [getattr(view, game.wire_field) for view in world.views] == [
                    game.view(setup, opened.state, seat) for seat in seats
                ]


@pytest.mark.parametrize("scene", SCENES)
def test_worlds_are_a_function_of_the_view_and_the_seed(server: Served, sealer: Sealer, scene: Scene) -> None:
    """Tables that differ in what the viewer cannot know, and in their ids, give the same worlds byte for byte."""
    canopy = server.canopy
    for moment in moments_of(scene):
        table = moment.table
        for viewer in scene.viewers(table.ply)[:3]:
            told = sampled(canopy, sealer, table, viewer)
            assert told == sampled(canopy, sealer, table, viewer)
            assert told.worlds != sampled(canopy, sealer, table, viewer, seed=2).worlds
            others = [with_other_seed(table)]
            if (state := another_state(table, viewer)) is not None:
                others.append(with_other_state(table, state))
            for other in others:
                assert sampled(canopy, sealer, other, viewer).SerializeToString(
                    deterministic=True
                ) == told.SerializeToString(deterministic=True)


def test_a_world_can_be_played_to_its_end(server: Served, sealer: Sealer, ruleset: str) -> None:
    """By its host, who gets the key with it, and by nobody who holds a key of the table it was sampled for."""
    canopy, scene = server.canopy, usual_scene(registry.game(ruleset))
    moment = moments_of(scene)[-2]
    seat = scene.viewers()[-1]
    world = sampled(canopy, sealer, moment.table, seat).worlds[0]
    with pytest.raises(Refused) as refused:
        canopy.apply_moves(world.token, host_key(sealer, moment.table.game_id))
    assert refused.value.reason == "KEY_OF_ANOTHER_TABLE"
    token = world.token
    status = canopy.get_view(token, world.host_key).status
    assert status.fairness.unrated
    while not status.finished:
        legal = [
            (seat, canopy.list_legal_moves(token, world.host_key, seat=seat).moves) for seat in status.seats_to_act
        ]
        reply = canopy.apply_moves(
            token, world.host_key, moves=[(seat, moves[7 % len(moves)].move) for seat, moves in legal]
        )
        token, status = reply.token, reply.status
    assert status.outcome.placings
    assert canopy.reveal_game(token).seed


def test_worlds_differ_in_what_is_hidden_and_in_what_comes(server: Served, sealer: Sealer) -> None:
    for game in all_games():
        table = usual_scene(game).new_table("worlds")
        canopy = server.canopy
        key = seat_key(sealer, table.game_id, 0)
        told = canopy.sample_worlds(seal_table(sealer, table), key, count=Limits().worlds)
        opened = [open_table(sealer, world.token) for world in told.worlds]
        assert len({world.game_id for world in opened}) == Limits().worlds
        assert len({world.seed for world in opened}) == Limits().worlds
        # The first ones are the same when fewer are asked for.
        assert list(canopy.sample_worlds(seal_table(sealer, table), key, count=5).worlds) == list(told.worlds[:5])


def test_the_host_samples_for_any_seat_and_for_a_spectator(server: Served, ruleset: str) -> None:
    table = server.table(ruleset)
    canopy = server.canopy
    for seat in range(table.status.players):
        by_seat = canopy.sample_worlds(table.token, table.seat_keys[seat], count=2)
        assert by_seat == canopy.sample_worlds(table.token, table.host_key, seat=seat, count=2)
    assert canopy.sample_worlds(table.token, table.host_key) == canopy.sample_worlds(table.token)
    with pytest.raises(Refused) as refused:
        canopy.sample_worlds(table.token, table.seat_keys[0], seat=table.status.players - 1 or 9)
    assert refused.value.reason == "KEY_LACKS_RIGHT"


def test_so_many_views_of_worlds_at_once(server: Served, sealer: Sealer) -> None:
    """At a crowded table fewer worlds come with views."""
    crowded = max(
        (scene for game in all_games() for scene in scenes_of(game)), key=lambda scene: scene.case.setup.players
    )
    token = seal_table(sealer, crowded.new_table("crowd"))
    count = Limits().world_views // crowded.case.setup.players
    assert len(server.canopy.sample_worlds(token, count=count, include_views=True).worlds) == count
    with pytest.raises(Refused) as refused:
        server.canopy.sample_worlds(token, count=count + 1, include_views=True)
    assert refused.value.reason == "TOO_LARGE"
    assert len(server.canopy.sample_worlds(token, count=count + 1).worlds) == count + 1


@pytest.mark.parametrize(("count", "reason"), [(0, "MALFORMED"), (65, "TOO_LARGE"), (2**32 - 1, "TOO_LARGE")])
def test_so_many_worlds_at_once(server: Served, one_ruleset: str, count: int, reason: str) -> None:
    table: Driven = server.table(one_ruleset)
    with pytest.raises(Refused) as refused:
        server.canopy.sample_worlds(table.token, count=count)
    assert refused.value.reason == reason
