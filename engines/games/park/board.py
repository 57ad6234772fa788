"""Spaces of a board by number, as the kernel names them, and by column and row, as people do."""

from __future__ import annotations

from typing import NamedTuple

from canopy.v1 import park_pb2


class Board(NamedTuple):
    """The size of a board."""

    columns: int
    rows: int

    def cell(self, column: int, row: int) -> int:
        """The number of a space; of a row that is not there, one that is too high."""
        return row * self.columns + column

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a space."""
        row, column = divmod(cell, self.columns)
        return column, row

    def space(self, cell: int) -> park_pb2.ParkSpace:
        """The message of a space."""
        column, row = self.place(cell)
        return park_pb2.ParkSpace(column=column, row=row)

    def name(self, cell: int) -> str:
        """A space as the notation writes it: `3,4`."""
        column, row = self.place(cell)
        return f"{column},{row}"
