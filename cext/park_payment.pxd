"""Publishing in Amazonia Park: what a magazine costs, who can pay it and in which ways ("Publish an Article")."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from cext.kernel cimport EventLog, move_t
from cext.park cimport (
    AMAZONIA,
    ANIMALS,
    BONUS_AMAZONIA,
    BONUS_ANIMAL,
    CAIMAN,
    CAPYBARA,
    COLOUR_SHIFT,
    COLOURS,
    DISCOUNT_AMAZONIA,
    DISCOUNT_ANIMAL,
    EVENT_PAID,
    EVENT_PUBLISHED,
    JAGUAR,
    MOVE_PUBLISH,
    SQUIRREL_MONKEY,
    ParkRules,
    ParkSeat,
    ParkTable,
    Price,
    count_in,
    kind_word,
    seat_at,
    sum_of,
    table_at,
)
from cext.park_events cimport tell, tell_tokens
from cext.streams cimport FastStream, fast_below


# Magazines

cdef inline int32_t discount_of(const ParkSeat* player) noexcept nogil:
    """How many tokens less the player pays for each magazine ("Magazine Card Special Effects")."""
    cdef int32_t animal, discount = player.magazines[AMAZONIA] == DISCOUNT_AMAZONIA
    for animal in range(ANIMALS):
        discount += player.magazines[animal] == DISCOUNT_ANIMAL
    return discount


cdef inline bint brings_bonus(int32_t colour, int32_t value) noexcept nogil:
    """Whether a magazine brings a token at once ("Magazine Card Special Effects")."""
    return value == (BONUS_AMAZONIA if colour == AMAZONIA else BONUS_ANIMAL)


cdef inline bint is_for_sale(const ParkRules* rules, const ParkTable* table, int32_t colour) noexcept nogil:
    return table.sold[colour] < rules.stack_cards


cdef inline int32_t front_value(const ParkRules* rules, const ParkTable* table, int32_t colour) noexcept nogil:
    """The value of the front card, which is the only one for sale. The stack is not empty."""
    return rules.values[colour][table.sold[colour]]


cdef inline int32_t cost_of(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, int32_t colour
) noexcept nogil:
    """What the front card costs this player. The stack is not empty."""
    return max(0, front_value(rules, table, colour) - discount_of(player))


# Ways to pay

cdef inline Price price_of(const ParkSeat* player, int32_t colour, int32_t cost) noexcept nogil:
    """How a player can pay a cost: own tokens of the animal go first, pairs stand for the missing ones only."""
    cdef Price price
    cdef int32_t animal
    price.cost = cost
    price.own = 0 if colour == AMAZONIA else min(cost, <int32_t> player.tokens[colour])
    price.units = cost - price.own
    price.size = 1 if colour == AMAZONIA else 2
    price.available = 0
    for animal in range(ANIMALS):
        price.most[animal] = 0 if animal == colour else player.tokens[animal] // price.size
        price.available += price.most[animal]
    return price


cdef inline bint is_payable(const Price* price) noexcept nogil:
    return price.available >= price.units


cdef inline uint64_t affordable(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player
) noexcept nogil:
    """The colours that a player can publish in now, one bit each: one magazine of each colour per player."""
    cdef int32_t discount = discount_of(player)
    cdef int32_t total = sum_of(player.tokens, ANIMALS)
    cdef int32_t pairs = 0
    cdef int32_t animal, colour, cost, payable
    cdef uint64_t colours = 0
    for animal in range(ANIMALS):
        pairs += player.tokens[animal] >> 1
    for colour in range(COLOURS):
        if player.magazines[colour] or not is_for_sale(rules, table, colour):
            continue
        cost = front_value(rules, table, colour) - discount
        payable = total
        if colour != AMAZONIA:
            payable = player.tokens[colour] + pairs - (player.tokens[colour] >> 1)
        if payable >= cost:
            colours |= (<uint64_t> 1) << colour
    return colours


cdef inline uint64_t own_tokens(const Price* price, int32_t colour) noexcept nogil:
    """The part of a payment that is no choice, as a word."""
    return <uint64_t> price.own << (8 * colour) if price.own else 0


# Choices of tokens

cdef inline int32_t fewest(const int32_t* most, int32_t animals, int32_t units) noexcept nogil:
    """How many of so many units the animals from this one on have to give, as those before it cannot give them all."""
    cdef int32_t animal
    for animal in range(animals):
        units -= most[animal]
    return max(0, units)


cdef inline int32_t list_choices(
    const int32_t* most, int32_t size, int32_t units, uint64_t base, move_t* out
) noexcept nogil:
    """Each way to choose so many units of `size` tokens, with at most so many units of each animal; ascending, added to
    `base`. Their number."""
    cdef int32_t capybaras, caimans, monkeys, jaguars, without_capybaras, without_caimans, without_monkeys
    cdef int32_t count = 0
    cdef uint64_t chosen
    for capybaras in range(fewest(most, CAPYBARA, units), min(most[CAPYBARA], units) + 1):
        without_capybaras = units - capybaras
        for caimans in range(
            fewest(most, CAIMAN, without_capybaras), min(most[CAIMAN], without_capybaras) + 1
        ):
            without_caimans = without_capybaras - caimans
            for monkeys in range(
                fewest(most, SQUIRREL_MONKEY, without_caimans), min(most[SQUIRREL_MONKEY], without_caimans) + 1
            ):
                without_monkeys = without_caimans - monkeys
                for jaguars in range(
                    fewest(most, JAGUAR, without_monkeys), min(most[JAGUAR], without_monkeys) + 1
                ):
                    chosen = without_monkeys - jaguars     # toucans
                    chosen |= <uint64_t> jaguars << (8 * JAGUAR)
                    chosen |= <uint64_t> monkeys << (8 * SQUIRREL_MONKEY)
                    chosen |= <uint64_t> caimans << (8 * CAIMAN)
                    chosen |= <uint64_t> capybaras << (8 * CAPYBARA)
                    out[count] = base + <uint64_t> size * chosen
                    count += 1
    return count


cdef inline uint64_t random_choice(
    const int32_t* most, int32_t size, int32_t units, FastStream* rng
) noexcept nogil:
    """So many units drawn one after the other out of all that there are, as out of a bag."""
    cdef int32_t left[ANIMALS]
    cdef int32_t animal, drawn, available = 0
    cdef uint64_t chosen = 0
    for animal in range(ANIMALS):
        left[animal] = most[animal]
        available += most[animal]
    while units:
        drawn = fast_below(rng, available)
        animal = 0
        while drawn >= left[animal]:
            drawn -= left[animal]
            animal += 1
        left[animal] -= 1
        available -= 1
        units -= 1
        chosen += <uint64_t> size << (8 * animal)
    return chosen


cdef inline uint64_t publication_word(int32_t colour, uint64_t payment) noexcept nogil:
    return kind_word(MOVE_PUBLISH, (<uint64_t> colour << COLOUR_SHIFT) | payment)


cdef inline int32_t list_payments(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, int32_t colour, move_t* out
) noexcept nogil:
    """Each way to publish in a colour that the player can afford, ascending; their number."""
    cdef Price price = price_of(player, colour, cost_of(rules, table, player, colour))
    return list_choices(
        price.most, price.size, price.units, publication_word(colour, own_tokens(&price, colour)), out)


cdef inline move_t random_payment(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, int32_t colour, FastStream* rng
) noexcept nogil:
    """One way to publish in a colour that the player can afford, see `random_choice`."""
    cdef Price price = price_of(player, colour, cost_of(rules, table, player, colour))
    return publication_word(
        colour, own_tokens(&price, colour) + random_choice(price.most, price.size, price.units, rng))


# Publishing

cdef inline int32_t publish(
    const ParkRules* rules, char* state, int32_t seat, int32_t colour, uint64_t payment, EventLog* log
) noexcept nogil:
    """Return the tokens to the supply and take the front card; its value."""
    cdef ParkTable* table = table_at(state)
    cdef ParkSeat* player = seat_at(state, seat)
    cdef int32_t value = front_value(rules, table, colour)
    cdef int32_t animal
    tell(log, EVENT_PUBLISHED, seat, colour, value, cost_of(rules, table, player, colour))
    tell_tokens(log, EVENT_PAID, seat, payment)
    for animal in range(ANIMALS):
        player.tokens[animal] -= count_in(payment, animal)
        table.supply[animal] += count_in(payment, animal)
    table.sold[colour] += 1
    player.magazines[colour] = value
    return value
