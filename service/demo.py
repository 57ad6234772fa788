"""`canopy demo`: a real server, a real client, one game of every ruleset, told as it happens.

The key ring is fixed and the games are created with a request id, so the demonstration is the same every time. The
players choose with `autoplay`, from what their seats may see.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import shorten

from canopy.client import Canopy, Refused
from canopy.v1 import common_pb2, engine_pb2
from cext.kernel import State
from service import fairness, keyring
from service.autoplay import choose
from service.keyring import Key, KeyRing
from service.sealing import Sealer
from service.table import open_table

_WIDTH = 110
_EVENTS_SHOWN = 5
_DECISIONS_SHOWN = 3
_STARTUP_BIND = "127.0.0.1:0"
# Published, so good for nothing but this.
_RING = KeyRing((Key(b"demo", hashlib.sha512(b"canopy demo").digest()),))


def main() -> int:
    """Play and tell."""
    with _service() as address, Canopy(address) as canopy:
        rulesets = canopy.list_rulesets().rulesets
        print(f"A service listens on {address}. It knows {len(rulesets)} ruleset(s). Everything below went through it.")
        for ruleset in rulesets:
            print()
            _Story(canopy, ruleset).tell()
    print("\nThe service has stopped. Run your own: canopy serve")
    return 0


@contextmanager
def _service() -> Iterator[str]:
    """A server in a process of its own on a free port of this machine; gives its address."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CANOPY_")}
    environment |= {"CANOPY_KEYS": keyring.render(_RING), "CANOPY_LOG_LEVEL": "WARNING"}
    command = [sys.executable, "-m", "service", "serve", "--bind", _STARTUP_BIND]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            # It says where it listens when it is ready; it says nothing and ends when it cannot be.
            ready = process.stdout.readline() if process.stdout else ""
            if not ready:
                raise ChildProcessError("the service did not start")
            yield ready.split(" on ")[1].split(" - ")[0]
        finally:
            process.terminate()
    if process.returncode:
        raise ChildProcessError(f"the service ended with status {process.returncode}")


class _Story:
    """One game, from its creation to the proof of its dice."""

    def __init__(self, canopy: Canopy, ruleset: engine_pb2.RulesetSummary) -> None:
        self._canopy = canopy
        self._ruleset = ruleset
        players = min(max(ruleset.min_players, 2), ruleset.max_players)
        self._table = canopy.create_game(
            ruleset.id, players, await_client_seeds=True, request_id=f"demo {ruleset.id}".encode()
        )
        self._token = self._table.token
        self._status = self._table.status
        # The players of this demonstration think in this process, so it opens the table for them.
        self._sealer = Sealer(_RING)
        self._first_event = ""

    def tell(self) -> None:
        """Everything, in order."""
        title = f"== {self._ruleset.title}  ({self._ruleset.id}, {self._status.players} players) "
        print(title.ljust(_WIDTH, "="))
        self._tell_creation()
        first_moves = self._tell_first_decision()
        self._tell_illegal_move(first_moves)
        self._tell_the_rest()
        self._tell_the_end()
        self._tell_the_proof()

    def _tell_creation(self) -> None:
        promise = self._status.fairness.commitment.hex()
        print(f"The table's secret is fixed; its SHA-256 is promised: {promise[:32]}...")
        seeds = [f"player {seat}'s own bytes".encode() for seat in range(self._status.players)]
        after = self._canopy.apply_moves(self._token, self._table.host_key, client_seeds=seeds)
        print("The players add bytes of their own, which the service could not know when it promised. Then:")
        self._tell_events(after)
        self._advance(after)
        self._first_event = next((event.text for event in after.updates[0].events), "")

    def _tell_first_decision(self) -> list[tuple[int, str]]:
        seats = list(self._status.seats_to_act)
        moves = self._choose(seats)
        seat, move = moves[0]
        count = len(self._canopy.list_legal_moves(self._token, self._table.seat_keys[seat]).moves)
        sealed = self._commit(moves)
        print(f"Seat {seat} has {count} legal moves and commits to {move}. The host is given {len(sealed[0])} bytes:")
        print(f"  {sealed[0].hex()[:64]}...")
        after = self._canopy.apply_moves(self._token, self._table.host_key, commitments=sealed)
        who = "Everybody who has to choose has done so" if len(seats) > 1 else "The host applies it"
        print(f"{who}; now it is open what was chosen:")
        self._tell_events(after)
        self._advance(after)
        return moves

    def _tell_illegal_move(self, earlier: Sequence[tuple[int, str]]) -> None:
        """Somebody tries to repeat a move, in most games against the rules; nothing happens but an explanation."""
        for seat, move in earlier:
            try:
                self._canopy.apply_moves(self._token, self._table.host_key, moves=[(seat, move)], validate_only=True)
            except Refused as refused:
                print(f"Seat {seat} tries {move} once more. {refused.code.name}, {refused.reason}:")
                for violation in refused.violations:
                    print(f"  {violation.code}: {violation.message} [{_cite(violation.citation)}]")
                return

    def _tell_the_rest(self) -> None:
        print("And on, one line for what is decided together:")
        decisions = 0
        while not self._status.finished:
            moves = self._choose(list(self._status.seats_to_act))
            after = self._canopy.apply_moves(self._token, self._table.host_key, commitments=self._commit(moves))
            self._advance(after)
            decisions += 1
            if decisions <= _DECISIONS_SHOWN:
                chosen = ", ".join(f"seat {seat} {move}" for seat, move in moves)
                news = after.updates[0].events[-1].text if after.updates[0].events else ""
                _print_line(self._status.ply, f"{chosen}. {news}")
        if decisions > _DECISIONS_SHOWN:
            print(f"  ... and {decisions - _DECISIONS_SHOWN} more")

    def _tell_the_end(self) -> None:
        best = self._status.outcome.placings[0]
        picture = self._canopy.render_view(self._token, self._table.seat_keys[best.seat], picture="text").picture
        print(f"The end, as seat {best.seat} sees it:\n")
        print(picture.rstrip("\n"), end="\n\n")
        for placing in self._status.outcome.placings:
            items = ", ".join(f"{item.name} {item.points}" for item in placing.items)
            print(f"  {placing.place}. seat {placing.seat}: {placing.values[0]} = {items}")
        for remark in self._status.outcome.remarks:
            print(f"  {remark}")

    def _tell_the_proof(self) -> None:
        """Check the promise and one draw, as anybody can who kept the promise."""
        revealed = self._canopy.reveal_game(self._token)
        promised = self._status.fairness.commitment
        kept = fairness.commitment(revealed.server_secret) == promised
        seed = fairness.derive_seed(revealed.server_secret, revealed.client_seeds_hash, revealed.game_id)
        print(
            f"The secret is opened: {revealed.server_secret.hex()[:32]}... Its SHA-256 {_is(kept)} what was promised."
        )
        setup = open_table(self._sealer, self._token).setup
        start = State.start(setup.rules)
        if not start.chance_kind:
            return
        word = start.draw(seed)
        _, events = start.resolve(word)
        told = setup.game.event(setup, events[0], None)[1]
        same = told == self._first_event
        print(f'The first draw, "{start.chance_domain}", computed again from it, {_is(same)} the one that was told:')
        print(f"  {setup.game.outcome_text(setup, word)}")

    def _choose(self, seats: Sequence[int]) -> list[tuple[int, str]]:
        """What the players take, each from what its seat may see."""
        table = open_table(self._sealer, self._token)
        return [(seat, table.setup.game.move_text(table.setup, choose(table.state, seat, table.ply))) for seat in seats]

    def _commit(self, moves: Sequence[tuple[int, str]]) -> list[bytes]:
        keys = self._table.seat_keys
        return [self._canopy.commit_move(self._token, keys[seat], move).commitment for seat, move in moves]

    def _advance(self, after: engine_pb2.ApplyMovesResponse) -> None:
        self._token = after.token
        self._status = after.status

    def _tell_events(self, after: engine_pb2.ApplyMovesResponse) -> None:
        events = after.updates[0].events
        for event in events[:_EVENTS_SHOWN]:
            _print_line(event.ply, event.text)
        if len(events) > _EVENTS_SHOWN:
            print(f"  ... and {len(events) - _EVENTS_SHOWN} more, the last: {events[-1].text}")


def _print_line(ply: int, text: str) -> None:
    print(f"  ply {ply:3}: {shorten(text, _WIDTH - 11, placeholder='...')}")


def _is(true: bool) -> str:
    return "is" if true else "IS NOT"


def _cite(citation: common_pb2.Citation) -> str:
    ruling = f", ruling {citation.ruling}" if citation.ruling else ""
    return f'{citation.rulebook}, "{citation.section}"{ruling}'
