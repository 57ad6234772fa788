"""What it means that a state breaks an invariant of cext/amazonas_sound.pxd, for whoever has told a position."""

from __future__ import annotations

from engines.position_reader import Impossible

# By the number of the invariant: the part of the view where to look, and a sentence.
IMPOSSIBLE: Impossible = {
    1: ("step", "The step does not fit the round or the seat in turn."),
    2: ("events_left", "The event cards that are left cannot be, or the event that lies out is none of those drawn."),
    3: ("players", "A native waits or was hired whom no event card brought, or whom this player could not hire."),
    4: ("players", "A player has chosen who is not asked, or a card that is not in the hand."),
    5: ("players", "A hand lacks cards that were not played, or holds one that was."),
    6: ("players", "An income is not what the card in front of the player announces."),
    7: ("order", "The order of play does not follow from the incomes."),
    8: ("players", "The copper coins are not 1, 2 and so on, one each, or they are not in use."),
    9: ("players", "A mission is missing, was dealt twice, or was dealt too early."),
    10: ("villages", "A site is taken twice, or although a cheaper one of its village is free."),
    11: ("villages", "A player has too many huts, two in one village, or one too early."),
    12: ("villages", "The huts of a player do not hang together."),
    13: ("villages", "The neutral huts are not those that the players no longer have, or stand where none may."),
    14: ("players", "The specimens do not fit the huts or the supply."),
    15: ("players", "A bonus for five types is missing, has been given without them, or out of order."),
    16: ("players", "A player has more silver than can have been earned by now."),
}
