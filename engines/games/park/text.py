"""A view of Amazonia Park for a terminal: plain ASCII, at most 100 columns."""

from __future__ import annotations

from collections.abc import Sequence

from canopy.v1 import park_pb2
from engines.games.park.standing import (
    acting_seat,
    is_finished,
    left_words,
    own_player,
    places,
    token_count,
    waiting_for,
)
from engines.games.park.vocabulary import (
    COLOUR_TITLES,
    animal_index,
    colour_index,
    count_of,
    tokens_from_wire,
)
from engines.terminal import join_blocks, wrapped

_LETTERS = "TJMCB"
_LEGEND = [
    "T toucan, J jaguar, M squirrel monkey, C caiman, B capybara; in lower case: printed on the board",
    "<..> placed last, * seen by it",
]


def render_text(view: park_pb2.ParkView) -> str:
    """The picture of what one viewer may see."""
    own = own_player(view)
    blocks = [_heading(view), [*_board(view), *_LEGEND], _rack(view), _players(view)]
    if own is not None and not is_finished(view):
        blocks.append(_secrets(own))
    if is_finished(view):
        blocks.append(_ranking(view))
    return join_blocks(blocks)


def _heading(view: park_pb2.ParkView) -> list[str]:
    whose = f"seat {view.viewer}" if view.HasField("viewer") else "spectator"
    lines = [f"Amazonia Park - {whose} - {'the game is over' if is_finished(view) else 'in play'}"]
    return [*lines, f"{waiting_for(view)}. {left_words(view)}"]


# --- The board ---


def _board(view: park_pb2.ParkView) -> list[str]:
    """A grid with column numbers above and row numbers before it."""
    seen = {(sight.space.column, sight.space.row) for sight in view.sights}
    last = (view.last_placed.column, view.last_placed.row) if view.HasField("last_placed") else None
    lines = ["    " + "".join(f"{column:^5}" for column in range(view.columns))]
    for row in range(view.rows):
        cells = view.cells[row * view.columns : (row + 1) * view.columns]
        words = (
            _cell(cell, seen=(column, row) in seen, last=(column, row) == last) for column, cell in enumerate(cells)
        )
        lines.append(f"{row:>3} {''.join(words)}")
    return lines


def _cell(cell: park_pb2.ParkCell, *, seen: bool, last: bool) -> str:
    if not cell.HasField("tile"):
        return "  .  "
    letter = _LETTERS[animal_index(cell.tile.animal)]
    animals = f"{letter.lower() if cell.printed else letter}{cell.tile.count}"
    if last:
        return f"<{animals}> "
    return f"*{animals}  " if seen else f" {animals}  "


# --- The table ---


def _rack(view: park_pb2.ParkView) -> list[str]:
    """The magazines left, front first, and what the front ones cost the viewer."""
    lines = ["Magazines"]
    for stack in view.rack:
        values = " ".join(map(str, stack.values)) or "none left"
        cost = f"costs you {stack.cost}{', affordable' if stack.affordable else ''}" if stack.HasField("cost") else ""
        lines.append(f"  {COLOUR_TITLES[colour_index(stack.colour)]:<16}{values:<12}{cost}")
    return lines


def _players(view: park_pb2.ParkView) -> list[str]:
    """Each player's magazines and what is known to be behind the screen, and the supply."""
    rows = []
    for player in view.players:
        mark = ">" if acting_seat(view) == player.seat else " "
        magazines = [f"{COLOUR_TITLES[colour_index(owned.colour)]} {owned.value}" for owned in player.magazines]
        rows += wrapped(f"{mark}Seat {player.seat}:", magazines or ["no magazines"])
        known = ["a tile" if player.has_tile else "no tile", *(_tokens(player.tokens) if _is_open(player) else ())]
        if player.discount:
            known.append(f"discount {player.discount}")
        rows += wrapped("        ", known)
    return [*rows, *wrapped("Supply: ", _tokens(view.supply))]


def _is_open(player: park_pb2.ParkPlayer) -> bool:
    return player.HasField("tokens")


def _tokens(tokens: park_pb2.ParkTokens) -> Sequence[str]:
    return [count_of(animal, number) for animal, number in enumerate(tokens_from_wire(tokens))]


def _secrets(own: park_pb2.ParkPlayer) -> list[str]:
    """The viewer's own tile."""
    if not own.HasField("tile"):
        return ["Your tile: none"]
    return [f"Your tile: {count_of(animal_index(own.tile.animal), own.tile.count)}"]


def _ranking(view: park_pb2.ParkView) -> list[str]:
    return wrapped("Ranking:", [f"{place}. {_standing(player)}" for place, player in places(view)])


def _standing(player: park_pb2.ParkPlayer) -> str:
    return f"seat {player.seat} ({len(player.magazines)} magazines, {token_count(player)} tokens)"
