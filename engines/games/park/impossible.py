"""What it means that a state breaks an invariant of cext/park_sound.pxd, for whoever has told a position."""

from __future__ import annotations

from engines.position_reader import Impossible

# By the number of the invariant: the part of the view where to look, and a sentence.
IMPOSSIBLE: Impossible = {
    1: ("step", "The step does not fit the seat in turn, the board or what has been sold."),
    2: ("cells", "A space does not exist, or lacks the animals that are printed on it."),
    3: ("last_placed", "The tile placed last does not lie on the board, or is missing although tiles were placed."),
    4: (
        "morning_left",
        "Too many tiles were drawn, or some of the evening's before the last of the morning's.",
    ),
    5: ("players", "The tiles in hands and on the board are not those that were drawn, or a hand is empty too early."),
    6: ("supply", "Tokens were lost or made."),
    7: ("players", "Magazines are sold from the lowest value on, each of them to one player."),
    8: ("passes", "A player has passed who did not have to."),
    9: ("missing", "Tokens are substituted only when an animal has none left and others have as many."),
    10: ("step", "No magazine has just been published that brings a token, or there is none left."),
    11: ("end", "The game is over for no reason, or goes on although there is one."),
}
