"""What a request says about ruleset, players, options and content, and the setup that this makes."""

from __future__ import annotations

from typing import TypeAlias

from canopy.v1 import engine_pb2, solving_pb2
from engines import registry
from engines.content import BadPack, ContentPack
from engines.game import BadOption, BadPlayers, Game, Setup
from service.errors import Reason, Refusal
from service.limits import Limits, require_at_most
from service.subject import note_ruleset
from service.table import encode_setup

# The messages that describe a setup, all with fields of the same names.
Described: TypeAlias = engine_pb2.CreateGameRequest | solving_pb2.PlainPosition


def find_game(ruleset: str) -> Game:
    """The ruleset of this id. Refuses unknown ones."""
    try:
        game = registry.game(ruleset)
    except registry.UnknownRuleset as error:
        raise Refusal(Reason.UNKNOWN_RULESET, str(error)) from None
    note_ruleset(game.id)
    return game


def setup_of(described: Described, limits: Limits) -> Setup:
    """The setup that is described. Refuses what is not there or does not fit."""
    game = find_game(described.ruleset)
    if described.rules_version not in (0, game.rules_version):
        raise Refusal(
            Reason.UNKNOWN_RULES_VERSION,
            f"This service has version {game.rules_version}.",
            metadata={"ruleset": game.id, "rules_version": str(game.rules_version)},
        )
    options: dict[str, str] = {}
    for option in described.options:
        if option.name in options:
            raise Refusal(Reason.BAD_OPTION, "An option is named twice.")
        options[option.name] = option.value
    try:
        return registry.make_setup(game, described.players, options, _pack(game, described, limits))
    except BadPlayers as error:
        counts = {"min_players": str(game.min_players), "max_players": str(game.max_players)}
        raise Refusal(Reason.BAD_PLAYERS, str(error), metadata=counts) from None
    except BadOption as error:
        raise Refusal(Reason.BAD_OPTION, str(error)) from None


def setup_bytes_of(described: Described, setup: Setup) -> bytes:
    """The spelling of the setup that was described."""
    return encode_setup(setup, own_pack=described.WhichOneof("content") == "content_pack_json")


def _pack(game: Game, described: Described, limits: Limits) -> ContentPack:
    match described.WhichOneof("content"):
        case "content_pack_id":
            pack = game.packs.get(described.content_pack_id)
            if pack is None:
                raise Refusal(Reason.UNKNOWN_CONTENT_PACK, f"The ruleset has {', '.join(game.packs)}.")
            return pack
        case "content_pack_json":
            return _own_pack(game, described.content_pack_json, limits)
        case _:
            return registry.default_pack(game)


def _own_pack(game: Game, text: str, limits: Limits) -> ContentPack:
    require_at_most(limits.pack_bytes, len(text.encode()), "bytes in a content pack")
    try:
        return registry.custom_pack(game, text)
    except BadPack as error:
        count = f"More than {len(error.defects)}" if error.has_more else f"{len(error.defects)} in all"
        summary = f"{count}; the first: {error.defects[0].message}"
        raise Refusal(Reason.BAD_CONTENT_PACK, summary, defects=error.defects) from None
