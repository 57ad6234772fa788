"""The two random streams: `GameStream` moves the dice of a game, `FastStream` only ever imagines them.

They never meet: nothing that thinks about a game can move its dice (the habit of Ludii and TAG).
"""

cimport cython
from libc.stdint cimport uint32_t, uint64_t


ctypedef struct FastStream:   # xoshiro256++ (Blackman and Vigna, public domain), seeded through SplitMix64
    uint64_t s[4]


# These functions are inline, and therefore here: a call through a module boundary would cost more than they do.

cdef inline uint64_t splitmix64(uint64_t* counter) noexcept nogil:
    """The next output of SplitMix64 (Steele, Lea and Flood 2014), which turns any seed into well-mixed words."""
    counter[0] += 0x9E3779B97F4A7C15ULL
    cdef uint64_t z = counter[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline void fast_seed(FastStream* stream, uint64_t seed) noexcept nogil:
    """Fill the state with SplitMix64 outputs, as its authors advise: any seed is good, 0 included."""
    cdef uint64_t counter = seed
    stream.s[0] = splitmix64(&counter)
    stream.s[1] = splitmix64(&counter)
    stream.s[2] = splitmix64(&counter)
    stream.s[3] = splitmix64(&counter)


cdef inline uint64_t rotate_left(uint64_t word, int bits) noexcept nogil:
    return (word << bits) | (word >> (64 - bits))


cdef inline uint64_t fast_next(FastStream* stream) noexcept nogil:
    """Sixty-four uniform bits."""
    cdef uint64_t* s = stream.s
    cdef uint64_t result = rotate_left(s[0] + s[3], 23) + s[0]
    cdef uint64_t t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate_left(s[3], 45)
    return result


@cython.cdivision(True)
cdef inline uint32_t fast_scale(FastStream* stream, uint32_t word, uint32_t bound) noexcept nogil:
    """Make 32 uniform bits uniform in 0 .. bound-1 without bias (Lemire 2019: multiply, shift, reject). bound >= 1.

    The word comes from the stream; it is replaced by further ones as long as it is rejected. Two draws can share the
    two halves of one output.
    """
    cdef uint64_t product = <uint64_t> word * bound
    cdef uint32_t threshold
    if <uint32_t>product < bound:
        threshold = (<uint32_t>(0 - bound)) % bound
        while <uint32_t>product < threshold:
            product = (fast_next(stream) >> 32) * bound
    return <uint32_t>(product >> 32)


cdef inline uint32_t fast_below(FastStream* stream, uint32_t bound) noexcept nogil:
    """Uniform in 0 .. bound-1 without bias, from the upper half of an output. bound >= 1."""
    return fast_scale(stream, <uint32_t> (fast_next(stream) >> 32), bound)


cdef class GameStream:
    """Draws of one domain of one game: HMAC-SHA256(seed, domain || 0x00 || block number as 4 bytes big-endian).

    Each block gives eight big-endian 32-bit words, block 0 first. A word is rejected if it is not below the largest
    multiple of the bound that is at most 2**32; otherwise the draw is the word modulo the bound. Every draw takes at
    least one word, even with bound 1.
    """
    cdef bytes seed
    cdef bytes domain
    cdef bytes block
    cdef uint64_t block_number
    cdef int word_index

    cdef uint32_t next_word(self) except? 0xFFFFFFFF
    # Uniform in 0 .. bound-1; ValueError for bound 0.
    cpdef uint32_t below(self, uint32_t bound) except? 0xFFFFFFFF
    # The numbers 0 .. count-1 in random order.
    cpdef list shuffle(self, uint32_t count)
