"""SolveTrek12: from a request to a task for the solver, and from its answer to a response."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from canopy.v1 import trek12_solver_pb2
from cext import trek12
from cext.stop import Stop
from cext.trek12_solve import Known
from engines.game import Malformed, Setup
from engines.games.trek12.content import content_of
from engines.games.trek12.moves import encode_move, move_text
from engines.games.trek12.rulebook import ID, SAFE_OPERATION, SAFE_OPERATIONS
from engines.games.trek12.view import view_of
from solver.answer import Report
from solver.budget import Budget
from solver.position import Position
from solver.problems import Problem
from solver.trek12.answer import SheetAnswer
from solver.trek12.certificate import Proof
from solver.trek12.demonstration import demonstrate
from solver.trek12.known_dice import solve_known_dice
from solver.trek12.replay import replay
from solver.wire import put_solution

if TYPE_CHECKING:
    from canopy.client import Canopy
    from canopy.v1.trek12_solver_pb2 import SolveTrek12Request, SolveTrek12Response

_PROOFS = {
    Proof.NONE: trek12_solver_pb2.TREK12_BOUND_PROOF_UNSPECIFIED,
    Proof.BRANCH_AND_BOUND: trek12_solver_pb2.TREK12_BOUND_PROOF_BRANCH_AND_BOUND,
    Proof.COUNTING: trek12_solver_pb2.TREK12_BOUND_PROOF_COUNTING,
    Proof.BOARD: trek12_solver_pb2.TREK12_BOUND_PROOF_BOARD,
}


class SolveTrek12(Problem[SheetAnswer]):
    """The best that known dice allow on one sheet."""

    rpc: ClassVar[str] = "SolveTrek12"
    needs_seat: ClassVar[bool] = False

    def solve(
        self,
        request: SolveTrek12Request,
        position: Position,
        budget: Budget,
        seed: int,
        stop: Stop,
        report: Report,
    ) -> SheetAnswer:
        return solve_known_dice(known_of(request, position), budget, seed, stop, report)

    def encode(self, request: SolveTrek12Request, position: Position, answer: SheetAnswer) -> SolveTrek12Response:
        response = trek12_solver_pb2.SolveTrek12Response(proof=_PROOFS[answer.certificate.proof])
        put_solution(answer, response.solution)
        if answer.moves is not None:
            setup = position.setup
            response.moves.extend(encode_move(move) for move in answer.moves)
            response.texts.extend(move_text(move) for move in answer.moves)
            finished = replay(known_of(request, position), answer.moves)
            safe_operation = SAFE_OPERATIONS[setup.option(SAFE_OPERATION)]
            response.finished.CopyFrom(view_of(setup.pack, safe_operation, finished, None))
        return response

    def demonstrate(self, canopy: Canopy) -> list[str]:
        """Par of twenty rolls."""
        return demonstrate(canopy)


def known_of(request: SolveTrek12Request, position: Position) -> Known:
    """The task that a request sets. Raises Malformed."""
    setup = position.setup
    if setup.game.id != ID:
        raise Malformed(f"SolveTrek12 knows {ID}, not {setup.game.id}.")
    seat = request.seat if request.HasField("seat") else position.viewer or 0
    fixed = {circle.circle: circle.number for circle in request.fixed_circles}
    if len(fixed) < len(request.fixed_circles):
        raise Malformed("A circle is fixed twice.")
    table = trek12.table(position.state)
    numbers = list(request.numbers) or _numbers(table.numbers)
    cards = _cards(setup, request.cards, table.cards)
    try:
        return Known(
            position.state,
            seat,
            [(roll.green, roll.yellow) for roll in request.rolls],
            numbers,
            cards,
            empty=request.empty_circles,
            fixed=fixed,
        )
    except ValueError as error:
        raise Malformed(f"The question cannot be answered: {error}.") from None


def _numbers(shown: Sequence[int] | None) -> Sequence[int]:
    if shown is None:
        raise Malformed("The number cards are not laid out yet: numbers has to tell them.")
    return shown


def _cards(setup: Setup, names: Sequence[str], shown: Sequence[int | None]) -> list[int]:
    """The card at each line, by index: as told, or else as it lies there."""
    indices = {card.name: index for index, card in enumerate(content_of(setup.pack).cards)}
    if names and len(names) != len(shown):
        raise Malformed(f"There are {len(shown)} observation lines, cards tells of {len(names)}.")
    cards = []
    for line, card in enumerate(shown):
        name = names[line] if names else ""
        if name and name not in indices:
            raise Malformed(f"cards[{line}]: there is no observation card of this name.")
        index = indices[name] if name else card
        if index is None:
            raise Malformed(f"The card of line {line} lies face down: cards has to tell it, known or assumed.")
        if card is not None and index != card:
            raise Malformed(f"cards[{line}]: this line shows {content_of(setup.pack).cards[card].name}.")
        cards.append(index)
    return cards
