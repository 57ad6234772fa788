"""What `canopy render` does: the picture of a table, opened here, by a service, or played by itself."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import grpc

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from engines import registry
from service import autoplay, play
from service.config import LoadedKeys
from service.engine import Engine
from service.errors import Reason, Refusal
from service.fairness import GAME_ID_BYTES, Origin
from service.table import encode_setup

_PICTURES = {"svg": engine_pb2.PICTURE_FORMAT_SVG, "text": engine_pb2.PICTURE_FORMAT_TEXT}
_DEMO_PLAYERS = 2


class CannotRender(Exception):
    """There is nothing to draw; the message says why."""


@dataclass(frozen=True, slots=True)
class Source:
    """Whose view of what, and how it is drawn."""

    token: bytes
    key: bytes
    seat: int | None
    picture: Literal["svg", "text"]


def read_bytes(text: str | None, path: Path | None) -> bytes:
    """A token or a key, raw or as base64 (of either alphabet); nothing when neither is given."""
    data = path.read_bytes() if path is not None else (text or "").encode()
    # What the service seals begins with a byte that no base64 text holds.
    if data[:1] == b"\x01":
        return data
    text_form = b"".join(data.split()).translate(bytes.maketrans(b"-_", b"+/"))
    try:
        return base64.b64decode(text_form, validate=True)
    except binascii.Error:
        raise CannotRender("a token or a key is neither raw bytes nor base64") from None


def of_token(keys: LoadedKeys, source: Source) -> str:
    """Open the token with the key ring of this machine."""
    if keys.is_development:
        raise CannotRender("a key ring is needed to open the token: --keys-file, CANOPY_KEYS, or a service (--address)")
    request = engine_pb2.RenderViewRequest(
        token=source.token, key=source.key, seat=source.seat, format=_PICTURES[source.picture]
    )
    return Engine(keys.ring).render_view(request).picture


def of_service(address: str, source: Source) -> str:
    """Ask a service."""
    try:
        with Canopy(address) as canopy:
            return canopy.render_view(source.token, source.key, seat=source.seat, picture=source.picture).picture
    except Refused as refused:
        raise CannotRender(refused.message) from None
    except grpc.RpcError as error:
        raise CannotRender(f"{address}: {error.details()}") from None


def of_demo(ruleset: str, source: Source) -> str:
    """The end of a game that plays itself, the same every time."""
    try:
        game = registry.game(ruleset)
    except registry.UnknownRuleset as error:
        raise Refusal(Reason.UNKNOWN_RULESET, str(error)) from None
    players = min(max(game.min_players, _DEMO_PLAYERS), game.max_players)
    if source.seat is not None and source.seat >= players:
        raise CannotRender(f"there is no seat {source.seat}; the seats are 0 to {players - 1}")
    setup = registry.make_setup(game, players, {}, registry.default_pack(game))
    digest = hashlib.sha256(f"canopy render {ruleset}".encode()).digest()
    start = play.create(setup, encode_setup(setup, own_pack=False), Origin(digest[:GAME_ID_BYTES], digest))
    table = autoplay.play_to_the_end(start.table)
    view = game.view(setup, table.state, source.seat)
    return game.render_svg(view) if source.picture == "svg" else game.render_text(view)
