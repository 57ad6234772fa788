"""What Amazonas 2022 has to say about itself to the tests that are the same for every game."""

from cext import amazonas2022

SHUFFLES_WHAT_MOVES_LEAVE = "A draw pile that has run out is made anew of what was discarded."

# The few things that a turn is made of would drown among dozens of attempts at wild discards.
_WEIGHTS = {
    amazonas2022.MOVE_DRAW: 16,
    amazonas2022.MOVE_TAKE: 6,
    amazonas2022.MOVE_CALL: 4,
    amazonas2022.MOVE_PASS: 8,
    amazonas2022.MOVE_SWAP: 4,
    amazonas2022.MOVE_DISCARD: 30,
    amazonas2022.MOVE_LOOK: 8,
    amazonas2022.MOVE_EXCHANGE: 2,
    amazonas2022.MOVE_SKIP: 4,
    amazonas2022.MOVE_DIRECTION: 16,
}


def weight_of(word: int) -> int:
    """How often random play takes a legal move, compared with others."""
    kind, *_ = amazonas2022.unpack_move(word)
    return _WEIGHTS.get(kind, 1)
