"""Every RPC of EngineService once as it is meant to go, through a real server."""

import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import common_pb2, engine_pb2
from engines import registry
from tests.service.driver import Driven


def test_list_rulesets(canopy: Canopy) -> None:
    rulesets = canopy.list_rulesets().rulesets
    assert [item.id for item in rulesets] == sorted(registry.games())
    for item in rulesets:
        game = registry.game(item.id)
        assert (item.title, item.rules_version) == (game.title, game.rules_version)
        assert (item.min_players, item.max_players) == (game.min_players, game.max_players)


def test_get_ruleset(canopy: Canopy, ruleset: str) -> None:
    game = registry.game(ruleset)
    response = canopy.get_ruleset(ruleset)
    assert response.summary.id == ruleset
    assert [option.name for option in response.options] == [option.name for option in game.options]
    assert [pack.id for pack in response.content_packs] == list(game.packs)
    assert [pack.digest for pack in response.content_packs] == [pack.digest for pack in game.packs.values()]
    assert all(pack.provenance for pack in response.content_packs)
    assert [spec.code for spec in response.violations] == [spec.code for spec in game.violations.values()]
    assert all(spec.description and spec.citation.rulebook for spec in response.violations)
    assert all(option.description and option.citation.rulebook for option in response.options)
    assert response.notation


def test_create_game(canopy: Canopy, ruleset: str) -> None:
    game = registry.game(ruleset)
    created = canopy.create_game(ruleset, game.max_players)
    status = created.status
    assert len(created.seat_keys) == game.max_players == status.players
    assert len({created.host_key, *created.seat_keys}) == game.max_players + 1
    assert (status.ruleset, status.rules_version) == (ruleset, game.rules_version)
    assert len(status.game_id) == 16
    assert [option.name for option in status.options] == [option.name for option in game.options]
    assert status.content.digest == registry.default_pack(game).digest
    assert status.seats_to_act
    assert not status.finished
    assert not status.chance_due
    assert status.fairness.randomness == common_pb2.RANDOMNESS_SEEDED
    assert len(status.fairness.commitment) == len(status.fairness.client_seeds_hash) == 32
    assert not status.fairness.unrated
    assert all(event.text and event.WhichOneof("game") == game.wire_field for event in created.events)


def test_two_tables_are_never_the_same(canopy: Canopy, ruleset: str) -> None:
    one, other = (Driven(canopy, ruleset) for _ in range(2))
    assert one.status.game_id != other.status.game_id
    assert one.status.fairness.commitment != other.status.fairness.commitment


def test_create_game_with_options_and_a_shipped_pack(canopy: Canopy, ruleset: str) -> None:
    game = registry.game(ruleset)
    options = {option.name: option.values[-1] for option in game.options}
    pack = registry.default_pack(game)
    created = canopy.create_game(
        ruleset, game.min_players, options=options, content_pack_id=pack.id, rules_version=game.rules_version
    )
    assert {option.name: option.value for option in created.status.options} == options
    assert created.status.content.id == pack.id


def test_create_game_with_a_pack_of_its_own(canopy: Canopy, ruleset: str) -> None:
    pack = registry.default_pack(registry.game(ruleset))
    table = Driven(canopy, ruleset, content_pack_json=pack.canonical.decode())
    assert table.status.content.digest
    assert len(table.token) > len(pack.canonical)
    table.decide()
    assert canopy.get_view(table.token).status.content == table.status.content


def test_get_view(driven: Driven) -> None:
    canopy = driven.canopy
    spectator = canopy.get_view(driven.token)
    assert spectator.status == driven.status
    assert canopy.get_view(driven.token, driven.host_key) == spectator
    for seat, key in enumerate(driven.seat_keys):
        own = canopy.get_view(driven.token, key)
        assert (
            own
            == canopy.get_view(driven.token, key, seat=seat)
            == canopy.get_view(driven.token, driven.host_key, seat=seat)
        )
        assert own.status == driven.status


def test_list_legal_moves(driven: Driven) -> None:
    canopy = driven.canopy
    for seat, key in enumerate(driven.seat_keys):
        own = canopy.list_legal_moves(driven.token, key)
        assert own == canopy.list_legal_moves(driven.token, driven.host_key, seat=seat)
        assert bool(own.moves) == (seat in driven.seats)
        assert len({move.text for move in own.moves}) == len(own.moves)


def test_check_move_in_both_forms(driven: Driven) -> None:
    canopy = driven.canopy
    seat = driven.seats[0]
    for legal in canopy.list_legal_moves(driven.token, driven.seat_keys[seat]).moves:
        for form in (legal.text, legal.move):
            checked = canopy.check_move(driven.token, driven.seat_keys[seat], form)
            assert checked == engine_pb2.CheckMoveResponse(legal=True, text=legal.text)


def test_check_move_explains_and_changes_nothing(driven: Driven) -> None:
    canopy = driven.canopy
    seat = driven.seats[0]
    move = driven.legal(seat)[0]
    driven.decide()
    driven.finish()
    checked = canopy.check_move(driven.token, driven.host_key, move, seat=seat)
    assert not checked.legal
    assert [violation.code for violation in checked.violations] == ["GAME_OVER"]
    assert checked.violations[0].message
    assert checked.violations[0].citation.rulebook


def test_commit_and_apply(driven: Driven) -> None:
    chosen = {seat: driven.legal(seat)[0] for seat in driven.seats}
    sealed = [driven.commit(seat, move) for seat, move in chosen.items()]
    by_commitment = driven.canopy.apply_moves(driven.token, driven.host_key, commitments=sealed)
    by_move = driven.canopy.apply_moves(driven.token, driven.host_key, moves=chosen.items())
    assert by_commitment == by_move
    assert by_move.status.ply > driven.status.ply
    (update,) = by_move.updates
    assert not update.viewer.HasField("seat")
    assert not update.HasField("view")
    assert update.events


def test_apply_moves_tells_each_viewer_what_it_may_know(driven: Driven) -> None:
    moves = [(seat, driven.legal(seat)[0]) for seat in driven.seats]
    viewers = [None, *range(driven.status.players), 0]
    response = driven.apply(moves=moves, viewers=viewers, include_views=True)
    assert [update.viewer.seat if update.viewer.HasField("seat") else None for update in response.updates] == viewers
    for viewer, update in zip(viewers, response.updates, strict=True):
        assert update.view == driven.canopy.get_view(driven.token, driven.host_key, seat=viewer).view
        assert len(update.events) == len(response.updates[0].events)


def test_validate_only_tells_everything_but_gives_no_token(driven: Driven) -> None:
    moves = [(seat, driven.legal(seat)[0]) for seat in driven.seats]
    tried = driven.canopy.apply_moves(driven.token, driven.host_key, moves=moves, validate_only=True)
    assert tried.token == b""
    done = driven.apply(moves=moves)
    done.ClearField("token")
    assert tried == done


def test_a_game_to_its_end(driven: Driven) -> None:
    driven.finish()
    status = driven.status
    assert not status.seats_to_act
    assert sorted(placing.seat for placing in status.outcome.placings) == list(range(status.players))
    for placing in status.outcome.placings:
        assert len(placing.values) == len(status.outcome.criteria)
        assert sum(item.points for item in placing.items) == placing.values[0]
    assert driven.legal(0) == []


@pytest.mark.parametrize(
    ("picture", "media_type", "start"), [("svg", "image/svg+xml", "<svg"), ("text", "text/plain; charset=utf-8", "")]
)
def test_render_view(driven: Driven, picture, media_type: str, start: str) -> None:
    canopy = driven.canopy
    for key in (b"", driven.host_key, *driven.seat_keys):
        response = canopy.render_view(driven.token, key, picture=picture)
        assert response.media_type == media_type
        assert start in response.picture
        assert response.picture.strip()
    own = canopy.render_view(driven.token, driven.seat_keys[0], picture=picture)
    assert own == canopy.render_view(driven.token, driven.host_key, seat=0, picture=picture)


def test_a_picture_is_svg_when_nothing_is_said(driven: Driven) -> None:
    request = engine_pb2.RenderViewRequest(token=driven.token)
    assert driven.canopy.stub.RenderView(request).media_type == "image/svg+xml"


def test_undo_is_an_older_token(driven: Driven) -> None:
    old, status = driven.token, driven.status
    first = driven.decide()
    driven.decide()
    driven.token, driven.status = old, status
    assert driven.decide() == first


def test_the_same_call_gives_the_same_bytes(driven: Driven) -> None:
    canopy = driven.canopy
    moves = [(seat, driven.legal(seat)[0]) for seat in driven.seats]
    viewers = [None, *range(driven.status.players)]
    answers = {
        canopy.apply_moves(
            driven.token, driven.host_key, moves=moves, viewers=viewers, include_views=True
        ).SerializeToString()
        for _ in range(3)
    }
    assert len(answers) == 1


def test_a_repeated_creation_gives_the_same_bytes(canopy: Canopy, ruleset: str) -> None:
    players = registry.game(ruleset).max_players
    created = [canopy.create_game(ruleset, players, request_id=b"once", client_seeds=[b"x"]) for _ in range(2)]
    assert created[0] == created[1]
    assert created[0] != canopy.create_game(ruleset, players, request_id=b"twice", client_seeds=[b"x"])
    assert created[0].status.game_id != canopy.create_game(ruleset, players, request_id=b"once").status.game_id
    assert not created[0].status.fairness.unrated


def test_a_secret_of_the_caller_is_unrated_for_ever(canopy: Canopy, ruleset: str) -> None:
    table = Driven(canopy, ruleset, secret=b"x" * 32)
    assert table.status.fairness.unrated
    table.finish()
    assert table.status.fairness.unrated
    revealed = canopy.reveal_game(table.token)
    assert revealed.server_secret == b"x" * 32
    assert revealed.fairness.unrated


def test_client_seeds_after_the_commitment(canopy: Canopy, ruleset: str) -> None:
    table = Driven(canopy, ruleset, await_client_seeds=True, request_id=b"awaits")
    before = table.status
    assert before.fairness.awaiting_client_seeds
    assert before.fairness.client_seeds_hash == b""
    assert not before.seats_to_act
    assert not before.chance_due
    assert table.events == []
    assert table.legal(0) == []
    with pytest.raises(Refused, match="client seed") as error:
        canopy.apply_moves(table.token, table.host_key, client_seeds=[b"x" * 65])
    assert error.value.reason == "TOO_LARGE"
    one = canopy.apply_moves(table.token, table.host_key, client_seeds=[b"mine"])
    other = canopy.apply_moves(table.token, table.host_key, client_seeds=[b"yours"])
    assert one.status.fairness.commitment == before.fairness.commitment
    assert one.status.fairness.client_seeds_hash != other.status.fairness.client_seeds_hash
    assert not one.status.fairness.awaiting_client_seeds
    assert one.status.seats_to_act
    assert len(one.token) == len(table.token)
