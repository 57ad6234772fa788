"""The one way in which a computation is told to end early: a flag in memory, and a time on the monotonic clock.

C code polls. `is_told` reads one word and is cheap enough for every node; `is_due` reads the clock as well and belongs
after some hundred nodes, or some 100 microseconds. Whoever finds either true returns at once with the best it has.

This clock only ever ends a computation; nothing that is computed depends on it otherwise, and game logic has no clock.
"""

from libc.stdint cimport int32_t, int64_t


cdef extern from *:
    """
    #include <stdint.h>
    #include <time.h>

    static inline int64_t canopy_monotonic_ns(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    """
    int64_t monotonic_ns "canopy_monotonic_ns"() noexcept nogil


cdef extern from "<stdint.h>":
    const int64_t NEVER "INT64_MAX"


ctypedef struct StopSignal:
    const volatile int32_t* flag     # not 0: end now
    int64_t deadline                 # when to end by itself, in nanoseconds of the monotonic clock; NEVER


cdef inline bint is_told(const StopSignal* signal) noexcept nogil:
    """Whether somebody said stop."""
    return signal.flag[0] != 0


cdef inline bint is_due(const StopSignal* signal) noexcept nogil:
    """Whether somebody said stop or the time is over."""
    return signal.flag[0] != 0 or (signal.deadline != NEVER and monotonic_ns() >= signal.deadline)


cdef class Stop:
    # To be handed to C code, which may read it for as long as this object lives.
    cdef StopSignal signal
    cdef int32_t own_flag
    cdef object memory               # keeps alive whatever holds the flag
