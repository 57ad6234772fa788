"""Random play to the end, written once for all games; whoever samples games in C calls `play_out`."""

from libc.stdint cimport int32_t, int64_t

from cext.kernel cimport RulesHeader
from cext.streams cimport FastStream


ctypedef struct Tally:        # adds up over playouts
    int64_t plies             # moves and chance outcomes
    int64_t moves             # moves of players
    int32_t broken            # debug build: the invariant that a ply broke, which ends the playout
    int64_t interruptions     # those of the moves that nobody waited for


cdef void play_out(const RulesHeader* rules, char* state, FastStream* rng, Tally* tally) noexcept nogil
