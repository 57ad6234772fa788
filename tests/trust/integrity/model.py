"""What the state machine of strangers knows: who holds which key, which table came from which, what each may do."""

from __future__ import annotations

from dataclasses import dataclass, field

NO_SEAT = -1

# The reason of a call that succeeds.
GRANTED = ""
NOT_THIS_TABLE = "KEY_OF_ANOTHER_TABLE"
NOT_THIS_RIGHT = "KEY_LACKS_RIGHT"
STALE = "COMMITMENT_STALE"
INTERRUPTS = "INTERRUPTION_SEALED"
ILLEGAL = "ILLEGAL_MOVE"
NOT_FINISHED = "GAME_NOT_FINISHED"


@dataclass(frozen=True)
class Node:
    """A table that was handed out: its game, and what has been played since the model knows of the game."""

    game: int
    history: tuple[tuple[int, str], ...]
    # How much of the history had been played when the present decision began.
    decided: int
    asked: tuple[int, ...]
    # Seats that may move though nobody waits for them.
    interrupters: tuple[int, ...]
    ply: int
    over: bool
    token: bytes = field(repr=False)

    @property
    def decision(self) -> tuple[object, ...]:
        """What a sealed move is bound to."""
        return self.game, self.history[: self.decided]

    @property
    def movers(self) -> tuple[int, ...]:
        """Everybody who may move."""
        return self.asked + self.interrupters

    def turn_of(self, seat: int) -> str:
        """What the rules say to a move of the seat that is legal when it may move."""
        return GRANTED if seat in self.movers else ILLEGAL

    def commitment_of(self, seat: int) -> str:
        """What a seat hears that commits to such a move: only who is asked may."""
        return INTERRUPTS if seat in self.interrupters else self.turn_of(seat)


@dataclass(frozen=True)
class Key:
    """Whose key it is: of a game's host, of a seat of a game, or nobody's."""

    game: int | None
    seat: int
    sealed: bytes = field(repr=False)

    def at(self, node: Node) -> str:
        """Whether the key belongs to the table at all; whoever has none is welcome as a spectator."""
        return GRANTED if self.game in (None, node.game) else NOT_THIS_TABLE

    def is_host_of(self, node: Node) -> bool:
        """Whether it may advance the table."""
        return self.game == node.game and self.seat == NO_SEAT

    def as_host(self, node: Node) -> str:
        """What it hears when it does what only the host may."""
        return self.at(node) or (GRANTED if self.is_host_of(node) else NOT_THIS_RIGHT)

    def as_seat(self, node: Node) -> str:
        """What it hears when it does what only a seat may."""
        return self.at(node) or (GRANTED if self.game is not None and self.seat != NO_SEAT else NOT_THIS_RIGHT)

    def about(self, node: Node, seat: int) -> str:
        """What it hears when it asks about a seat: that is for the seat and the host."""
        own = self.game == node.game and self.seat == seat
        return self.at(node) or (GRANTED if own or self.is_host_of(node) else NOT_THIS_RIGHT)


@dataclass(frozen=True)
class SealedMove:
    """A commitment that was handed out, and what it holds."""

    decision: tuple[object, ...]
    seat: int
    text: str
    sealed: bytes = field(repr=False)

    def at(self, node: Node) -> str:
        """What the host hears when it applies it: good once, at the table and in the decision it was made for."""
        return node.turn_of(self.seat) if self.decision == node.decision else STALE
