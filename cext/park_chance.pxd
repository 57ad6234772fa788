"""The stack of tiles of Amazonia Park: what can be drawn next, what cannot, and samples of it.

An outcome names one of the physical tiles, so that all outcomes are equally likely: its kind, and which copy of that
kind among those left in the part of the stack that is drawn from. Copies differ in nothing else.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.stdio cimport snprintf

from cext.kernel cimport (
    CHANCE_NOT_DUE,
    GAME_OVER,
    MAX_DOMAIN,
    WRONG_CHANCE,
    RulesHeader,
    Violation,
    clamped,
    outcome_t,
    report,
)
from cext.park cimport (
    ANIMALS,
    CHANCE_TILE,
    DEALING,
    DRAWING,
    EVENING,
    KINDS,
    MORNING,
    OVER,
    PART_KINDS,
    TILE_ALREADY_DRAWN,
    TILE_COUNTS,
    TILE_OF_EVENING,
    TILE_UNKNOWN,
    TILE_WRONG_SEAT,
    ParkRules,
    ParkTable,
    animal_of,
    animals_of,
    data_of,
    kind_of,
    kind_word,
    rules_at,
    sum_of,
    table_at,
    tile_kind,
)
from cext.streams cimport FastStream, fast_below


cdef enum:
    COUNT_SHIFT = 8           # of the count in an outcome, above the copy
    ANIMAL_SHIFT = 16
    SEAT_SHIFT = 24           # the seat takes all bits that are left


# What is due

cdef inline int32_t chance_kind(const RulesHeader* header, const char* state) noexcept nogil:
    cdef int32_t phase = table_at(<char*> state).phase
    return CHANCE_TILE if phase == DEALING or phase == DRAWING else 0


cdef inline void chance_domain(const RulesHeader* header, const char* state, char* out) noexcept nogil:
    """Every tile has a domain of its own, by how many have been drawn before it."""
    snprintf(out, MAX_DOMAIN, b"park/tile/%d", <int> sum_of(table_at(<char*> state).drawn, PART_KINDS))


cdef inline int32_t part_due(const ParkTable* table) noexcept nogil:
    """The part of the stack that is drawn from: the morning lies on top ("Setup")."""
    return MORNING if table.tiles_left[MORNING] else EVENING


cdef inline int32_t left_of(const ParkRules* rules, const ParkTable* table, int32_t kind) noexcept nogil:
    """Tiles of a kind that are still in the stack; the evening's kinds come after the morning's."""
    return rules.tiles[kind] - table.drawn[kind]


cdef inline int32_t kind_of_nth(const ParkRules* rules, const ParkTable* table, int32_t* skipped) noexcept nogil:
    """The kind of the tile after so many others of the part that is due, in the order of kinds; leaves in `skipped` how
    many copies of that kind come before it."""
    cdef int32_t kind = KINDS * part_due(table)
    while skipped[0] >= left_of(rules, table, kind):
        skipped[0] -= left_of(rules, table, kind)
        kind += 1
    return kind


# Words

cdef inline outcome_t tile_word(int32_t seat, int32_t kind, int32_t copy) noexcept nogil:
    return kind_word(
        CHANCE_TILE,
        <uint64_t> seat << SEAT_SHIFT | animal_of(kind) << ANIMAL_SHIFT | animals_of(kind) << COUNT_SHIFT | copy)


cdef inline int32_t kind_in(const ParkTable* table, uint64_t data) noexcept nogil:
    """The kind, of the part that is due, that an outcome names."""
    return KINDS * part_due(table) + tile_kind((data >> ANIMAL_SHIFT) & 0xFF, (data >> COUNT_SHIFT) & 0xFF)


# Checking

cdef inline int32_t tile_code(
    const ParkRules* rules, const ParkTable* table, int32_t animal, int32_t count, int32_t copy
) noexcept nogil:
    """What speaks against this tile, 0 for nothing. Copies are counted from the morning's on, of which all are drawn
    before any of the evening's."""
    cdef int32_t kind, left
    if animal >= ANIMALS or not 1 <= count <= TILE_COUNTS:
        return TILE_UNKNOWN
    kind = tile_kind(animal, count)
    if copy >= rules.tiles[kind] + rules.tiles[KINDS + kind]:
        return TILE_UNKNOWN
    if copy < left_of(rules, table, KINDS * part_due(table) + kind):
        return 0
    left = left_of(rules, table, kind) + left_of(rules, table, KINDS + kind)
    return TILE_OF_EVENING if copy < left else TILE_ALREADY_DRAWN


cdef inline int32_t check_tile(
    const ParkRules* rules, const ParkTable* table, uint64_t data, Violation* out
) noexcept nogil:
    cdef int32_t animal = (data >> ANIMAL_SHIFT) & 0xFF
    cdef int32_t shown = (data >> COUNT_SHIFT) & 0xFF
    cdef int32_t copy = data & 0xFF
    cdef int32_t count = 0
    cdef int32_t code = tile_code(rules, table, animal, shown, copy)
    if code == TILE_UNKNOWN or code == TILE_ALREADY_DRAWN:
        report(out, &count, code, animal, shown, copy)
    if data >> SEAT_SHIFT != table.turn:
        report(out, &count, TILE_WRONG_SEAT, clamped(data >> SEAT_SHIFT), table.turn, 0)
    if code == TILE_OF_EVENING:
        report(out, &count, code, animal, shown, table.tiles_left[MORNING])
    return count


cdef inline int32_t check_outcome(
    const RulesHeader* header, const char* state, outcome_t outcome, Violation* out
) noexcept nogil:
    cdef int32_t count = 0
    if table_at(<char*> state).phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif not chance_kind(header, state):
        report(out, &count, CHANCE_NOT_DUE, 0, 0, 0)
    elif kind_of(outcome) != CHANCE_TILE:
        report(out, &count, WRONG_CHANCE, 0, 0, 0)
    else:
        count = check_tile(rules_at(header), table_at(<char*> state), data_of(outcome), out)
    return count


# Listing and sampling

cdef inline int32_t outcomes(const RulesHeader* header, const char* state, outcome_t* out) noexcept nogil:
    cdef const ParkRules* rules = rules_at(header)
    cdef const ParkTable* table = table_at(<char*> state)
    cdef int32_t first = KINDS * part_due(table)
    cdef int32_t kind, copy, count = 0
    for kind in range(first, first + KINDS):
        for copy in range(left_of(rules, table, kind)):
            out[count] = tile_word(table.turn, kind, copy)
            count += 1
    return count


cdef inline outcome_t nth_outcome(
    const ParkRules* rules, const ParkTable* table, int32_t skipped
) noexcept nogil:
    """The outcome after so many others that may come as well."""
    cdef int32_t kind = kind_of_nth(rules, table, &skipped)
    return tile_word(table.turn, kind, skipped)


cdef inline outcome_t sample(const RulesHeader* header, const char* state, FastStream* rng) noexcept nogil:
    cdef const ParkTable* table = table_at(<char*> state)
    return nth_outcome(
        rules_at(header), table, <int32_t> fast_below(rng, table.tiles_left[part_due(table)]))
