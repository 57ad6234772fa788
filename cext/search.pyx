"""Information-set Monte Carlo tree search over `GameOps`, written once for all games.

The search never sees the true state. Each iteration samples a world with `determinize` from what the seat that asks
knows, goes down by what the deciding seats have learnt, plays the rest at random and tells every decision on the way what
became of it.

Information
    Every seat has a tree of its own whose nodes are what that seat has seen since the root: MO-ISMCTS (Cowling, Powley,
    Whitehouse 2012, "Information Set Monte Carlo Tree Search"). What a seat sees of a ply is what its events tell
    it (`EventItem.audience`), so that no move can depend on what its seat does not know. Seats that choose at the same time
    go in order, and as a secret choice is told to nobody else, none of them knows what the others chose: that is decoupled
    UCT (Tak, Lanctot, Winands 2014). What seats know already at the root and the asking one does not (their hands) is not
    part of their nodes: they play for the average of it.
Choice
    UCB1 (Auer, Cesa-Bianchi, Fischer 2002; UCT: Kocsis, Szepesvari 2006) for subsets of arms: the logarithm is of how
    often a move could have been chosen, as legal moves differ between worlds (Cowling et al. 2012). Each seat
    maximizes its own reward (max^n, Luckhardt and Irani 1986). Chance is sampled. Where seats may interrupt, one ply in
    PLIES_PER_INTERRUPTION asks one of them, who may also wait.
Many moves
    Progressive widening (Coulom 2007; Chaslot et al. 2008): a node visited n times knows at most
    ceil(WIDTH * n ** 0.5) moves; new ones come out of the game's rollout policy. At the root, where all legal moves are
    listed, the width is ROOT_WIDTH.
Rollouts
    The game's `rollout_move` or `random_move`. Out of so many samples the one with the best average so far is played
    (`rivals`): a tournament over the averages of MAST (Finnsson, Bjornsson 2008).
Reward
    Half the payoff, the place over all tie-breaks; half by how much the seat is ahead in points of the best other, put
    between 0 and 1 against the mean and the deviation of CALIBRATION first games. The place alone says too little about
    far-away ends; points alone would not care who wins. Alone at the table only points count.
Repeatable
    Equal states (or equal knowledge), seats, seeds and numbers of iterations give equal statistics, on one thread, however
    the iterations are split over calls.
"""

from typing import NamedTuple

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cext.kernel cimport (
    IS_DEBUG,
    MAX_SEATS,
    MAX_VIOLATIONS,
    NO_MOVE,
    EventItem,
    EventLog,
    GameOps,
    RulesHeader,
    State,
    Violation,
    move_t,
)
from cext.ranking cimport end_payoffs
from cext.search_tree cimport (
    AVERAGES,
    NO_EDGE,
    NO_NODE,
    Average,
    Edge,
    Node,
    Tree,
    absorb,
    add_edge,
    add_node,
    average_slot,
    find_edge,
    find_node,
    mixed,
    most_visited,
)
from cext.stop cimport Stop, StopSignal, is_due, is_told
from cext.streams cimport FastStream, fast_below, fast_seed

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long mask) noexcept nogil
    int highest_bit_from_top "__builtin_clz"(unsigned int word) noexcept nogil
    int count_bits "__builtin_popcountll"(unsigned long long mask) noexcept nogil


# Cowling et al. (2012) found 0.7 good in three games; rewards lie between 0 and 1 there as here.
# With games as long and as many moves as here a quarter of it, which looks at good moves more often, won more matches
# against greedy players at 1000 to 2000 iterations a move (`make bench`, hints): 90 of 100 instead of 50.
cdef double EXPLORATION = 0.25
cdef double PLACE_WEIGHT = 0.5
cdef int32_t WIDTH = 2
cdef int32_t ROOT_WIDTH = 8

cpdef enum:                   # what the viewer's moves are chosen for; all others play for their place
    GOAL_PLACE = 0
    GOAL_WIN = 1
    GOAL_POINTS = 2

cdef enum:
    PLIES_PER_INTERRUPTION = 16
    CALIBRATION = 16
    MAX_PATH = 512            # decisions of one descent
    MAX_TRACE = 4096          # moves of one rollout that averages learn from
    MAX_PLIES = 100000        # of one iteration; no game is as long
    LINE_PLIES = 12           # of a principal line
    TRUST = 8                 # visits that make a reply worth telling
    ITERATIONS_PER_LOOK = 8
    DEFAULT_NODES = 1 << 17
    ILLEGAL_MOVE = -1         # of `Core.broken`

WAIT = NO_MOVE                # the word of not interrupting


class Line(NamedTuple):
    """What a search learnt about one move."""
    move: int
    """The word, WAIT for not interrupting."""
    visits: int
    reward: float
    """The mean of what was maximized, 0 .. 1."""
    payoff: float
    """The mean payoff: the expected share of the others left behind."""
    payoff_error: float
    """Its standard error."""
    wins: float
    """The mean chance to win, a win shared by k seats counting 1 / k."""
    wins_error: float
    """Its standard error."""
    points: float
    """The mean points at the end."""
    points_error: float
    """Their standard error."""


ctypedef struct RootLine:
    move_t move
    int32_t visits
    double reward
    double payoff
    double payoff_squares
    double wins
    double win_squares
    double points
    double points_squares

ctypedef struct Step:         # a decision of the descent
    int32_t node
    int32_t edge
    int32_t seat

ctypedef struct Trace:        # a move whose average learns
    uint32_t slot
    int32_t seat

ctypedef struct Core:
    const RulesHeader* rules
    const char* root
    size_t size
    int32_t viewer
    bint interrupts           # the viewer is not asked, but may interrupt
    int32_t goal
    int32_t rivals
    double place_weight
    double exploration
    FastStream rng
    Tree tree
    RootLine* lines           # in the order in which they are opened
    int32_t line_count
    int32_t iterations
    int32_t calibrated
    double merit_sum[MAX_SEATS]
    double merit_squares[MAX_SEATS]
    double merit_mean[MAX_SEATS]
    double merit_scale[MAX_SEATS]
    # of the iteration in progress
    char* work
    EventLog log
    uint64_t keys[MAX_SEATS]
    uint64_t inside           # seats that are still in their trees
    Step* path
    int32_t path_length
    Trace* trace
    int32_t trace_length
    int32_t broken            # in the debug build the first invariant that a world broke, or ILLEGAL_MOVE; else 0


# Small mathematics, the same on every machine

cdef inline double ln(int32_t number) noexcept nogil:
    """The natural logarithm of a number >= 1, good to five digits, without libm, whose last digits differ."""
    cdef int32_t exponent = 31 - highest_bit_from_top(<unsigned int> number)
    cdef double part = <double> number / (<int64_t> 1 << exponent)
    cdef double y = (part - 1) / (part + 1)
    cdef double z = y * y
    return exponent * 0.6931471805599453 + 2 * y * (1 + z * (1.0 / 3 + z * (0.2 + z * (1.0 / 7 + z / 9))))


cdef inline bint may_widen(int32_t known, int32_t visits, int32_t width) noexcept nogil:
    """Whether a node visited so often may know one more move: known < width * sqrt(visits + 1)."""
    return <int64_t> known * known < <int64_t> width * width * (<int64_t> visits + 1)


cdef inline double ucb(double reward, int32_t visits, int32_t available, double exploration) noexcept nogil:
    return reward / visits + exploration * sqrt(ln(available) / visits)


# Plies

cdef inline void verify(Core* core) noexcept nogil:
    """The debug build looks at every world after every ply."""
    if IS_DEBUG and not core.broken:
        core.broken = core.rules.ops.broken_invariant(core.rules, core.work)


cdef inline void verify_move(Core* core, int32_t seat, move_t move) noexcept nogil:
    """The debug build looks at every move before it is made."""
    cdef Violation found[MAX_VIOLATIONS]
    if IS_DEBUG and not core.broken and core.rules.ops.check(core.rules, core.work, seat, move, found):
        core.broken = ILLEGAL_MOVE


cdef inline move_t policy_move(const RulesHeader* rules, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    if rules.ops.rollout_move != NULL:
        return rules.ops.rollout_move(rules, state, seat, rng)
    return rules.ops.random_move(rules, state, seat, rng)


cdef inline double worth(const Average* average) noexcept nogil:
    """An average that begins at 1, so that every move is tried."""
    return (average.reward + 1) / (average.visits + 1)


cdef move_t rollout_move(Core* core, int32_t seat) noexcept nogil:
    """The best of some samples of the policy by their averages so far."""
    cdef move_t move = policy_move(core.rules, core.work, seat, &core.rng)
    cdef move_t rival
    cdef uint32_t slot, rival_slot
    cdef int32_t turn
    if not core.rivals:
        return move
    slot = average_slot(seat, move)
    for turn in range(core.rivals):
        rival = policy_move(core.rules, core.work, seat, &core.rng)
        if rival == move:
            continue
        rival_slot = average_slot(seat, rival)
        if worth(&core.tree.averages[rival_slot]) > worth(&core.tree.averages[slot]):
            move = rival
            slot = rival_slot
    if core.trace_length < MAX_TRACE:
        core.trace[core.trace_length].slot = slot
        core.trace[core.trace_length].seat = seat
        core.trace_length += 1
    return move


cdef void play_move(Core* core, int32_t seat, move_t move) noexcept nogil:
    """Apply a move and let the seats that are in their trees see it."""
    verify_move(core, seat, move)
    if core.inside:
        core.log.count = 0
        core.rules.ops.apply(core.rules, core.work, seat, move, &core.log)
        core.keys[seat] = mixed(core.keys[seat], move)
        absorb(core.keys, core.inside, core.rules.players, &core.log)
    else:
        core.rules.ops.apply(core.rules, core.work, seat, move, NULL)
    verify(core)


cdef void play_chance(Core* core) noexcept nogil:
    cdef uint64_t outcome = core.rules.ops.sample(core.rules, core.work, &core.rng)
    if core.inside:
        core.log.count = 0
        core.rules.ops.resolve(core.rules, core.work, outcome, &core.log)
        absorb(core.keys, core.inside, core.rules.players, &core.log)
    else:
        core.rules.ops.resolve(core.rules, core.work, outcome, NULL)
    verify(core)


cdef int32_t sampled_interrupter(Core* core) noexcept nogil:
    """A seat that is asked whether it interrupts, -1 for none."""
    cdef uint64_t seats
    cdef int32_t skipped
    if core.rules.ops.may_interrupt == NULL or fast_below(&core.rng, PLIES_PER_INTERRUPTION):
        return -1
    seats = core.rules.ops.may_interrupt(core.rules, core.work)
    if not seats:
        return -1
    for skipped in range(<int32_t> fast_below(&core.rng, count_bits(seats))):
        seats &= seats - 1
    return lowest_bit(seats)


# Choice

cdef bint is_legal(Core* core, int32_t seat, move_t move, bint interrupts) noexcept nogil:
    """Whether a known move is possible in this world."""
    cdef Violation found[MAX_VIOLATIONS]
    if interrupts and move == NO_MOVE:
        return True
    return core.rules.ops.check(core.rules, core.work, seat, move, found) == 0


cdef int32_t best_edge(Core* core, Node* node, int32_t seat, bint interrupts, int32_t* known) noexcept nogil:
    """The edge of the highest upper confidence bound among those that are possible; NO_EDGE where none is."""
    cdef Tree* tree = &core.tree
    cdef int32_t index = node.first
    cdef int32_t best = NO_EDGE
    cdef double bound, highest = -1
    cdef Edge* edge
    known[0] = 0
    while index != NO_EDGE:
        edge = &tree.edges[index]
        if is_legal(core, seat, edge.move, interrupts):
            known[0] += 1
            edge.available += 1
            bound = ucb(edge.reward, edge.visits, edge.available, core.exploration)
            if bound > highest:
                highest = bound
                best = index
        index = edge.next
    return best


cdef move_t new_move(Core* core, int32_t seat, bint interrupts) noexcept nogil:
    """A move that a node might not know yet."""
    if interrupts and fast_below(&core.rng, 2):
        return NO_MOVE
    return policy_move(core.rules, core.work, seat, &core.rng)


cdef int32_t choose_edge(Core* core, Node* node, int32_t seat, bint interrupts) noexcept nogil:
    """The edge to go down: a new one while the node may widen, else the best known one; NO_EDGE when memory is full."""
    cdef int32_t known
    cdef int32_t best = best_edge(core, node, seat, interrupts, &known)
    cdef int32_t edge
    cdef move_t move
    if best == NO_EDGE or may_widen(known, node.visits, WIDTH):
        move = new_move(core, seat, interrupts)
        edge = find_edge(&core.tree, node, move)
        if edge == NO_EDGE:
            edge = add_edge(&core.tree, node, move)
            if edge != NO_EDGE:
                core.tree.edges[edge].available = 1
                return edge
        elif best == NO_EDGE:
            return edge
    return best


cdef move_t outside_move(Core* core, int32_t seat, bint interrupts) noexcept nogil:
    """What a seat does that has left its tree. A policy knows when to interrupt; without one half of them wait."""
    if not interrupts:
        return rollout_move(core, seat)
    if core.rules.ops.rollout_move != NULL:
        return core.rules.ops.rollout_move(core.rules, core.work, seat, &core.rng)
    return new_move(core, seat, True)


cdef move_t decide(Core* core, int32_t seat, bint interrupts) noexcept nogil:
    """A seat's move: by its tree as long as it is in it, else by the rollout policy."""
    cdef uint64_t key
    cdef int32_t slot, edge
    cdef bint is_new
    if not (core.inside >> seat) & 1:
        return outside_move(core, seat, interrupts)
    key = mixed(core.keys[seat], 1 + interrupts)
    key += key == 0
    slot = find_node(&core.tree, key)
    is_new = not core.tree.nodes[slot].key
    if (is_new and add_node(&core.tree, slot, key) == NO_NODE) or core.path_length == MAX_PATH:
        core.inside &= ~(<uint64_t> 1 << seat)
        return outside_move(core, seat, interrupts)
    edge = choose_edge(core, &core.tree.nodes[slot], seat, interrupts)
    if is_new or edge == NO_EDGE:
        core.inside &= ~(<uint64_t> 1 << seat)
    if edge == NO_EDGE:
        return outside_move(core, seat, interrupts)
    core.path[core.path_length].node = slot
    core.path[core.path_length].edge = edge
    core.path[core.path_length].seat = seat
    core.path_length += 1
    return core.tree.edges[edge].move


cdef int32_t choose_line(Core* core) noexcept nogil:
    """The root's next move: the first that was never tried, as far as the root is opened, else by upper confidence bound."""
    cdef int32_t index, best = 0
    cdef double bound, highest = -1
    for index in range(core.line_count):
        if not core.lines[index].visits:
            if index == 0 or may_widen(index, core.iterations, ROOT_WIDTH):
                return index
            break
        bound = ucb(core.lines[index].reward, core.lines[index].visits, core.iterations + 1, core.exploration)
        if bound > highest:
            highest = bound
            best = index
    return best


# One iteration

cdef bint play_ply(Core* core) noexcept nogil:
    """One decision or chance; False when the game is over."""
    cdef int32_t seat = sampled_interrupter(core)
    cdef uint64_t seats
    cdef move_t move
    if seat >= 0:
        move = decide(core, seat, True)
        if move != NO_MOVE:
            play_move(core, seat, move)
            return True
        core.keys[seat] = mixed(core.keys[seat], NO_MOVE)
    seats = core.rules.ops.to_act(core.rules, core.work)
    if seats:
        seat = lowest_bit(seats)
        play_move(core, seat, decide(core, seat, False))
    elif core.rules.ops.chance_kind(core.rules, core.work):
        play_chance(core)
    else:
        return False
    return True


cdef void play_to_end(Core* core) noexcept nogil:
    cdef int32_t plies
    for plies in range(MAX_PLIES):
        if not play_ply(core):
            break


cdef void begin(Core* core) noexcept nogil:
    """A world as the viewer may imagine it, in which nobody has seen anything yet."""
    cdef int32_t seat
    memcpy(core.work, core.root, core.size)
    core.rules.ops.determinize(core.rules, core.work, core.viewer, &core.rng)
    verify(core)
    for seat in range(core.rules.players):
        core.keys[seat] = mixed(0x243F6A8885A308D3ULL, seat)
    core.path_length = 0
    core.trace_length = 0


cdef void read_merits(Core* core, const int32_t* points, double* merits) noexcept nogil:
    """By how many points each seat is ahead of the best other; alone, its points."""
    cdef int32_t seat, other, best, second, sign = 1
    if core.rules.ops.fewest_win != NULL and core.rules.ops.fewest_win(core.rules):
        sign = -1
    if core.rules.players == 1:
        merits[0] = sign * points[0]
        return
    best = 0
    for seat in range(1, core.rules.players):
        if sign * points[seat] > sign * points[best]:
            best = seat
    second = 1 if best == 0 else 0
    for other in range(core.rules.players):
        if other != best and sign * points[other] > sign * points[second]:
            second = other
    for seat in range(core.rules.players):
        merits[seat] = sign * (points[seat] - points[second if seat == best else best])
    if core.goal == GOAL_POINTS:
        merits[core.viewer] = sign * points[core.viewer]


cdef void calibrate(Core* core) noexcept nogil:
    """One game to learn how far apart points end; after the last one the scale stays."""
    cdef int32_t points[MAX_SEATS]
    cdef double merits[MAX_SEATS]
    cdef int32_t seat
    cdef double variance
    begin(core)
    core.inside = 0
    play_to_end(core)
    core.rules.ops.returns(core.rules, core.work, points)
    read_merits(core, points, merits)
    core.calibrated += 1
    for seat in range(core.rules.players):
        core.merit_sum[seat] += merits[seat]
        core.merit_squares[seat] += merits[seat] * merits[seat]
        if core.calibrated == CALIBRATION:
            core.merit_mean[seat] = core.merit_sum[seat] / CALIBRATION
            variance = core.merit_squares[seat] / CALIBRATION - core.merit_mean[seat] * core.merit_mean[seat]
            core.merit_scale[seat] = max(0.5, sqrt(max(0.0, variance)))


cdef inline double between_0_and_1(double x) noexcept nogil:
    return 0.5 + 0.5 * x / (1 + (x if x > 0 else -x))


cdef void read_rewards(
    Core* core, const int32_t* points, const double* payoffs, double wins, double* rewards
) noexcept nogil:
    cdef double merits[MAX_SEATS]
    cdef double weight = core.place_weight if core.rules.players > 1 else 0.0
    cdef double ahead
    cdef int32_t seat
    read_merits(core, points, merits)
    for seat in range(core.rules.players):
        ahead = between_0_and_1((merits[seat] - core.merit_mean[seat]) / core.merit_scale[seat])
        rewards[seat] = weight * payoffs[seat] + (1 - weight) * ahead
        if seat == core.viewer and core.goal == GOAL_WIN:
            rewards[seat] = weight * wins + (1 - weight) * ahead
        if seat == core.viewer and core.goal == GOAL_POINTS:
            rewards[seat] = ahead


cdef double win_share(const double* payoffs, int32_t players, int32_t seat) noexcept nogil:
    """1 for whoever wins alone, 1 / k for k winners, else 0."""
    cdef int32_t other, alike = 0
    for other in range(players):
        if payoffs[other] > payoffs[seat]:
            return 0
        alike += payoffs[other] == payoffs[seat]
    return 1.0 / alike


cdef void learn(Core* core, RootLine* line) noexcept nogil:
    """Tell all decisions of the iteration what became of them."""
    cdef int32_t points[MAX_SEATS]
    cdef double payoffs[MAX_SEATS]
    cdef double rewards[MAX_SEATS]
    cdef double wins
    cdef int32_t index
    cdef Step* step
    cdef Edge* edge
    cdef Average* average
    core.rules.ops.returns(core.rules, core.work, points)
    end_payoffs(core.rules, core.work, payoffs)
    wins = win_share(payoffs, core.rules.players, core.viewer)
    read_rewards(core, points, payoffs, wins, rewards)
    line.visits += 1
    line.reward += rewards[core.viewer]
    line.payoff += payoffs[core.viewer]
    line.payoff_squares += payoffs[core.viewer] * payoffs[core.viewer]
    line.wins += wins
    line.win_squares += wins * wins
    line.points += points[core.viewer]
    line.points_squares += <double> points[core.viewer] * points[core.viewer]
    for index in range(core.path_length):
        step = &core.path[index]
        core.tree.nodes[step.node].visits += 1
        edge = &core.tree.edges[step.edge]
        edge.visits += 1
        edge.reward += rewards[step.seat]
        if core.rivals and edge.move != NO_MOVE:
            average = &core.tree.averages[average_slot(step.seat, edge.move)]
            average.visits += 1
            average.reward += <float> rewards[step.seat]
    for index in range(core.trace_length):
        average = &core.tree.averages[core.trace[index].slot]
        average.visits += 1
        average.reward += <float> rewards[core.trace[index].seat]


cdef void iterate(Core* core) noexcept nogil:
    """One world, one descent, one rollout. The first one plays some games before, to calibrate."""
    cdef RootLine* line
    while core.calibrated < CALIBRATION:
        calibrate(core)
    begin(core)
    core.inside = <uint64_t> -1 >> (64 - core.rules.players)
    line = &core.lines[choose_line(core)]
    if line.move == NO_MOVE:
        core.keys[core.viewer] = mixed(core.keys[core.viewer], NO_MOVE)
    else:
        play_move(core, core.viewer, line.move)
    play_to_end(core)
    learn(core, line)
    core.iterations += 1


# What Python holds

cdef inline bint ends(const StopSignal* signal, int done) noexcept nogil:
    """Whether to stop now; the clock is read once in ITERATIONS_PER_LOOK."""
    if signal == NULL:
        return False
    return is_told(signal) if done % ITERATIONS_PER_LOOK else is_due(signal)


cdef size_t rounded(size_t size) noexcept nogil:
    """Up to the next multiple of 16 bytes."""
    return (size + 15) // 16 * 16


@cython.final
cdef class Search:
    """A search for one seat's best move, which can go on for as long as one likes.

    All its memory is one block, made at once: at most `most_nodes` information sets and twice as many moves. A search
    that has filled it goes on with what it has.
    """
    cdef Core core
    cdef State state
    cdef char* block
    cdef readonly int spent
    """Iterations. The games of the calibration come on top of the first one."""

    def __cinit__(self, State state not None, seat: int, seed: int, *, int goal=GOAL_PLACE, int rivals=1, double place_weight=PLACE_WEIGHT,
                  double exploration=EXPLORATION, int most_nodes=DEFAULT_NODES, candidates=None):
        cdef Core* core = &self.core
        if not 0 <= seat < state.rules.players:
            raise ValueError(f"no seat {seat} here")
        if not 1 <= most_nodes <= 1 << 24 or not 0 <= rivals <= 16:
            raise ValueError("a search has 1 .. 2**24 nodes and 0 .. 16 rivals")
        self.state = state
        core.rules = state.rules.data
        core.root = state.data
        core.size = state.rules.state_size
        core.viewer = seat
        core.goal = goal
        core.rivals = rivals
        core.place_weight = place_weight
        core.exploration = exploration
        fast_seed(&core.rng, <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF))
        core.interrupts = not self.require_turn()
        self.allocate(most_nodes)
        self.list_lines(None if candidates is None else frozenset(candidates))

    def __dealloc__(self):
        PyMem_Free(self.block)

    cdef bint require_turn(self) except -1:
        """Whether the seat is asked; ValueError when it may not move at all."""
        cdef const GameOps* ops = self.core.rules.ops
        if (ops.to_act(self.core.rules, self.core.root) >> self.core.viewer) & 1:
            return True
        if ops.may_interrupt != NULL and (ops.may_interrupt(self.core.rules, self.core.root) >> self.core.viewer) & 1:
            return False
        raise ValueError(f"seat {self.core.viewer} has nothing to decide")

    cdef int allocate(self, int32_t most_nodes) except -1:
        """One block for everything."""
        cdef Core* core = &self.core
        cdef const GameOps* ops = core.rules.ops
        cdef size_t slots = 64
        while slots < 2 * <size_t> most_nodes:
            slots *= 2
        cdef size_t nodes = rounded(slots * sizeof(Node))
        cdef size_t edges = rounded(2 * <size_t> most_nodes * sizeof(Edge))
        cdef size_t averages = rounded(AVERAGES * sizeof(Average)) if core.rivals else 0
        cdef size_t lines = rounded((<size_t> ops.max_moves + 1) * sizeof(RootLine))
        cdef size_t path = rounded(MAX_PATH * sizeof(Step))
        cdef size_t trace = rounded(MAX_TRACE * sizeof(Trace)) if core.rivals else 0
        cdef size_t events = rounded(<size_t> ops.max_events * sizeof(EventItem))
        # Zeroed pages of the operating system cost nothing before they are used.
        self.block = <char*> PyMem_Calloc(1, nodes + edges + averages + lines + path + trace + events + core.size)
        if self.block == NULL:
            raise MemoryError()
        core.tree.nodes = <Node*> self.block
        core.tree.edges = <Edge*> (self.block + nodes)
        core.tree.averages = <Average*> (self.block + nodes + edges)
        core.lines = <RootLine*> (self.block + nodes + edges + averages)
        core.path = <Step*> (self.block + nodes + edges + averages + lines)
        core.trace = <Trace*> (self.block + nodes + edges + averages + lines + path)
        core.log.items = <EventItem*> (self.block + nodes + edges + averages + lines + path + trace)
        core.log.capacity = ops.max_events
        core.work = self.block + nodes + edges + averages + lines + path + trace + events
        core.tree.mask = slots - 1
        core.tree.most_nodes = most_nodes
        core.tree.most_edges = 2 * most_nodes
        return 0

    cdef int list_lines(self, frozenset candidates) except -1:
        """The legal moves in random order, all or those that are candidates, and waiting for who need not move."""
        cdef Core* core = &self.core
        cdef const GameOps* ops = core.rules.ops
        cdef move_t* moves = <move_t*> PyMem_Calloc(ops.max_moves + 1, sizeof(move_t))
        cdef int32_t index, legal
        if moves == NULL:
            raise MemoryError()
        legal = ops.legal_moves(core.rules, core.root, core.viewer, moves)
        for index in range(legal):
            if candidates is None or moves[index] in candidates:
                self.add_line(moves[index])
        PyMem_Free(moves)
        if not core.line_count:
            raise ValueError("no candidate is legal")
        if core.interrupts:
            self.add_line(NO_MOVE)
        return 0

    cdef void add_line(self, move_t move) noexcept:
        """One more move of the root, at a random place."""
        cdef Core* core = &self.core
        cdef int32_t other = fast_below(&core.rng, core.line_count + 1)
        core.lines[core.line_count].move = core.lines[other].move
        core.lines[other].move = move
        core.line_count += 1

    def run(self, int iterations, Stop stop=None):
        """So many iterations more, fewer when `stop` ends them; the number done."""
        cdef Core* core = &self.core
        cdef const StopSignal* signal = &stop.signal if stop is not None else NULL
        cdef int done = 0
        with nogil:
            while done < iterations and not ends(signal, done):
                iterate(core)
                done += 1
        if core.broken:
            raise AssertionError(f"a world of {self.state} broke invariant {core.broken} ({ILLEGAL_MOVE}: made a bad move)")
        self.spent += done
        return done

    @property
    def is_full(self):
        """Whether the memory for information sets is used up."""
        return self.core.tree.node_count == self.core.tree.most_nodes

    @property
    def information_sets(self):
        """How many information sets below the root it has met."""
        return self.core.tree.node_count

    def lines(self):
        """Every move that was tried, the most visited first, then by reward, then by word."""
        cdef int32_t index
        cdef double spread = points_spread(&self.core)
        cdef list lines = [line_of(&self.core.lines[index], spread) for index in range(self.core.line_count)
                           if self.core.lines[index].visits]
        return sorted(lines, key=lambda line: (-line.visits, -line.reward, line.move))

    def principal(self, move: int):
        """The most visited decisions after one of the root's moves, as (seat, word), up to chance or to what is not known.

        It is played in a sampled world, and shows what the seats that decide would do on average.
        """
        cdef Core* core = &self.core
        cdef FastStream kept = core.rng
        cdef list plies = []
        cdef move_t word = move
        fast_seed(&core.rng, 0)
        begin(core)
        core.inside = <uint64_t> -1 >> (64 - core.rules.players)
        if word == NO_MOVE:
            core.keys[core.viewer] = mixed(core.keys[core.viewer], NO_MOVE)
        else:
            play_move(core, core.viewer, word)
        while len(plies) < LINE_PLIES and self.add_reply(plies):
            pass
        core.rng = kept
        return tuple(plies)

    cdef bint add_reply(self, list plies) except -1:
        """The next decision of a principal line, if it is one that can be trusted."""
        cdef Core* core = &self.core
        cdef uint64_t seats = core.rules.ops.to_act(core.rules, core.work)
        cdef int32_t seat, slot, edge
        cdef uint64_t key
        if not seats:
            return False
        seat = lowest_bit(seats)
        key = mixed(core.keys[seat], 1)
        key += key == 0
        slot = find_node(&core.tree, key)
        if not core.tree.nodes[slot].key:
            return False
        edge = most_visited(&core.tree, &core.tree.nodes[slot])
        if edge == NO_EDGE or core.tree.edges[edge].visits < TRUST:
            return False
        if not is_legal(core, seat, core.tree.edges[edge].move, False):
            return False
        plies.append((seat, core.tree.edges[edge].move))
        play_move(core, seat, core.tree.edges[edge].move)
        return True


cdef double points_spread(const Core* core) noexcept:
    """The standard deviation of the points of all games; of a single one its points, for want of anything better."""
    cdef double n = 0, points = 0, squares = 0
    cdef int32_t index
    for index in range(core.line_count):
        n += core.lines[index].visits
        points += core.lines[index].points
        squares += core.lines[index].points_squares
    return abs(points) if n < 2 else sqrt(max(0.0, squares - points * points / n) / (n - 1))


cdef object line_of(const RootLine* line, double spread):
    cdef double n = line.visits
    return Line(
        line.move, line.visits, line.reward / n,
        line.payoff / n, standard_error(line.payoff, line.payoff_squares, n, 1.0),
        line.wins / n, standard_error(line.wins, line.win_squares, n, 1.0),
        line.points / n, standard_error(line.points, line.points_squares, n, spread),
    )


cdef double standard_error(double total, double squares, double n, double spread) noexcept:
    """Of the mean of n numbers, by their own spread; a single number's is not known, and taken to be this one."""
    cdef double variance
    if n < 2:
        return spread
    variance = max(0.0, squares - total * total / n) / (n - 1)
    return sqrt(variance / n)
