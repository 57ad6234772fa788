"""The proved best end of a Trek 12 sheet with known dice, for as many rolls as can be searched through.

Two stages. First every order of operations is listed; as the dice are known, each is a sequence of numbers, and what
that sequence can be worth at most is bounded without a look at where the circles lie (`trek12_solve_bound.pxd`). Then
the sequences are placed on the sheet one after the other, the most promising first: depth-first branch and bound, with
the same bound at every circle written and a table of positions that were searched before. As soon as the next sequence
promises no more than the best plan so far, that plan is proved.

Positions are told apart by 64-bit keys. Two different ones have the same key with odds below one in a million in the
longest search that fits a minute.
"""

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from cext.kernel cimport move_t
from cext.stop cimport Stop, StopSignal, is_due
from cext.streams cimport splitmix64
from cext.trek12 cimport (
    MAX_ROUNDS,
    NUMBERS,
    OPERATIONS,
    Trek12Seat,
    Writing,
    bit,
    lowest_bit,
    popcount,
    writing_of,
)
from cext.trek12_sheet cimport moves_in_circle
from cext.trek12_solve cimport Known, Task, final_points, may_hold, unmet, write_result
from cext.trek12_solve_bound cimport most_points
from cext.trek12_solve_key cimport SheetKeys, key_after, make_sheet_keys


cpdef enum:
    MOST_ENDGAME_ROLLS = 10   # six bits each in one word, and a list of all orders that fits the memory

cdef enum:
    CHILDREN = 512            # ways to write one number that are looked at in one position
    POLL_NODES = 256
    TABLE_BITS = 20
    NOTHING = -1000000        # the points of no plan


# An order of operations, and what it can be worth at most.
ctypedef struct Order:
    uint64_t numbers          # six bits a roll, the first one lowest: result and whether the operation is safe
    uint32_t operations       # three bits a roll
    int32_t bound

ctypedef struct Child:
    move_t move
    int32_t bound

ctypedef struct Entry:
    uint64_t key
    int32_t most              # final points and the ticks so far: no plan from here had more

ctypedef struct Endgame:
    Task* task
    const StopSignal* stop
    Order* orders
    int32_t count             # of orders
    int32_t next              # the first that is not searched through
    int32_t best
    bint has_plan             # worth `best`; otherwise that is only a floor
    move_t plan[MAX_ROUNDS]
    move_t line[MAX_ROUNDS]   # to the position that is searched
    int32_t results[MAX_ROUNDS]
    uint8_t operations[MAX_ROUNDS]
    uint64_t suffix[MAX_ROUNDS + 1]            # key of the rolls from here on
    int32_t to_come[MAX_ROUNDS + 1][NUMBERS]   # from this roll on
    int32_t spiders[MAX_ROUNDS + 1]
    Child children[MAX_ROUNDS][CHILDREN]
    Entry* table
    SheetKeys keys
    int64_t nodes
    int64_t most_nodes
    bint stopped


# Orders

cdef inline int32_t result_in(uint64_t numbers, int32_t step) noexcept nogil:
    return numbers >> (6 * step) & 31


cdef int64_t orders_of(const int32_t* boxes) noexcept:
    """In how many orders the free boxes can be ticked."""
    cdef int64_t count = 1
    cdef int32_t operation, box, placed = 0
    for operation in range(OPERATIONS):
        for box in range(1, boxes[operation] + 1):
            placed += 1
            count = count * placed // box
    return count


cdef void list_orders(Endgame* game, int32_t step, int32_t* boxes, uint64_t numbers, uint32_t operations) noexcept nogil:
    """All orders of the free boxes from `step` on."""
    cdef Task* task = game.task
    cdef Order* order
    cdef uint64_t number
    cdef int32_t operation
    if step == task.rolls:
        order = &game.orders[game.count]
        order.numbers = numbers
        order.operations = operations
        game.count += 1
        return
    for operation in range(OPERATIONS):
        if boxes[operation]:
            boxes[operation] -= 1
            number = task.results[step][operation] | (operation == task.rules.safe_operation) << 5
            list_orders(game, step + 1, boxes, numbers | number << (6 * step),
                        operations | <uint32_t> operation << (3 * step))
            boxes[operation] += 1


cdef int by_numbers(const void* a, const void* b) noexcept nogil:
    cdef const Order* first = <const Order*> a
    cdef const Order* second = <const Order*> b
    if first.numbers != second.numbers:
        return -1 if first.numbers < second.numbers else 1
    return (first.operations > second.operations) - (first.operations < second.operations)


cdef int by_bound(const void* a, const void* b) noexcept nogil:
    """The highest bound first; the rest only makes it the same on every machine."""
    cdef const Order* first = <const Order*> a
    cdef const Order* second = <const Order*> b
    if first.bound != second.bound:
        return second.bound - first.bound
    return by_numbers(a, b)


cdef void drop_equal_orders(Endgame* game) noexcept nogil:
    """Of orders that make the same numbers, equally safe, one is enough."""
    cdef int32_t i, kept = 0
    qsort(game.orders, game.count, sizeof(Order), by_numbers)
    for i in range(game.count):
        if i == 0 or game.orders[i].numbers != game.orders[kept - 1].numbers:
            game.orders[kept] = game.orders[i]
            kept += 1
    game.count = kept


cdef void take_order(Endgame* game, const Order* order) noexcept nogil:
    """Prepare the search of an order: its results, and what is to come from every roll on."""
    cdef Task* task = game.task
    cdef uint64_t key
    cdef int32_t step, number, result
    memset(game.to_come[task.rolls], 0, sizeof(game.to_come[task.rolls]))
    game.spiders[task.rolls] = 0
    game.suffix[task.rolls] = 0
    for step in range(task.rolls - 1, -1, -1):
        result = result_in(order.numbers, step)
        game.results[step] = result
        game.operations[step] = order.operations >> (3 * step) & 7
        for number in range(NUMBERS):
            game.to_come[step][number] = game.to_come[step + 1][number]
        game.spiders[step] = game.spiders[step + 1]
        if result > task.rules.max_number:
            game.spiders[step] += 1
        else:
            game.to_come[step][result] += 1
        key = (order.numbers >> (6 * step)) * MAX_ROUNDS + step
        game.suffix[step] = splitmix64(&key)


cdef void bound_orders(Endgame* game) noexcept nogil:
    cdef int32_t i
    for i in range(game.count):
        take_order(game, &game.orders[i])
        game.orders[i].bound = most_points(game.task, &game.task.sheet, game.to_come[0], game.spiders[0])
    qsort(game.orders, game.count, sizeof(Order), by_bound)


cdef void keep_part(Endgame* game, int32_t part, int32_t parts) noexcept nogil:
    """Of the orders, most promising first, every so-many-th."""
    cdef int32_t kept = 0
    while part < game.count:
        game.orders[kept] = game.orders[part]
        kept += 1
        part += parts
    game.count = kept


# Placing

cdef inline int32_t list_ways(Endgame* game, const Trek12Seat* sheet, int32_t step, move_t* out) noexcept nogil:
    """All ways to write the roll's number."""
    cdef Task* task = game.task
    cdef uint64_t circles = sheet.open & task.usable
    cdef int32_t circle, count = 0
    while circles:
        circle = lowest_bit(circles)
        circles &= circles - 1
        if may_hold(task, circle, game.results[step]):
            count += moves_in_circle(
                task.rules, sheet, game.operations[step], circle, game.results[step], out + count)
    return count


cdef inline int32_t promise(Endgame* game, const Trek12Seat* sheet, int32_t step, move_t move) noexcept nogil:
    """What a writing leaves possible at most, NOTHING when the constraints can no longer be met."""
    cdef Task* task = game.task
    cdef Writing writing = writing_of(move)
    cdef Trek12Seat after = sheet[0]
    write_result(task, &after, step, &writing, game.results[step])
    if unmet(task, &after) > task.rolls - step - 1:
        return NOTHING
    if step + 1 == task.rolls:
        return final_points(task, &after)
    return most_points(task, &after, game.to_come[step + 1], game.spiders[step + 1])


cdef inline void insert_child(Child* children, int32_t count, move_t move, int32_t bound) noexcept nogil:
    """Keep the children in falling order of what they promise."""
    cdef int32_t place = count
    while place and children[place - 1].bound < bound:
        children[place] = children[place - 1]
        place -= 1
    children[place].move = move
    children[place].bound = bound


cdef inline bint may_go_on(Endgame* game) noexcept nogil:
    game.nodes += 1
    if game.nodes % POLL_NODES == 0 and (game.nodes >= game.most_nodes or is_due(game.stop)):
        game.stopped = True
    return not game.stopped


cdef void place(Endgame* game, const Trek12Seat* sheet, int32_t step, uint64_t key) noexcept nogil:
    """Search all ways to go on from a sheet; `best` and `plan` keep the best that is found."""
    cdef Task* task = game.task
    cdef Child* children = game.children[step]
    cdef Entry* entry = &game.table[(key ^ game.suffix[step]) >> (64 - TABLE_BITS)]
    cdef int32_t ticks = task.rules.danger_points * sheet.ticks
    cdef move_t ways[CHILDREN]
    cdef Trek12Seat after
    cdef Writing writing
    cdef int32_t i, bound, count, kept = 0
    if not may_go_on(game):
        return
    if entry.key == key ^ game.suffix[step] and entry.most - ticks <= game.best:
        return
    count = list_ways(game, sheet, step, ways)
    for i in range(count):
        bound = promise(game, sheet, step, ways[i])
        if bound > game.best:
            insert_child(children, kept, ways[i], bound)
            kept += 1
    for i in range(kept):
        if children[i].bound <= game.best:
            break
        game.line[step] = children[i].move
        if step + 1 == task.rolls:
            game.best = children[i].bound
            game.plan = game.line
            game.has_plan = True
            break
        writing = writing_of(children[i].move)
        after = sheet[0]
        write_result(task, &after, step, &writing, game.results[step])
        place(game, &after, step + 1, key_after(&game.keys, key, game.task.rules, &writing, game.results[step]))
    if not game.stopped:
        entry.key = key ^ game.suffix[step]
        entry.most = game.best + ticks


cdef void search_orders(Endgame* game) noexcept nogil:
    """Place order after order, until none promises more than the best plan."""
    while game.next < game.count and game.orders[game.next].bound > game.best:
        take_order(game, &game.orders[game.next])
        place(game, &game.task.sheet, 0, 0)
        if game.stopped:
            return
        game.next += 1


# The Python side

@cython.final
cdef class Ending:
    """One search for the best end of a sheet, in slices.

    `floor` is what is known to be reachable; only better plans are looked for. Several searches can share the orders
    of operations: this one has the part `part` of `parts`. ValueError with more rolls than MOST_ENDGAME_ROLLS, or a
    sheet so crowded that a roll could be written in more than CHILDREN ways.
    """
    cdef Endgame* game
    cdef readonly Known known

    def __cinit__(self, Known known not None, floor=None, int32_t part=0, int32_t parts=1):
        cdef int32_t boxes[OPERATIONS]
        cdef int32_t operation
        cdef uint64_t counter = 0
        if known.task.rolls > MOST_ENDGAME_ROLLS:
            raise ValueError(f"at most {MOST_ENDGAME_ROLLS} rolls can be searched through, not {known.task.rolls}")
        if known.task.rules.circles * most_ways(&known.task) > CHILDREN:
            raise ValueError("a roll could be written in too many ways")
        if not 0 <= part < parts:
            raise ValueError(f"there is no part {part} of {parts}")
        self.known = known
        self.game = <Endgame*> PyMem_Calloc(1, sizeof(Endgame))
        if self.game == NULL:
            raise MemoryError()
        self.game.task = &known.task
        self.game.best = NOTHING if floor is None else floor
        for operation in range(OPERATIONS):
            boxes[operation] = known.task.rules.boxes - known.task.sheet.used[operation]
        self.game.orders = <Order*> PyMem_Malloc(orders_of(boxes) * sizeof(Order))
        self.game.table = <Entry*> PyMem_Calloc(1 << TABLE_BITS, sizeof(Entry))
        if self.game.orders == NULL or self.game.table == NULL:
            raise MemoryError()
        with nogil:
            make_sheet_keys(&self.game.keys, &counter)
            list_orders(self.game, 0, boxes, 0, 0)
            drop_equal_orders(self.game)
            bound_orders(self.game)
            keep_part(self.game, part, parts)

    def __dealloc__(self):
        if self.game != NULL:
            PyMem_Free(self.game.orders)
            PyMem_Free(self.game.table)
        PyMem_Free(self.game)

    def run(self, nodes, Stop stop not None):
        """Search on from the order that was not finished; whether it is proved that nothing better exists."""
        cdef Endgame* game = self.game
        if self.known.task.rolls == 0:
            if game.best == NOTHING and not unmet(game.task, &game.task.sheet):
                game.best = final_points(game.task, &game.task.sheet)
                game.has_plan = True
            game.next = game.count
            return True
        game.stop = &stop.signal
        game.most_nodes = game.nodes + nodes
        game.stopped = False
        with nogil:
            search_orders(game)
        game.stop = NULL
        return not game.stopped

    def raise_floor(self, points):
        """Plans of so many points are known from elsewhere."""
        if points > self.game.best:
            self.game.best = points
            self.game.has_plan = False

    @property
    def nodes(self):
        return self.game.nodes

    @property
    def best(self):
        """(points, moves) of the best plan that was found above the floor; None when there is none."""
        cdef int32_t step
        if not self.game.has_plan:
            return None
        return self.game.best, tuple([self.game.plan[step] for step in range(self.known.task.rolls)])

    @property
    def bound(self):
        """No end of the part is worth more; None when it has no end at all."""
        cdef Endgame* game = self.game
        if game.next < game.count and game.orders[game.next].bound > game.best:
            return game.orders[game.next].bound
        return None if game.best == NOTHING else game.best


cdef int32_t most_ways(const Task* task) noexcept:
    """In how many ways a number can be written in one circle at most: half of its neighbours on either side."""
    cdef int32_t circle, half, most = 1
    for circle in range(task.rules.circles):
        half = popcount(task.rules.neighbours[circle])
        most = max(most, (half // 2) * (half - half // 2))
    return most
