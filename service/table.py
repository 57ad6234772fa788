"""The table: everything about a game in progress, and its one spelling as bytes.

The bytes are what a token seals. They are equal for equal tables on every machine, and their length depends on the
ruleset, options, players and content alone, so that the length of a token tells nothing about a game.

Layout, little-endian: `_HEAD` (format, flags, ply, game id, server secret, client seeds hash, seed, transcript,
decision, length of the setup), the setup (see `encode_setup`), the kernel's state.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import lru_cache

from cext.kernel import State
from engines import registry
from engines.content import BadPack, ContentPack
from engines.game import BadOption, BadPlayers, Game, Setup
from service.errors import Reason, Refusal
from service.sealing import Purpose, Sealer, Unopenable
from service.subject import note_ruleset

_FORMAT = 1
_HEAD = struct.Struct("<BBI16s32s32s32s32s32sI")
_LENGTH = struct.Struct("<I")
# How a setup ends that has no pack of its own; canonical JSON never ends so.
_NO_PACK = _LENGTH.pack(0)
# As in engines.registry, and for the same reasons.
_SETUPS = 1024
_CUSTOM_SETUPS = 64


class Flags:
    """What a table is beside its ruleset: bits. Plain integers, for they are asked many times in every call."""

    NONE = 0
    # The secret was given by the caller, so the draws prove nothing.
    UNRATED = 1
    # Dice and cards are told from outside.
    EXTERNAL = 2
    # No draw has been made: the client seeds are still to come.
    AWAITING_SEEDS = 4
    ALL = UNRATED | EXTERNAL | AWAITING_SEEDS


@dataclass(frozen=True, slots=True)
class Table:
    """One position of one game, with what it needs to go on. Immutable."""

    setup: Setup
    # The spelling of the setup; kept, because every table of a game shares it.
    setup_bytes: bytes = field(repr=False)
    flags: int
    # Moves made and chance outcomes resolved so far.
    ply: int
    game_id: bytes
    server_secret: bytes = field(repr=False)
    client_seeds_hash: bytes = field(repr=False)
    # The key of every draw; zeros until the client seeds are known, and for ever when the randomness is EXTERNAL.
    seed: bytes = field(repr=False)
    # The keyed hash chain of all that happened.
    transcript: bytes = field(repr=False)
    # The transcript as it was when the present decision began: what commitments are bound to.
    decision: bytes = field(repr=False)
    state: State = field(repr=False)

    @property
    def is_external(self) -> bool:
        """Dice and cards are told from outside."""
        return bool(self.flags & Flags.EXTERNAL)

    @property
    def is_unrated(self) -> bool:
        """The secret was given by the caller."""
        return bool(self.flags & Flags.UNRATED)

    @property
    def awaits_seeds(self) -> bool:
        """The client seeds are still to come."""
        return bool(self.flags & Flags.AWAITING_SEEDS)

    def after(self, ply: int, transcript: bytes, decision: bytes, state: State) -> Table:
        """The table some plies later."""
        return Table(
            self.setup,
            self.setup_bytes,
            self.flags,
            ply,
            self.game_id,
            self.server_secret,
            self.client_seeds_hash,
            self.seed,
            transcript,
            decision,
            state,
        )

    def to_bytes(self) -> bytes:
        """The one spelling of this table."""
        head = _HEAD.pack(
            _FORMAT,
            self.flags,
            self.ply,
            self.game_id,
            self.server_secret,
            self.client_seeds_hash,
            self.seed,
            self.transcript,
            self.decision,
            len(self.setup_bytes),
        )
        return head + self.setup_bytes + self.state.to_bytes()

    @staticmethod
    def from_bytes(data: bytes) -> Table:
        """The inverse of to_bytes. Raises Unopenable, and Refusal for rules or content this service does not have."""
        if len(data) < _HEAD.size or data[0] != _FORMAT:
            raise Unopenable
        _, flags, ply, game_id, secret, seeds_hash, seed, transcript, decision, length = _HEAD.unpack_from(data)
        if flags & ~Flags.ALL:
            raise Unopenable
        state_at = _HEAD.size + length
        setup_bytes = data[_HEAD.size : state_at]
        try:
            setup = decode_setup(setup_bytes)
            state = State.from_bytes(setup.rules, data[state_at:])
        except ValueError:
            raise Unopenable from None
        return Table(
            setup,
            setup_bytes,
            flags,
            ply,
            game_id,
            secret,
            seeds_hash,
            seed,
            transcript,
            decision,
            state,
        )


def seal_table(sealer: Sealer, table: Table) -> bytes:
    """The token of a table."""
    return sealer.seal(Purpose.TABLE, table.to_bytes())


def open_table(sealer: Sealer, token: bytes) -> Table:
    """The table of a token. Refuses what cannot be opened, and rules or content this service does not have."""
    try:
        table = Table.from_bytes(sealer.open(Purpose.TABLE, token))
    except Unopenable:
        raise Refusal(Reason.TOKEN_UNOPENABLE) from None
    note_ruleset(table.setup.game.id)
    return table


def encode_setup(setup: Setup, *, own_pack: bool) -> bytes:
    """A setup as fields, each after its length: ruleset, rules version, players, options, pack digest, pack.

    A shipped pack is told by its id, the table's own by its canonical JSON.
    """
    options = "\n".join(f"{name}={value}" for name, value in setup.options)
    return b"".join(
        _LENGTH.pack(len(item)) + item
        for item in (
            setup.game.id.encode(),
            str(setup.game.rules_version).encode(),
            str(setup.players).encode(),
            options.encode(),
            setup.pack.digest,
            b"" if own_pack else setup.pack.id.encode(),
            setup.pack.canonical if own_pack else b"",
        )
    )


def decode_setup(data: bytes) -> Setup:
    """The setup that encode_setup spelled. Raises Unopenable, and Refusal for what this service does not have."""
    return _decode_shipped(data) if data.endswith(_NO_PACK) else _decode_custom(data)


def _decode(data: bytes) -> Setup:
    ruleset, version, players, options, digest, pack_id, own_pack = _split(data, 7)
    game = registry.games().get(ruleset.decode())
    if game is None:
        raise Refusal(Reason.UNKNOWN_RULESET, metadata={"ruleset": ruleset.decode()})
    if int(version) != game.rules_version:
        raise Refusal(
            Reason.UNKNOWN_RULES_VERSION,
            f"The table was made with version {int(version)}, this service has {game.rules_version}.",
            metadata={"ruleset": game.id, "rules_version": str(game.rules_version)},
        )
    pack = _find_pack(game, pack_id.decode(), digest, own_pack.decode())
    choices = dict(line.split("=", 1) for line in options.decode().splitlines())
    try:
        return registry.make_setup(game, int(players), choices, pack)
    except (BadPlayers, BadOption):
        # The rules of this version had other options when the token was sealed.
        raise Refusal(Reason.UNKNOWN_RULES_VERSION, metadata={"ruleset": game.id}) from None


_decode_shipped = lru_cache(maxsize=_SETUPS)(_decode)
_decode_custom = lru_cache(maxsize=_CUSTOM_SETUPS)(_decode)


def _split(data: bytes, count: int) -> list[bytes]:
    fields = []
    at = 0
    for _ in range(count):
        if at + _LENGTH.size > len(data):
            raise Unopenable
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        fields.append(data[at : at + length])
        at += length
    if at != len(data):
        raise Unopenable
    return fields


def _find_pack(game: Game, pack_id: str, digest: bytes, own_pack: str) -> ContentPack:
    try:
        pack = registry.custom_pack(game, own_pack) if own_pack else game.packs.get(pack_id)
    except BadPack:
        # The ruleset has become stricter since.
        raise Refusal(Reason.UNKNOWN_CONTENT_PACK) from None
    if pack is None or pack.digest != digest:
        raise Refusal(Reason.UNKNOWN_CONTENT_PACK, metadata={"content_pack": pack_id})
    return pack
