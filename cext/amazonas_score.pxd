"""Points of Amazonas, as if the game ended now. Headings in quotes are rulebook sections."""

from libc.stdint cimport int32_t

from cext.amazonas cimport (
    GAIN,
    MISSION_POINTS,
    MISSION_VILLAGES,
    NONE,
    SCORING_SPECIMENS,
    TYPES,
    AmazonasRules,
    AmazonasSeat,
    Points,
    count_of,
    popcount,
    seat_at,
)


cdef inline bint has_majority(const AmazonasRules* rules, const char* state, int32_t seat, int32_t type) noexcept nogil:
    """Whether the seat alone has the most specimens of a type, and enough of them ("Runde Bonus-Chips")."""
    cdef int32_t most = count_of(seat_at(<char*> state, seat), type)
    cdef int32_t other
    if most < SCORING_SPECIMENS:
        return False
    for other in range(rules.header.players):
        if other != seat and count_of(seat_at(<char*> state, other), type) >= most:
            return False
    return True


cdef inline int32_t mission_points(const AmazonasRules* rules, const AmazonasSeat* player) noexcept nogil:
    """What the villages of the mission bring or cost, 0 before it is dealt."""
    cdef int32_t reached
    if player.mission == NONE:
        return 0
    reached = popcount(rules.missions[player.mission] & player.huts)
    if rules.mission_scoring == GAIN:
        return MISSION_POINTS * reached
    return -MISSION_POINTS * (MISSION_VILLAGES - reached)


cdef inline Points points_of(const AmazonasRules* rules, const char* state, int32_t seat) noexcept nogil:
    """The points of a seat, item by item ("The End of the Game and Final Scoring", "Spielende und Wertung")."""
    cdef const AmazonasSeat* player = seat_at(<char*> state, seat)
    cdef Points points
    cdef int32_t type, count
    points.five_types = player.five_types
    points.majority = 0
    points.missions = mission_points(rules, player)
    points.total = points.five_types + points.missions
    for type in range(TYPES):
        count = count_of(player, type)
        points.of_type[type] = count if count >= SCORING_SPECIMENS else 0
        points.total += points.of_type[type]
        if rules.majority_chips and has_majority(rules, state, seat, type):
            points.majority += 1
    points.total += points.majority
    return points


cdef inline int32_t specimen_count(const AmazonasSeat* player) noexcept nogil:
    """All specimens, natives included: the first criterion after points."""
    cdef int32_t type, specimens = 0
    for type in range(TYPES):
        specimens += count_of(player, type)
    return specimens
