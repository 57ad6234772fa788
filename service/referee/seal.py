"""The seal of a record: its token, or the hash of it, against the table to which the record leads.

A token is looked into only by those to whom it is no secret: else a record could be made of guesses, and the verdict
would say which of them is right, or what the dice will be. Its ply and id are public. See `is_open_to`.
"""

from __future__ import annotations

import hashlib
import hmac

from canopy.v1 import referee_pb2
from service.capability import Role, open_access
from service.errors import Refusal
from service.referee.findings import Findings
from service.referee.story import Story
from service.sealing import Purpose, Sealer
from service.table import Table, open_table

_SEAL = referee_pb2.CHECK_KIND_SEAL
_INVALID = referee_pb2.VERDICT_KIND_INVALID
_FORKED = referee_pb2.VERDICT_KIND_FORKED


class Seal:
    """What the service that holds the key ring knows of a record's token."""

    def __init__(self, sealer: Sealer, key: bytes) -> None:
        self._sealer = sealer
        self._key = key
        self._table: Table | None = None
        self._wrong = ""
        self._is_open = False
        self._hash = b""
        self._transcript = b""

    def open(self, story: Story) -> None:
        """Look at the token of a record, as far as whoever asks may."""
        self._hash = story.ending.token_hash
        self._transcript = story.ending.transcript
        token = story.ending.token
        if not token:
            return
        if self._hash and hashlib.sha256(token).digest() != self._hash:
            self._wrong = "The token is not the one whose hash the record tells."
            return
        try:
            table = open_table(self._sealer, token)
        except Refusal as refusal:
            self._wrong = refusal.message
            return
        if table.game_id != story.game_id or table.setup_bytes != story.setup_bytes:
            self._wrong = "The token is of another table."
            return
        self._table = table
        self._is_open = is_open_to(self._sealer, self._key, table, story.ending.server_secret)

    @property
    def secret(self) -> bytes:
        """The table's secret, if it may be used; else nothing."""
        return self._table.server_secret if self._table is not None and self._is_open else b""

    def check(self, mine: Table, findings: Findings, *, is_over: bool) -> None:
        """Compare the table to which the plies have led with what the record ends with."""
        if self._fails(mine.ply, findings):
            return
        table = self._table
        if table is not None and self._is_open:
            if table.to_bytes() == mine.to_bytes():
                findings.held(_SEAL)
            elif table.transcript != mine.transcript:
                message = "Another history led to the token that the record ends with."
                findings.failed(_SEAL, _FORKED, "TOKEN_DIFFERS", message)
            else:
                message = "The table of the token was made otherwise than the record tells."
                findings.failed(_SEAL, _INVALID, "TOKEN_DIFFERS", message)
        elif table is not None:
            self._skip_closed(findings)
        elif self._hash:
            sealed = self._sealer.seal_with_each(Purpose.TABLE, mine.to_bytes())
            if any(hashlib.sha256(token).digest() == self._hash for token in sealed):
                findings.held(_SEAL)
            else:
                # When the history is the one that is told, something else about the table is not.
                kind = _FORKED if is_over and self._transcript != mine.transcript else _INVALID
                message = "No token of the table that these plies lead to has the hash that the record tells."
                findings.failed(_SEAL, kind, "TOKEN_DIFFERS", message)
        else:
            findings.skipped(_SEAL, "The record holds neither a token nor the hash of one.")

    def check_without_secret(self, plies: int, findings: Findings) -> None:
        """What can be said when nobody may know the secret: what is public of the token."""
        if self._fails(plies, findings):
            return
        if self._table is not None:
            self._skip_closed(findings)
        else:
            findings.skipped(_SEAL, "Without the secret no token can be compared.")

    def _fails(self, plies: int, findings: Findings) -> bool:
        if self._wrong:
            findings.failed(_SEAL, _INVALID, "TOKEN_UNFIT", self._wrong)
        elif self._table is not None and self._table.ply != plies:
            message = f"The token is of ply {self._table.ply}, and the record has {plies}."
            findings.failed(_SEAL, _INVALID, "TOKEN_OF_ANOTHER_PLY", message)
        else:
            return False
        return True

    def _skip_closed(self, findings: Findings) -> None:
        findings.skipped(_SEAL, "The game of the token is not over, and what it hides is not looked at.")


def is_open_to(sealer: Sealer, key: bytes, table: Table, secret: bytes) -> bool:
    """Whether histories may be compared with a table for somebody who has this key and this secret.

    When the game is over, for everybody: its secret is open. Before that for those who know the secret already, and at
    a table whose dice are told from outside for the host, who has told them. Elsewhere not even for the host: face-down
    cards, and dice to come, are for nobody. Refuses keys that cannot be opened or are of another table.
    """
    is_host = bool(key) and open_access(sealer, key, table).role is Role.HOST
    knows_secret = hmac.compare_digest(secret, table.server_secret)
    return table.state.is_over or knows_secret or (is_host and table.is_external)
