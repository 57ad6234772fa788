"""From a view of Trek 12 back to a state: the rounds are written again by the kernel, which finds what cannot be.

A view shows what was written in every round and with which operation, but not the dice. For every round any dice serve
that give all sheets their results. What a view shows besides (points, trails, free boxes) follows from that: it may be
left out; what is told is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from canopy.v1.trek12_pb2 import Trek12Circle, Trek12Sheet, Trek12View
from cext import trek12
from cext.kernel import Rules, State
from engines.game import Malformed, Setup
from engines.games.trek12.content import Content, content_of
from engines.games.trek12.moves import OPERATIONS_TO_WIRE, decode_move
from engines.games.trek12.rulebook import SAFE_OPERATION, SAFE_OPERATIONS, VIOLATIONS, explain
from engines.games.trek12.view import view_of
from engines.position_reader import PositionReader

_OPERATIONS = {int(wire): operation for operation, wire in OPERATIONS_TO_WIRE.items()}
_ROLLS = tuple((green, yellow) for green in range(1, 7) for yellow in range(6))


def state_of_view(setup: Setup, solo: Rules, view: Trek12View) -> State:
    """A state that looks like the view; `solo` are the same rules for one player. Raises BadPosition."""
    return _Reading(setup, solo, view).state()


class _Reading(PositionReader):
    """One view being read. Every step raises what it and the steps before have found."""

    def __init__(self, setup: Setup, solo: Rules, view: Trek12View) -> None:
        super().__init__()
        self.setup = setup
        self.solo = solo
        self.view = view
        self.content: Content = content_of(setup.pack)
        self.cards = {card.name: index for index, card in enumerate(self.content.cards)}
        # By seat, its written circles by round, as (path, circle).
        self.rounds: list[list[tuple[str, Trek12Circle]]] = []

    def state(self) -> State:
        self._read_lines()
        self._read_sheets()
        self._require_sound()
        rolls = self._find_rolls()
        self._require_sound()
        state = self._write_again(rolls)
        self._require_sound()
        self._compare(state)
        self._require_sound()
        return state

    # --- What lies on the table -------------------------------------------------------------------------------------

    @property
    def _are_numbers_dealt(self) -> bool:
        return any(line.HasField("number") for line in self.view.lines)

    def _read_lines(self) -> None:
        """Numbers all or none, and cards that exist, each once."""
        lines = self.view.lines
        if len(lines) not in (0, self.content.lines):
            self._note("WRONG_LINE_COUNT", "lines", f"There are {self.content.lines} observation lines.")
        seen_numbers: set[int] = set()
        seen_cards: set[str] = set()
        for index, line in enumerate(lines):
            path = f"lines[{index}]"
            if self._are_numbers_dealt:
                if not line.HasField("number"):
                    self._note("NUMBER_MISSING", f"{path}.number", "The other lines have a number, this one has none.")
                elif line.number not in self.content.number_cards:
                    self._note("NO_SUCH_NUMBER_CARD", f"{path}.number", f"No number card shows {line.number}.")
                elif line.number in seen_numbers:
                    self._note("NUMBER_REPEATED", f"{path}.number", f"{line.number} lies at an earlier line.")
                seen_numbers.add(line.number)
            if line.card and line.card not in self.cards:
                self._note("NO_SUCH_CARD", f"{path}.card", "There is no observation card of this name.")
            elif line.card and line.card in seen_cards:
                self._note("CARD_REPEATED", f"{path}.card", f"{line.card} lies at an earlier line.")
            seen_cards.add(line.card)
        if self.view.HasField("roll"):
            if not 1 <= self.view.roll.green <= 6:
                self._note("GREEN_DIE_IMPOSSIBLE", "roll.green", "The green die shows 1 to 6.")
            if not 0 <= self.view.roll.yellow <= 5:
                self._note("YELLOW_DIE_IMPOSSIBLE", "roll.yellow", "The yellow die shows 0 to 5.")

    # --- What was written -------------------------------------------------------------------------------------------

    def _read_sheets(self) -> None:
        """One sheet per player, with one circle for each round, and as many on every sheet."""
        if len(self.view.sheets) != self.setup.players:
            self._note("WRONG_SHEET_COUNT", "sheets", f"There are {self.setup.players} players, each with a sheet.")
        for seat, sheet in enumerate(self.view.sheets):
            self.rounds.append(self._read_sheet(f"sheets[{seat}]", seat, sheet))
        counts = [len(rounds) for rounds in self.rounds]
        for seat, count in enumerate(counts):
            if count != counts[0]:
                self._note(
                    "ROUNDS_DIFFER", f"sheets[{seat}].circles", f"{count} circles are written, {counts[0]} in seat 0."
                )
        if counts and counts[0] and not self._are_numbers_dealt:
            self._note("NUMBER_MISSING", "lines", "Nothing is written before the number cards are laid out.")
        if self.view.HasField("viewer") and self.view.viewer >= self.setup.players:
            self._note("NO_SUCH_SEAT", "viewer", f"There is no seat {self.view.viewer}.")

    def _read_sheet(self, path: str, seat: int, sheet: Trek12Sheet) -> list[tuple[str, Trek12Circle]]:
        if sheet.seat not in (0, seat):
            self._note("WRONG_SEAT", f"{path}.seat", f"This is the sheet of seat {seat}.")
        by_round: dict[int, tuple[str, Trek12Circle]] = {}
        for index, circle in enumerate(sheet.circles):
            where = f"{path}.circles[{index}]"
            if circle.operation not in _OPERATIONS:
                self._note("NO_SUCH_OPERATION", f"{where}.operation", "One of the five operations wrote this circle.")
            if not 1 <= circle.round <= self.content.rounds:
                message = f"Rounds are 1 to {self.content.rounds}."
                self._note("NO_SUCH_ROUND", f"{where}.round", message)
            elif circle.round in by_round:
                message = f"A circle written in round {circle.round} was told before."
                self._note("ROUND_REPEATED", f"{where}.round", message)
            if circle.circle >= len(self.content.circles):
                message = f"The sheet has the circles 0 to {len(self.content.circles) - 1}."
                self._note("NO_SUCH_CIRCLE", f"{where}.circle", message)
            if circle.HasField("number") and circle.number > self.content.max_number:
                message = f"No circle holds more than {self.content.max_number}."
                self._note("NUMBER_TOO_HIGH", f"{where}.number", message)
            by_round[circle.round] = where, circle
        for round_ in range(1, len(by_round) + 1):
            if round_ not in by_round:
                self._note("ROUND_MISSING", f"{path}.circles", f"Nothing was written in round {round_}.")
        return [by_round[round_] for round_ in sorted(by_round)]

    def _results(self, circle: Trek12Circle, roll: tuple[int, int]) -> bool:
        """Whether the dice give the circle what it holds."""
        result = trek12.result(_OPERATIONS[circle.operation], *roll)
        if circle.HasField("number"):
            return result == circle.number
        return result > self.content.max_number

    def _find_rolls(self) -> list[tuple[int, int]]:
        """By round, the first dice that give all sheets their results. Each sheet is written alone to be checked."""
        rolls = []
        for round_ in range(len(self.rounds[0])):
            fitting = list(_ROLLS)
            for rounds in self.rounds:
                path, circle = rounds[round_]
                left = [roll for roll in fitting if self._results(circle, roll)]
                if not left:
                    self._note(
                        "RESULT_IMPOSSIBLE",
                        f"{path}.number",
                        f"No dice of round {round_ + 1} give this with its operation"
                        + (", and the sheets before theirs." if rounds is not self.rounds[0] else "."),
                    )
                fitting = left or fitting
            rolls.append(fitting[0])
        if not self.defects:
            for rounds in self.rounds:
                self._check_sheet(rounds, rolls)
        return rolls

    def _move(self, circle: Trek12Circle, earlier: Mapping[int, int]) -> int:
        """The move that wrote a circle: it drew the links to circles written before it."""
        below = circle.link_below if circle.HasField("link_below") else None
        above = circle.link_above if circle.HasField("link_above") else None
        return trek12.pack_move(
            _OPERATIONS[circle.operation],
            circle.circle,
            below if below in earlier else None,
            above if above in earlier else None,
        )

    def _check_sheet(self, rounds: Sequence[tuple[str, Trek12Circle]], rolls: Sequence[tuple[int, int]]) -> None:
        """Write one sheet alone, up to the first writing that breaks a rule."""
        state = self._deal(State.start(self.solo))
        written: dict[int, int] = {}
        for (path, circle), roll in zip(rounds, rolls, strict=True):
            state, _ = self._turn_any(state).resolve(trek12.pack_roll(*roll))
            move = self._move(circle, written)
            broken = state.check(0, move)
            for code, args in broken:
                self._note(VIOLATIONS[code].code, path, explain(self.setup, code, args))
            if broken:
                return
            state, _ = state.apply(0, move)
            written[circle.circle] = circle.round

    def _deal(self, state: State) -> State:
        if self._are_numbers_dealt:
            state, _ = state.resolve(trek12.pack_numbers([line.number for line in self.view.lines]))
        return state

    @staticmethod
    def _turn_any(state: State) -> State:
        while state.chance_kind == trek12.CHANCE_CARD:
            state, _ = state.resolve(state.outcomes()[0])
        return state

    def _write_again(self, rolls: Sequence[tuple[int, int]]) -> State:
        """All sheets together."""
        state = self._deal(State.start(self.setup.rules))
        written: list[dict[int, int]] = [{} for _ in self.rounds]
        for round_, roll in enumerate(rolls):
            if state.chance_kind != trek12.CHANCE_ROLL:
                break
            state, _ = state.resolve(trek12.pack_roll(*roll))
            for seat, rounds in enumerate(self.rounds):
                _, circle = rounds[round_]
                state, _ = state.apply(seat, self._move(circle, written[seat]))
                written[seat][circle.circle] = round_
            state = self._turn_shown(state, is_last=round_ == len(rolls) - 1)
        return self._choose_again(self._roll_again(state))

    def _turn_shown(self, state: State, *, is_last: bool) -> State:
        """Turn the cards up that the view shows. Those of the last round written may still be due."""
        while state.chance_kind == trek12.CHANCE_CARD:
            line = trek12.unpack_outcome(state.outcomes()[0])[1][0]
            name = self.view.lines[line].card
            if not name:
                if not is_last:
                    message = "The number of this line has been written, so that its card lies face up."
                    self._note("CARD_MISSING", f"lines[{line}].card", message)
                    state = self._turn_any(state)
                return state
            state, _ = state.resolve(trek12.pack_card(line, self.cards[name]))
        return state

    def _roll_again(self, state: State) -> State:
        if not self.view.HasField("roll"):
            return state
        if state.chance_kind != trek12.CHANCE_ROLL:
            self._note("ROLL_TOO_EARLY", "roll", "No dice lie on the table before cards are laid out and turned up.")
            return state
        state, _ = state.resolve(trek12.pack_roll(self.view.roll.green, self.view.roll.yellow))
        return state

    def _choose_again(self, state: State) -> State:
        """Seats that have chosen: what the view shows of it, or anything."""
        for seat, sheet in enumerate(self.view.sheets):
            if not sheet.has_chosen:
                continue
            path = f"sheets[{seat}]"
            if seat not in state.to_act():
                self._note("CHOICE_TOO_EARLY", f"{path}.has_chosen", "Nobody chooses before the dice are rolled.")
                continue
            if not sheet.HasField("chosen"):
                state, _ = state.apply(seat, state.legal_moves(seat)[0])
                continue
            try:
                move = decode_move(sheet.chosen)
            except Malformed as error:
                self._note("NO_SUCH_OPERATION", f"{path}.chosen", str(error))
                continue
            broken = state.check(seat, move)
            for code, args in broken:
                self._note(VIOLATIONS[code].code, f"{path}.chosen", explain(self.setup, code, args))
            if not broken and len(state.to_act()) > 1:
                state, _ = state.apply(seat, move)
            elif not broken:
                self._note("ALL_HAVE_CHOSEN", f"{path}.has_chosen", "When all have chosen, all write at once.")
        return state

    # --- What follows -----------------------------------------------------------------------------------------------

    def _compare(self, state: State) -> None:
        """Everything that the view tells has to be as the state shows it."""
        safe_operation = SAFE_OPERATIONS[self.setup.option(SAFE_OPERATION)]
        viewer = self.view.viewer if self.view.HasField("viewer") else None
        own = view_of(self.setup.pack, safe_operation, state, viewer)
        for field, message in _differences(self.view, own, ""):
            self._note("CONTRADICTION", field, message)


def _differences(told: Message, own: Message, path: str) -> Iterator[tuple[str, str]]:
    """(path, sentence) of all that one message tells and the other does not show; what is not told is no difference."""
    for field, value in told.ListFields():
        where = f"{path}{field.name}"
        shown = getattr(own, field.name)
        if field.is_repeated:
            yield from _list_differences(field, value, shown, where)
        elif field.message_type is not None:
            yield from _differences(value, shown, f"{where}.")
        elif field.has_presence and not own.HasField(field.name):
            yield where, "By all that the rest of the position says, there is none."
        elif value != shown:
            yield where, f"By all that the rest of the position says, this is {_shown(field, shown)}."


def _list_differences(field: FieldDescriptor, told: Any, own: Any, where: str) -> Iterator[tuple[str, str]]:
    if field.name == "circles" and field.message_type is Trek12Circle.DESCRIPTOR:
        told = sorted(told, key=lambda circle: int(circle.circle))
    if len(told) != len(own):
        yield where, f"By all that the rest of the position says, there are {len(own)} of these."
        return
    for index, (one, other) in enumerate(zip(told, own, strict=True)):
        if field.message_type is not None:
            yield from _differences(one, other, f"{where}[{index}].")
        elif one != other:
            yield f"{where}[{index}]", f"By all that the rest of the position says, this is {other}."


def _shown(field: FieldDescriptor, value: Any) -> str:
    if field.enum_type is not None:
        return str(field.enum_type.values_by_number[value].name)
    return str(value)
