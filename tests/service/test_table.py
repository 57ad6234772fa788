"""Tables as bytes: one spelling, equal lengths, and nothing that is not a table is read as one."""

import struct
from dataclasses import replace

import pytest

from engines import registry
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.sealing import Purpose, Sealer, Unopenable
from service.table import Table, decode_setup, encode_setup, open_table, seal_table
from tests.service.conftest import make_key
from tests.service.tables import new_table, random_game, setup_of


def refused(reason: Reason, setup_bytes: bytes) -> None:
    with pytest.raises(Refusal) as error:
        decode_setup(setup_bytes)
    assert error.value.reason is reason


def fields_of(data: bytes) -> list[bytes]:
    """The fields of an encoded setup."""
    fields = []
    while data:
        (length,) = struct.unpack_from("<I", data)
        fields.append(data[4 : 4 + length])
        data = data[4 + length :]
    return fields


def setup_from(fields: list[bytes]) -> bytes:
    return b"".join(struct.pack("<I", len(field)) + field for field in fields)


def test_round_trip_at_every_ply_of_a_game(ruleset: str) -> None:
    for table in random_game(new_table(ruleset), seed=1):
        data = table.to_bytes()
        assert Table.from_bytes(data) == table
        assert Table.from_bytes(data).to_bytes() == data


def test_all_tables_of_a_game_and_of_its_likes_are_equally_long(ruleset: str) -> None:
    lengths = {
        len(table.to_bytes())
        for start in (new_table(ruleset), new_table(ruleset, await_seeds=True), new_table(ruleset, external=True))
        for table in ([start] if start.state.chance_kind else random_game(start, seed=2))
    }
    assert len(lengths) == 1


def test_representation_shows_nothing_secret(ruleset: str) -> None:
    table = new_table(ruleset)
    assert "ssss" not in repr(table)
    for hidden in (table.seed, table.transcript, table.decision):
        assert repr(hidden) not in repr(table)


def test_a_cut_or_changed_layout_is_unopenable(ruleset: str) -> None:
    data = new_table(ruleset).to_bytes()
    for wrong in (b"", data[:100], data[:-1], data + b"\0", b"\x02" + data[1:], data[:1] + b"\xff" + data[2:]):
        with pytest.raises(Unopenable):
            Table.from_bytes(wrong)


def test_a_setup_that_is_cut_or_has_too_much_is_unopenable(ruleset: str) -> None:
    data = encode_setup(setup_of(ruleset), own_pack=False)
    for wrong in (b"", data[:3], data[:-2], data + b"\0"):
        with pytest.raises(Unopenable):
            decode_setup(wrong)


def test_setup_round_trip_for_all_players_and_options(ruleset: str) -> None:
    game = registry.game(ruleset)
    for players in range(game.min_players, game.max_players + 1):
        for option in game.options:
            for value in option.values:
                setup = registry.make_setup(game, players, {option.name: value}, registry.default_pack(game))
                assert decode_setup(encode_setup(setup, own_pack=False)) == setup


def test_own_pack_travels_inside(ruleset: str) -> None:
    game = registry.game(ruleset)
    pack = registry.custom_pack(game, registry.default_pack(game).canonical.decode())
    setup = registry.make_setup(game, game.min_players, {}, pack)
    data = encode_setup(setup, own_pack=True)
    assert pack.canonical in data
    assert decode_setup(data) == setup


def test_rules_that_are_not_here_are_refused_by_name(ruleset: str) -> None:
    name, version, players, options, digest, pack_id, own = fields_of(encode_setup(setup_of(ruleset), own_pack=False))
    refused(Reason.UNKNOWN_RULESET, setup_from([b"chess", version, players, options, digest, pack_id, own]))
    refused(Reason.UNKNOWN_RULES_VERSION, setup_from([name, b"99", players, options, digest, pack_id, own]))
    refused(Reason.UNKNOWN_RULES_VERSION, setup_from([name, version, b"0", options, digest, pack_id, own]))
    refused(Reason.UNKNOWN_RULES_VERSION, setup_from([name, version, players, b"gone=1", digest, pack_id, own]))
    refused(Reason.UNKNOWN_CONTENT_PACK, setup_from([name, version, players, options, digest, b"gone", own]))
    refused(Reason.UNKNOWN_CONTENT_PACK, setup_from([name, version, players, options, bytes(32), pack_id, own]))
    refused(Reason.UNKNOWN_CONTENT_PACK, setup_from([name, version, players, options, digest, b"", b"{}"]))


def test_a_sealed_text_that_is_no_table_is_an_unopenable_token() -> None:
    sealer = Sealer(KeyRing((make_key("first"),)))
    with pytest.raises(Refusal) as error:
        open_table(sealer, sealer.seal(Purpose.TABLE, b"nonsense"))
    assert error.value.reason is Reason.TOKEN_UNOPENABLE


def test_a_token_is_the_same_on_every_replica(ruleset: str) -> None:
    table = new_table(ruleset)
    replicas = [Sealer(KeyRing((make_key("first"), make_key("second")))) for _ in range(2)]
    tokens = [seal_table(sealer, table) for sealer in replicas]
    assert tokens[0] == tokens[1]
    assert open_table(replicas[1], tokens[0]) == table


def test_tables_that_differ_anywhere_have_different_tokens(ruleset: str) -> None:
    sealer = Sealer(KeyRing((make_key("first"),)))
    table = new_table(ruleset)
    changed = [
        replace(table, ply=table.ply + 1),
        replace(table, game_id=bytes(16)),
        replace(table, server_secret=bytes(32)),
        replace(table, transcript=bytes(32)),
        replace(table, decision=bytes(32)),
    ]
    assert len({seal_table(sealer, item) for item in (table, *changed)}) == len(changed) + 1
