"""`canopy demo`: a real server, a real client, one game of every ruleset, told as it happens, and some questions.

The key ring is fixed and the games are created with a request id, so the demonstration is the same every time. The
players choose with `autoplay`, from what their seats may see.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import shorten, wrap

from canopy.client import Canopy, Refused
from canopy.v1 import common_pb2, engine_pb2
from cext.kernel import State
from service import fairness, keyring
from service.autoplay import choose, interrupt
from service.keyring import Key, KeyRing
from service.sealing import Sealer
from service.table import open_table
from solver.problems import problems

# A game is told in one screenful; the picture of its end takes the room that is left.
_WIDTH = 110
_HEIGHT = 45
_EVENTS_SHOWN = 4
# An answer that came too late would not be the same as on a quicker machine. In seconds.
_PATIENCE = 300
_DECISIONS_SHOWN = 2
# So many decisions of single seats are passed over in search of one that several take in secret.
_SINGLE_DECISIONS = 4
# The first draw of a game is proved to this seat, which may know more of it than a spectator.
_PROVING_SEAT = 0
_STARTUP_BIND = "127.0.0.1:0"
# Published, so good for nothing but this.
_RING = KeyRing((Key(b"demo", hashlib.sha512(b"canopy demo").digest()),))


def main() -> int:
    """Play and tell."""
    with _service() as address, Canopy(address, timeout=_PATIENCE) as canopy:
        rulesets = canopy.list_rulesets().rulesets
        print(f"A service listens on {address}. It knows {len(rulesets)} rulesets. Everything below went through it.")
        for ruleset in rulesets:
            print()
            print("\n".join(_Story(canopy, ruleset).tell()))
        print()
        print("\n".join(_tell_questions(canopy)))
    print("\nThe service has stopped. Run your own: canopy serve")
    return 0


def _tell_questions(canopy: Canopy) -> list[str]:
    """What SolverService can be asked, by examples."""
    lines = ["== Questions ".ljust(_WIDTH, "=")]
    for problem in problems().values():
        for line in problem.demonstrate(canopy):
            lines += _wrapped(line) or [""]
    return lines


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
        self._interrupted = False
        self._moves_made: dict[int, list[str]] = {seat: [] for seat in range(players)}
        self._lines: list[str] = []

    def tell(self) -> list[str]:
        """Everything, in order, in `_HEIGHT` lines."""
        title = f"== {self._ruleset.title}  ({self._ruleset.id}, {self._status.players} players) "
        self._say(title.ljust(_WIDTH, "="))
        self._tell_creation()
        self._tell_decisions()
        before = len(self._lines)
        self._tell_the_result()
        self._tell_the_proof()
        self._lines[before:before] = self._picture(_HEIGHT - len(self._lines))
        return self._lines

    def _tell_creation(self) -> None:
        promise = self._status.fairness.commitment.hex()
        self._say(f"The table's secret is fixed; its SHA-256 is promised: {promise[:32]}...")
        seeds = [f"player {seat}'s own bytes".encode() for seat in range(self._status.players)]
        after = self._canopy.apply_moves(
            self._token, self._table.host_key, client_seeds=seeds, viewers=[None, _PROVING_SEAT]
        )
        self._say("The players add bytes of their own, which the service could not know when it promised. Then:")
        self._tell_events(after)
        self._advance(after)
        self._first_event = next((event.text for event in after.updates[1].events), "")

    def _tell_decisions(self) -> None:
        """All of the game: one secret choice and one illegal move in full, of the rest the first in a line each."""
        decisions = 0
        while not self._is_secret_choice_due(decisions):
            self._decide(told=True)
            decisions += 1
        self._tell_secret_choice()
        explained = False
        decisions = 0
        shown = 0
        while not self._status.finished:
            explained = explained or self._tell_illegal_move(self._status.seats_to_act)
            shown += self._decide(told=decisions < _DECISIONS_SHOWN)
            decisions += 1
        if decisions > shown:
            self._say(f"  ... and {decisions - shown} decisions more")
        if not explained:
            self._tell_illegal_move(self._moves_made)

    def _is_secret_choice_due(self, decisions: int) -> bool:
        return len(self._status.seats_to_act) > 1 or decisions == _SINGLE_DECISIONS

    def _tell_secret_choice(self) -> None:
        seats = list(self._status.seats_to_act)
        moves = self._choose(seats)
        seat, move = moves[0]
        count = len(self._canopy.list_legal_moves(self._token, self._table.seat_keys[seat]).moves)
        sealed = self._commit(moves)
        self._say(
            f"Seat {seat} has {count} legal moves and commits to {move}. The host is given {len(sealed[0])} bytes:"
        )
        self._say(f"  {sealed[0].hex()[:64]}...")
        after = self._canopy.apply_moves(self._token, self._table.host_key, commitments=sealed)
        who = "Everybody who has to choose has done so" if len(seats) > 1 else "The host applies it"
        self._say(f"{who}; now it is open what was chosen:")
        self._tell_events(after)
        self._advance(after)

    def _tell_illegal_move(self, seats: Iterable[int]) -> bool:
        """Whether there was a move to try that a seat made before and may not make now; it changes nothing."""
        for seat, move in ((each, move) for each in seats for move in self._moves_made[each]):
            try:
                self._canopy.apply_moves(self._token, self._table.host_key, moves=[(seat, move)], validate_only=True)
            except Refused as refused:
                self._say(f"Seat {seat} tries {move} once more. {refused.code.name}, {refused.reason}:")
                for violation in refused.violations:
                    self._say(f"  {violation.code}: {violation.message} [{_cite(violation.citation)}]")
                return True
        return False

    def _decide(self, *, told: bool) -> bool:
        """All who are asked for a move make one, unless somebody interrupts.

        Whether it is told, as the first interruption is in any case.
        """
        interruption = self._interruption()
        moves = interruption or self._choose(list(self._status.seats_to_act))
        # What is asked for is sealed; an interruption is open.
        sealed = [] if interruption else self._commit(moves)
        after = self._canopy.apply_moves(self._token, self._table.host_key, moves=interruption, commitments=sealed)
        self._advance(after)
        if interruption and not self._interrupted:
            told = self._interrupted = True
        if told:
            chosen = ", ".join(f"seat {seat}{' interrupts:' if interruption else ''} {move}" for seat, move in moves)
            news = after.updates[0].events[-1].text if after.updates[0].events else ""
            self._tell_ply(self._status.ply, f"{chosen}. {news}")
        return told

    def _picture(self, rows: int) -> list[str]:
        """The picture of the end without its title, or as much of it as there is room for, and what it is."""
        best = self._status.outcome.placings[0].seat
        picture = self._canopy.render_view(self._token, self._table.seat_keys[best], picture="text").picture
        drawn = picture.partition("\n\n")[2].rstrip("\n").split("\n")
        shown = drawn[: rows - 1]
        part = f"; the upper {len(shown)} of {len(drawn)} lines" if len(shown) < len(drawn) else ""
        return [f"The end, as seat {best} sees it (RenderView; SVG likewise{part}):", *shown]

    def _tell_the_result(self) -> None:
        for placing in self._status.outcome.placings:
            items = ", ".join(f"{item.name} {item.points}" for item in placing.items)
            self._say(f"  {placing.place}. seat {placing.seat}: {placing.values[0]} = {items}")
        for remark in self._status.outcome.remarks:
            self._say(f"  {remark}")

    def _tell_the_proof(self) -> None:
        """Check the promise and one draw, as anybody can who kept the promise."""
        revealed = self._canopy.reveal_game(self._token)
        promised = self._status.fairness.commitment
        kept = fairness.commitment(revealed.server_secret) == promised
        seed = fairness.derive_seed(revealed.server_secret, revealed.client_seeds_hash, revealed.game_id)
        opened = revealed.server_secret.hex()[:32]
        self._say(f"The secret is opened: {opened}... Its SHA-256 {_is(kept)} what was promised.")
        setup = open_table(self._sealer, self._token).setup
        start = State.start(setup.rules)
        if not start.chance_kind:
            return
        word = start.draw(seed)
        _, events = start.resolve(word)
        told = setup.game.event(setup, events[0], _PROVING_SEAT)[1]
        same = told == self._first_event
        drawn = setup.game.outcome_text(setup, word)
        domain = start.chance_domain
        self._say(
            f'The first draw, "{domain}", made again with it, {_is(same)} what seat {_PROVING_SEAT} was told: {drawn}'
        )

    def _choose(self, seats: Sequence[int]) -> list[tuple[int, str]]:
        """What the players take in one decision, each from what its seat may see.

        Where the first move ends it, though several might make one, nobody else moves.
        """
        table = open_table(self._sealer, self._token)
        chosen: list[tuple[int, str]] = []
        state = table.state
        for seat in seats:
            if state.epoch != table.state.epoch:
                break
            word = choose(table, seat)
            chosen.append((seat, table.setup.game.move_text(table.setup, word)))
            state, _ = state.apply(seat, word)
        return chosen

    def _interruption(self) -> list[tuple[int, str]]:
        """The move of a seat that nobody waits for, if one is made now."""
        table = open_table(self._sealer, self._token)
        action = interrupt(table)
        return [] if action is None else [(action.seat, table.setup.game.move_text(table.setup, action.word))]

    def _commit(self, moves: Sequence[tuple[int, str]]) -> list[bytes]:
        for seat, move in moves:
            self._moves_made[seat].append(move)
        keys = self._table.seat_keys
        return [self._canopy.commit_move(self._token, keys[seat], move).commitment for seat, move in moves]

    def _advance(self, after: engine_pb2.ApplyMovesResponse) -> None:
        self._token = after.token
        self._status = after.status

    def _tell_events(self, after: engine_pb2.ApplyMovesResponse) -> None:
        events = after.updates[0].events
        for event in events[:_EVENTS_SHOWN]:
            self._tell_ply(event.ply, event.text)
        if len(events) > _EVENTS_SHOWN:
            self._say(f"  ... and {len(events) - _EVENTS_SHOWN} more, the last: {events[-1].text}")

    def _tell_ply(self, ply: int, text: str) -> None:
        self._say(f"  ply {ply:3}: {shorten(text, _WIDTH - 11, placeholder='...')}")

    def _say(self, text: str) -> None:
        """A line, or as many as the text needs."""
        self._lines += _wrapped(text)


def _wrapped(text: str) -> list[str]:
    return wrap(text, _WIDTH, subsequent_indent="    ", replace_whitespace=False)


def _is(true: bool) -> str:
    return "is" if true else "IS NOT"


def _cite(citation: common_pb2.Citation) -> str:
    ruling = f", ruling {citation.ruling}" if citation.ruling else ""
    return f'{citation.rulebook}, "{citation.section}"{ruling}'
