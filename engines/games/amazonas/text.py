"""A view of Amazonas for a terminal: plain ASCII, at most 100 columns; the map is told village by village."""

from __future__ import annotations

from textwrap import wrap

from canopy.v1 import amazonas_pb2
from engines.games.amazonas.standing import (
    event_effect,
    event_title,
    is_finished,
    own_player,
    places,
    specimens_of,
    waiting_for,
    when,
    white_number,
)
from engines.games.amazonas.vocabulary import SPECIMENS, specimen_index
from engines.terminal import WIDTH, join_blocks, plain, wrapped

_LEGEND = [
    "Sites: a price in gold, or [owner]price, n for a neutral hut. Ways: p path, r river, pr both.",
    "* your mission  + you can build here  ~ you can build a neutral hut here",
]


def render_text(view: amazonas_pb2.AmazonasView) -> str:
    """The picture of what one viewer may see."""
    own = own_player(view)
    blocks = [_heading(view), _event(view), [*_villages(view), *_LEGEND[: 2 if own is not None else 1]]]
    if own is not None and not is_finished(view):
        blocks.append(_secrets(view, own))
    blocks.append([*_order(view), *_players(view)])
    if own is not None:
        blocks.append(_score(view, own))
    if is_finished(view):
        blocks += [_missions(view), _ranking(view)]
    return join_blocks(blocks)


def _heading(view: amazonas_pb2.AmazonasView) -> list[str]:
    whose = f"seat {view.viewer}" if view.HasField("viewer") else "spectator"
    moment = when(view)
    lines = [f"Amazonas - {whose} - {moment[0].lower()}{moment[1:]}"]
    return lines if is_finished(view) else [*lines, f"{waiting_for(view)}."]


def _event(view: amazonas_pb2.AmazonasView) -> list[str]:
    """The event of the round, and those to come."""
    lines = []
    if view.event:
        lines.append(f"Event: {event_title(view.event)}. {event_effect(view.event)}")
        if view.native_waits:
            lines.append("A native waits.")
    left = [f"{shown.left} {event_title(shown.event).lower()}" for shown in view.events_left if shown.left]
    return [*lines, *wrapped("Still to come, in no order:", left)] if left else lines


# --- The map ---


def _villages(view: amazonas_pb2.AmazonasView) -> list[str]:
    """A line for each village: marks, name, specimen, sites, and where its ways lead."""
    own = own_player(view)
    mission = set(own.mission.villages) if own is not None else set()
    buildable = {at.village for at in view.buildable}
    neutral = {at.village for at in view.neutral_sites}
    ways = _ways(view)
    longest = max(len(village.name) for village in view.villages)
    most = max(len(village.sites) for village in view.villages)
    lines = []
    for village in view.villages:
        number = village.village
        marks = "".join(
            mark if number in marked else " " for mark, marked in (("*", mission), ("+", buildable), ("~", neutral))
        )
        specimen = SPECIMENS[specimen_index(village.specimen)]
        sites = "".join(f"{_site(site):<6}" for site in village.sites)
        head = f"{marks}{number:>3} {plain(village.name):<{longest}}  {specimen:<9}  {sites:<{6 * most}}"
        lines += wrap(" ".join(ways[number]), WIDTH, initial_indent=head, subsequent_indent=" " * len(head)) or [head]
    return lines


def _site(site: amazonas_pb2.AmazonasSite) -> str:
    owner = site.WhichOneof("owner")
    if owner is None:
        return f" {site.price_gold}"
    return f"[{site.seat if owner == 'seat' else 'n'}]{site.price_gold}"


def _ways(view: amazonas_pb2.AmazonasView) -> list[list[str]]:
    """Where each village's ways lead, and by what."""
    ends: list[list[tuple[int, str]]] = [[] for _ in view.villages]
    for edge in view.edges:
        kinds = f"{'p' if edge.path else ''}{'r' if edge.river else ''}"
        ends[edge.a].append((edge.b, kinds))
        ends[edge.b].append((edge.a, kinds))
    return [[f"{number}{kinds}" for number, kinds in sorted(found)] for found in ends]


# --- The players ---


def _secrets(view: amazonas_pb2.AmazonasView, own: amazonas_pb2.AmazonasPlayer) -> list[str]:
    """The viewer's own cards and mission."""
    hand = [f"[{card}]" if own.HasField("chosen") and card == own.chosen else f" {card} " for card in own.hand]
    lines = [f"Your cards: {''.join(hand) or ' none'}{'  ([chosen])' if own.HasField('chosen') else ''}"]
    if own.white_numbers and own.hand:
        lines.append(f"    (white:{''.join(f'{white_number(own, card):>2} ' for card in own.hand).rstrip()})")
    if own.HasField("mission"):
        lines += wrapped("Your mission:", _mission_words(view, own.mission))
    return lines


def _mission_words(view: amazonas_pb2.AmazonasView, mission: amazonas_pb2.AmazonasMission) -> list[str]:
    """The villages of a mission, ticked where a hut stands."""
    return [
        f"[{'x' if village in mission.reached else ' '}] {plain(view.villages[village].name)}"
        for village in mission.villages
    ]


def _order(view: amazonas_pb2.AmazonasView) -> list[str]:
    """The order of play with incomes, or who has chosen."""
    if view.order:
        told = [
            f"{place}. seat {seat} ({_card(view.players[seat])}: {view.players[seat].announced})"
            for place, seat in enumerate(view.order, start=1)
        ]
        return [*wrapped("Order of play:", told), ""]
    if view.step == amazonas_pb2.AMAZONAS_STEP_CARDS:
        done = [f"seat {player.seat}" for player in view.players if player.has_chosen]
        return [*wrapped("Chosen:", done or ["nobody yet"]), ""]
    return []


def _card(player: amazonas_pb2.AmazonasPlayer) -> str:
    """The card face up before a player, with its white number if that counts."""
    white = white_number(player, player.played)
    return f"card {player.played}" if white is None else f"card {player.played}, white {white}"


def _players(view: amazonas_pb2.AmazonasView) -> list[str]:
    """A line for each player, and what is left in the supply."""
    neutral = " neutral" if view.neutral_huts else ""
    coin = " coin" if view.copper_coins else ""
    types = " ".join(f"{name:>9}" for name in SPECIMENS)
    rows = [f"Seat  silver huts{neutral} {types} card five{coin}  points"]
    for player in view.players:
        rows.append(
            f"{player.seat:>3}{'>' if view.HasField('active') and view.active == player.seat else ' '}"
            f"  {player.silver:>6} {player.huts_left:>4}"
            + (f" {player.neutral_huts_left:>7}" if view.neutral_huts else "")
            + f" {' '.join(f'{words:>9}' for words in _specimens(player))}"
            + f" {player.played if player.HasField('played') else '-':>4}"
            + f" {player.five_types if player.HasField('five_types') else '-':>4}"
            + (f" {player.coin:>4}" if view.copper_coins else "")
            + f"  {player.total:>6}"
        )
    supply = " ".join(f"{left:>9}" for left in view.supply)
    rows.append(f"{'left':<{18 + len(neutral)}}{supply}")
    left = [str(points) for points in view.five_types_left]
    return [*rows, *wrapped("Left for all five types:", left or ["none"])]


def _specimens(player: amazonas_pb2.AmazonasPlayer) -> list[str]:
    """Tokens by type, and natives with a plus."""
    return [
        f"{tokens}+{natives}" if natives else str(tokens)
        for tokens, natives in zip(player.specimens, player.natives, strict=True)
    ]


# --- Points ---


def _score(view: amazonas_pb2.AmazonasView, own: amazonas_pb2.AmazonasPlayer) -> list[str]:
    rows = ["Your points" if is_finished(view) else "Your points so far"]
    for item in own.items:
        head = f"  {plain(item.name):<11}{item.points:>4}  "
        rows += wrap(plain(item.detail), WIDTH, initial_indent=head, subsequent_indent=" " * len(head)) or [head]
    return [*rows, f"  {'total':<11}{own.total:>4}"]


def _missions(view: amazonas_pb2.AmazonasView) -> list[str]:
    """All missions, open at the end."""
    lines: list[str] = []
    for player in view.players:
        lines += wrapped(f"Mission of seat {player.seat}:", _mission_words(view, player.mission))
    return lines


def _ranking(view: amazonas_pb2.AmazonasView) -> list[str]:
    return wrapped("Ranking:", [f"{place}. {_standing(view, player)}" for place, player in places(view)])


def _standing(view: amazonas_pb2.AmazonasView, player: amazonas_pb2.AmazonasPlayer) -> str:
    coin = f", coin {player.coin}" if view.copper_coins else ""
    return f"seat {player.seat} ({player.total}; {sum(specimens_of(player))} specimens, {player.silver} silver{coin})"
