"""From a view of Amazonia Park back to a state.

What a view hides is filled in: the tiles in other hands with any that have not been seen, the tokens behind other
screens, as far as they are not told, with those that neither the supply nor anybody else has. With two players that is
exact. With more the tokens are dealt out evenly; whoever has counted along tells them in `players[].tokens`, and the
solver takes them as they are told. What follows from the rest (costs, sights, spaces left) may be left out; told, it
has to be right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from canopy.v1 import park_pb2
from cext import park
from cext.kernel import State
from engines.game import Setup
from engines.games.park.content import Content, content_of
from engines.games.park.impossible import IMPOSSIBLE
from engines.games.park.view import STEPS, view_of
from engines.games.park.vocabulary import ANIMALS, ANIMALS_FROM_WIRE, COLOURS_FROM_WIRE, tokens_from_wire
from engines.position import BadPosition
from engines.position_reader import PositionReader, contradictions
from engines.state_fields import state_of_fields

_PHASES = {int(wire): phase for phase, wire in STEPS.items()}
_NONE = 255
# So many ways to deal out hidden tokens are tried, where not every one fits.
_ATTEMPTS = 300
_TOKENS = re.compile(r"players\[\d+\]\.tokens")
_COUNTS = 3  # of animals on a tile
_KINDS = len(ANIMALS) * _COUNTS


def state_of_view(setup: Setup, view: park_pb2.ParkView) -> State:
    """A state that looks like the view. Raises BadPosition, which names every defect."""
    return _Reading(setup, view).state()


def _kind(tile: park_pb2.ParkTile) -> int:
    """The kernel's number of a kind of tiles, of either part of the stack."""
    return ANIMALS_FROM_WIRE[tile.animal] * _COUNTS + tile.count - 1


class _Reading(PositionReader):
    """One view being read: first every part by itself, then what is hidden, then whether all of it fits together."""

    def __init__(self, setup: Setup, view: park_pb2.ParkView) -> None:
        super().__init__()
        self.setup = setup
        self.view = view
        self.content: Content = content_of(setup.pack)
        self.fields: dict[str, Any] = State.start(setup.rules).fields()
        self.viewer = view.viewer if view.HasField("viewer") else None
        # Tokens of each animal that are behind screens, and the seats whose screens these are.
        self.hidden: list[int] = []
        self.screens: list[int] = []

    def state(self) -> State:
        """The state, or BadPosition."""
        self._read_table()
        self._read_board()
        self._read_players()
        self._require_sound()
        self._find_hidden_tokens()
        self._fill_in_tiles()
        self._require_sound()
        state = self._build()
        # Tokens behind screens may be told by somebody who has counted them.
        told = contradictions(self.view, view_of(self.setup, state, self.viewer))
        self.defects += [defect for defect in told if not _TOKENS.fullmatch(defect.field)]
        self._require_sound()
        return state

    # --- What lies open ---------------------------------------------------------------------------------------------

    def _read_table(self) -> None:
        view, fields = self.view, self.fields
        if view.step not in _PHASES:
            self._note("NO_SUCH_STEP", "step", "The table waits for one of the steps of the game.")
        fields["phase"] = phase = _PHASES.get(view.step, park.TURN)
        waits = "draws" if phase in (park.DEALING, park.DRAWING) else "active"
        if phase == park.OVER:
            fields["turn"] = 0
        elif not view.HasField(waits):
            self._note("SEAT_MISSING", waits, "It is not told whose turn it is.")
        else:
            fields["turn"] = getattr(view, waits)
            if fields["turn"] >= self.setup.players:
                self._note("NO_SUCH_SEAT", waits, f"There is no seat {fields['turn']}.")
        if self.viewer is not None and self.viewer >= self.setup.players:
            self._note("NO_SUCH_SEAT", "viewer", f"There is no seat {self.viewer}.")
        fields["missing"], fields["passes"] = view.missing, view.passes
        for name, number in (("missing", view.missing), ("passes", view.passes)):
            if number >= _NONE:
                self._note("NUMBER_TOO_HIGH", name, "So many there cannot be.")
        fields["supply"] = self._read_tokens(view.supply, "supply")
        parts = [sum(map(sum, part)) for part in (self.content.morning, self.content.evening)]
        fields["tiles_left"] = [view.morning_left, view.evening_left]
        for name, left, number in zip(("morning_left", "evening_left"), fields["tiles_left"], parts, strict=True):
            if left > number:
                self._note("TOO_MANY_TILES", name, f"There are {number} such tiles in all.")

    def _read_tokens(self, tokens: park_pb2.ParkTokens, path: str) -> list[int]:
        """Counts by animal, of which the box has TOKENS each."""
        counts = list(tokens_from_wire(tokens))
        if max(counts) > park.TOKENS:
            self._note("TOO_MANY_TOKENS", path, f"There are {park.TOKENS} tokens of each animal.")
        return counts

    def _read_tile(self, tile: park_pb2.ParkTile, path: str) -> int:
        """The kind of a tile, 0 for one that does not exist."""
        if tile.animal not in ANIMALS_FROM_WIRE or not 1 <= tile.count <= _COUNTS:
            self._note("NO_SUCH_TILE", path, "A tile shows one, two or three of one animal.")
            return 0
        return _kind(tile)

    def _read_board(self) -> None:
        """Every space, with its printed animals where they are."""
        view, board = self.view, self.content.board
        cells = board.columns * board.rows
        if (view.columns, view.rows) not in ((board.columns, board.rows), (0, 0)):
            self._note("WRONG_SIZE", "columns", f"The board has {board.columns} columns and {board.rows} rows.")
        if len(view.cells) != cells:
            self._note("WRONG_CELL_COUNT", "cells", f"The board has {cells} spaces, of which each is told.")
            return
        printed = {cell: _COUNTS * animal + number - 1 for cell, animal, number in self.content.printed}
        values = list(self.fields["board"])
        for cell, shown in enumerate(view.cells):
            path = f"cells[{cell}]"
            if shown.HasField("space") and shown.space != board.space(cell):
                self._note("WRONG_SPACE", f"{path}.space", f"Row by row, this is the space {board.name(cell)}.")
            values[cell] = 1 + self._read_tile(shown.tile, f"{path}.tile") if shown.HasField("tile") else 0
            if cell in printed and values[cell] != 1 + printed[cell]:
                self._note("PRINTED_ANIMAL", f"{path}.tile", "Other animals are printed on this space.")
            if shown.printed and cell not in printed:
                self._note("NOT_PRINTED", f"{path}.printed", "Nothing is printed on this space.")
        self.fields["board"] = values
        self.fields["spaces"] = values[:cells].count(0)
        self.fields["last_cell"] = _NONE
        if view.HasField("last_placed"):
            self.fields["last_cell"] = board.cell(view.last_placed.column, view.last_placed.row)
            if view.last_placed.column >= board.columns or view.last_placed.row >= board.rows:
                self._note("NO_SUCH_SPACE", "last_placed", "The board has no such space.")

    # --- What lies before the players -------------------------------------------------------------------------------

    def _read_players(self) -> None:
        if len(self.view.players) != self.setup.players:
            self._note("WRONG_PLAYER_COUNT", "players", f"There are {self.setup.players} players.")
            return
        sold = [0] * park.COLOURS
        for seat, player in enumerate(self.view.players):
            path = f"players[{seat}]"
            fields = self.fields["seats"][seat]
            if player.seat not in (0, seat):
                self._note("WRONG_SEAT", f"{path}.seat", f"This is seat {seat}.")
            fields["magazines"] = self._read_magazines(player, path, sold)
            is_seen = seat == self.viewer or self.fields["phase"] == park.OVER
            if is_seen and not player.HasField("tokens"):
                self._note("TOKENS_MISSING", f"{path}.tokens", "These tokens are seen, and not told.")
            fields["tokens"] = self._read_tokens(player.tokens, f"{path}.tokens") if player.HasField("tokens") else None
            fields["tile"] = None if player.has_tile or player.HasField("tile") else _NONE
            if player.HasField("tile"):
                fields["tile"] = self._read_tile(player.tile, f"{path}.tile")
            elif seat == self.viewer and player.has_tile:
                self._note("TILE_MISSING", f"{path}.tile", "This tile is seen, and not told.")
        self.fields["sold"] = sold

    def _read_magazines(self, player: park_pb2.ParkPlayer, path: str, sold: list[int]) -> list[int]:
        values = [0] * park.COLOURS
        for index, magazine in enumerate(player.magazines):
            where = f"{path}.magazines[{index}]"
            if magazine.colour not in COLOURS_FROM_WIRE:
                self._note("NO_SUCH_COLOUR", f"{where}.colour", "A magazine has one of six colours.")
                continue
            colour = COLOURS_FROM_WIRE[magazine.colour]
            if values[colour]:
                self._note("COLOUR_REPEATED", f"{where}.colour", "A player has one magazine of each colour.")
            if not 1 <= magazine.value < _NONE:
                self._note("NO_SUCH_VALUE", f"{where}.value", "No magazine has this value.")
                continue
            values[colour] = magazine.value
            sold[colour] += 1
        return values

    # --- What is hidden ---------------------------------------------------------------------------------------------

    def _find_hidden_tokens(self) -> None:
        """Which tokens are behind screens, and who may have them: whoever has passed could pay for nothing."""
        seats = self.fields["seats"]
        self.screens = [seat for seat, fields in enumerate(seats) if fields["tokens"] is None]
        passed = {(self.fields["turn"] - back) % self.setup.players for back in range(1, self.view.passes + 1)}
        self.screens = [seat for seat in self.screens if seat not in passed] or self.screens
        for fields in seats:
            fields["tokens"] = fields["tokens"] or [0] * len(ANIMALS)
        for animal, name in enumerate(ANIMALS):
            known = self.fields["supply"][animal] + sum(fields["tokens"][animal] for fields in seats)
            self.hidden.append(park.TOKENS - known)
            if self.hidden[-1] < 0 or (self.hidden[-1] and not self.screens):
                self._note(
                    "WRONG_TOKENS", "supply", f"There are {park.TOKENS} tokens of the {name} in all, not {known}."
                )

    def _build(self) -> State:
        """The state, with the hidden tokens dealt out evenly, or, where all who have some had to pass, as it fits."""
        for attempt in range(_ATTEMPTS):
            try:
                return state_of_fields(self.setup.rules, self._with_tokens(attempt))
            except ValueError as error:
                if attempt == _ATTEMPTS - 1 or not (self.view.passes and self.screens):
                    self._note_impossible(error, IMPOSSIBLE)
                    raise BadPosition(self.defects) from None
        raise AssertionError

    def _with_tokens(self, attempt: int) -> dict[str, Any]:
        """The members of a state in which the hidden tokens lie behind screens: in turn, later scattered about."""
        seats = [{**fields, "tokens": list(fields["tokens"])} for fields in self.fields["seats"]]
        for animal, number in enumerate(self.hidden):
            for turn in range(number):
                place = crc32(bytes((attempt % 256, attempt // 256, animal, turn))) if attempt else turn
                seats[self.screens[place % len(self.screens)]]["tokens"][animal] += 1
        return {**self.fields, "seats": seats}

    def _fill_in_tiles(self) -> None:
        """Give the other hands tiles that were not seen, those of the morning first, and count what has been drawn."""
        morning = [number for counts in self.content.morning for number in counts]
        evening = [number for counts in self.content.evening for number in counts]
        seats = self.fields["seats"]
        printed = {cell for cell, _, _ in self.content.printed}
        placed = [value - 1 for cell, value in enumerate(self.fields["board"]) if value and cell not in printed]
        used = [0] * _KINDS
        for kind in [*placed, *(seat["tile"] for seat in seats if seat["tile"] not in (None, _NONE))]:
            used[kind] += 1
        for seat in seats:
            if seat["tile"] is None:
                kind = self._unseen(used, morning, evening)
                if kind is None:
                    self._note("TOO_MANY_TILES", "players", "More tiles are drawn than there are.")
                    return
                used[kind] += 1
                seat["tile"] = kind
        for kind, number in enumerate(used):
            if number > morning[kind] + evening[kind]:
                self._note("TOO_MANY_TILES", "cells", f"{number} equal tiles are seen, more than there are.")
        is_morning = self.fields["tiles_left"][park.MORNING] > 0 or sum(used) == sum(morning)
        drawn = [*used, *([0] * _KINDS)]
        if not is_morning:
            drawn = [*morning, *(number - early for number, early in zip(used, morning, strict=True))]
        if min(drawn) < 0 or any(number > early for number, early in zip(drawn, morning, strict=False)):
            self._note("WRONG_TILES", "morning_left", "The tiles that are seen are not those that have been drawn.")
        self.fields["drawn"] = drawn
        self._name_parts(drawn)

    def _unseen(self, used: Sequence[int], morning: Sequence[int], evening: Sequence[int]) -> int | None:
        """A kind of which one more can have been drawn: of the morning, as long as that has any that was not seen."""
        for counts in (morning, [early + late for early, late in zip(morning, evening, strict=True)]):
            for kind in range(_KINDS):
                if used[kind] < counts[kind]:
                    return kind
        return None

    def _name_parts(self, drawn: Sequence[int]) -> None:
        """Tiles in hands are the last ones drawn: of the evening where one of their kind is."""
        left = list(drawn[_KINDS:])
        for seat in self.fields["seats"]:
            if seat["tile"] != _NONE and left[seat["tile"]] > 0:
                left[seat["tile"]] -= 1
                seat["tile"] += _KINDS
