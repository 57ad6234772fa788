"""Keys of Trek 12 sheets (Zobrist hashing): the same writings in another order give the same key.

Nothing to come depends on which of several circles a link leads to, only on which are linked on which side.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.streams cimport splitmix64
from cext.trek12 cimport MAX_CIRCLES, NUMBERS, Trek12Rules, Writing


ctypedef struct SheetKeys:
    uint64_t circle[MAX_CIRCLES][NUMBERS + 1]  # by number; the last one: a spider
    uint64_t above[MAX_CIRCLES]                # linked on that side
    uint64_t below[MAX_CIRCLES]


cdef inline void make_sheet_keys(SheetKeys* keys, uint64_t* counter) noexcept nogil:
    """Always the same for the same counter, which goes on."""
    cdef int32_t i, j
    for i in range(MAX_CIRCLES):
        keys.above[i] = splitmix64(counter)
        keys.below[i] = splitmix64(counter)
        for j in range(NUMBERS + 1):
            keys.circle[i][j] = splitmix64(counter)


cdef inline uint64_t key_after(
    const SheetKeys* keys, uint64_t key, const Trek12Rules* rules, const Writing* writing, int32_t result
) noexcept nogil:
    """The key of a sheet once this is written on it, too."""
    key ^= keys.circle[writing.circle][result if result <= rules.max_number else NUMBERS]
    if writing.below:
        key ^= keys.above[writing.below - 1] ^ keys.below[writing.circle]
    if writing.above:
        key ^= keys.above[writing.circle] ^ keys.below[writing.above - 1]
    return key
