"""A view of Amazonas 2022 for a terminal: plain ASCII, at most 100 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canopy.v1.amazonas2022_pb2 import Amazonas2022Player, Amazonas2022Round, Amazonas2022Slot, Amazonas2022View
from engines.games.amazonas2022.standing import (
    attempts_words,
    goes_on_with,
    has_called,
    held_words,
    is_active,
    is_finished,
    is_match,
    is_own,
    piles_words,
    places,
    race_words,
    score_words,
    waiting_for,
    when,
)
from engines.games.amazonas2022.vocabulary import CARDS, card_index, counted
from engines.terminal import WIDTH, join_blocks, plain, wrapped

# A card is as wide as the longest name in its brackets.
_CARD = 11
_GRID_COLUMNS = 2
_GRID = 4
_LEGEND = [
    "[xxx] face down, [name] face up, (name) face down and remembered, <name> or <xxx> being looked at,",
    " .  emptied, {gift} a card is owed there, {xxx} chosen; the number before each is its slot",
]


def render_text(view: Amazonas2022View) -> str:
    """The picture of what one viewer may see."""
    blocks = [_heading(view), _table(view), *_hands(view), _LEGEND, _scores(view)]
    if view.last_hands and not is_finished(view):
        blocks.append(_last_hands(view))
    if is_finished(view):
        blocks.append(_ranking(view))
    return join_blocks(blocks)


def _heading(view: Amazonas2022View) -> list[str]:
    whose = f"seat {view.viewer}" if view.HasField("viewer") else "spectator"
    return [f"Amazonas 2022 - {whose} - {when(view)}", *([] if is_finished(view) else [f"{waiting_for(view)}."])]


def _table(view: Amazonas2022View) -> list[str]:
    """The piles and whatever goes on between the players."""
    lines = (piles_words(view), held_words(view), race_words(view), goes_on_with(view), attempts_words(view))
    return [plain(line) for line in lines if line]


def _ascii(text: str) -> str:
    """Words that pictures share, without the minus sign that ASCII does not have."""
    return plain(text.replace("\u2212", "-"))


# --- Hands ----------------------------------------------------------------------------------------------------------


def _hands(view: Amazonas2022View) -> Iterator[list[str]]:
    for player in view.players:
        yield [_title(view, player), *_grid(view, player)]


def _title(view: Amazonas2022View, player: Amazonas2022Player) -> str:
    words = [score_words(view, player)]
    if has_called(view, player.seat):
        words.append('has said "Amazonas"')
    if player.has_chosen:
        words.append("has chosen")
    elif player.asked:
        words.append("to move")
    elif is_active(view, player.seat):
        words.append("in turn")
    if player.barred:
        words.append("no more attempts in this turn")
    mark = ">" if player.asked else " "
    you = " (you)" if is_own(view, player.seat) else ""
    return _ascii(f"{mark}Seat {player.seat}{you}: {', '.join(words)}")


def _grid(view: Amazonas2022View, player: Amazonas2022Player) -> list[str]:
    """Two rows of two, and beside them all further cards, so many to a row that they fit."""
    cards = [_card(view, player, slot) for slot in player.slots]
    further = cards[_GRID:]
    room = (WIDTH - 2 - _GRID_COLUMNS * (_CARD + 5) - 3) // (_CARD + 5)
    rows = max(2, -(-len(further) // room))
    per_row = -(-len(further) // rows) if further else 0
    lines = []
    for row in range(rows):
        dealt = cards[_GRID_COLUMNS * row : _GRID_COLUMNS * (row + 1)] if row < _GRID // _GRID_COLUMNS else []
        left = "".join(f"{card:<{_CARD + 5}}" for card in dealt)
        right = "".join(f"{card:<{_CARD + 5}}" for card in further[per_row * row : per_row * (row + 1)])
        lines.append(f"  {left:<{_GRID_COLUMNS * (_CARD + 5)}}{f' | {right}' if right else ''}".rstrip())
    return [line for line in lines if line]


def _card(view: Amazonas2022View, player: Amazonas2022Player, slot: Amazonas2022Slot) -> str:
    """A card or a gap behind the number of its slot."""
    place = (player.seat, slot.slot)
    is_owed = view.HasField("gift") and (view.gift.to.seat, view.gift.to.slot) == place
    name = CARDS[card_index(slot.card)] if slot.card else "xxx"
    if slot.empty:
        drawn = "{gift}" if is_owed else " . "
    elif any((look.card.seat, look.card.slot) == place for look in view.looks):
        drawn = f"<{name}>"
    elif player.HasField("chosen") and player.chosen == slot.slot:
        drawn = "{xxx}"
    elif slot.remembered:
        drawn = f"({CARDS[card_index(slot.remembered)]})"
    else:
        drawn = f"[{name}]"
    return f"{slot.slot:>3} {drawn}"


# --- Points ---------------------------------------------------------------------------------------------------------


def _scores(view: Amazonas2022View) -> list[str]:
    """A row for each seat, a column for each round; a successful call is in brackets, another is starred."""
    if not view.rounds_played:
        return []
    total = "won" if is_match(view) else "total"
    lines = [f"Round   {''.join(f'{played.round:>6}' for played in view.rounds_played)} {total:>7}"]
    for player in view.players:
        points = "".join(f"{_round_score(played, player.seat):>6}" for played in view.rounds_played)
        lines.append(f"  Seat {player.seat}{points} {player.rounds_won if is_match(view) else player.points:>7}")
    return [*lines, "(n) called and alone the lowest, n* called otherwise"]


def _round_score(played: Amazonas2022Round, seat: int) -> str:
    points = played.scores[seat].points
    if played.caller != seat:
        return f"{points} "
    return f"({points})" if played.successful else f"{points}*"


def _last_hands(view: Amazonas2022View) -> list[str]:
    """The hands of the round before, face up."""
    lines = [f"Hands at the end of round {view.rounds_played[-1].round}"]
    for hand in view.last_hands:
        cards: Sequence[str] = [CARDS[card_index(card)] for card in hand.slots if card]
        lines += wrapped(f"  Seat {hand.seat}: sum {hand.sum:>3}", cards)
    return lines


def _ranking(view: Amazonas2022View) -> list[str]:
    told = [f"{place}. seat {player.seat} ({_standing(view, player)})" for place, player in places(view)]
    return wrapped("Ranking:", [_ascii(words) for words in told])


def _standing(view: Amazonas2022View, player: Amazonas2022Player) -> str:
    if is_match(view):
        return f"{counted(player.rounds_won, 'round')} won"
    return f"{counted(player.points, 'point')}, {counted(player.successful_calls, 'successful call')}"
