"""Who may do what: the whole matrix of roles and rights, without a server."""

from collections.abc import Callable
from typing import Any

import pytest

from service.capability import Access, Role, host_key, open_access, seat_key
from service.errors import Reason, Refusal
from service.fairness import Origin
from service.sealing import Purpose, Sealer
from tests.service.tables import ORIGIN, new_table

PLAYERS = 3
HOST = Access(Role.HOST, None, PLAYERS)
SEAT = Access(Role.SEAT, 1, PLAYERS)
SPECTATOR = Access(Role.SPECTATOR, None, PLAYERS)

LACKS = Reason.KEY_LACKS_RIGHT
MALFORMED = Reason.MALFORMED


@pytest.mark.parametrize(
    ("access", "named", "answer"),
    [
        (HOST, None, None),
        (HOST, 0, 0),
        (HOST, 2, 2),
        (HOST, 3, MALFORMED),
        (SEAT, None, 1),
        (SEAT, 1, 1),
        (SEAT, 0, LACKS),
        (SEAT, 3, LACKS),
        (SPECTATOR, None, None),
        (SPECTATOR, 0, LACKS),
        (SPECTATOR, 3, LACKS),
    ],
)
def test_whose_view(access: Access, named: int | None, answer: object) -> None:
    expect(answer, access.viewer, named)


@pytest.mark.parametrize(
    ("access", "named", "answer"),
    [
        (HOST, None, MALFORMED),
        (HOST, 0, 0),
        (HOST, 3, MALFORMED),
        (SEAT, None, 1),
        (SEAT, 1, 1),
        (SEAT, 0, LACKS),
        (SPECTATOR, None, LACKS),
        (SPECTATOR, 1, LACKS),
    ],
)
def test_whose_moves(access: Access, named: int | None, answer: object) -> None:
    expect(answer, access.mover, named)


@pytest.mark.parametrize(("access", "answer"), [(HOST, LACKS), (SEAT, 1), (SPECTATOR, LACKS)])
def test_who_commits(access: Access, answer: object) -> None:
    expect(answer, access.committer)


@pytest.mark.parametrize(("access", "answer"), [(HOST, None), (SEAT, LACKS), (SPECTATOR, LACKS)])
def test_who_advances(access: Access, answer: object) -> None:
    expect(answer, access.require_advance)


def expect(answer: object, call: Callable[..., Any], *arguments: object) -> None:
    """The call gives the answer, or refuses with it when it is a reason."""
    if isinstance(answer, Reason):
        with pytest.raises(Refusal) as error:
            call(*arguments)
        assert error.value.reason is answer
    else:
        assert call(*arguments) == answer


def test_keys_open_as_what_they_are(sealer: Sealer, ruleset: str) -> None:
    table = new_table(ruleset)
    players = table.setup.players
    assert open_access(sealer, host_key(sealer, table.game_id), table) == Access(Role.HOST, None, players)
    for seat in range(players):
        assert open_access(sealer, seat_key(sealer, table.game_id, seat), table) == Access(Role.SEAT, seat, players)
    assert open_access(sealer, b"", table) == Access(Role.SPECTATOR, None, players)


def test_keys_of_another_table_and_other_sealed_texts(sealer: Sealer, ruleset: str) -> None:
    table = new_table(ruleset)
    other = new_table(ruleset, Origin(b"o" * 16, ORIGIN.server_secret))
    for key in (host_key(sealer, other.game_id), seat_key(sealer, other.game_id, 0)):
        expect(Reason.KEY_OF_ANOTHER_TABLE, open_access, sealer, key, table)
    key = host_key(sealer, table.game_id)
    wrong = (b"x", key[:-1], key + b"\0", sealer.seal(Purpose.TABLE, b"x" * 18), sealer.seal(Purpose.COMMITMENT, b"x"))
    for text in wrong:
        expect(Reason.KEY_UNOPENABLE, open_access, sealer, text, table)


def test_all_keys_are_equally_long(sealer: Sealer) -> None:
    keys = [host_key(sealer, b"g" * 16), *(seat_key(sealer, b"g" * 16, seat) for seat in range(64))]
    assert len({len(key) for key in keys}) == 1
    assert len(set(keys)) == len(keys)
