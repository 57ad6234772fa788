"""The game's stream as a class, and a Python handle on the simulation stream; `streams.pxd` specifies both."""

import hmac

SEED_BYTES = 32


cdef int WORDS_PER_BLOCK = 8
cdef uint64_t LAST_BLOCK = 0xFFFFFFFFULL
cdef uint64_t WORDS = 0x100000000ULL


cdef class GameStream:
    """Draws of one domain of one game: HMAC-SHA256(seed, domain || 0x00 || block number as 4 bytes big-endian)."""

    def __init__(self, bytes seed not None, str domain not None):
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a game seed has {SEED_BYTES} bytes, not {len(seed)}")
        if "\0" in domain:
            raise ValueError("a domain contains no NUL: NUL ends it")
        self.seed = seed
        self.domain = domain.encode()
        self.block = b""
        self.block_number = 0
        self.word_index = WORDS_PER_BLOCK

    cdef uint32_t next_word(self) except? 0xFFFFFFFF:
        cdef const unsigned char* word
        if self.word_index == WORDS_PER_BLOCK:
            if self.block_number > LAST_BLOCK:
                raise RuntimeError("the stream of this domain is used up")
            message = self.domain + b"\0" + int(self.block_number).to_bytes(4, "big")
            self.block = hmac.digest(self.seed, message, "sha256")
            self.block_number += 1
            self.word_index = 0
        word = <const unsigned char*>self.block + 4 * self.word_index
        self.word_index += 1
        return (<uint32_t>word[0] << 24) | (<uint32_t>word[1] << 16) | (<uint32_t>word[2] << 8) | word[3]

    cpdef uint32_t below(self, uint32_t bound) except? 0xFFFFFFFF:
        """A uniform number in 0 .. bound-1."""
        cdef uint64_t limit
        cdef uint32_t word
        if bound == 0:
            raise ValueError("nothing is below 0")
        limit = WORDS - WORDS % bound
        word = self.next_word()
        while word >= limit:
            word = self.next_word()
        return word % bound

    cpdef list shuffle(self, uint32_t count):
        """The numbers 0 .. count-1 in random order (Fisher-Yates from the end)."""
        cdef list order = list(range(count))
        cdef uint32_t i, j
        for i in range(count - 1, 0, -1) if count else ():
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


cdef class SimulationStream:
    """A `FastStream` for Python code: the same numbers that playouts and samples draw from this seed."""
    cdef FastStream stream

    def __init__(self, seed: int):
        fast_seed(&self.stream, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))

    @property
    def state(self) -> tuple[int, int, int, int]:
        """The four words of xoshiro256++ as they are now."""
        return self.stream.s[0], self.stream.s[1], self.stream.s[2], self.stream.s[3]

    def next(self) -> int:
        """Sixty-four uniform bits."""
        return fast_next(&self.stream)

    def below(self, bound: int) -> int:
        """A uniform number in 0 .. bound-1, for bounds of up to 32 bits."""
        if not 1 <= bound <= 0xFFFFFFFF:
            raise ValueError(f"a bound lies in 1 .. 2**32-1, not {bound}")
        return fast_below(&self.stream, <uint32_t>bound)
