"""Hints for a seat of Trek 12 that does not know the dice to come: games played out.

Scores are independent but for what turns up, so one sheet is played at a time. A world is the dice of all rounds to come
and the cards of the lines that lie face down; all moves that are compared meet the same worlds.
"""

from typing import NamedTuple

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.math cimport sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

from cext.kernel cimport Rules, State, move_t
from cext.stop cimport Stop, StopSignal, is_due
from cext.streams cimport FastStream, fast_below, fast_seed, splitmix64
from cext.trek12 cimport (
    CHOOSING,
    GREEN_FACES,
    MAX_LINES,
    MAX_ROUNDS,
    NONE,
    OPERATIONS,
    YELLOW_FACES,
    Trek12Rules,
    Trek12Table,
    bit,
    has,
    result_of,
    rules_at,
    seat_at,
    table_at,
)
from cext.trek12_sheet cimport random_bit
from cext.trek12_solve_policy cimport FEATURES, Belief, Weights, believe, looks, usual_weights
from cext.trek12_solve_sight cimport WAYS, Sight, list_moves, total_of, write_move


cpdef enum:
    BY_POINTS = 0             # what a race is about: the mean points at the end,
    BY_WINS = 1               # the mean share of a win,
    BY_PLACES = 2             # the mean share of the other seats left behind

cdef enum:
    MOST_WORLDS = 1 << 14
    PASSES = 64               # for so many of the first length there are worlds
    NO_VALUE = -1000000000


cdef str KERNEL_NAME = "trek12"


# The dice to come and the cards face down.
ctypedef struct World:
    uint8_t green[MAX_ROUNDS]     # by round from 0
    uint8_t yellow[MAX_ROUNDS]
    uint8_t cards[MAX_LINES]


# Worlds

cdef void sample_world(const Trek12Rules* rules, const Trek12Table* table, FastStream* rng, World* world) noexcept nogil:
    """Dice for every round that is not rolled yet, and a card for every line, as likely as they are."""
    cdef uint64_t left = bit(rules.cards) - 1
    cdef int32_t round, line, card
    for line in range(rules.lines):
        if table.cards[line] != NONE:
            left &= ~bit(table.cards[line])
    for line in range(rules.lines):
        world.cards[line] = table.cards[line]
        if table.cards[line] == NONE:
            card = random_bit(left, rng)
            left &= ~bit(card)
            world.cards[line] = card
    for round in range(table.round, rules.rounds):
        world.green[round] = 1 + fast_below(rng, GREEN_FACES)
        world.yellow[round] = fast_below(rng, YELLOW_FACES)
    if table.phase == CHOOSING:
        world.green[table.round] = table.green
        world.yellow[table.round] = table.yellow


# Playing

cdef inline void end_round(Sight* sight, const World* world) noexcept nogil:
    """Turn up what was discovered."""
    cdef int32_t line
    for line in range(sight.rules.lines):
        if has(sight.table.due_lines, line):
            sight.table.cards[line] = world.cards[line]
    sight.table.due_lines = 0
    sight.table.round += 1


cdef inline double look_after(
    const Sight* sight, const Belief* belief, const Weights* weights, move_t move, int32_t result
) noexcept nogil:
    """How good the sheet looks after a move."""
    cdef Sight after = sight[0]
    write_move(&after, move, result)
    return looks(
        after.rules, &after.table, belief, weights, &after.sheet, after.rules.rounds - after.table.round - 1)


cdef int32_t rank_moves(
    const Sight* sight, const Belief* belief, const Weights* weights, int32_t green, int32_t yellow,
    move_t* moves, double* values
) noexcept nogil:
    """All moves with these dice and how good the sheet looks after each; how many there are."""
    cdef int32_t operation, result, i, found, count = 0
    for operation in range(OPERATIONS):
        if sight.sheet.used[operation] >= sight.rules.boxes:
            continue
        result = result_of(sight.rules, operation, green, yellow)
        found = list_moves(sight, operation, result, moves + count)
        for i in range(count, count + found):
            values[i] = look_after(sight, belief, weights, moves[i], result)
        count += found
    return count


cdef int32_t best_of(const double* values, int32_t count) noexcept nogil:
    cdef int32_t i, best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return best


cdef inline int32_t result_of_move(const Sight* sight, const World* world, move_t move) noexcept nogil:
    cdef int32_t round = sight.table.round
    return result_of(sight.rules, <int32_t> (move >> 24), world.green[round], world.yellow[round])


cdef void play_round(Sight* sight, const World* world, move_t move) noexcept nogil:
    write_move(sight, move, result_of_move(sight, world, move))
    end_round(sight, world)


cdef int32_t play_out(
    Sight* sight, const World* world, const Weights* weights, move_t* moves, double* values
) noexcept nogil:
    """Play to the end as the quick player does; the final points. `moves` and `values` are work memory."""
    cdef Belief belief
    cdef int32_t count
    while sight.table.round < sight.rules.rounds:
        believe(sight.rules, &sight.table, &belief)
        count = rank_moves(sight, &belief, weights, world.green[sight.table.round], world.yellow[sight.table.round],
                           moves, values)
        play_round(sight, world, moves[best_of(values, count)])
    return total_of(sight)


# The race

ctypedef struct Runner:
    move_t move
    double looks              # what the quick player thinks of it
    int32_t games
    double points
    double squares
    double wins
    double win_squares
    double places
    double place_squares
    bint is_out


@cython.final
@cython.nonecheck(False)          # which would need the GIL; `self` is never None
cdef class Race:
    """Moves of a seat, played out on the same worlds; the worse half drops out again and again (successive halving).

    Begins with the `keep` moves that look best to the quick player. Every pass plays `batch` worlds more with each
    runner that is left, then half of them drop out and the batch doubles, until two are left, which go on. The dice of
    world i depend on the seed and i alone. Other seats play as the quick player does; only what lies open is looked at.
    """
    cdef Runner* runners
    cdef int32_t count
    cdef int32_t left             # the first `left` runners are still in the race
    cdef int32_t batch
    cdef int32_t played           # runners that have met the next world
    cdef int32_t met              # worlds of this pass that every runner left has met
    cdef int32_t worlds           # the same of all passes
    cdef Sight* sights            # by seat
    cdef int32_t players
    cdef int32_t seat
    cdef int32_t goal
    cdef uint64_t seed
    cdef int16_t* others          # their points, by world
    cdef int32_t others_known
    cdef Weights weights
    cdef move_t* moves
    cdef double* values
    cdef readonly int64_t games

    def __cinit__(
        self, State state not None, int32_t seat, seed, int32_t batch=8, int32_t keep=16, int32_t goal=BY_POINTS,
    ):
        cdef int32_t i
        if state.rules.kernel.name != KERNEL_NAME:
            raise TypeError(f"{state} is no state of Trek 12")
        if table_at(state.data).phase != CHOOSING or not 0 <= seat < state.rules.players:
            raise ValueError(f"seat {seat} is not asked for a move")
        self.players = state.rules.players
        self.seat = seat
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        # A larger one would not leave enough worlds for the passes that follow.
        self.batch = min(max(1, batch), MOST_WORLDS // PASSES)
        self.goal = goal if self.players > 1 else BY_POINTS
        self.moves = <move_t*> PyMem_Calloc(OPERATIONS * WAYS, sizeof(move_t))
        self.values = <double*> PyMem_Calloc(OPERATIONS * WAYS, sizeof(double))
        self.runners = <Runner*> PyMem_Calloc(max(1, keep), sizeof(Runner))
        self.sights = <Sight*> PyMem_Calloc(self.players, sizeof(Sight))
        self.others = <int16_t*> PyMem_Calloc(MOST_WORLDS * self.players, sizeof(int16_t))
        if (self.moves == NULL or self.values == NULL or self.runners == NULL or self.sights == NULL
                or self.others == NULL):
            raise MemoryError()
        for i in range(self.players):
            self.sights[i].rules = rules_at(state.rules.data)
            self.sights[i].table = table_at(state.data)[0]
            self.sights[i].sheet = seat_at(state.data, i)[0]
        usual_weights(&self.weights)
        self.line_up(max(1, keep))

    def __dealloc__(self):
        PyMem_Free(self.moves)
        PyMem_Free(self.values)
        PyMem_Free(self.runners)
        PyMem_Free(self.sights)
        PyMem_Free(self.others)

    cdef void line_up(self, int32_t keep) noexcept:
        """Take the moves that look best."""
        cdef Sight* sight = &self.sights[self.seat]
        cdef Belief belief
        cdef int32_t best, found
        believe(sight.rules, &sight.table, &belief)
        found = rank_moves(sight, &belief, &self.weights, sight.table.green, sight.table.yellow, self.moves, self.values)
        self.count = min(keep, found)
        self.left = 0
        while self.left < self.count:
            best = best_of(self.values, found)
            self.runners[self.left].move = self.moves[best]
            self.runners[self.left].looks = self.values[best]
            self.values[best] = NO_VALUE
            self.left = self.left + 1

    def run(self, games, Stop stop not None):
        """Play so many games more, or fewer when it is stopped or one move is left; whether it was stopped.

        It may go on afterwards: equal seeds and numbers of games give the same, however they are split over calls.
        """
        cdef int64_t until = self.games + <int64_t> games
        cdef const StopSignal* signal = &stop.signal
        cdef bint stopped = False
        with nogil:
            while self.games < until and (self.left > 1 or self.worlds < self.batch) and self.worlds < MOST_WORLDS:
                stopped = is_due(signal)
                if stopped:
                    break
                self.play_next()
        return stopped

    cdef void play_next(self) noexcept nogil:
        """The next game: every runner left meets a world before any meets the next one, the best so far first.

        So the race can end anywhere: by then all have met as many worlds, or the better ones one more.
        """
        self.play_world(&self.runners[self.played], self.worlds)
        self.played = self.played + 1
        if self.played == self.left:
            self.end_world()

    cdef void play_world(self, Runner* runner, int32_t index) noexcept nogil:
        cdef Sight sight = self.sights[self.seat]
        cdef World world
        cdef int32_t points
        cdef double win, place
        self.imagine(index, &world)
        play_round(&sight, &world, runner.move)
        points = play_out(&sight, &world, &self.weights, self.moves, self.values)
        self.games = self.games + 1
        runner.games += 1
        runner.points += points
        runner.squares += <double> points * points
        if self.goal != BY_POINTS:
            self.compare(index, points, &win, &place)
            runner.wins += win
            runner.win_squares += win * win
            runner.places += place
            runner.place_squares += place * place

    cdef void imagine(self, int32_t index, World* world) noexcept nogil:
        """World number `index`."""
        cdef FastStream rng
        cdef uint64_t counter = self.seed + <uint64_t> index * 0x9E3779B97F4A7C15ULL
        fast_seed(&rng, splitmix64(&counter))
        sample_world(self.sights[0].rules, &self.sights[0].table, &rng, world)

    cdef void compare(self, int32_t index, int32_t points, double* win, double* place) noexcept nogil:
        """The share of a win, and of the other seats left behind, that these points are in a world."""
        cdef int32_t other, seat, ahead = 0, level = 0
        while self.others_known <= index:
            self.play_others(self.others_known)
            self.others_known = self.others_known + 1
        for seat in range(self.players):
            if seat != self.seat:
                other = self.others[index * self.players + seat]
                ahead += other > points
                level += other == points
        win[0] = 0 if ahead else 1.0 / (1 + level)
        place[0] = (self.players - 1 - ahead - 0.5 * level) / (self.players - 1)

    cdef void play_others(self, int32_t index) noexcept nogil:
        cdef World world
        cdef Sight sight
        cdef int32_t seat
        self.imagine(index, &world)
        for seat in range(self.players):
            if seat != self.seat:
                sight = self.sights[seat]
                self.others[index * self.players + seat] = play_out(
                    &sight, &world, &self.weights, self.moves, self.values)

    cdef double merit(self, const Runner* runner) noexcept nogil:
        """What the race is about."""
        cdef double sum = runner.points
        if self.goal == BY_WINS:
            sum = runner.wins
        elif self.goal == BY_PLACES:
            sum = runner.places
        return sum / runner.games

    cdef void end_world(self) noexcept nogil:
        """Sort the runners left; at the end of a pass the worse half drops out."""
        cdef Runner kept
        cdef int32_t i, j
        self.worlds = self.worlds + 1
        self.met = self.met + 1
        self.played = 0
        for i in range(1, self.left):
            kept = self.runners[i]
            j = i
            while j and self.merit(&self.runners[j - 1]) < self.merit(&kept):
                self.runners[j] = self.runners[j - 1]
                j -= 1
            self.runners[j] = kept
        if self.met == self.batch:
            self.met = 0
            if self.left > 2:
                self.left = (self.left + 1) // 2
                self.batch = self.batch * 2

    def standings(self):
        """What every runner has come to, those longest in the race first, among equals the best."""
        cdef int32_t i
        cdef Runner* runner
        cdef double spread = self.spread()
        lines = []
        merits = {}
        for i in range(self.count):
            runner = &self.runners[i]
            if runner.games == 0:
                lines.append(Standing(runner.move, 0, runner.looks, None, None, None, None, None))
                continue
            merits[runner.move] = self.merit(runner)
            lines.append(Standing(
                runner.move,
                runner.games,
                runner.points / runner.games,
                error_of(runner.points, runner.squares, runner.games, spread),
                runner.wins / runner.games if self.goal != BY_POINTS else None,
                error_of(runner.wins, runner.win_squares, runner.games, 1.0) if self.goal != BY_POINTS else None,
                runner.places / runner.games if self.goal != BY_POINTS else None,
                error_of(runner.places, runner.place_squares, runner.games, 1.0) if self.goal != BY_POINTS else None,
            ))
        lines.sort(key=lambda line: (-line.games, -merits.get(line.move, 0)))
        return lines

    cdef double spread(self) noexcept:
        """The standard deviation of the points of all games; of a single one its points, for want of anything better."""
        cdef double points = 0, squares = 0
        cdef int32_t i
        for i in range(self.count):
            points += self.runners[i].points
            squares += self.runners[i].squares
        if self.games < 2:
            return abs(points)
        return sqrt(max(0.0, squares - points * points / self.games) / (self.games - 1))


cdef double error_of(double sum, double squares, int32_t games, double spread) noexcept:
    """The standard error of a mean by the spread of its own games; a single one is taken to have that of all."""
    cdef double mean = sum / games
    if games < 2:
        return spread
    return sqrt(max(0.0, squares / games - mean * mean) / (games - 1))


# The Python side

class Standing(NamedTuple):
    """A move and what games after it came to."""
    move: int
    games: int
    points: float
    """Mean points at the end; without a game, what the quick player thinks."""
    points_error: float | None
    wins: float | None
    """Mean share of a win. None: nobody else is looked at."""
    wins_error: float | None
    places: float | None
    """Mean share of the other seats left behind."""
    places_error: float | None


cdef int take_weights(Weights* weights, base, slope) except -1:
    cdef int32_t i
    for i in range(FEATURES):
        weights.base[i] = base[i]
        weights.slope[i] = slope[i]
    return 0


def play_games(Rules rules not None, seed, games, base, slope):
    """Final points of whole games that the quick player plays alone with these weights; equal seeds, equal dice."""
    cdef Sight sight
    cdef State start = State.start(rules)
    cdef World world
    cdef Weights weights
    cdef FastStream rng
    cdef int32_t game, line, card, points
    cdef uint64_t left
    cdef move_t* moves = <move_t*> PyMem_Calloc(OPERATIONS * WAYS, sizeof(move_t))
    cdef double* values = <double*> PyMem_Calloc(OPERATIONS * WAYS, sizeof(double))
    take_weights(&weights, base, slope)
    fast_seed(&rng, seed)
    totals = []
    for game in range(games):
        sight.rules = rules_at(rules.data)
        sight.table = table_at(start.data)[0]
        sight.sheet = seat_at(start.data, 0)[0]
        left = bit(sight.rules.number_cards) - 1
        for line in range(sight.rules.lines):
            card = random_bit(left, &rng)
            left &= ~bit(card)
            sight.table.numbers[line] = sight.rules.number_card[card]
        sample_world(sight.rules, &sight.table, &rng, &world)
        with nogil:
            points = play_out(&sight, &world, &weights, moves, values)
        totals.append(points)
    PyMem_Free(moves)
    PyMem_Free(values)
    return totals
