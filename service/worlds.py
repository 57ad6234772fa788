"""Worlds: full positions that agree with what a viewer knows, as tables of their own.

A world is a function of the viewer's view, the seed and its number, and of nothing else: not of the true state, the
true secret or the true table. What comes next in it is drawn from a secret of its own. So whoever gets a hundred of
them, plays them to the end and looks at everything learns nothing but what the view says and the rules allow.
"""

from __future__ import annotations

import hashlib
import struct

from service import fairness, play, transcript
from service.fairness import GAME_ID_BYTES
from service.sight import Sight
from service.table import Flags, Table

_NUMBER = struct.Struct("<QI")
_SEED_BYTES = 8


def sample(sight: Sight, seed: int, number: int) -> Table:
    """The world of this number, unrated, and at its next decision: dice and cards that are due are drawn at once."""
    position = sight.position
    named = _NUMBER.pack(seed, number)
    state = position.world(int.from_bytes(hashlib.sha256(b"canopy/v1/world" + named).digest()[:_SEED_BYTES], "little"))
    begun = state.to_bytes()
    secret = hashlib.sha256(b"canopy/v1/world-secret" + named + sight.setup_bytes + begun).digest()
    game_id = fairness.hkdf(secret, b"", b"canopy/v1/world-game-id")[:GAME_ID_BYTES]
    seeds_hash = fairness.hash_client_seeds(())
    chain_key = transcript.key(secret, game_id)
    chain = transcript.add_position(chain_key, transcript.begin(chain_key, sight.setup_bytes), begun)
    table = Table(
        setup=position.setup,
        setup_bytes=sight.setup_bytes,
        flags=Flags.UNRATED,
        ply=0,
        game_id=game_id,
        server_secret=secret,
        client_seeds_hash=seeds_hash,
        seed=fairness.derive_seed(secret, seeds_hash, game_id),
        transcript=chain,
        decision=chain,
        state=state,
    )
    return play.apply(table, []).table
