"""How two tables are related, by what their tokens hold: ids, plies, history hashes, and records where these may be.

A history hash does not tell what it was made of, so that of two tables of different plies only a record can say whether
one came out of the other; except that a table at which a decision began is named by all tables of that decision.
"""

from __future__ import annotations

from dataclasses import dataclass

from canopy.v1 import record_pb2, referee_pb2
from cext.kernel import CHANCE_SEAT, REPLAY_ENDED, State
from service import transcript
from service.errors import Reason, Refusal
from service.limits import Limits
from service.referee.seal import is_open_to
from service.referee.story import BadRecord, Story, read
from service.sealing import Sealer
from service.table import Table, open_table

_FIRST, _SECOND = referee_pb2.RELATION_FIRST_IS_ANCESTOR, referee_pb2.RELATION_SECOND_IS_ANCESTOR


@dataclass(frozen=True, slots=True)
class _Line:
    """The history hashes of a record, from the start on; `words` and `seats` are those of its plies."""

    story: Story
    links: tuple[bytes, ...]

    def leads_to(self, table: Table) -> bool:
        """Whether the table is on this line."""
        return table.ply < len(self.links) and self.links[table.ply] == table.transcript

    def parts_from(self, other: _Line) -> int | None:
        """The first ply, from 1, in which the two differ; None when one is the beginning of the other."""
        pairs = zip(self.links, other.links, strict=False)
        return next((ply for ply, (mine, theirs) in enumerate(pairs) if mine != theirs), None)


def compare(
    sealer: Sealer, limits: Limits, request: referee_pb2.CompareTokensRequest
) -> referee_pb2.CompareTokensResponse:
    """The answer to one request. Refuses tokens, keys and records that cannot be opened, read or used."""
    first, second = open_table(sealer, request.first), open_table(sealer, request.second)
    response = referee_pb2.CompareTokensResponse(first_ply=first.ply, second_ply=second.ply)
    if first.game_id != second.game_id or first.setup_bytes != second.setup_bytes:
        return _say(response, referee_pb2.RELATION_DIFFERENT_GAME, "The tables have nothing to do with each other.")
    if not (first.awaits_seeds or second.awaits_seeds) and first.client_seeds_hash == second.client_seeds_hash:
        return _compare_plies(sealer, limits, request, first, second, response)
    # What the rest looks at is public, so no record is needed, and none may be asked about.
    if first.to_bytes() == second.to_bytes():
        return _say(response, referee_pb2.RELATION_SAME, _SAME)
    if first.server_secret != second.server_secret or (first.awaits_seeds and second.awaits_seeds):
        return _say(response, referee_pb2.RELATION_DIFFERENT_GAME, _OTHERWISE_MADE)
    if first.awaits_seeds or second.awaits_seeds:
        # Every history of a game begins where it waited for its client seeds.
        newer, ancestor = (second, _FIRST) if first.awaits_seeds else (first, _SECOND)
        return _say(response, ancestor, f"The table of ply {newer.ply} came out of the one that awaits client seeds.")
    response.parted_by = 0
    return _say(response, referee_pb2.RELATION_FORK, "The tables were given other client seeds before the first ply.")


def _compare_plies(
    sealer: Sealer,
    limits: Limits,
    request: referee_pb2.CompareTokensRequest,
    first: Table,
    second: Table,
    response: referee_pb2.CompareTokensResponse,
) -> referee_pb2.CompareTokensResponse:
    """How two tables of one game are related that began with the same client seeds."""
    lines = [
        _line(sealer, limits, request.key, first, record)
        for field, record in (("first_record", request.first_record), ("second_record", request.second_record))
        if request.HasField(field)
    ]
    if lines and not all(
        is_open_to(sealer, request.key, table, lines[0].story.ending.server_secret) for table in (first, second)
    ):
        raise Refusal(Reason.KEY_LACKS_RIGHT, _NOT_OPEN)
    if first.to_bytes() == second.to_bytes():
        return _say(response, referee_pb2.RELATION_SAME, _SAME)
    if first.transcript == second.transcript or first.server_secret != second.server_secret:
        return _say(response, referee_pb2.RELATION_DIFFERENT_GAME, _OTHERWISE_MADE)
    if first.ply == second.ply:
        response.parted_by = first.ply
        _put_parting(response, lines, first, second)
        return _say(response, referee_pb2.RELATION_FORK, "The tables are two histories of one table.")
    older, newer = sorted((first, second), key=lambda table: table.ply)
    ancestor = _FIRST if older is first else _SECOND
    if newer.decision == older.transcript or any(line.leads_to(older) and line.leads_to(newer) for line in lines):
        return _say(response, ancestor, f"The table of ply {newer.ply} came out of that of ply {older.ply}.")
    # A line that leads to the newer table tells which table it came from at every earlier ply.
    if any(line.leads_to(newer) for line in lines):
        response.parted_by = older.ply
        _put_parting(response, lines, first, second)
        return _say(response, referee_pb2.RELATION_FORK, "The tables are two histories of one table.")
    return _say(
        response,
        referee_pb2.RELATION_UNDECIDED,
        "Whether one table came out of the other, only a record of the newer tells.",
    )


_SAME = "The tables are the same."
# A table and what somebody has made of it by other means than plies: no service does that.
_OTHERWISE_MADE = "The tables were not made from one another."
_NOT_OPEN = "A table of a game that is not over is compared with no record, unless the secret or the key opens it."


def _line(sealer: Sealer, limits: Limits, key: bytes, table: Table, record: record_pb2.GameRecord) -> _Line:
    """The history hashes that a record makes at this table."""
    if not is_open_to(sealer, key, table, record.ending.server_secret):
        raise Refusal(Reason.KEY_LACKS_RIGHT, _NOT_OPEN)
    try:
        story = read(record, limits)
    except BadRecord as error:
        raise Refusal(Reason.MALFORMED, f"A record: {error.message}") from None
    if story.setup_bytes != table.setup_bytes or story.game_id != table.game_id:
        raise Refusal(Reason.MALFORMED, "A record is of another table.")
    words = story.words
    end = State.start(story.setup.rules).replay(story.seats, words, None if table.is_external else table.seed)
    if end.ended != REPLAY_ENDED or story.unreadable is not None:
        raise Refusal(Reason.MALFORMED, f"A record is wrong in ply {end.plies + 1}.")
    chain_key = transcript.key(table.server_secret, table.game_id)
    chain = transcript.begin(chain_key, table.setup_bytes)
    if not table.is_external and not table.awaits_seeds:
        chain = transcript.add_client_seeds(chain_key, chain, table.client_seeds_hash)
    return _Line(story, (chain, *transcript.add_plies(chain_key, chain, story.seats, words, CHANCE_SEAT)))


def _put_parting(response: referee_pb2.CompareTokensResponse, lines: list[_Line], first: Table, second: Table) -> None:
    """Tell in which ply two histories part, if the records tell it."""
    if response.parted_by == 1:
        response.parted_at = 1
    elif len(lines) > 1:
        to_first = next((line for line in lines if line.leads_to(first)), None)
        to_second = next((line for line in lines if line.leads_to(second)), None)
        if to_first is not None and to_second is not None:
            parted = to_first.parts_from(to_second)
            if parted is not None:
                response.parted_at = parted


def _say(
    response: referee_pb2.CompareTokensResponse, relation: referee_pb2.Relation, summary: str
) -> referee_pb2.CompareTokensResponse:
    response.relation = relation
    response.summary = summary
    return response
