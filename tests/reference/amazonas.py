"""The plain twin of Amazonas, the board game: the rules of 2005 and of the BGA edition.

Written from both rulebooks sentence by sentence, for reading and not for speed, and without a look at the kernel:
random games must agree with it at every step. Each rule is one small function; its docstring names the heading of the
rulebook ("Event Cards", ...; a German heading is of the BGA edition) or the ruling ("amazonas 5" is number 5 of that
table in engines/RULINGS.md) that it follows.

Money is counted in silver throughout; 3 silver are 1 gold, changed freely (amazonas 1). A player's specimens of a type
are the tokens and the natives assigned to it, unless tokens or natives are named alone (amazonas 7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.reference.amazonas_content import (
    ALL_TYPES_CARD,
    BONUS,
    BUILD,
    CARD,
    CROCODILE,
    END,
    EVENT,
    EVENT_CARDS,
    FIVE_TYPE_BONUSES,
    FOREST_FIRE,
    HIRE,
    HUTS,
    INCOME,
    INCOME_CARDS,
    JAGUAR,
    MAX_PLAYERS,
    MISSION,
    MISSION_POINTS,
    NATIVE_CARD,
    NATIVES,
    NEUTRAL,
    NEUTRAL_HUTS,
    PASS,
    ROUNDS,
    RULES_2005,
    SILVER_PER_GOLD,
    START_SILVER,
    THEFT,
    TOKENS_PER_TYPE,
    TYPES,
    Content,
    Edge,
    Move,
    Options,
    event_field,
    event_word,
    mission_fields,
    mission_word,
    outcome_kind,
)

NEUTRAL_HUT = MAX_PLAYERS
"""The owner of a neutral hut: no seat."""

KINDS_ASKED = {
    "SET_UP": (BUILD, PASS),
    "CARDS": (CARD,),
    "INCOME": (INCOME, HIRE),
    # In the build step the two kinds of the income step come too late, and are told so.
    "BUILD": (BUILD, NEUTRAL, END, INCOME, HIRE),
}
"""For each step, the kinds of move that are judged by their own rules; all others come at the wrong time."""


class Illegal(ValueError):
    """A move or an outcome that the rules forbid; `violations` names every reason that has to be told."""

    def __init__(self, violations: tuple[str, ...]) -> None:
        super().__init__(", ".join(violations))
        self.violations = violations


@dataclass(frozen=True)
class Score:
    """The points of one seat, item by item."""

    specimens: list[int]
    """For each type."""
    five_types: int
    majority: int
    missions: int
    """Never above 0 with LOSS, never below with GAIN."""
    total: int


class Placing(NamedTuple):
    """One seat's place; equal seats share it, and the place after them is skipped."""

    place: int
    seat: int
    values: tuple[int, ...]
    """One for each of `criteria`."""
    decided_by: str
    """The criterion that parts this seat from the one before it; empty for the first and for a shared place."""


def white_number(seat: int, card: int) -> int:
    """2b Determine Order of Play: the number that no other income card has (amazonas 5)."""
    return 4 * card + (seat + card) % 4 + 1


class Amazonas:
    """One expedition of 2 to 4 players."""

    def __init__(self, content: Content, players: int, options: Options = RULES_2005) -> None:
        if not 2 <= players <= MAX_PLAYERS:
            raise ValueError(f"2 to {MAX_PLAYERS} players, not {players}")
        self.content = content
        self.players = players
        self.options = options

        self.missions: list[int | None] = [None] * players
        """The mission card of each seat, known to that seat alone."""
        self.sites: list[list[int]] = [[] for _ in content.villages]
        """For each village the owners of the huts there, cheapest site first; NEUTRAL_HUT for a neutral one."""
        self.silver = [START_SILVER] * players
        self.tokens = [[0] * len(TYPES) for _ in range(players)]
        """Specimen tokens of each seat and type; natives are apart."""
        self.natives = [[0] * len(TYPES) for _ in range(players)]
        """Native tokens of each seat, by the type they are assigned to."""
        self.supply = [TOKENS_PER_TYPE] * len(TYPES)
        self.five_types: list[int | None] = [None] * players
        """Points of each seat's token for all five types."""
        self.hands = [set(INCOME_CARDS) for _ in range(players)]
        self.choices: list[int | None] = [None] * players
        """What each seat has chosen this round, secret until the last has; still in the hand."""
        self.played: list[int | None] = [None] * players
        """The card that lies face up before each seat: the last one revealed, until all return to the hand."""
        self.coins: list[int] | None = None
        """Each seat's copper coin; None at a table without."""
        if options.tie_break == "COPPER_COINS":
            self.coins = [seat + 1 for seat in range(players)]
        self.neutral_huts: list[int] | None = None
        """How many neutral huts each seat can still build; None at a table without."""
        if options.neutral_huts and players == 2:
            self.neutral_huts = [NEUTRAL_HUTS] * players

        self.seats_set_up = 0
        self.rounds_played = 0
        self.events_used: set[int] = set()
        """Event cards turned over, that of this round among them."""
        self.event: int | None = None
        """The event card of this round; None between rounds."""
        self.native_waiting = False
        """Does a native token lie on the event card?"""
        self.incomes: tuple[int, ...] | None = None
        """What each seat has announced; None before the cards are revealed."""
        self.order: tuple[int, ...] = ()
        """The seats in their order of play; empty before the cards are revealed."""
        self.turn = 0
        """How many of `order` have finished their turn."""
        self.income_asked = False
        """Does the active seat have to say whether it takes its income or hires the native?"""
        self.neutral_hut_built = False
        """Has the active seat built its neutral hut of this round?"""

    def clone(self) -> Amazonas:
        """An independent copy (the printed content is shared)."""
        copy = Amazonas(self.content, self.players, self.options)
        copy.missions = list(self.missions)
        copy.sites = [list(owners) for owners in self.sites]
        copy.silver = list(self.silver)
        copy.tokens = [list(counts) for counts in self.tokens]
        copy.natives = [list(counts) for counts in self.natives]
        copy.supply = list(self.supply)
        copy.five_types = list(self.five_types)
        copy.hands = [set(hand) for hand in self.hands]
        copy.choices = list(self.choices)
        copy.played = list(self.played)
        copy.coins = None if self.coins is None else list(self.coins)
        copy.neutral_huts = None if self.neutral_huts is None else list(self.neutral_huts)
        copy.seats_set_up = self.seats_set_up
        copy.rounds_played = self.rounds_played
        copy.events_used = set(self.events_used)
        copy.event = self.event
        copy.native_waiting = self.native_waiting
        copy.incomes = self.incomes
        copy.order = self.order
        copy.turn = self.turn
        copy.income_asked = self.income_asked
        copy.neutral_hut_built = self.neutral_hut_built
        return copy

    def public_state(self) -> tuple[object, ...]:
        """Everything that is in the state, in one canonical nested tuple of plain values.

        Layout::

            (mission or None per seat,
             (owners of the huts, cheapest site first, NEUTRAL_HUT for a neutral one) per village,
             silver per seat,
             (tokens per type) per seat, (natives per type) per seat, tokens in the supply per type,
             points of the five-type token or None per seat,
             (income cards in hand, ascending) per seat, card chosen or None per seat, card face up or None per seat,
             copper coin per seat, or None without coins,
             neutral huts left per seat, or None without them,
             seats set up, rounds played, (event cards used, ascending), event card of the round or None,
             native waiting, announced income per seat or None, order of play or (), turns finished,
             income asked, neutral hut built this turn)
        """
        return (
            tuple(self.missions),
            tuple(map(tuple, self.sites)),
            tuple(self.silver),
            tuple(map(tuple, self.tokens)),
            tuple(map(tuple, self.natives)),
            tuple(self.supply),
            tuple(self.five_types),
            tuple(tuple(sorted(hand)) for hand in self.hands),
            tuple(self.choices),
            tuple(self.played),
            None if self.coins is None else tuple(self.coins),
            None if self.neutral_huts is None else tuple(self.neutral_huts),
            self.seats_set_up,
            self.rounds_played,
            tuple(sorted(self.events_used)),
            self.event,
            self.native_waiting,
            self.incomes,
            self.order,
            self.turn,
            self.income_asked,
            self.neutral_hut_built,
        )

    # --- What comes next -------------------------------------------------------------------------------------------

    def due(self) -> str:
        """Game Overview: missions and first huts; then each round an event, the cards, and the turns in their order."""
        if None in self.missions:
            return "MISSION"
        if self.seats_set_up < self.players:
            return "SET_UP"
        if self.rounds_played == ROUNDS:
            return "OVER"
        if self.event is None:
            return "EVENT"
        if not self.order:
            return "CARDS"
        return "INCOME" if self.income_asked else "BUILD"

    def seats_to_act(self) -> tuple[int, ...]:
        """Beginning the Expedition; 2a; 3: set-up from seat 0 on (amazonas 4), cards all at once, turns in order."""
        due = self.due()
        if due == "SET_UP":
            return (self.seats_set_up,)
        if due == "CARDS":
            return tuple(seat for seat, choice in enumerate(self.choices) if choice is None)
        if due in ("INCOME", "BUILD"):
            return (self.order[self.turn],)
        return ()

    # --- Chance ----------------------------------------------------------------------------------------------------

    def possible_outcomes(self) -> list[int]:
        """Game Overview, Draw an Event Card: every outcome word that can come now, ascending."""
        due = self.due()
        if due == "MISSION":
            seat = self.missions.index(None)
            return [mission_word(seat, m) for m in range(len(self.content.missions)) if m not in self.missions]
        if due == "EVENT":
            return [event_word(card) for card in range(len(EVENT_CARDS)) if card not in self.events_used]
        return []

    def outcome_violations(self, word: int) -> tuple[str, ...]:
        """Every reason why this outcome cannot come now."""
        due = self.due()
        if due == "OVER":
            return ("GAME_OVER",)
        if due not in ("MISSION", "EVENT"):
            return ("CHANCE_NOT_DUE",)
        if outcome_kind(word) != {"MISSION": MISSION, "EVENT": EVENT}[due]:
            return ("WRONG_CHANCE",)
        if due == "MISSION":
            return tuple(self._mission_violations(*mission_fields(word)))
        return tuple(self._event_violations(event_field(word)))

    def _mission_violations(self, seat: int, mission: int) -> Iterator[str]:
        """Game Overview: each mission card exists once, and each player gets one."""
        if mission not in range(len(self.content.missions)):
            yield "MISSION_UNKNOWN"
        if mission in self.missions:
            yield "MISSION_ALREADY_DEALT"
        if seat != self.missions.index(None):
            yield "MISSION_WRONG_SEAT"

    def _event_violations(self, card: int) -> Iterator[str]:
        """Draw an Event Card: each of the 18 cards comes once (amazonas 3)."""
        if card not in range(len(EVENT_CARDS)):
            yield "EVENT_UNKNOWN"
        if card in self.events_used:
            yield "EVENT_ALREADY_DRAWN"

    def tell(self, word: int) -> None:
        """Let this outcome happen; raises `Illegal` and changes nothing when it cannot."""
        violations = self.outcome_violations(word)
        if violations:
            raise Illegal(violations)
        if self.due() == "MISSION":
            seat, mission = mission_fields(word)
            self.missions[seat] = mission
        else:
            self._turn_over_event(event_field(word))

    def _turn_over_event(self, card: int) -> None:
        """Draw an Event Card; Event Cards, Natives: a native token comes with its card."""
        self.event = card
        self.events_used.add(card)
        self.native_waiting = self.event_kind() == NATIVES

    def event_kind(self) -> str | None:
        """The event of this round."""
        return None if self.event is None else EVENT_CARDS[self.event][0]

    # --- What a seat has -------------------------------------------------------------------------------------------

    def specimens(self, seat: int) -> list[int]:
        """Event Cards, Natives: of each type the tokens and the natives assigned to it (amazonas 7)."""
        return [tokens + natives for tokens, natives in zip(self.tokens[seat], self.natives[seat], strict=True)]

    def huts(self, seat: int) -> list[int]:
        """The villages in which this seat (or NEUTRAL_HUT) has a hut, ascending."""
        return [village for village, owners in enumerate(self.sites) if seat in owners]

    def huts_left(self, seat: int) -> int:
        """Game Overview: how many of the twelve huts are not on the board; the set-up hut is one of them."""
        return max(0, HUTS - len(self.huts(seat)))

    def free_sites(self, village: int) -> int:
        """The Game Board: how many sites of a village have no hut."""
        return len(self.content.villages[village].sites) - len(self.sites[village])

    def price(self, seat: int, village: int) -> int | None:
        """What a hut costs this seat here, in silver: the cheapest free site (amazonas 8); None when all are taken."""
        if self.free_sites(village) == 0:
            return None
        gold = self.content.villages[village].sites[len(self.sites[village])]
        return gold * SILVER_PER_GOLD + self._extra_hut_price(seat)

    def _extra_hut_price(self, seat: int) -> int:
        """Zusätzliche Hütten: a silver on top of the site's price from the thirteenth hut on (amazonas 8, 13)."""
        return 1 if self.huts_left(seat) == 0 else 0

    # --- Moves -----------------------------------------------------------------------------------------------------

    def _generic_violation(self, seat: int) -> str | None:
        due = self.due()
        if due == "OVER":
            return "GAME_OVER"
        if due in ("MISSION", "EVENT"):
            return "CHANCE_PENDING"
        if seat not in self.seats_to_act():
            return "NOT_TO_ACT"
        return None

    def violations(self, seat: int, move: Move) -> tuple[str, ...]:
        """Every reason why this seat cannot make this move now, as far as it has to be told.

        A move that does not exist or is not asked for has no other reasons. Of those against a hut the first is told
        alone (amazonas 13).
        """
        generic = self._generic_violation(seat)
        if generic is not None:
            return (generic,)
        if not move.exists:
            return ("NO_SUCH_MOVE",)
        if move.kind not in KINDS_ASKED[self.due()]:
            return ("WRONG_STEP",)
        return tuple(self._violations_of_kind(seat, move))

    def _violations_of_kind(self, seat: int, move: Move) -> Iterator[str]:
        kind, argument = move
        if kind == BUILD:
            yield from self._first(self._build_violations(seat, argument))
        elif kind == PASS:
            yield from self._pass_violations(seat)
        elif kind == CARD:
            yield from self._card_violations(seat, argument)
        elif kind == INCOME:
            yield from self._income_violations()
        elif kind == HIRE:
            yield from self._hire_violations(seat, argument)
        elif kind == NEUTRAL:
            yield from self._first(self._neutral_violations(seat, argument))

    @staticmethod
    def _first(violations: Iterator[str]) -> Iterator[str]:
        """Only the first reason against a hut is told (amazonas 13)."""
        yield from list(violations)[:1]

    def _build_violations(self, seat: int, village: int) -> Iterator[str]:
        """3b Build Huts; Beginning the Expedition: the reasons in the order in which they count (amazonas 13)."""
        if village >= len(self.content.villages):
            yield "NO_SUCH_VILLAGE"
            return
        if self._has_hut(seat, village):
            yield "OWN_HUT_THERE"
        if self._is_full(village):
            yield "VILLAGE_FULL"
        if not self._has_hut_to_build(seat):
            yield "NO_HUT_LEFT"
        if self.due() != "SET_UP":
            yield from self._connection_violations(seat, village)
        if not self._can_afford(seat, village):
            yield "TOO_EXPENSIVE"

    def _has_hut(self, seat: int, village: int) -> bool:
        """3b Build Huts: never more than one hut of one's own in a village."""
        return seat in self.sites[village]

    def _is_full(self, village: int) -> bool:
        """No site left, no building (amazonas 8)."""
        return self.free_sites(village) == 0

    def _has_hut_to_build(self, seat: int) -> bool:
        """2005: twelve huts are all. BGA, Zusätzliche Hütten: there are always more (amazonas 8)."""
        return self.options.extra_huts or self.huts_left(seat) > 0

    def _can_afford(self, seat: int, village: int) -> bool:
        """3b Build Huts: the price of the site is paid in full."""
        price = self.price(seat, village)
        return price is not None and self.silver[seat] >= price

    def _connection_violations(self, seat: int, village: int) -> Iterator[str]:
        """3b Build Huts; Event Cards: some connection to a hut of one's own, and one that is open this round.

        Huts built this turn connect at once (amazonas 13). The first hut needs no connection.
        """
        edges = self._edges_to_own_huts(seat, village)
        if not edges:
            yield "NOT_CONNECTED"
        elif not any(self._is_open(seat, edge) for edge in edges):
            yield {JAGUAR: "BARRED_BY_JAGUAR", CROCODILE: "BARRED_BY_CROCODILE"}[self.event_kind() or ""]

    def _edges_to_own_huts(self, seat: int, village: int) -> list[Edge]:
        """3b Build Huts: the paths and rivers between a village and those with a hut of one's own."""
        return [
            edge
            for edge in self.content.edges_of(village)
            if self._has_hut(seat, edge.b if edge.a == village else edge.a)
        ]

    def _is_open(self, seat: int, edge: Edge) -> bool:
        """Event Cards, Jaguar, Crocodile: no paths, no rivers; an edge that is both stays open (amazonas 6, 13)."""
        if self._is_protected(seat):
            return True
        return {JAGUAR: edge.river, CROCODILE: edge.path}.get(self.event_kind() or "", True)

    def _is_protected(self, seat: int) -> bool:
        """2a: card 6 keeps off jaguar, crocodile, forest fire and theft, not bonus and natives (amazonas 6)."""
        return self.played[seat] == NATIVE_CARD

    def _pass_violations(self, seat: int) -> Iterator[str]:
        """Set-up: only who can afford no site anywhere goes without a hut (amazonas 13)."""
        if any(self._can_afford(seat, village) for village in range(len(self.content.villages))):
            yield "PASS_NOT_ALLOWED"

    def _card_violations(self, seat: int, card: int) -> Iterator[str]:
        """2a Play Income Cards: one of the cards in hand."""
        if card not in self.hands[seat]:
            yield "CARD_NOT_IN_HAND"

    def _income_violations(self) -> Iterator[str]:
        """3a: the income is taken by itself unless there is a choice, and once."""
        if self.due() != "INCOME":
            yield "INCOME_TAKEN_ALREADY"

    def _hire_violations(self, seat: int, type_: int) -> Iterator[str]:
        """Event Cards, Natives: in place of the income, while the token is there, for some type (amazonas 7)."""
        if type_ >= len(TYPES):
            yield "NO_SUCH_TYPE"
        if self.due() != "INCOME":
            yield "INCOME_TAKEN_ALREADY"
        if not self.native_waiting:
            yield "NO_NATIVE"
        if type_ < len(TYPES) and not self._can_assign_native(seat, type_):
            yield "NATIVE_NEEDS_OWN_TYPE"

    def _can_assign_native(self, seat: int, type_: int) -> bool:
        """Die Ereigniskarten, Indio: one of the player's own types. 2005: any type (amazonas 7)."""
        return not self.options.native_needs_own_type or self.specimens(seat)[type_] > 0

    def _neutral_violations(self, seat: int, village: int) -> Iterator[str]:
        """Neutrale Hütten im Spiel zu zweit: one a round, one a village, never the last free site (amazonas 9, 13)."""
        if village >= len(self.content.villages):
            yield "NO_SUCH_VILLAGE"
            return
        if self.neutral_huts is None:
            yield "NO_NEUTRAL_HUTS"
        elif self.neutral_huts[seat] == 0:
            yield "NO_NEUTRAL_HUT_LEFT"
        if self.neutral_hut_built:
            yield "NEUTRAL_HUT_BUILT_THIS_ROUND"
        if NEUTRAL_HUT in self.sites[village]:
            yield "NEUTRAL_HUT_THERE"
        if self.free_sites(village) < 2:
            yield "LAST_FREE_SITE"

    def legal_moves(self, seat: int) -> list[Move]:
        """Every move without a violation, ascending by word: each kind with everything that it can name."""
        villages = range(len(self.content.villages))
        named = {BUILD: villages, CARD: INCOME_CARDS, HIRE: range(len(TYPES)), NEUTRAL: villages}
        moves = [Move(kind, argument) for kind in range(BUILD, END + 1) for argument in named.get(kind, (0,))]
        return [move for move in moves if not self.violations(seat, move)]

    def choose(self, seat: int, move: Move) -> None:
        """Make a move, and all that follows from it; raises `Illegal` and changes nothing when it is not legal."""
        violations = self.violations(seat, move)
        if violations:
            raise Illegal(violations)
        if self.due() == "SET_UP":
            self._set_up(seat, move)
        elif move.kind == CARD:
            self._choose_card(seat, move.argument)
        elif move.kind == INCOME:
            self._take_income(seat)
        elif move.kind == HIRE:
            self._hire_native(seat, move.argument)
        elif move.kind == BUILD:
            self._build(seat, move.argument)
        elif move.kind == NEUTRAL:
            self._build_neutral_hut(seat, move.argument)
        else:
            self._end_turn()

    # --- Set-up ----------------------------------------------------------------------------------------------------

    def _set_up(self, seat: int, move: Move) -> None:
        """Beginning the Expedition: a first hut each, paid for, and its specimen; then the next to the left."""
        if move.kind == BUILD:
            self._build(seat, move.argument)
        self.seats_set_up += 1

    # --- 1 and 2: cards and order of play --------------------------------------------------------------------------

    def _choose_card(self, seat: int, card: int) -> None:
        """2a Play Income Cards: chosen secretly, not to be changed, revealed when the last has chosen (amazonas 13)."""
        self.choices[seat] = card
        if None not in self.choices:
            self._reveal()

    def _reveal(self) -> None:
        """2a, 2b: all cards are laid open, incomes announced and the order of play decided."""
        self.played, self.choices = self.choices, [None] * self.players
        for hand, card in zip(self.hands, self._cards_face_up(), strict=True):
            hand.remove(card)
        self.incomes = tuple(self.announced_income(seat, card) for seat, card in enumerate(self._cards_face_up()))
        self.order = self._order_of_play(self.incomes)
        self._rotate_coins(self.incomes)
        self._begin_turn()

    def _cards_face_up(self) -> list[int]:
        return [card for card in self.played if card is not None]

    def announced_income(self, seat: int, card: int) -> int:
        """2a Play Income Cards: the value of the card and what it shows of the seat's collection (amazonas 2)."""
        if card == ALL_TYPES_CARD:
            return card + max(self.specimens(seat))
        if card == NATIVE_CARD:
            return card + sum(self.natives[seat])
        return card + self.specimens(seat)[card - 1]

    def _order_of_play(self, incomes: Sequence[int]) -> tuple[int, ...]:
        """2b Determine Order of Play: highest announced income first, before any event (amazonas 6)."""
        return tuple(sorted(range(self.players), key=lambda seat: (-incomes[seat], -self._tie_rank(seat))))

    def _tie_rank(self, seat: int) -> int:
        """2b, Tie: the higher white number; or 3, Gleichstand: the higher copper coin (amazonas 5)."""
        card = self.played[seat]
        assert card is not None
        return white_number(seat, card) if self.coins is None else self.coins[seat]

    def _rotate_coins(self, incomes: Sequence[int]) -> None:
        """3, Gleichstand: in each group of equal incomes the coins move once the order is fixed (amazonas 5, 13)."""
        for income in set(incomes):
            self._rotate_coins_of([seat for seat in self.order if incomes[seat] == income])

    def _rotate_coins_of(self, group: Sequence[int]) -> None:
        """The first takes the lowest coin of the group; the others move up one, which for two is a swap (amazonas 5).

        The group is in order of play and so has falling coins: each but the first gets that of the one before.
        """
        if self.coins is not None:
            coins = [self.coins[seat] for seat in group]
            for seat, coin in zip(group, [coins[-1], *coins[:-1]], strict=True):
                self.coins[seat] = coin

    # --- 3a: income ------------------------------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        """3 Take Income and Build Huts: the income comes by itself unless the native can be hired instead."""
        seat = self.order[self.turn]
        if self.native_waiting and any(self._can_assign_native(seat, type_) for type_ in range(len(TYPES))):
            self.income_asked = True
        else:
            self._take_income(seat)

    def _take_income(self, seat: int) -> None:
        """3a Receive Silver Coins: halved by the fire; then the theft; then the bonus (amazonas 6)."""
        assert self.incomes is not None
        self.income_asked = False
        self.silver[seat] += self._after_forest_fire(seat, self.incomes[seat])
        self.silver[seat] -= self._stolen(seat)
        self.silver[seat] += self._bonus(seat)

    def _after_forest_fire(self, seat: int, income: int) -> int:
        """Event Cards, Forest Fire: half of the income, rounded down."""
        return income // 2 if self.event_kind() == FOREST_FIRE and not self._is_protected(seat) else income

    def _stolen(self, seat: int) -> int:
        """Event Cards, Theft: as much as the largest type has specimens, at most all the money."""
        if self.event_kind() != THEFT or self._is_protected(seat):
            return 0
        return min(max(self.specimens(seat)), self.silver[seat])

    def _bonus(self, seat: int) -> int:
        """Event Cards, Bonus: a silver for each specimen of the type on the card, whatever the seat has played."""
        if self.event is None:
            return 0
        kind, type_ = EVENT_CARDS[self.event]
        return self.specimens(seat)[type_] if kind == BONUS and type_ is not None else 0

    def _hire_native(self, seat: int, type_: int) -> None:
        """Event Cards, Natives: no income; the token is assigned at once and counts from now on (amazonas 7)."""
        self.income_asked = False
        self.native_waiting = False
        self.natives[seat][type_] += 1
        self._reward_five_types(seat)

    # --- 3b: building ----------------------------------------------------------------------------------------------

    def _build(self, seat: int, village: int) -> None:
        """3b Build Huts: pay, place the hut on the cheapest free site, take the specimen."""
        price = self.price(seat, village)
        assert price is not None
        self.silver[seat] -= price
        self.sites[village].append(seat)
        self._take_token(seat, self.content.villages[village].specimen)

    def _take_token(self, seat: int, type_: int) -> None:
        """3b Build Huts: a token from the supply, if there is one left (amazonas 8)."""
        if self.supply[type_] > 0:
            self.supply[type_] -= 1
            self.tokens[seat][type_] += 1
            self._reward_five_types(seat)

    def _reward_five_types(self, seat: int) -> None:
        """Bonus Points for Specimen Tokens: the best bonus left, once, when the fifth type arrives (amazonas 10)."""
        if self.five_types[seat] is None and all(self.specimens(seat)):
            rewarded = self.players - self.five_types.count(None)
            self.five_types[seat] = FIVE_TYPE_BONUSES[self.players][rewarded]

    def _build_neutral_hut(self, seat: int, village: int) -> None:
        """Neutrale Hütten im Spiel zu zweit: free, on the cheapest free site, without a specimen (amazonas 9, 13)."""
        assert self.neutral_huts is not None
        self.neutral_huts[seat] -= 1
        self.neutral_hut_built = True
        self.sites[village].append(NEUTRAL_HUT)

    def _end_turn(self) -> None:
        """3b: the next in order of play; after the last the round is over."""
        self.turn += 1
        self.neutral_hut_built = False
        if self.turn < self.players:
            self._begin_turn()
        else:
            self._end_round()

    def _end_round(self) -> None:
        """3b; Event Cards, Natives: the order cards go back, and a native that nobody hired leaves (amazonas 7)."""
        self.rounds_played += 1
        self.event = None
        self.native_waiting = False
        self.incomes = None
        self.order = ()
        self.turn = 0
        self._return_cards()

    def _return_cards(self) -> None:
        """2a: when the last card of the hand has been played, all seven come back (amazonas 13)."""
        if not any(self.hands):
            self.hands = [set(INCOME_CARDS) for _ in range(self.players)]
            self.played = [None] * self.players

    # --- Final scoring ---------------------------------------------------------------------------------------------

    def score(self, seat: int) -> Score:
        """The End of the Game and Final Scoring: what the seat would have if the game ended now."""
        specimens = [self._specimen_points(count) for count in self.specimens(seat)]
        five_types = self.five_types[seat] or 0
        majority = self._majority_points(seat)
        missions = self._mission_points(seat)
        return Score(specimens, five_types, majority, missions, sum(specimens) + five_types + majority + missions)

    def _specimen_points(self, count: int) -> int:
        """Final Scoring: a point for each specimen of a type of which there are three or more."""
        return count if count >= 3 else 0

    def _majority_points(self, seat: int) -> int:
        """Runde Bonus-Chips: a point for each type of which the seat alone has the most and three (amazonas 10)."""
        return sum(self._has_majority(seat, type_) for type_ in range(len(TYPES))) if self.options.majority_chips else 0

    def _has_majority(self, seat: int, type_: int) -> bool:
        """Runde Bonus-Chips: more than anybody else, and at least three."""
        mine = self.specimens(seat)[type_]
        return mine >= 3 and all(self.specimens(s)[type_] < mine for s in range(self.players) if s != seat)

    def _mission_points(self, seat: int) -> int:
        """Final Scoring: for each mission village without a hut a loss; Spielende: for each with one a gain."""
        mission = self.missions[seat]
        if mission is None:
            return 0
        villages = self.content.missions[mission]
        reached = sum(self._has_hut(seat, village) for village in villages)
        if self.options.mission_scoring == "GAIN":
            return MISSION_POINTS * reached
        return -MISSION_POINTS * (len(villages) - reached)

    @property
    def criteria(self) -> tuple[str, ...]:
        """Final Scoring; Gleichstand: what ranks the players, first to last (amazonas 12)."""
        return ("points", "specimens", "silver", *(() if self.coins is None else ("coin",)))

    def ranking_values(self, seat: int) -> tuple[int, ...]:
        """The seat's value for each of `criteria`; more is better."""
        coin = () if self.coins is None else (self.coins[seat],)
        return (self.score(seat).total, sum(self.specimens(seat)), self.silver[seat], *coin)

    def ranking(self) -> list[Placing]:
        """Final Scoring; Gleichstand: all places by all criteria; still equal is shared (amazonas 12)."""
        values = [self.ranking_values(seat) for seat in range(self.players)]
        placings: list[Placing] = []
        for seat in sorted(range(self.players), key=lambda seat: values[seat], reverse=True):
            place = 1 + sum(other > values[seat] for other in values)
            decided_by = self._parted_by(placings[-1].values, values[seat]) if placings else ""
            placings.append(Placing(place, seat, values[seat], decided_by))
        return placings

    def _parted_by(self, better: tuple[int, ...], worse: tuple[int, ...]) -> str:
        """The first criterion in which two differ; empty when none does."""
        pairs = zip(self.criteria, better, worse, strict=True)
        return next((name for name, high, low in pairs if high != low), "")
