"""Tempering of whole plans of a Trek 12 sheet with known dice: good plans quickly, no proof.

A plan names for every roll an operation and a circle, and for every circle whom it would rather link to. The kernel's
rules write it down (`trek12_solve.pxd`), so that mandatory links and growth are obeyed by construction: a plan whose
next circle touches nothing filled is no neighbour of any other and is never accepted.

A step of the search keeps the sheets before every roll of the present plan, so that a neighbour is written only from
the first roll that differs.
"""

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.math cimport exp, log
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.stop cimport Stop, StopSignal, is_due
from cext.streams cimport FastStream, fast_below, fast_next, fast_seed
from cext.trek12 cimport (
    MAX_CIRCLES,
    MAX_ROUNDS,
    OPERATIONS,
    Trek12Seat,
    Writing,
    above_candidates,
    below_candidates,
    bit,
    has,
    lowest_bit,
    move_word,
    writing_of,
)
from cext.trek12_sheet cimport random_bit
from cext.trek12_solve cimport (
    UNMET_POINTS,
    Known,
    Task,
    final_points,
    may_hold,
    unmet,
    write_result,
)


cdef enum:
    IMPOSSIBLE = -1000000     # the points of a plan that cannot be written
    SWEEP = 100               # steps at each temperature between two exchanges


ctypedef struct Plan:
    uint8_t circle[MAX_ROUNDS]
    uint8_t operation[MAX_ROUNDS]
    uint8_t below[MAX_CIRCLES]      # the neighbour that a circle would rather be linked to, if it is a candidate
    uint8_t above[MAX_CIRCLES]

ctypedef struct Search:
    Task* task
    FastStream rng
    Plan plan
    int32_t points
    Plan best
    int32_t best_points
    Trek12Seat before[MAX_ROUNDS + 1]   # the sheet of `plan` before each roll


# Writing a plan

cdef inline int32_t preferred(uint64_t candidates, int32_t wish) noexcept nogil:
    """1 + the candidate wished for, or else the lowest; 0 without any."""
    if not candidates:
        return 0
    return 1 + (wish if has(candidates, wish) else lowest_bit(candidates))


cdef inline Writing planned(const Task* task, const Trek12Seat* sheet, const Plan* plan, int32_t step) noexcept nogil:
    """What the plan writes for a roll on this sheet."""
    cdef Writing writing
    cdef int32_t circle = plan.circle[step]
    cdef int32_t result = task.results[step][plan.operation[step]]
    writing.operation = plan.operation[step]
    writing.circle = circle
    writing.below = writing.above = 0
    if result <= task.rules.max_number:
        writing.below = preferred(below_candidates(task.rules, sheet, circle, result), plan.below[circle])
        writing.above = preferred(above_candidates(task.rules, sheet, circle, result), plan.above[circle])
    return writing


cdef inline int32_t worth(const Task* task, const Trek12Seat* sheet) noexcept nogil:
    """Final points less what unmet constraints cost."""
    return final_points(task, sheet) - UNMET_POINTS * unmet(task, sheet)


cdef inline bint grows(const Task* task, const Trek12Seat* sheet, const Plan* plan, int32_t step) noexcept nogil:
    """Whether from `step` on every circle touches one filled before."""
    cdef uint64_t open = sheet.open
    cdef bint is_first = sheet.filled == 0
    cdef int32_t circle
    while step < task.rolls:
        circle = plan.circle[step]
        if not has(open, circle):
            return False
        open = ((0 if is_first else open) | task.rules.neighbours[circle]) & ~bit(circle)
        is_first = False
        step += 1
    return True


cdef int32_t write_plan(Task* task, const Plan* plan, int32_t step, Trek12Seat* sheet) noexcept nogil:
    """Write the plan from `step` on; its worth, or IMPOSSIBLE when it breaks a rule or a constraint."""
    cdef Writing writing
    cdef int32_t result
    while step < task.rolls:
        result = task.results[step][plan.operation[step]]
        if not may_hold(task, plan.circle[step], result):
            return IMPOSSIBLE
        writing = planned(task, sheet, plan, step)
        write_result(task, sheet, step, &writing, result)
        step += 1
    return worth(task, sheet)


cdef void keep_sheets(Search* search, int32_t step) noexcept nogil:
    """Write down the sheets of the present plan after `step`."""
    cdef Task* task = search.task
    cdef Writing writing
    while step < task.rolls:
        writing = planned(task, &search.before[step], &search.plan, step)
        search.before[step + 1] = search.before[step]
        write_result(task, &search.before[step + 1], step, &writing, task.results[step][search.plan.operation[step]])
        step += 1


# Neighbours: each changes `plan` and returns the first roll that differs.

cdef inline int32_t swap_bytes(uint8_t* items, int32_t i, int32_t j) noexcept nogil:
    cdef uint8_t kept = items[i]
    items[i] = items[j]
    items[j] = kept
    return min(i, j)


cdef int32_t move_circle(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    """One roll goes to a circle that the plan leaves empty."""
    cdef uint64_t free = task.usable
    cdef int32_t step
    for step in range(task.rolls):
        free &= ~bit(plan.circle[step])
    if not free:
        return task.rolls
    step = fast_below(rng, task.rolls)
    plan.circle[step] = random_bit(free, rng)
    return step


cdef int32_t swap_circles(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    return swap_bytes(plan.circle, fast_below(rng, task.rolls), fast_below(rng, task.rolls))


cdef int32_t swap_operations(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    return swap_bytes(plan.operation, fast_below(rng, task.rolls), fast_below(rng, task.rolls))


cdef int32_t swap_both(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    cdef int32_t i = fast_below(rng, task.rolls)
    cdef int32_t j = fast_below(rng, task.rolls)
    swap_bytes(plan.operation, i, j)
    return swap_bytes(plan.circle, i, j)


cdef int32_t rotate_circles(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    """Three rolls pass their circles on."""
    cdef int32_t i = fast_below(rng, task.rolls)
    cdef int32_t j = fast_below(rng, task.rolls)
    cdef int32_t k = fast_below(rng, task.rolls)
    swap_bytes(plan.circle, i, j)
    swap_bytes(plan.circle, j, k)
    return min(i, min(j, k))


cdef int32_t rotate_operations(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    cdef int32_t i = fast_below(rng, task.rolls)
    cdef int32_t j = fast_below(rng, task.rolls)
    cdef int32_t k = fast_below(rng, task.rolls)
    swap_bytes(plan.operation, i, j)
    swap_bytes(plan.operation, j, k)
    return min(i, min(j, k))


cdef int32_t wish_link(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    """One circle would rather be linked to another neighbour."""
    cdef int32_t step = fast_below(rng, task.rolls)
    cdef int32_t circle = plan.circle[step]
    if not task.rules.neighbours[circle]:
        return task.rolls
    if fast_next(rng) >> 63:
        plan.below[circle] = random_bit(task.rules.neighbours[circle], rng)
    else:
        plan.above[circle] = random_bit(task.rules.neighbours[circle], rng)
    return step


cdef int32_t vary(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    """Some change; the first roll that differs, or the number of rolls when nothing does."""
    cdef uint32_t die = fast_below(rng, 100)
    if die < 28:
        return swap_circles(task, plan, rng)
    if die < 46:
        return move_circle(task, plan, rng)
    if die < 68:
        return swap_operations(task, plan, rng)
    if die < 80:
        return swap_both(task, plan, rng)
    if die < 86:
        return rotate_circles(task, plan, rng)
    if die < 92:
        return rotate_operations(task, plan, rng)
    return wish_link(task, plan, rng)


# The search

cdef void begin(const Task* task, Plan* plan, FastStream* rng) noexcept nogil:
    """A random plan: operations in random order, circles grown from the sheet. It may break what is fixed."""
    cdef uint64_t open = task.sheet.open & task.usable
    cdef int32_t operation, box, step = 0
    memset(plan, 0, sizeof(Plan))
    for operation in range(OPERATIONS):
        for box in range(task.sheet.used[operation], task.rules.boxes):
            plan.operation[step] = operation
            step += 1
    for step in range(task.rolls - 1, 0, -1):
        swap_bytes(plan.operation, step, fast_below(rng, step + 1))
    for step in range(task.rolls):
        if not open:
            plan.circle[0] = MAX_CIRCLES    # nowhere to go
            return
        plan.circle[step] = random_bit(open, rng)
        if step == 0 and task.sheet.filled == 0:
            open = 0
        open = (open | task.rules.neighbours[plan.circle[step]]) & task.usable
        for operation in range(step + 1):
            open &= ~bit(plan.circle[operation])


cdef bint start_search(Search* search, const Plan* given) noexcept nogil:
    """Take a plan or a random one. False when even a thousand random ones break the constraints."""
    cdef Task* task = search.task
    cdef Trek12Seat sheet
    cdef int32_t attempt
    search.before[0] = task.sheet
    for attempt in range(1000):
        if given != NULL:
            search.plan = given[0]
        else:
            begin(task, &search.plan, &search.rng)
            if task.rolls and search.plan.circle[0] == MAX_CIRCLES:
                continue
        sheet = task.sheet
        search.points = write_plan(task, &search.plan, 0, &sheet)
        if search.points != IMPOSSIBLE:
            keep_sheets(search, 0)
            return True
    return False


cdef void keep_best(Search* search) noexcept nogil:
    """Remember the plan if none that meets the constraints was better."""
    if search.points > search.best_points and not unmet(search.task, &search.before[search.task.rolls]):
        search.best_points = search.points
        search.best = search.plan


cdef inline bint accepts(FastStream* rng, int32_t loss, double temperature) noexcept nogil:
    """Metropolis: a gain always, a loss now and then."""
    if loss <= 0:
        return True
    return (fast_next(rng) >> 11) * (1.0 / 9007199254740992.0) < exp(-loss / temperature)


cdef void step_once(Search* search, double temperature) noexcept nogil:
    cdef Task* task = search.task
    cdef Plan plan = search.plan
    cdef Trek12Seat sheet
    cdef int32_t points
    cdef int32_t first = vary(task, &plan, &search.rng)
    if first >= task.rolls or not grows(task, &search.before[first], &plan, first):
        return
    sheet = search.before[first]
    points = write_plan(task, &plan, first, &sheet)
    if points == IMPOSSIBLE or not accepts(&search.rng, search.points - points, temperature):
        return
    search.plan = plan
    search.points = points
    keep_sheets(search, first)
    keep_best(search)


cdef void exchange(Search* searches, int32_t* order, int32_t replicas, const double* heat, FastStream* rng) noexcept nogil:
    """Neighbouring temperatures swap their plans as often as keeps both at their own balance."""
    cdef int32_t i, kept
    cdef double edge
    for i in range(replicas - 1):
        edge = (1.0 / heat[i] - 1.0 / heat[i + 1]) * (searches[order[i + 1]].points - searches[order[i]].points)
        if edge >= 0 or (fast_next(rng) >> 11) * (1.0 / 9007199254740992.0) < exp(edge):
            kept = order[i]
            order[i] = order[i + 1]
            order[i + 1] = kept


# The Python side

cdef tuple moves_of(Task* task, const Plan* plan):
    """The plan as kernel moves."""
    cdef Trek12Seat sheet = task.sheet
    cdef Writing writing
    cdef int32_t step
    moves = []
    for step in range(task.rolls):
        writing = planned(task, &sheet, plan, step)
        write_result(task, &sheet, step, &writing, task.results[step][plan.operation[step]])
        moves.append(move_word(writing.operation, writing.circle, writing.below, writing.above))
    return tuple(moves)


cdef int take_moves(Task* task, moves, Plan* plan) except -1:
    """The plan of kernel moves."""
    cdef Writing writing
    cdef int32_t step
    memset(plan, 0, sizeof(Plan))
    if len(moves) != task.rolls:
        raise ValueError(f"a plan has {task.rolls} moves, not {len(moves)}")
    for step in range(task.rolls):
        writing = writing_of(moves[step])
        plan.operation[step] = writing.operation
        plan.circle[step] = writing.circle
        if writing.below:
            plan.below[writing.circle] = writing.below - 1
        if writing.above:
            plan.above[writing.circle] = writing.above - 1
    return 0


@cython.final
cdef class Tempering:
    """Annealing at several temperatures at once, which exchange their plans (parallel tempering).

    `run` goes on where the last one ended; equal seeds, steps and offers give equal plans.
    """
    cdef Search* searches
    cdef int32_t* order           # by temperature, which search is there
    cdef double* heat             # ascending
    cdef int32_t replicas
    cdef FastStream rng
    cdef readonly Known known
    cdef readonly int64_t steps   # done so far

    def __cinit__(self, Known known not None, seed, int replicas=8, double cold=0.9, double hot=2.0):
        cdef int32_t i
        if replicas < 2 or not 0 < cold < hot:
            raise ValueError("tempering takes at least two rising temperatures")
        self.known = known
        self.replicas = replicas
        self.searches = <Search*> PyMem_Calloc(replicas, sizeof(Search))
        self.order = <int32_t*> PyMem_Calloc(replicas, sizeof(int32_t))
        self.heat = <double*> PyMem_Calloc(replicas, sizeof(double))
        if self.searches == NULL or self.order == NULL or self.heat == NULL:
            raise MemoryError()
        fast_seed(&self.rng, <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF))
        for i in range(replicas):
            self.order[i] = i
            self.heat[i] = cold * exp(log(hot / cold) * i / (replicas - 1))
            self.searches[i].task = &known.task
            self.searches[i].points = self.searches[i].best_points = IMPOSSIBLE
            fast_seed(&self.searches[i].rng, fast_next(&self.rng))

    def __dealloc__(self):
        PyMem_Free(self.searches)
        PyMem_Free(self.order)
        PyMem_Free(self.heat)

    def run(self, steps, Stop stop not None, enough=10**6):
        """So many further steps, fewer when it is stopped or has `enough` points; whether it was stopped."""
        cdef int64_t wanted = steps
        cdef int32_t goal = enough
        cdef int64_t done = 0
        cdef const StopSignal* signal = &stop.signal
        cdef bint stopped = False
        with nogil:
            while done < wanted and self.best_of() < goal:
                stopped = is_due(signal)
                if stopped:
                    break
                done += self.sweep(min(SWEEP, (wanted - done + self.replicas - 1) // self.replicas))
        self.steps += done
        return stopped

    cdef int64_t sweep(self, int64_t steps) noexcept nogil:
        """So many steps at every temperature, then exchanges."""
        cdef int32_t i
        cdef int64_t step
        cdef Search* search
        for i in range(self.replicas):
            search = &self.searches[self.order[i]]
            if search.points == IMPOSSIBLE and not start_search(search, NULL):
                continue
            keep_best(search)
            if self.known.task.rolls:
                for step in range(steps):
                    step_once(search, self.heat[i])
        exchange(self.searches, self.order, self.replicas, self.heat, &self.rng)
        return steps * self.replicas

    cdef int32_t best_of(self) noexcept nogil:
        cdef int32_t i, best = IMPOSSIBLE
        for i in range(self.replicas):
            best = max(best, self.searches[i].best_points)
        return best

    @property
    def best(self):
        """(points, moves) of the best plan so far, None without any."""
        cdef int32_t i, points = self.best_of()
        if points == IMPOSSIBLE:
            return None
        for i in range(self.replicas):
            if self.searches[i].best_points == points:
                return points, moves_of(&self.known.task, &self.searches[i].best)

    def offer(self, moves):
        """Go on from this plan at the lowest temperature, if it is worth more than the one there.

        Links that cannot be drawn are drawn otherwise; ValueError for a plan of another length.
        """
        cdef Plan given
        cdef Search* search = &self.searches[self.order[0]]
        cdef Trek12Seat sheet = self.known.task.sheet
        cdef int32_t points
        take_moves(&self.known.task, moves, &given)
        if not grows(&self.known.task, &sheet, &given, 0):
            return
        points = write_plan(&self.known.task, &given, 0, &sheet)
        if points > search.points:
            start_search(search, &given)
            keep_best(search)
