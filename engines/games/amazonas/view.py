"""What a seat or a spectator sees of a table of Amazonas.

Hidden are the missions, except one's own, until the end; the cards in the others' hands; and the choices of the round.
The order of the event cards and the missions that nobody holds are not even in the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from canopy.v1 import amazonas_pb2
from cext import amazonas
from cext.amazonas import Player, Table
from cext.kernel import State
from engines.game import Setup
from engines.games.amazonas import editions
from engines.games.amazonas.content import Content, content_of
from engines.games.amazonas.score import points_shown, score_items
from engines.games.amazonas.vocabulary import EVENTS_TO_WIRE, SPECIMENS_TO_WIRE
from engines.kept import kept_with_argument

STEPS: Mapping[int, amazonas_pb2.AmazonasStep] = {
    amazonas.DEALING: amazonas_pb2.AMAZONAS_STEP_DEALING,
    amazonas.SETTING_UP: amazonas_pb2.AMAZONAS_STEP_SET_UP,
    amazonas.DRAWING: amazonas_pb2.AMAZONAS_STEP_EVENT,
    amazonas.CHOOSING: amazonas_pb2.AMAZONAS_STEP_CARDS,
    amazonas.EARNING: amazonas_pb2.AMAZONAS_STEP_INCOME,
    amazonas.BUILDING: amazonas_pb2.AMAZONAS_STEP_BUILD,
    amazonas.OVER: amazonas_pb2.AMAZONAS_STEP_OVER,
}
_NEUTRAL = amazonas_pb2.AmazonasNeutralHut()


def view_of(setup: Setup, state: State, viewer: int | None) -> amazonas_pb2.AmazonasView:
    """The table as the viewer, None for a spectator, may see it."""
    content = content_of(setup.pack)
    table = amazonas.table(state)
    view = amazonas_pb2.AmazonasView()
    view.CopyFrom(_printed(setup))
    view.step = STEPS[table.phase]
    view.round = table.round
    if table.event is not None:
        view.event = EVENTS_TO_WIRE[table.event]
    view.native_waits = table.native
    for shown, left in zip(view.events_left, table.events_left, strict=True):
        shown.left = left
    view.supply.extend(table.supply)
    view.five_types_left.extend(amazonas.bonuses_left(state))
    view.order.extend(table.order)
    if table.active is not None:
        view.active = table.active
    if viewer is not None:
        view.viewer = viewer
    _add_huts(view, state)
    _add_players(view, content, state, table, viewer)
    if viewer is not None:
        _add_building_sites(view, state, viewer)
    return view


@kept_with_argument
def _printed(setup: Setup) -> amazonas_pb2.AmazonasView:
    """What is the same at every moment of a game. Shared: to be copied, never changed."""
    content, chosen = content_of(setup.pack), dict(setup.options)
    return amazonas_pb2.AmazonasView(
        rounds=amazonas.ROUNDS,
        villages=[
            amazonas_pb2.AmazonasVillage(
                village=number,
                name=village.name,
                x_hundredths=village.x_hundredths,
                y_hundredths=village.y_hundredths,
                specimen=SPECIMENS_TO_WIRE[village.specimen],
                sites=[amazonas_pb2.AmazonasSite(price_gold=price) for price in village.sites],
            )
            for number, village in enumerate(content.villages)
        ],
        edges=[
            amazonas_pb2.AmazonasEdge(
                a=edge.a,
                b=edge.b,
                path=edge.path,
                river=edge.river,
                bend=[amazonas_pb2.AmazonasPoint(x_hundredths=x, y_hundredths=y) for x, y in edge.bend],
            )
            for edge in content.edges
        ],
        events_left=[amazonas_pb2.AmazonasEventsLeft(event=event) for event in EVENTS_TO_WIRE.values()],
        copper_coins=chosen[editions.TIE_BREAK] == "COPPER_COINS",
        missions_gain=chosen[editions.MISSION_SCORING] == "GAIN",
        majority_chips=editions.FLAGS[chosen[editions.MAJORITY_CHIPS]],
        extra_huts=editions.FLAGS[chosen[editions.EXTRA_HUTS]],
        neutral_huts=editions.FLAGS[chosen[editions.NEUTRAL_HUTS]] and setup.players == 2,
    )


def _add_huts(view: amazonas_pb2.AmazonasView, state: State) -> None:
    for village, owners in zip(view.villages, amazonas.sites(state), strict=True):
        for site, owner in zip(village.sites, owners, strict=True):
            if owner == amazonas.NEUTRAL_OWNER:
                site.neutral.CopyFrom(_NEUTRAL)
            elif owner is not None:
                site.seat = owner


def _add_players(
    view: amazonas_pb2.AmazonasView, content: Content, state: State, table: Table, viewer: int | None
) -> None:
    for seat in range(state.rules.players):
        player = amazonas.player(state, seat)
        shown = view.players.add(seat=seat, has_chosen=seat in table.chosen)
        _show_display(shown, player)
        if not view.copper_coins:
            shown.white_numbers.extend(_white_numbers(seat))
        if seat == viewer:
            shown.hand.extend(player.hand)
            if player.choice is not None:
                shown.chosen = player.choice
        with_mission = seat == viewer or table.phase == amazonas.OVER
        if with_mission and player.mission is not None:
            _show_mission(shown, content, player, player.mission)
        score = amazonas.score(state, seat)
        items = score_items(content, player, score, majority_chips=view.majority_chips, with_mission=with_mission)
        for item in items:
            shown.items.add(name=item.name, points=item.points, detail=item.detail)
        shown.total = points_shown(player, score, with_mission=with_mission)


@cache
def _white_numbers(seat: int) -> tuple[int, ...]:
    """Those on a seat's income cards ("Determine Order of Play")."""
    return tuple(amazonas.white_number_of(seat, card) for card in range(amazonas.INCOME_CARDS))


def _show_display(shown: amazonas_pb2.AmazonasPlayer, player: Player) -> None:
    """What lies open before a player."""
    shown.silver = player.silver
    shown.gold_coins, shown.silver_coins = divmod(player.silver, amazonas.SILVER_PER_GOLD)
    shown.huts_left = player.huts_left
    shown.neutral_huts_left = player.neutral_left
    shown.specimens.extend(player.specimens)
    shown.natives.extend(player.natives)
    if player.coin is not None:
        shown.coin = player.coin
    if player.five_types:
        shown.five_types = player.five_types
    if player.played is not None:
        shown.played = player.played
    if player.income is not None:
        shown.announced = player.income


def _show_mission(shown: amazonas_pb2.AmazonasPlayer, content: Content, player: Player, mission: int) -> None:
    villages = content.missions[mission]
    shown.mission.mission = mission
    shown.mission.villages.extend(villages)
    shown.mission.reached.extend(village for village in villages if village in player.huts)


def _add_building_sites(view: amazonas_pb2.AmazonasView, state: State, viewer: int) -> None:
    """Where the viewer can build now, as the kernel says; the cheapest free site of a village is the first free one."""
    for village in amazonas.buildable(state, viewer):
        price = amazonas.price(state, viewer, village)
        view.buildable.add(village=village, site=_first_free(view, village), price_silver=price)
    for village in amazonas.neutral_sites(state, viewer):
        view.neutral_sites.add(village=village, site=_first_free(view, village))


def _first_free(view: amazonas_pb2.AmazonasView, village: int) -> int:
    sites = view.villages[village].sites
    return next(index for index, site in enumerate(sites) if site.WhichOneof("owner") is None)
