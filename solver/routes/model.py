"""A CP-SAT model of the rest of a game with known events, for one seat alone.

No plan of the kernel is missing from it. It may give money away, which never helps, and it may let more than three huts
of one round hold each other up in a circle: whoever meets such a plan adds a cut (`cut_circles`). Villages too far away
for all the money that can be had are left out. What a plan is worth is for the kernel to say (`course`).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from cext import amazonas
from cext.stop import Stop
from engines.games.amazonas import editions
from engines.games.amazonas.content import content_of
from solver.routes.course import Course, Played
from solver.routes.decisions import HOME, Decisions
from solver.routes.reach import least_costs, most_money_in
from solver.routes.rounds import Round, rounds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ortools.sat.python.cp_model import CpSolver, IntVar, LinearExpr, LiteralT

    Linear = LinearExpr | int

# CP-SAT's seed must fit 31 bits.
_SEEDS = 2**31 - 1


def new_solver(seed: int, seconds: float | None) -> CpSolver:
    """A solver that does the same every time, with so much work in its own seconds; None: time alone ends it."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.random_seed = seed % _SEEDS
    if seconds is not None:
        solver.parameters.max_deterministic_time = seconds
    return solver


class Incomplete(Exception):
    """A model was not completed, because its maker was told to stop."""


class RouteModel:
    """The model and its variables. OR-Tools is imported when one is made. Raises Incomplete when `stop` is set before
    all is there: that takes some ten milliseconds."""

    def __init__(self, course: Course, stop: Stop) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.course = course
        self._stop = stop
        self.facts = course.facts
        self.rounds: tuple[Round, ...] = rounds_of(course)
        self._content = content_of(course.setup.pack)
        self._table = amazonas.table(course.state)
        self._player = amazonas.player(course.state, course.seat)
        costs = least_costs(self.facts)
        self._money = most_money_in(course)
        # Those where a hut can be built some day, each with the first round in which the money may suffice.
        self._first_rounds = self._windows(costs)
        self.villages = tuple(sorted(self._first_rounds))
        # By round and card.
        self.plays: dict[tuple[int, int], IntVar] = {}
        # By round and type.
        self.hires: dict[tuple[int, int], IntVar] = {}
        # By village and round: whether a hut is built there in this round, and whether one stands after it.
        self.builds: dict[tuple[int, int], IntVar] = {}
        self.stands: dict[tuple[int, int], Linear] = {}
        # By village and where it is reached from.
        self.arcs: dict[tuple[int, int], IntVar] = {}
        # Money after each round, and of each type the specimens before each round and at the end.
        self.silver: list[IntVar] = []
        # What the points depend on in leaps: types that count, tokens.
        self.leaps: list[IntVar] = []
        self.counts: list[list[Linear]] = []
        self._add_cards()
        self._add_huts()
        self._add_specimens()
        self._add_money()
        self.points = self._points()

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise Incomplete

    # --- What may be done --------------------------------------------------------------------------------------------

    def _windows(self, costs: Mapping[int, int]) -> dict[int, int]:
        windows = {}
        for village, cost in costs.items():
            first = next((index for index, money in enumerate(self._money) if money >= cost), None)
            if first is not None:
                windows[village] = first
        return windows

    def _add_cards(self) -> None:
        """One card in each round, each once while its hand lasts ("Play Income Cards")."""
        of_hand = defaultdict(list)
        for index, round_ in enumerate(self.rounds):
            for card in round_.cards:
                self.plays[index, card] = self.model.new_bool_var(f"card_{round_.number}_{card}")
                of_hand[round_.hand, card].append(self.plays[index, card])
            self.model.add_exactly_one(self.plays[index, card] for card in round_.cards)
            if round_.native:
                for type_ in range(amazonas.TYPES):
                    self.hires[index, type_] = self.model.new_bool_var(f"hire_{round_.number}_{type_}")
                self.model.add_at_most_one(self.hires[index, type_] for type_ in range(amazonas.TYPES))
        for plays in of_hand.values():
            self.model.add_at_most_one(plays)

    def _is_protected(self, index: int) -> Linear:
        """Whether the native card is played in a round."""
        return self.plays.get((index, amazonas.NATIVE_CARD), 0)

    def _add_huts(self) -> None:
        """Each hut is reached over one edge from one that stands by then ("Build Huts using Gold Coins")."""
        for village in self.villages:
            self._go_on()
            standing: Linear = 0
            for index, round_ in enumerate(self.rounds):
                if index >= self._first_rounds[village]:
                    self.builds[village, index] = self.model.new_bool_var(f"build_{village}_{round_.number}")
                    standing = standing + self.builds[village, index]
                self.stands[village, index] = standing
            self.model.add(self.stands[village, len(self.rounds) - 1] <= 1)
        if not self.rounds:
            return
        last = len(self.rounds) - 1
        for village in self.villages:
            self._go_on()
            self._add_arcs(village)
            self.model.add(
                sum(self.arcs[village, origin] for origin in self._origins(village)) == self.stands[village, last]
            )
            for index in range(self._first_rounds[village], len(self.rounds)):
                self._bar_edges(village, index)
        self._forbid_small_circles()
        if not self.facts.has_extra_huts:
            self.model.add(sum(self.stands[village, last] for village in self.villages) <= self.facts.huts_left)

    @cached_property
    def _kinds(self) -> dict[tuple[int, int], int]:
        """The kinds of edges, as bits, by which a village is reached from each origin."""
        kinds: dict[tuple[int, int], int] = defaultdict(int)
        for village in self.villages:
            for other in self.facts.next_to(village, amazonas.BY_PATH | amazonas.BY_RIVER):
                if other in self.facts.huts:
                    kinds[village, HOME] |= self.facts.kinds[other, village]
                elif other in self.villages:
                    kinds[village, other] = self.facts.kinds[other, village]
        return dict(kinds)

    def _origins(self, village: int) -> list[int]:
        return sorted(origin for one, origin in self._kinds if one == village)

    def _add_arcs(self, village: int) -> None:
        """Whatever a hut is reached from stands no later."""
        origins = self._origins(village)
        for origin in origins:
            self.arcs[village, origin] = self.model.new_bool_var(f"arc_{origin}_{village}")
        for index in range(self._first_rounds[village], len(self.rounds)):
            for origin in origins:
                if origin != HOME:
                    held = self.stands[origin, index] + 1
                    self.model.add(self.stands[village, index] + self.arcs[village, origin] <= held)
            if HOME not in origins:
                self.model.add(self.stands[village, index] <= sum(self.stands[origin, index] for origin in origins))

    def _forbid_small_circles(self) -> None:
        """Two or three huts of one round that are reached from each other."""
        for village, origin in self.arcs:
            if origin > village:
                self.model.add_at_most_one(self.arcs[village, origin], self.arcs[origin, village])
            for third in self._origins(origin) if origin != HOME else ():
                if village < min(origin, third) and (third, village) in self.arcs:
                    arcs = self.arcs[village, origin], self.arcs[origin, third], self.arcs[third, village]
                    self.model.add(sum(arcs) <= 2)

    def cut_circles(self, circles: Iterable[Sequence[int]]) -> None:
        """Forbid huts that are each reached from the next one, the last one from the first."""
        for circle in circles:
            arcs = zip(circle, (*circle[1:], circle[0]), strict=True)
            self.model.add(sum(self.arcs[arc] for arc in arcs) <= len(circle) - 1)

    def _bar_edges(self, village: int, index: int) -> None:
        """Jaguar and crocodile close edges to whom no native guides ("Event Cards")."""
        event = self.rounds[index].event
        open_kinds = self.facts.open_kinds(event)
        barred = [self.arcs[village, o] for o in self._origins(village) if not self._kinds[village, o] & open_kinds]
        if barred:
            self.model.add(self.builds[village, index] + sum(barred) <= 1 + self._is_protected(index))

    # --- Specimens ---------------------------------------------------------------------------------------------------

    def _add_specimens(self) -> None:
        """Tokens as long as there are any, and natives ("Build Huts using Gold Coins", "Event Cards")."""
        specimens, natives = self._player.specimens, self._player.natives
        hired: list[Linear] = [0] * amazonas.TYPES
        own_type = editions.FLAGS[self.course.setup.option(editions.NATIVE_NEEDS_OWN_TYPE)]
        for index in range(len(self.rounds) + 1):
            self.counts.append(
                [
                    specimens[type_] + natives[type_] + hired[type_] + self._tokens(type_, index)
                    for type_ in range(amazonas.TYPES)
                ]
            )
            for type_ in range(amazonas.TYPES):
                if (index, type_) in self.hires:
                    hired[type_] = hired[type_] + self.hires[index, type_]
                    if own_type:
                        self.model.add(self.hires[index, type_] <= self.counts[index][type_])

    def _of_type(self, type_: int) -> list[int]:
        return [village for village in self.villages if self._content.villages[village].specimen == type_]

    def _tokens(self, type_: int, index: int) -> Linear:
        """Tokens taken since the position, before a round."""
        villages = self._of_type(type_)
        if index == 0 or not villages:
            return 0
        huts = sum(self.stands[village, index - 1] for village in villages)
        supply = self._table.supply[type_]
        if len(villages) <= supply:
            return huts
        tokens = self.model.new_int_var(0, supply, f"tokens_{type_}_{index}")
        self.model.add_min_equality(tokens, [huts, supply])
        return tokens

    def _most(self, type_: int) -> int:
        """More specimens of a type the seat cannot have."""
        tokens = min(len(self._of_type(type_)), self._table.supply[type_])
        hires = sum(round_.native for round_ in self.rounds)
        return self._player.specimens[type_] + self._player.natives[type_] + tokens + hires

    # --- Money -------------------------------------------------------------------------------------------------------

    def _add_money(self) -> None:
        before: Linear = self._player.silver
        paid: Linear = 0
        for index, round_ in enumerate(self.rounds):
            self._go_on()
            earned = before + self._income(index) if round_.earns else before
            if round_.earns and round_.event == amazonas.THEFT:
                earned = self._after_theft(index, earned)
            silver = self.model.new_int_var(0, self._money[index], f"silver_{round_.number}")
            built = [village for village in self.villages if (village, index) in self.builds]
            prices = sum((self.facts.prices[village] or 0) * self.builds[village, index] for village in built)
            surcharge = self._surcharge(index)
            self.model.add(silver <= earned - prices - surcharge + paid)
            before, paid = silver, surcharge
            self.silver.append(silver)

    def _surcharge(self, index: int) -> Linear:
        """What the huts built up to a round cost beyond their sites ("Zusätzliche Hütten")."""
        if not self.facts.has_extra_huts or len(self.villages) <= self.facts.huts_left:
            return 0
        surcharge = self.model.new_int_var(0, len(self.villages), f"surcharge_{index}")
        huts = sum(self.stands[village, index] for village in self.villages)
        self.model.add(surcharge >= huts - self.facts.huts_left)
        return surcharge

    def _income(self, index: int) -> Linear:
        """What a round brings, before a theft ("Play Income Cards", "Event Cards")."""
        round_ = self.rounds[index]
        announced: Linear = sum(card * self.plays[index, card] for card in round_.cards)
        for card in round_.cards:
            announced = announced + self._specimens_shown(index, card)
        hires = [self.hires[index, type_] for type_ in range(amazonas.TYPES) if (index, type_) in self.hires]
        if not hires and round_.event != amazonas.FOREST_FIRE:
            bonus = self.counts[index][round_.event - amazonas.BONUS_FISH] if round_.event >= amazonas.BONUS_FISH else 0
            return announced + bonus
        income = self.model.new_int_var(0, self._highest_income, f"income_{round_.number}")
        self.model.add(income <= announced)
        if hires:
            self.model.add(income <= self._highest_income * (1 - sum(hires)))
        if round_.event == amazonas.FOREST_FIRE:
            self.model.add(2 * income <= announced + self._highest_income * self._is_protected(index))
        return income

    @cached_property
    def _highest_income(self) -> int:
        most = max(self._most(type_) for type_ in range(amazonas.TYPES))
        natives = sum(self._player.natives) + sum(round_.native for round_ in self.rounds)
        return amazonas.NATIVE_CARD + most + natives

    def _specimens_shown(self, index: int, card: int) -> Linear:
        """What a card brings for specimens if it is played."""
        play = self.plays[index, card]
        counts = self.counts[index]
        if card == amazonas.ALL_TYPES_CARD:
            chosen = [self.model.new_bool_var(f"shown_{index}_{type_}") for type_ in range(amazonas.TYPES)]
            self.model.add(sum(chosen) == play)
            return sum(
                self._if(chosen[type_], counts[type_], self._most(type_), f"shown_{index}_{type_}")
                for type_ in range(amazonas.TYPES)
            )
        if card == amazonas.NATIVE_CARD:
            earlier = [hire for (when, _), hire in self.hires.items() if when < index]
            natives = sum(self._player.natives)
            return self._if(play, natives + sum(earlier), natives + len(earlier), f"natives_{index}")
        return self._if(play, counts[card - 1], self._most(card - 1), f"specimens_{index}_{card}")

    def _if(self, condition: IntVar, amount: Linear, most: int, name: str) -> Linear:
        """At most the amount, which never exceeds `most`; nothing unless the condition holds."""
        if most == 0:
            return 0
        if isinstance(amount, int):
            return amount * condition
        shown = self.model.new_int_var(0, most, name)
        self.model.add(shown <= amount)
        self.model.add(shown <= most * condition)
        return shown

    def _after_theft(self, index: int, earned: Linear) -> Linear:
        """What a theft leaves: a silver less for each specimen of the largest type, but never less than nothing."""
        much = self._money[index]
        left = self.model.new_int_var(0, much, f"left_{index}")
        is_broke = self.model.new_bool_var(f"broke_{index}")
        protected = self._is_protected(index)
        self.model.add(left <= earned)
        self.model.add(left <= much * (1 - is_broke) + much * protected)
        for type_, count in enumerate(self.counts[index]):
            most = self._most(type_)
            self.model.add(left <= earned - count + most * is_broke + most * protected)
        return left

    # --- Points ------------------------------------------------------------------------------------------------------

    def _points(self) -> Linear:
        """The points at the end ("The End of the Game and Final Scoring")."""
        now = amazonas.score(self.course.state, self.course.seat)
        points: Linear = now.missions + self._player.five_types
        for type_ in range(amazonas.TYPES):
            points = points + self._type_points(type_)
        if not self._player.five_types:
            points = points + self._five_types_points()
        if self._player.mission is not None and self.rounds:
            last = len(self.rounds) - 1
            mission = set(self._content.missions[self._player.mission])
            reached = [self.stands[village, last] for village in self.villages if village in mission]
            points = points + amazonas.MISSION_POINTS * sum(reached)
        return points

    def _type_points(self, type_: int) -> Linear:
        count, most = self.counts[-1][type_], self._most(type_)
        if most < amazonas.SCORING_SPECIMENS:
            return 0
        counts = self.model.new_bool_var(f"counts_{type_}")
        self.leaps.append(counts)
        self.model.add(count >= amazonas.SCORING_SPECIMENS * counts)
        points = self._if(counts, count, most, f"points_{type_}")
        if editions.FLAGS[self.course.setup.option(editions.MAJORITY_CHIPS)]:
            chip = self.model.new_bool_var(f"chip_{type_}")
            self.model.add(count >= max(amazonas.SCORING_SPECIMENS, self._most_of_others(type_) + 1) * chip)
            points = points + chip
        return points

    def _most_of_others(self, type_: int) -> int:
        seats = (seat for seat in range(self.course.setup.players) if seat != self.course.seat)
        others = [amazonas.player(self.course.state, seat) for seat in seats]
        return max(other.specimens[type_] + other.natives[type_] for other in others)

    def _five_types_points(self) -> Linear:
        """The best token that is left: nobody else takes one any more."""
        token = self.model.new_bool_var("five_types")
        self.leaps.append(token)
        for count in self.counts[-1]:
            self.model.add(token <= count)
        return amazonas.bonuses_left(self.course.state)[0] * token

    @property
    def earliness(self) -> Linear:
        """For each new hut, the number of rounds at whose end it stands."""
        return sum(
            (amazonas.ROUNDS - self.rounds[index].number + 1) * build for (_, index), build in self.builds.items()
        )

    # --- Plans -------------------------------------------------------------------------------------------------------

    def hint(self, played: Played) -> None:
        """Begin with this plan."""
        by_number = {played_round.number: played_round for played_round in played.rounds}
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        built: dict[int, int] = {}
        arcs: set[tuple[int, int]] = set()
        for index, round_ in enumerate(self.rounds):
            done = by_number[round_.number]
            for card in round_.cards:
                self.model.add_hint(self.plays[index, card], card == done.card)
            for type_ in range(amazonas.TYPES):
                if (index, type_) in self.hires:
                    self.model.add_hint(self.hires[index, type_], type_ == done.hired)
            self.model.add_hint(self.silver[index], done.silver)
            for hut in done.huts:
                built[hut.village] = index
                arcs.add((hut.village, HOME if hut.origin in self.facts.huts or hut.origin is None else hut.origin))
        for (village, index), build in self.builds.items():
            self.model.add_hint(build, built.get(village) == index)
        for key, arc in self.arcs.items():
            self.model.add_hint(arc, key in arcs)

    def forbid(self, decisions: Decisions) -> None:
        """Leave out a plan: others play another card, hire another native or build another hut in some round."""
        others: list[LiteralT] = []
        for index, round_ in enumerate(self.rounds):
            for card in round_.cards:
                others.append(_other(self.plays[index, card], decisions.cards.get(round_.number) == card))
            for type_ in range(amazonas.TYPES):
                if (index, type_) in self.hires:
                    is_hired = decisions.hires.get(round_.number) == type_
                    others.append(_other(self.hires[index, type_], is_hired))
        for (village, index), build in self.builds.items():
            others.append(_other(build, village in decisions.huts[self.rounds[index].number]))
        self.model.add_bool_or(others)

    def decisions(self, value: Callable[[Linear], int]) -> Decisions:
        """The plan of a solution, whose values of variables are given."""
        numbers = [round_.number for round_ in self.rounds]
        huts: dict[int, list[int]] = {number: [] for number in numbers}
        for (village, index), build in self.builds.items():
            if value(build):
                huts[numbers[index]].append(village)
        return Decisions(
            {numbers[index]: card for (index, card), play in self.plays.items() if value(play)},
            {numbers[index]: type_ for (index, type_), hire in self.hires.items() if value(hire)},
            huts,
            {village: origin for (village, origin), arc in self.arcs.items() if value(arc)},
        )


def _other(variable: IntVar, value: bool) -> LiteralT:
    """Whether a variable does not have this value."""
    return ~variable if value else variable
