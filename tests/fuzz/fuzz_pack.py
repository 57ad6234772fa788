"""Packs: any text is refused with named defects, or is a pack that can be played, looked at and drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from cext.kernel import State
from engines import registry
from engines.content import MAX_INLINE_PACK, BadPack, ContentPack
from engines.game import Game

# An inline pack is no larger; the service sees to that before it reads it.
MAX_BYTES = MAX_INLINE_PACK


def seeds() -> Iterator[bytes]:
    """Every pack that is shipped, whole and in parts."""
    for game in registry.games().values():
        for pack in game.packs.values():
            yield pack.canonical
            yield from pack.canonical.split(b"],")


def try_one(data: bytes) -> None:
    """Read the text as a pack of every ruleset."""
    text = data[:MAX_BYTES].decode(errors="replace")
    for game in registry.games().values():
        try:
            pack = game.load_pack(text)
        except BadPack as refused:
            _require_named(refused)
        else:
            _require_stable(game, pack)
            _try_out(game, pack)


def _require_named(refused: BadPack) -> None:
    assert refused.defects
    for defect in refused.defects:
        assert defect.code
        assert defect.message.endswith(".")
        assert defect.message.isprintable()
        assert defect.pointer == "" or defect.pointer.startswith("/")


def _require_stable(game: Game, pack: ContentPack) -> None:
    again = game.load_pack(pack.canonical.decode())
    assert (again, again.canonical, again.digest) == (pack, pack.canonical, pack.digest)


def _try_out(game: Game, pack: ContentPack) -> None:
    """Play a little, look and draw, with as few players as it takes and as many."""
    for players in {game.min_players, game.max_players}:
        setup = registry.make_setup(game, players, {}, pack)
        state = State.start(setup.rules)
        for step in range(8):
            if state.chance_kind:
                state, _ = state.resolve(state.outcomes()[-1])
            elif seats := state.to_act():
                state, _ = state.apply(
                    seats[0], state.legal_moves(seats[0])[step * 7919 % len(state.legal_moves(seats[0]))]
                )
        view = game.view(setup, state, None)
        ET.fromstring(game.render_svg(view))  # noqa: S314  our own picture
        assert game.render_text(view)
