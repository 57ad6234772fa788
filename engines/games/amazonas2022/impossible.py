"""What it means that a state breaks an invariant of cext/amazonas2022_sound.pxd, for whoever has told a position."""

from __future__ import annotations

from engines.position_reader import Impossible

# By the number of the invariant: the part of the view where to look, and a sentence.
IMPOSSIBLE: Impossible = {
    1: ("step", "The step does not fit the round, or a seat its role: starter, in turn, caller."),
    2: ("players", "There are cards where none can be."),
    3: ("players", "A number of cards is not that of the cards."),
    4: ("draw_pile", "Cards were lost or made."),
    5: ("draw_pile", "There are two draw piles, or a reserve with more than two players."),
    6: ("players", "A card is known to whom it cannot be, or lies open and is not known to all."),
    7: ("held", "A card is held in a step without one, or none is where one has to be."),
    8: ("looks", "A look goes to a card that is not there, or that the player may not see."),
    9: ("players", "A choice was made that nobody is asked for."),
    10: ("players", "A player is barred who cannot be."),
    11: ("race", "There can be no such race or gift in this step."),
    12: ("step", "A card is owed for nothing."),
    13: ("draws", "A card is awaited from an empty pile, or one that comes by itself."),
    14: ("effect", "The effect can do nothing here."),
    15: ("players", "The cards were not dealt in turn, or play has begun before all had theirs."),
    16: ("rounds_played", "The rounds cannot have brought such points or successes."),
    17: (
        "last_hands",
        "The caller, the cards and the sums of the last round do not go together.",
    ),
    18: ("step", "The game is over for no reason, or goes on although there is one."),
}
