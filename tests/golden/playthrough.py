"""Golden playthroughs: a whole game as text, so that any change of behaviour shows as a readable difference.

The dice and cards come from the game's own stream of a fixed seed. The moves come from the file that is there already,
as long as they are legal, and are random after that: a changed rule changes the lines it touches and not all that
follow. Every state is told by digests of its bytes and of every viewer's view, and by what changed in the text picture.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from cext.kernel import Event, State
from cext.streams import SimulationStream
from engines.game import Game, Malformed, Setup
from tests.playing import PLIES_PER_INTERRUPTION, Case, Ply, every_viewer, make_case, option_sets, packs_of, play

FOLDER = Path(__file__).resolve().parent
MOVE_LINE = re.compile(r"  seat (\d+) plays (.+)")
# Hexadecimal digits of a digest that are shown: enough to see a difference.
DIGEST = 12


# --- Which games are told -------------------------------------------------------------------------------------------


def golden_cases(game: Game) -> list[Case]:
    """The smallest table, one with several players and all options changed, and each pack of the game's tests."""
    options, packs = option_sets(game), list(packs_of(game))
    few = min(2, game.max_players)
    cases = [
        make_case(game, game.min_players, options[0], packs[0]),
        make_case(game, min(3, game.max_players), options[-1], packs[0]),
        *(make_case(game, max(few, game.min_players), options[0], pack) for pack in packs[1:]),
    ]
    return list({case.name: case for case in cases}.values())


def path_of(case: Case) -> Path:
    """Where the playthrough of a case is kept."""
    return FOLDER / f"{case.name}.txt"


def moves_told(text: str) -> list[tuple[int, str]]:
    """The moves of a playthrough: seat and text."""
    return [(int(found[1]), found[2]) for found in map(MOVE_LINE.fullmatch, text.splitlines()) if found]


# --- The game -------------------------------------------------------------------------------------------------------


class Players:
    """Choose the moves: those of a script while they are legal, random ones from then on."""

    def __init__(self, case: Case, script: Sequence[tuple[int, str]]) -> None:
        self.setup = case.setup
        self.script = list(reversed(script))
        self.rng = SimulationStream(int.from_bytes(hashlib.sha256(case.name.encode()).digest()[:8], "big"))

    def choose(self, state: State) -> Ply:
        """The next move of one of the seats that are asked, or now and then of one that may interrupt."""
        ply = self._scripted(state)
        if ply is None:
            self.script.clear()
            interrupters = state.may_interrupt()
            interrupts = interrupters and not self.rng.below(PLIES_PER_INTERRUPTION)
            seat = self._any(interrupters if interrupts else state.to_act())
            ply = Ply(seat, self._any(state.legal_moves(seat)))
        return ply

    def _scripted(self, state: State) -> Ply | None:
        if not self.script:
            return None
        seat, text = self.script.pop()
        try:
            ply = Ply(seat, self.setup.game.parse_move(self.setup, text))
        except Malformed:
            return None
        return ply if state.check(seat, ply.word) == [] else None

    def _any(self, choices: Sequence[int]) -> int:
        return choices[self.rng.below(len(choices))]


def playthrough(case: Case, script: Sequence[tuple[int, str]] = ()) -> str:
    """The whole game as text."""
    players = Players(case, script)
    seed = hashlib.sha256(f"golden {case.name}".encode()).digest()
    state = State.start(case.setup.rules)
    lines = [*head(case, seed), *picture(case.setup, state, "")]
    number = 0
    while not state.is_over:
        ply = Ply(None, state.draw(seed)) if state.chance_kind else players.choose(state)
        after, events = play(state, ply)
        number += 1
        lines += ["", f"ply {number}"]
        lines += [*asked(case.setup, state, ply), *caused(case.setup, events), *reached(case.setup, after)]
        lines += picture(case.setup, after, spectator_text(case.setup, state))
        state = after
    lines += ["", *end(case.setup, state)]
    return "\n".join(lines) + "\n"


# --- Its parts ------------------------------------------------------------------------------------------------------


def head(case: Case, seed: bytes) -> Iterator[str]:
    """What is played."""
    setup = case.setup
    yield f"{setup.game.id}, rules version {setup.game.rules_version}"
    yield f"players {setup.players}"
    for name, value in setup.options:
        yield f"option {name} {value}"
    yield f"content {setup.pack.id} ({setup.pack.provenance}) sha256 {setup.pack.digest.hex()}"
    yield f"seed {seed.hex()}"
    yield from reached(setup, State.start(setup.rules))


def asked(setup: Setup, state: State, ply: Ply) -> Iterator[str]:
    """What could have happened, and what did."""
    game = setup.game
    if ply.seat is None:
        texts = [game.outcome_text(setup, outcome) for outcome in state.outcomes()]
        yield f"  {game.chances[state.chance_kind]} due, {span(texts)}, domain {state.chance_domain}"
        yield f"  chance gives {game.outcome_text(setup, ply.word)}"
    else:
        yield f"  seats {numbers(state.to_act())} to act, epoch {state.epoch}"
        for may, seats in (("may play", state.to_act()), ("may interrupt by", state.may_interrupt())):
            for seat in seats:
                moves = [game.move_text(setup, move) for move in state.legal_moves(seat)]
                yield f"  seat {seat} {may} {span(moves)}"
        yield f"  seat {ply.seat} plays {game.move_text(setup, ply.word)}"


def caused(setup: Setup, events: Sequence[Event]) -> Iterator[str]:
    """The events as a spectator hears of them, and as whoever hears something else."""
    for event in events:
        texts = {viewer: setup.game.event(setup, event, viewer)[1] for viewer in every_viewer(setup)}
        yield f"  event {texts[None]}"
        for viewer, text in texts.items():
            if text != texts[None]:
                yield f"    to {name_of(viewer)}: {text}"


def reached(setup: Setup, state: State) -> Iterator[str]:
    """The state after it."""
    yield f"  state {digest(state.to_bytes())}, returns {numbers(state.returns())}"
    plain, remembered = (
        [
            f"{name_of(viewer)} {digest(view.SerializeToString(deterministic=True))}"
            for viewer in every_viewer(setup)
            for view in [setup.game.view(setup, state, viewer, memory=memory)]
        ]
        for memory in (False, True)
    )
    yield f"  views {', '.join(plain)}"
    if memories := [view for view in remembered if view not in plain]:
        yield f"  memories {', '.join(memories)}"


def picture(setup: Setup, state: State, before: str) -> Iterator[str]:
    """The lines of the spectator's text picture that were not there before."""
    old, new = before.splitlines(), spectator_text(setup, state).splitlines()
    for change, _, _, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if change != "equal":
            yield from (f"  |{line}".rstrip() for line in new[start:stop])


def end(setup: Setup, state: State) -> Iterator[str]:
    """The whole last picture, and the ranking with what decided it."""
    yield "end"
    yield from picture(setup, state, "")
    outcome = setup.game.outcome(setup, state)
    yield f"  criteria {', '.join(outcome.criteria)}"
    for placing in outcome.placings:
        decided = f", decided by {placing.decided_by}" if placing.decided_by else ""
        yield f"  place {placing.place} seat {placing.seat} values {numbers(placing.values)}{decided}"
        for item in placing.items:
            yield f"    {item.name} {item.points}: {item.detail}"
    for remark in outcome.remarks:
        yield f"  remark {remark}"


def spectator_text(setup: Setup, state: State) -> str:
    """The text picture of what lies open."""
    return setup.game.render_text(setup.game.view(setup, state, None))


def span(texts: Sequence[str]) -> str:
    """How many there are, the first and the last."""
    return f"{len(texts)}: {texts[0]} .. {texts[-1]}"


def numbers(values: Sequence[int]) -> str:
    """Numbers with spaces between."""
    return " ".join(map(str, values))


def name_of(viewer: int | None) -> str:
    """A viewer's name."""
    return "spectator" if viewer is None else f"seat {viewer}"


def digest(data: bytes) -> str:
    """The beginning of a SHA-256."""
    return hashlib.sha256(data).hexdigest()[:DIGEST]
