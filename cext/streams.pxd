"""The two random streams: `GameStream` moves the dice of a game, `FastStream` only ever imagines them.

They never meet: nothing that thinks about a game can move its dice (the habit of Ludii and TAG).
"""

from libc.stdint cimport uint32_t, uint64_t


ctypedef struct FastStream:   # xoshiro256++ (Blackman and Vigna, public domain), seeded through SplitMix64
    uint64_t s[4]

cdef void fast_seed(FastStream* stream, uint64_t seed) noexcept nogil
cdef uint64_t fast_next(FastStream* stream) noexcept nogil
# Uniform in 0 .. bound-1 without bias (Lemire 2019: multiply, shift, reject). bound >= 1.
cdef uint32_t fast_below(FastStream* stream, uint32_t bound) noexcept nogil


cdef class GameStream:
    """Draws of one domain of one game: HMAC-SHA256(seed, domain || 0x00 || block number as 4 bytes big-endian).

    Each block gives eight big-endian 32-bit words; a word is rejected if it is not below the largest multiple of the bound.
    """
    cdef bytes seed
    cdef bytes domain
    cdef bytes block
    cdef uint32_t block_number
    cdef int word_index

    cdef uint32_t below(self, uint32_t bound) except? 0xFFFFFFFF
