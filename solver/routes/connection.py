"""The cheapest way to connect villages with one's huts, and the checker of such answers.

Without a limit to the number of huts the comparison of all trees (`cext.steiner`) proves its tree the cheapest. Where
the twelve huts of the box do not suffice for it, a toll on every hut weighs the limit: no way with at most so many huts
is cheaper than the cheapest tree with the toll, less the toll on all huts that there are. A gap may remain then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import TypeAlias

from cext import amazonas
from cext.steiner import cheapest_tree
from solver.answer import Answer, Status
from solver.routes.facts import Facts

# As many as there are huts in the box.
MOST_VILLAGES = 12

# Of trees at the same price that with the fewest villages is taken: a village counts one part of a silver.
_PARTS = 128
# With this toll the fewest huts win: it is more than all sites together.
_PROHIBITIVE = amazonas.MAX_VILLAGES * amazonas.MAX_PRICE * amazonas.SILVER_PER_GOLD

# Its price with tolls, and the villages to build in.
_Tree: TypeAlias = tuple[int, frozenset[int]]


@unique
class ConnectionProof(Enum):
    """Why nothing is cheaper than the bound."""

    NONE = "none"
    # All trees were compared.
    COMPARED = "compared"
    # All trees were compared with a toll on each hut.
    TOLL = "toll"


@dataclass(frozen=True, slots=True)
class Task:
    """Villages to connect with the huts that the facts tell of."""

    facts: Facts
    villages: tuple[int, ...]
    avoided: frozenset[int] = frozenset()
    # An event that bars edges all the while.
    event: int | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for villages that are not on the map, or too many of them."""
        for village in (*self.villages, *self.avoided):
            if not 0 <= village < len(self.facts.prices):
                raise ValueError(f"there is no village {village}")
        if len(set(self.villages)) > MOST_VILLAGES:
            raise ValueError(f"at most {MOST_VILLAGES} villages are connected at a time")

    @property
    def kinds(self) -> int:
        """The kinds of edges that may be used, as bits."""
        return self.facts.open_kinds(self.event)

    def price(self, village: int) -> int | None:
        """What a hut costs there; None: none may be built."""
        return None if village in self.avoided else self.facts.prices[village]


@dataclass(frozen=True, slots=True)
class Hut:
    """A hut that is built, and the edge by which it is reached."""

    village: int
    # In silver, with what a hut beyond the twelfth costs more.
    price: int
    # The lowest village with an own hut beside it; None for a first hut.
    origin: int | None
    # Kinds of the edge that may be used, as bits.
    kinds: int


@dataclass(frozen=True, slots=True)
class Connection:
    """Huts in the order in which they can be built, what they cost, and what is said to be the least."""

    # None: no way is known.
    villages: tuple[int, ...] | None
    cost: int | None
    # None: none is known; with COMPARED and no way, that there is none.
    bound: int | None
    proof: ConnectionProof
    # In silver for each hut.
    toll: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionAnswer(Answer):
    """Values are silver, less is better."""

    certificate: Connection
    huts: tuple[Hut, ...]


class BadConnection(ValueError):
    """A certificate that is refuted. The message says by what."""


def connect(task: Task, seed: int = 0) -> ConnectionAnswer:
    """The cheapest way, proved where the number of huts allows it."""
    connection = _search(task)
    status = Status.FEASIBLE
    if connection.cost is not None and connection.cost == connection.bound:
        status = Status.OPTIMAL
    elif connection.cost is None and connection.proof is not ConnectionProof.NONE:
        status = Status.INFEASIBLE
    return ConnectionAnswer(
        status=status,
        value=connection.cost,
        bound=connection.bound,
        seed=seed,
        certificate=connection,
        huts=tuple(huts_of(task, connection.villages)) if connection.villages else (),
    )


def check(task: Task, connection: Connection) -> None:
    """Verify all of it: the way hut by hut, the bound by another comparison. Raises BadConnection."""
    if (connection.villages is None) != (connection.cost is None):
        raise BadConnection("a way has a cost, and a cost has a way")
    if connection.villages is not None:
        cost = sum(hut.price for hut in huts_of(task, connection.villages))
        if cost != connection.cost:
            raise BadConnection(f"the huts cost {cost}, not {connection.cost}")
        missing = set(task.villages) - task.facts.huts - set(connection.villages)
        if missing:
            raise BadConnection(f"village {min(missing)} is not connected")
    if connection.proof is ConnectionProof.NONE:
        if connection.bound is not None:
            raise BadConnection("a bound has a proof")
        return
    if connection.toll < 0 or (connection.proof is ConnectionProof.TOLL) != (connection.toll > 0):
        raise BadConnection("a toll is paid where the proof has one, and nowhere else")
    bound = _bound(task, connection.toll)
    if connection.cost is None:
        if bound is not None and (task.facts.has_extra_huts or _fewest(task) <= task.facts.huts_left):
            raise BadConnection("the villages can be connected")
        if connection.bound is not None:
            raise BadConnection("what cannot be done has no bound")
    elif bound != connection.bound:
        raise BadConnection(f"the proof gives the bound {bound}, not {connection.bound}")


def huts_of(task: Task, villages: Sequence[int]) -> Iterator[Hut]:
    """The huts with their prices and edges. Raises BadConnection for one that cannot be built."""
    facts, built = task.facts, set(task.facts.huts)
    for number, village in enumerate(villages):
        price = task.price(village)
        if price is None or village in built:
            raise BadConnection(f"no hut can be built in village {village}")
        origin = next((other for other in facts.next_to(village, task.kinds) if other in built), None)
        if origin is None and built:
            raise BadConnection(f"village {village} is next to no hut")
        if number >= facts.huts_left and not facts.has_extra_huts:
            raise BadConnection(f"there are {facts.huts_left} huts left")
        kinds = 0 if origin is None else facts.kinds[origin, village] & task.kinds
        yield Hut(village, price + (number >= facts.huts_left), origin, kinds)
        built.add(village)


# --- The search ------------------------------------------------------------------------------------------------------


def _search(task: Task) -> Connection:
    facts = task.facts
    free = _tree(task, 0)
    if free is None or (not facts.has_extra_huts and _fewest(task) > facts.huts_left):
        return Connection(None, None, None, ConnectionProof.COMPARED)
    best: frozenset[int] | None = None
    bound, toll_of_bound = -1, 0
    for toll, (weight, nodes) in _trees_with_tolls(task, free):
        if weight - toll * facts.huts_left > bound:
            bound, toll_of_bound = weight - toll * facts.huts_left, toll
        if _can_afford(facts, nodes) and (best is None or _cost(task, nodes) < _cost(task, best)):
            best = nodes
    proof = ConnectionProof.TOLL if toll_of_bound else ConnectionProof.COMPARED
    if best is None:
        return Connection(None, None, bound, ConnectionProof.NONE)
    return Connection(_in_order(task, best), _cost(task, best), bound, proof, toll_of_bound)


def _trees_with_tolls(task: Task, free: _Tree) -> Iterator[tuple[int, _Tree]]:
    """The cheapest trees with tolls that are worth a trial, from the one without a toll on.

    A toll beyond what a hut more really costs would bound nothing; where none more can be had there is no such limit,
    and the bound is best where the tree begins to have few enough huts, or just before.
    """
    facts = task.facts
    yield 0, free
    if len(free[1]) <= facts.huts_left:
        return
    if facts.has_extra_huts:
        yield 1, _sure_tree(task, 1)
        return
    too_low, enough = 0, _PROHIBITIVE
    while enough - too_low > 1:
        toll = (too_low + enough) // 2
        tree = _sure_tree(task, toll)
        yield toll, tree
        if len(tree[1]) <= facts.huts_left:
            enough = toll
        else:
            too_low = toll


def _sure_tree(task: Task, toll: int) -> _Tree:
    """The cheapest tree where there is one."""
    tree = _tree(task, toll)
    assert tree is not None  # noqa: S101
    return tree


def _bound(task: Task, toll: int) -> int | None:
    """No way is cheaper; None: there is none."""
    if task.facts.has_extra_huts and toll > 1:
        raise BadConnection("a further hut costs 1 silver more, which no toll may exceed")
    tree = _tree(task, toll)
    return None if tree is None else tree[0] - toll * task.facts.huts_left


def _fewest(task: Task) -> int:
    """The fewest huts that connect all; the villages can be connected."""
    tree = _tree(task, _PROHIBITIVE)
    return 0 if tree is None else len(tree[1])


def _tree(task: Task, toll: int) -> _Tree | None:
    """The cheapest tree; None when there is none."""
    facts = task.facts
    home = len(facts.prices)
    plain = [task.price(village) for village in range(home)]
    prices = [None if price is None else (price + toll) * _PARTS + 1 for price in plain]
    # All own huts are one node that costs nothing.
    neighbours = [list(facts.next_to(village, task.kinds)) for village in range(home)]
    reached = sorted({other for hut in facts.huts for other in neighbours[hut]} - facts.huts)
    for village in reached:
        neighbours[village].append(home)
    terminals = sorted(set(task.villages) - facts.huts)
    if facts.huts:
        terminals.append(home)
    found = cheapest_tree([*prices, 0], [*neighbours, reached], terminals)
    return None if found is None else (found[0] // _PARTS, found[1] - {home})


def _can_afford(facts: Facts, nodes: frozenset[int]) -> bool:
    return facts.has_extra_huts or len(nodes) <= facts.huts_left


def _cost(task: Task, nodes: frozenset[int]) -> int:
    return sum(price for node in nodes if (price := task.price(node)) is not None) + task.facts.surcharge(len(nodes))


def _in_order(task: Task, nodes: frozenset[int]) -> tuple[int, ...]:
    """The villages so that each is next to an earlier one or to a hut that stands already, lower numbers first."""
    built, order, left = set(task.facts.huts), [], set(nodes)
    while left:
        next_to = {village for village in left if any(o in built for o in task.facts.next_to(village, task.kinds))}
        village = min(next_to or left)
        order.append(village)
        built.add(village)
        left.remove(village)
    return tuple(order)
