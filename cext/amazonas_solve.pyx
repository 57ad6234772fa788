"""The proved best plan of huts for one seat of Amazonas alone, when the events of all rounds to come are known.

Where a plan ends, there is a set of villages with huts that hangs together, and natives. There are few enough of such
sets to see them all (`amazonas_solve_sets.pxd`), and a bound on what can be earned (`amazonas_solve_money.pxd`) leaves
few of those that would be worth more than the best plan so far. Of each of these it is found out whether a plan ends so
(`amazonas_solve_course.pxd`), those worth most first. The first plan that is found is the best there is.

Incomes, events and points are the kernel's, asked for with changed seats.
"""

from itertools import combinations_with_replacement

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from cext.amazonas cimport (
    HUTS,
    INCOME_CARDS,
    MISSION_VILLAGES,
    NONE,
    ROUNDS,
    SILVER_PER_GOLD,
    TYPES,
    AmazonasSeat,
    bit,
    has,
    lowest_bit,
    popcount,
    rules_at,
    seat_at,
    table_at,
)
from cext.amazonas_build cimport sites_taken
from cext.amazonas_score cimport mission_points
from cext.amazonas_solve_task cimport (
    LOTS,
    MOST_HUTS,
    MOST_NATIVES,
    Task,
    Turn,
    is_called_off,
    is_due,
    points_with,
    price_after,
    unpack,
)
from cext.amazonas_solve_course cimport NO_TYPE, PARTS, Course, Deed, Layer, play_rounds, prepare, trace
from cext.amazonas_solve_hands cimport NOBODY, PLACES, number_hands
from cext.amazonas_solve_money cimport Money, earn_all, list_rows
from cext.amazonas_solve_sets cimport Candidate, Sets, list_sets
from cext.kernel cimport State
from cext.stop cimport Stop


cdef enum:
    MOST_PLACES = 1 << 20     # vectors; maps with more are too large
    MOST_ROWS = 1 << 20
    NOTHING = -10000          # no points at all
    MOST_WAYS = 126           # to have up to four natives of five types
    CANDIDATES = 1 << 17      # in memory at once
    COURSE_ROWS = 1 << 16
    MOST_BLOCKS = 24
    # Work, measured in sets seen.
    ROW_NODES = 64            # in all rounds of a row of money
    PART_NODES = 16           # for each part of the huts of a course


# Natives that may be hired in all.
ctypedef struct Hires:
    int32_t count
    int32_t offset            # of the place
    int32_t natives[TYPES]


cdef int by_slack(const void* a, const void* b) noexcept nogil:
    """Those with the most money to spare first: for them there will be a plan."""
    cdef const Candidate* first = <const Candidate*> a
    cdef const Candidate* second = <const Candidate*> b
    if first.slack != second.slack:
        return second.slack - first.slack
    return first.number - second.number


@cython.final
cdef class RouteSearch:
    """One search for a seat in a position.

    `turns` are (event, income cards as bits, whether all cards have returned, whether it earns, whether there is a
    native) for each round in which the seat still does something. `hand` are the cards that can be played before they
    return, as bits. No hut can be built in the `closed` villages. Sets of villages that cost more than `most_silver`
    are left out: afterwards `most_earned` tells whether that was right. ValueError for a map that is too large.
    """
    cdef State state
    cdef Task task
    cdef Sets sets
    cdef Money money
    cdef Course course
    cdef Hires ways[MOST_WAYS]
    cdef int32_t way_count
    cdef int32_t* points      # by place
    cdef int32_t* token_places    # of tokens that some set brings
    cdef int32_t token_count
    cdef Deed deeds[ROUNDS]
    cdef bint has_plan
    cdef int16_t* affordable
    cdef int32_t level        # the points that are looked for next, NOTHING when there are none left to look for
    cdef bint is_surveyed
    cdef void* blocks[MOST_BLOCKS]    # memory
    cdef int32_t block_count

    def __cinit__(self, State state not None, int seat, turns, int hand, int most_silver, closed=()):
        self.state = state.copy()
        self._read_position(seat, closed)
        self._read_mission()
        self._read_turns(turns, hand)
        self._measure()
        self._list_ways()
        self.sets.task = self.money.task = self.course.task = &self.task
        self.sets.most_silver = self.money.most_silver = most_silver

    def __dealloc__(self):
        cdef int32_t block
        for block in range(self.block_count):
            PyMem_Free(self.blocks[block])

    cdef void* _room(self, int64_t count, size_t size) except NULL:
        """Zeroed memory that lives as long as the search."""
        cdef void* block = PyMem_Calloc(count, size)
        if block == NULL:
            raise MemoryError()
        if self.block_count == MOST_BLOCKS:
            PyMem_Free(block)
            raise RuntimeError("more memory is asked for than there are places to note it")
        self.blocks[self.block_count] = block
        self.block_count += 1
        return block

    # The task

    cdef _read_position(self, int seat, closed):
        cdef Task* task = &self.task
        cdef int32_t village, type, taken
        task.rules = rules_at(self.state.rules.data)
        task.scratch = self.state.data
        task.seat = seat
        task.base = seat_at(task.scratch, seat)[0]
        for village in range(task.rules.villages):
            task.neighbours[village] = task.rules.paths[village] | task.rules.rivers[village]
            taken = sites_taken(table_at(task.scratch), village)
            if taken < task.rules.sites[village] and not has(task.base.huts, village) and village not in closed:
                task.sites |= bit(village)
                task.prices[village] = SILVER_PER_GOLD * task.rules.prices[village][taken]
        for type in range(TYPES):
            task.supply[type] = table_at(task.scratch).supply[type]
        task.huts_left = HUTS - popcount(task.base.huts)
        task.most_huts = MOST_HUTS if task.rules.extra_huts else task.huts_left

    cdef _read_mission(self):
        """What villages of the mission are worth that are reached from now on."""
        cdef Task* task = &self.task
        cdef AmazonasSeat* player = seat_at(task.scratch, task.seat)
        cdef int32_t reached, now
        cdef uint64_t left
        if task.base.mission == NONE:
            return
        task.mission = left = task.rules.missions[task.base.mission] & task.sites
        now = mission_points(task.rules, player)
        for reached in range(1, MISSION_VILLAGES + 1):
            if left:
                player.huts |= bit(lowest_bit(left))
                left &= left - 1
            task.mission_points[reached] = mission_points(task.rules, player) - now

    cdef _read_turns(self, turns, int hand):
        cdef Task* task = &self.task
        cdef int32_t held = popcount(hand)
        number_hands(&task.hands)
        if len(turns) > ROUNDS:
            raise ValueError("there are not so many rounds")
        for event, cards, returns, earns, native in turns:
            held = INCOME_CARDS if returns else held
            task.turn[task.turns] = Turn(event, cards, returns, earns, native, held)
            held = max(held - 1, 0)
            task.turns += 1
            task.natives += native
        if task.natives > MOST_NATIVES:
            raise ValueError("there are not so many natives")
        task.hand = hand

    cdef _measure(self):
        """The shape of vectors."""
        cdef Task* task = &self.task
        cdef int32_t type
        task.places = 1
        for type in range(TYPES):
            task.most[type] = task.natives + min(popcount(task.rules.of_type[type] & task.sites), task.supply[type])
            task.stride[type] = task.places
            task.places *= task.most[type] + 1
            if task.places > MOST_PLACES:
                raise ValueError("the map is too large")

    cdef _list_ways(self):
        cdef Hires* way
        for count in range(self.task.natives + 1):
            for types in combinations_with_replacement(range(TYPES), count):
                way = &self.ways[self.way_count]
                way.count = count
                for type in types:
                    way.natives[type] += 1
                    way.offset += self.task.stride[type]
                self.way_count += 1

    # The survey

    def survey(self, nodes, Stop stop not None):
        """See all sets and bound what can be earned; False if that takes more nodes, or plans may have too many huts.
        """
        cdef Task* task = &self.task
        cdef int64_t cells = <int64_t> (MISSION_VILLAGES + 1) * task.places
        cdef int64_t cell
        self._begin(nodes, stop)
        self.points = <int32_t*> self._room(task.places, sizeof(int32_t))
        self.sets.cheapest = <int16_t*> self._room(cells, sizeof(int16_t))
        for cell in range(cells):
            self.sets.cheapest[cell] = LOTS
        with nogil:
            if self._value_places():
                list_sets(&self.sets)
        if task.stopped or self.sets.is_cut or not self._bound_money():
            return False
        self._list_token_places()
        self._prepare_candidates()
        with nogil:
            self.is_surveyed = self._set_level(LOTS)
        return self.is_surveyed

    cdef _begin(self, nodes, Stop stop):
        self.task.stop = &stop.signal
        self.task.most_nodes = self.task.nodes + nodes
        self.task.stopped = False

    cdef bint _value_places(self) noexcept nogil:
        """What each vector is worth; False if told to stop."""
        cdef Task* task = &self.task
        cdef int32_t vector[TYPES]
        cdef int32_t natives[TYPES]
        cdef int32_t place
        memset(natives, 0, sizeof(natives))
        for place in range(task.places):
            if is_called_off(task, place):
                return False
            unpack(task, place, vector)
            self.points[place] = points_with(task, vector, natives)
        return True

    cdef bint _bound_money(self) except -1:
        cdef Money* money = &self.money
        cdef int64_t most = <int64_t> (self.task.natives + 1) * self.task.places
        cdef bint is_through
        money.rows = <int32_t*> self._room(most, sizeof(int32_t))
        money.places = <int32_t*> self._room(most, sizeof(int32_t))
        money.natives = <int32_t*> self._room(most, sizeof(int32_t))
        money.costs = <int16_t*> self._room(most, sizeof(int16_t))
        with nogil:
            is_through = list_rows(money, self.sets.cheapest)
        if not is_through:
            return False
        self.task.nodes += <int64_t> ROW_NODES * money.count
        if money.count > MOST_ROWS or self.task.nodes > self.task.most_nodes:
            return False
        money.now = <int16_t*> self._room(<int64_t> money.count * PLACES, sizeof(int16_t))
        money.then = <int16_t*> self._room(<int64_t> money.count * PLACES, sizeof(int16_t))
        money.earned = <int16_t*> self._room(money.count, sizeof(int16_t))
        with nogil:
            is_through = earn_all(money)
        return is_through

    cdef _list_token_places(self):
        cdef int32_t place, reached
        self.token_places = <int32_t*> self._room(self.task.places, sizeof(int32_t))
        for place in range(self.task.places):
            for reached in range(MISSION_VILLAGES + 1):
                if self.sets.cheapest[reached * self.task.places + place] < LOTS:
                    self.token_places[self.token_count] = place
                    self.token_count += 1
                    break

    cdef _prepare_candidates(self):
        cdef Course* course = &self.course
        self.affordable = <int16_t*> self._room(
            <int64_t> (MISSION_VILLAGES + 1) * self.task.places, sizeof(int16_t))
        self.sets.candidates = <Candidate*> self._room(CANDIDATES, sizeof(Candidate))
        self.sets.room = CANDIDATES
        course.numbers = <int32_t*> self._room(PARTS, sizeof(int32_t))
        course.parts = <uint32_t*> self._room(PARTS, sizeof(uint32_t))
        course.costs = <int32_t*> self._room(PARTS, sizeof(int32_t))
        course.room = COURSE_ROWS
        self._prepare_layer(&course.now)
        self._prepare_layer(&course.then)
        self._prepare_layer(&course.guided)

    cdef _prepare_layer(self, Layer* layer):
        layer.silver = <int16_t*> self._room(COURSE_ROWS * PLACES, sizeof(int16_t))
        layer.marks = <int32_t*> self._room(COURSE_ROWS, sizeof(int32_t))

    # The levels

    cdef int32_t _earned(self, int32_t place, const Hires* way) noexcept nogil:
        """The silver that can have been earned with these tokens and natives, NOBODY if they cannot be had."""
        cdef int32_t row = self.money.rows[way.count * self.task.places + place + way.offset]
        return NOBODY if row == NOBODY else self.money.earned[row]

    cdef bint _set_level(self, int32_t below) noexcept nogil:
        """Go on with the most points below these that might be reached, NOTHING if there are none; False, and nothing
        is changed, if told to stop."""
        cdef int32_t i, number, reached, place, points, earned
        cdef int32_t level = NOTHING
        for i in range(self.token_count):
            if is_called_off(&self.task, i):
                return False
            place = self.token_places[i]
            for number in range(self.way_count):
                earned = self._earned(place, &self.ways[number])
                for reached in range(MISSION_VILLAGES + 1):
                    points = self.points[place + self.ways[number].offset] + self.task.mission_points[reached]
                    if level < points < below and self.sets.cheapest[reached * self.task.places + place] <= earned:
                        level = points
        self.level = level
        return True

    cdef bint _set_affordable(self) noexcept nogil:
        """What the sets may cost with which a plan of this level ends; False if told to stop."""
        cdef int32_t i, number, reached, place, points, earned, cell
        memset(self.affordable, 0xFF, <int64_t> (MISSION_VILLAGES + 1) * self.task.places * sizeof(int16_t))
        for i in range(self.token_count):
            if is_called_off(&self.task, i):
                return False
            place = self.token_places[i]
            for number in range(self.way_count):
                earned = self._earned(place, &self.ways[number])
                for reached in range(MISSION_VILLAGES + 1):
                    points = self.points[place + self.ways[number].offset] + self.task.mission_points[reached]
                    cell = reached * self.task.places + place
                    if points == self.level and self.affordable[cell] < earned:
                        self.affordable[cell] = earned
        return True

    def descend(self, nodes, Stop stop not None):
        """Look for a plan of exactly `bound` points: True if there is one (`plan`), False if there is none and the
        bound is lower now, None if there was too little time to tell."""
        cdef bint is_lower
        if not self.is_surveyed or self.level == NOTHING:
            raise ValueError("there is nothing to look for")
        if self._try_level(CANDIDATES, nodes, stop):
            return True
        if self.task.stopped:
            return None
        with nogil:
            is_lower = self._set_level(self.level)
        return False if is_lower else None

    def probe(self, points, tries, nodes, Stop stop not None):
        """Whether there is a plan of exactly so many points (`plan`) among the ends that are tried, those with the most
        silver to spare; the bound is the same as before."""
        cdef int32_t level = self.level
        if not self.is_surveyed or not 0 < tries <= CANDIDATES:
            raise ValueError("there is nothing to look for")
        self.level = points
        is_found = self._try_level(tries, nodes, stop)
        self.level = level
        return is_found

    cdef bint _try_level(self, int32_t tries, nodes, Stop stop) except -1:
        cdef bint is_found
        self._begin(nodes, stop)
        with nogil:
            is_found = self._set_affordable() and self._try_sets(tries)
        return is_found

    cdef bint _try_sets(self, int32_t tries) noexcept nogil:
        """Collect the sets of this level, as many at a time as there is room for, and try each; or only some."""
        cdef Sets* sets = &self.sets
        cdef int64_t count
        sets.skipped = 0
        sets.affordable = self.affordable
        while True:
            list_sets(sets)
            if sets.task.stopped:
                return False
            count = min(sets.count - sets.skipped, <int64_t> CANDIDATES)
            if count <= 0:
                return False
            qsort(sets.candidates, count, sizeof(Candidate), by_slack)
            if self._try_candidates(min(count, <int64_t> tries)):
                return True
            if sets.task.stopped or tries < CANDIDATES:
                return False
            sets.skipped += CANDIDATES

    cdef bint _try_candidates(self, int64_t count) noexcept nogil:
        cdef int64_t i
        for i in range(count):
            if self._try(self.sets.candidates[i].villages):
                return True
            if self.task.stopped:
                return False
        return False

    cdef bint _try(self, uint64_t villages) noexcept nogil:
        """Whether a plan of this level ends in this set."""
        cdef Task* task = &self.task
        cdef int32_t number, points, cost = 0, place = 0, huts = 0
        cdef int32_t tokens[TYPES]
        cdef uint64_t left = villages
        memset(tokens, 0, sizeof(tokens))
        while left:
            cost += price_after(task, lowest_bit(left), huts)
            huts += 1
            tokens[task.rules.type_of[lowest_bit(left)]] += 1
            left &= left - 1
        for number in range(TYPES):
            place += task.stride[number] * min(tokens[number], task.supply[number])
        for number in range(self.way_count):
            points = (self.points[place + self.ways[number].offset]
                      + task.mission_points[popcount(villages & task.mission)])
            if points == self.level and self._earned(place, &self.ways[number]) >= cost:
                if self._try_course(villages, &self.ways[number]):
                    return True
                if task.stopped:
                    return False
        return False

    cdef bint _try_course(self, uint64_t villages, const Hires* way) noexcept nogil:
        cdef Task* task = &self.task
        if not prepare(&self.course, villages, way.natives):
            task.stopped = True
            return False
        task.nodes += <int64_t> PART_NODES * self.course.count
        if task.nodes >= task.most_nodes or is_due(task.stop):
            task.stopped = True
            return False
        if play_rounds(&self.course, task.turns) == NOBODY:
            return False
        self.has_plan = trace(&self.course, self.deeds)
        # A plan that could not be told would not be none: nothing were known then.
        task.stopped |= not self.has_plan
        return self.has_plan

    # What came of it

    @property
    def most_earned(self):
        """No plan has ever had more silver in all. If that is above `most_silver`, more might be had, and nothing that
        is said here counts. None while nothing is known."""
        cdef int32_t row, most = 0
        if not self.is_surveyed:
            return None
        for row in range(self.money.count):
            most = max(most, <int32_t> self.money.earned[row])
        return most

    @property
    def bound(self):
        """No plan is worth more points; None while nothing is known."""
        return self.level if self.is_surveyed and self.level != NOTHING else None

    @property
    def nodes(self):
        """The work so far, in sets seen; all else is measured in these."""
        return self.task.nodes

    @property
    def plan(self):
        """For each round (income card or None, type of the native hired or None, villages in which huts are built,
        ascending); None before one was found."""
        if not self.has_plan:
            return None
        return tuple([self._told(&self.deeds[index]) for index in range(self.task.turns)])

    cdef _told(self, const Deed* deed):
        villages = tuple([village for village in range(self.task.rules.villages) if has(deed.villages, village)])
        return deed.card, None if deed.hired == NO_TYPE else deed.hired, villages
