"""What a seat and a spectator see of Amazonas: all that lies open, one's own secrets, and nobody else's."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

import pytest

from canopy.v1 import amazonas_pb2
from cext import amazonas
from cext.amazonas import CROCODILE, FISH, JAGUAR, MOVE_BUILD, MOVE_CARD, MOVE_NEUTRAL, NATIVES, PARROT, THEFT
from cext.kernel import State
from engines.game import Game as Ruleset
from engines.games.amazonas.content import content_of
from tests.amazonas.play import Game
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, MARSH, NEST
from tests.amazonas.tables import CASES, DEFAULT_CASES, GAME_2005, GAME_BGA, GAMES, look, seen, setup_of
from tests.playing import Case, Ply, every_viewer, play, walk

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_default_case = pytest.mark.parametrize("case", DEFAULT_CASES, ids=str)


def views(case: Case) -> Iterator[tuple[State, amazonas_pb2.AmazonasView]]:
    """Every state of a random game with a spectator's view of it."""
    for state in walk(case, 3).states:
        yield state, look(case.setup, state)


# --- The map -------------------------------------------------------------------------------------------------------


@every_default_case
def test_the_printed_map_is_in_every_view(case: Case) -> None:
    content = content_of(case.setup.pack)
    for _, view in views(case):
        assert [village.village for village in view.villages] == list(range(len(content.villages)))
        assert [village.name for village in view.villages] == [village.name for village in content.villages]
        assert [village.specimen for village in view.villages] == [village.specimen + 1 for village in content.villages]
        prices = [tuple(site.price_gold for site in village.sites) for village in view.villages]
        assert prices == [village.sites for village in content.villages]
        ways = [(edge.a, edge.b, edge.path, edge.river) for edge in view.edges]
        assert ways == [(edge.a, edge.b, edge.path, edge.river) for edge in content.edges]
        assert view.rounds == 18


@every_default_case
def test_every_hut_stands_on_its_site(case: Case) -> None:
    for state, view in views(case):
        owners = amazonas.sites(state)
        for village, expected in zip(view.villages, owners, strict=True):
            for site, owner in zip(village.sites, expected, strict=True):
                kind = site.WhichOneof("owner")
                assert kind == (None if owner is None else "neutral" if owner == amazonas.NEUTRAL_OWNER else "seat")
                assert kind != "seat" or site.seat == owner


def test_a_hut_of_seat_0_is_no_free_site() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, DELTA)
    sites = look(setup, game.state).villages[DELTA].sites
    assert [site.WhichOneof("owner") for site in sites] == ["seat", "seat", None]
    assert [site.seat for site in sites][:2] == [0, 1]


# --- What lies before a player -------------------------------------------------------------------------------------


def test_money_is_told_in_silver_and_in_coins() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.round(JAGUAR, 2, 5, 1)
    game.end()
    player = look(setup, game.state).players[1]
    assert (player.silver, player.gold_coins, player.silver_coins) == (5, 1, 2)
    assert [(p.announced, p.played) for p in look(setup, game.state).players] == [(2, 2), (5, 5), (1, 1)]


def test_before_any_card_is_played_none_lies_out() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.event(JAGUAR)
    for player in look(setup, game.state).players:
        assert not player.HasField("played")
        assert not player.HasField("announced")
    game.cards(0, 1, 2)
    assert look(setup, game.state).players[0].HasField("played")
    assert look(setup, game.state).players[0].played == 0


def test_played_cards_lie_out_until_all_come_back() -> None:
    """amazonas 15."""
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    for card in range(6):
        game.full_round(cards=[card] * 3)
        view = look(setup, game.state, 1)
        assert [player.played for player in view.players] == [card] * 3
        assert list(view.players[1].hand) == list(range(card + 1, 7))
    game.full_round(cards=[6] * 3)
    view = look(setup, game.state, 1)
    assert not any(player.HasField("played") for player in view.players)
    assert list(view.players[1].hand) == list(range(7))


def test_natives_are_told_apart_from_tokens() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.round(NATIVES, 1, 2, 3)
    assert look(setup, game.state).native_waits
    game.hire(PARROT)
    view = look(setup, game.state)
    hirer = view.players[amazonas.table(game.state).active or 0]
    assert list(hirer.natives) == [0, 0, 0, 1, 0]
    assert not view.native_waits
    assert sum(sum(player.natives) for player in view.players) == 1


@every_case
def test_displays_agree_with_the_kernel(case: Case) -> None:
    for state, view in views(case):
        for seat, shown in enumerate(view.players):
            player = amazonas.player(state, seat)
            assert shown.seat == seat
            assert shown.silver == player.silver == 3 * shown.gold_coins + shown.silver_coins
            assert shown.silver_coins < 3
            assert (shown.huts_left, shown.neutral_huts_left) == (player.huts_left, player.neutral_left)
            assert (tuple(shown.specimens), tuple(shown.natives)) == (player.specimens, player.natives)
            assert (shown.coin if shown.HasField("coin") else None) == player.coin
            assert (shown.five_types if shown.HasField("five_types") else 0) == player.five_types
            assert (shown.played if shown.HasField("played") else None) == player.played
            assert (shown.announced if shown.HasField("announced") else None) == player.income


@every_case
def test_white_numbers_are_told_where_they_settle_equal_incomes(case: Case) -> None:
    whites = case.setup.option("tie_break") == "WHITE_NUMBER"
    for _, view in views(case):
        for seat, shown in enumerate(view.players):
            expected = [amazonas.white_number_of(seat, card) for card in range(7)] if whites else []
            assert list(shown.white_numbers) == expected


def test_the_white_numbers_of_a_view_explain_the_order() -> None:
    setup = setup_of(GAME_2005, 4)
    game = Game(setup.rules)
    game.set_up(DELTA, DELTA, FORD, FORD)
    game.round(JAGUAR, 2, 2, 2, 2)
    view = look(setup, game.state)
    assert len({player.announced for player in view.players}) == 1
    whites = [view.players[seat].white_numbers[view.players[seat].played] for seat in view.order]
    assert whites == sorted(whites, reverse=True)


@every_case
def test_options_that_show_are_told(case: Case) -> None:
    setup, view = case.setup, look(case.setup, walk(case, 3).states[0])
    assert view.copper_coins == (setup.option("tie_break") == "COPPER_COINS")
    assert view.missions_gain == (setup.option("mission_scoring") == "GAIN")
    assert view.majority_chips == (setup.option("majority_chips") == "true")
    assert view.extra_huts == (setup.option("extra_huts") == "true")
    assert view.neutral_huts == (setup.option("neutral_huts") == "true" and setup.players == 2)


# --- The round -----------------------------------------------------------------------------------------------------


@every_default_case
def test_events_left_are_counted_and_never_in_order(case: Case) -> None:
    for state, view in views(case):
        assert [shown.event for shown in view.events_left] == list(range(1, 11))
        assert tuple(shown.left for shown in view.events_left) == amazonas.table(state).events_left


def test_events_drawn_in_another_order_leave_the_same() -> None:
    setup = setup_of(GAME_2005, 3)
    games = []
    for events in ((JAGUAR, CROCODILE, THEFT), (CROCODILE, JAGUAR, THEFT)):
        game = Game(setup.rules)
        game.set_up(DELTA, GROVE, HOLLOW)
        for event in events:
            game.full_round(event)
        games.append(game)
    assert seen(setup, games[0].state, None) == seen(setup, games[1].state, None)


@every_default_case
def test_step_order_and_turn(case: Case) -> None:
    rounds = []
    for state, view in views(case):
        table = amazonas.table(state)
        assert view.step == 1 + table.phase
        assert tuple(view.order) == table.order
        assert (view.active if view.HasField("active") else None) == table.active
        assert view.HasField("viewer") is False
        assert (view.event - 1 if view.event else None) == table.event
        assert tuple(view.supply) == table.supply
        rounds.append(view.round)
    assert rounds == sorted(rounds)
    assert (rounds[0], rounds[-1]) == (0, 18)


# --- Where one can build -------------------------------------------------------------------------------------------


@every_case
def test_building_sites_are_the_legal_moves_of_the_viewer(case: Case) -> None:
    for state in walk(case, 3).states:
        for viewer in every_viewer(case.setup):
            view = look(case.setup, state, viewer)
            moves = [amazonas.unpack_move(word) for word in state.legal_moves(viewer)] if viewer is not None else []
            assert [at.village for at in view.buildable] == [to for kind, to in moves if kind == MOVE_BUILD]
            assert [at.village for at in view.neutral_sites] == [to for kind, to in moves if kind == MOVE_NEUTRAL]
            for at in (*view.buildable, *view.neutral_sites):
                sites = view.villages[at.village].sites
                taken = [site.WhichOneof("owner") is not None for site in sites]
                assert taken == [True] * at.site + [False] * (len(sites) - at.site)
            for at in view.buildable:
                price = 3 * view.villages[at.village].sites[at.site].price_gold
                assert at.price_silver - price in (0, 1)
                assert at.price_silver <= view.players[view.viewer].silver


def test_a_jaguar_leaves_the_sites_by_river() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GLADE, NEST)
    for cards in ([5, 1, 0], [4, 0, 1]):
        game.full_round(cards=cards)
    game.round(JAGUAR, 3, 2, 2)
    assert game.table.active == 0
    assert [at.village for at in look(setup, game.state, 0).buildable] == [GROVE, HOLLOW]
    assert [at.village for at in look(setup, game.state, 1).buildable] == []


def test_neutral_sites_cost_nothing() -> None:
    setup = setup_of(GAME_BGA, 2)
    game = Game(setup.rules)
    game.set_up(DELTA, FORK)
    game.round(CROCODILE, 5, 2)
    view = look(setup, game.state, 0)
    assert [(at.village, at.site) for at in view.neutral_sites] == [
        (DELTA, 1),
        (GROVE, 0),
        (FORD, 0),
        (GLADE, 0),
        (MARSH, 0),
    ]
    assert all(at.price_silver == 0 for at in view.neutral_sites)


# --- Points --------------------------------------------------------------------------------------------------------


@every_case
def test_items_add_up_and_leave_out_what_is_hidden(case: Case) -> None:
    for state in walk(case, 3).states[::3]:
        for viewer in every_viewer(case.setup):
            check_points(case, state, viewer)
    for viewer in every_viewer(case.setup):
        check_points(case, walk(case, 3).end, viewer)


def check_points(case: Case, state: State, viewer: int | None) -> None:
    names = ["fish", "butterfly", "iguana", "parrot", "orchid", "five types"]
    names += ["majority"] if case.setup.option("majority_chips") == "true" else []
    for seat, shown in enumerate(look(case.setup, state, viewer).players):
        score = amazonas.score(state, seat)
        is_open = (seat == viewer or state.is_over) and amazonas.player(state, seat).mission is not None
        assert [item.name for item in shown.items] == [*names, *(["missions"] if is_open else [])]
        assert sum(item.points for item in shown.items) == shown.total
        assert shown.total == (score.total if is_open else score.total - score.missions)
        assert all(item.detail for item in shown.items)


@every_default_case
def test_totals_at_the_end_are_the_results(case: Case) -> None:
    end = walk(case, 3).end
    for viewer in every_viewer(case.setup):
        assert tuple(player.total for player in look(case.setup, end, viewer).players) == end.returns()


# --- Secrets -------------------------------------------------------------------------------------------------------


@every_default_case
def test_missions_hands_and_choices_are_shown_to_their_seats_alone(case: Case) -> None:
    for state in walk(case, 3).states:
        for viewer in every_viewer(case.setup):
            for seat, shown in enumerate(look(case.setup, state, viewer).players):
                player = amazonas.player(state, seat)
                own = seat == viewer
                assert shown.HasField("mission") == (player.mission is not None and (own or state.is_over))
                assert tuple(shown.hand) == (player.hand if own else ())
                assert (shown.chosen if shown.HasField("chosen") else None) == (player.choice if own else None)
                assert shown.has_chosen == (player.choice is not None)


@every_default_case
def test_a_mission_is_told_with_its_villages(case: Case) -> None:
    end = walk(case, 3).end
    missions = content_of(case.setup.pack).missions
    shown = [player.mission for player in look(case.setup, end).players]
    assert len({mission.mission for mission in shown}) == case.setup.players
    for seat, mission in enumerate(shown):
        assert tuple(mission.villages) == missions[mission.mission]
        huts = amazonas.player(end, seat).huts
        assert list(mission.reached) == [village for village in mission.villages if village in huts]


@every_case
def test_whole_games_in_which_the_others_hold_other_missions_look_the_same(case: Case) -> None:
    """The same game with other missions for all other seats: byte-equal views to the seat, and to a spectator."""
    game = walk(case, 5)
    missions = range(len(content_of(case.setup.pack).missions))
    for viewer in every_viewer(case.setup):
        plies = list(game.plies)
        dealt = [amazonas.unpack_outcome(ply.word)[1][1] for ply in plies[: case.setup.players]]
        for seat, mission in enumerate(other_deal(dealt, missions, viewer)):
            plies[seat] = Ply(None, amazonas.pack_mission(seat, mission))
        state = State.start(case.setup.rules)
        for turn, ply in enumerate(plies[:-1]):
            state, _ = play(state, ply)
            assert seen(case.setup, state, viewer) == seen(case.setup, game.states[turn + 1], viewer)
        assert play(state, plies[-1])[0].is_over


def other_deal(dealt: list[int], missions: Iterable[int], viewer: int | None) -> Sequence[int]:
    """A deal in which the viewer has the same mission and every other seat another one."""
    return next(
        deal
        for deal in permutations(missions, len(dealt))
        if all((one == other) == (seat == viewer) for seat, (one, other) in enumerate(zip(dealt, deal, strict=True)))
    )


@every_default_case
def test_what_others_choose_changes_no_byte(case: Case) -> None:
    """From every decision on the way all seats but the last choose; each time twice, and differently."""
    rng = random.Random(case.name)
    last = case.setup.players - 1
    for start in walk(case, 4).states:
        if len(start.to_act()) < case.setup.players:
            continue
        one, other = (choose(start, [rng.choice(start.legal_moves(seat)) for seat in range(last)]) for _ in range(2))
        for viewer in (None, last):
            assert seen(case.setup, one, viewer) == seen(case.setup, other, viewer)


def choose(state: State, words: list[int]) -> State:
    for seat, word in enumerate(words):
        state, _ = state.apply(seat, word)
    return state


def test_choice_of_card_0_shows_to_its_seat_alone() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.event(JAGUAR)
    game.play(MOVE_CARD, 0, 1)
    for viewer in every_viewer(setup):
        view = look(setup, game.state, viewer)
        assert [player.has_chosen for player in view.players] == [False, True, False]
        assert [player.HasField("chosen") for player in view.players] == [False, viewer == 1, False]
    own = look(setup, game.state, 1).players[1]
    assert (own.chosen, list(own.hand)) == (0, list(range(7)))


@every_default_case
def test_viewers_differ_only_in_their_own_secrets(case: Case) -> None:
    for state, public in views(case):
        for viewer in range(case.setup.players):
            view = look(case.setup, state, viewer)
            for name in ("viewer", "buildable", "neutral_sites"):
                view.ClearField(name)
            own = view.players[viewer]
            for name in ("chosen", "hand"):
                own.ClearField(name)
            if not state.is_over:
                own.ClearField("mission")
                if own.items[-1].name == "missions":
                    own.total -= own.items[-1].points
                    del own.items[-1]
            assert view == public


def test_a_view_is_nobodys_to_change() -> None:
    for game in GAMES:
        setup = setup_of(game, 3)
        state = State.start(setup.rules)
        before = seen(setup, state, None)
        spoiled = look(setup, state)
        del spoiled.villages[2:], spoiled.edges[:]
        spoiled.villages[0].sites[0].seat = 1
        spoiled.rounds = 0
        assert seen(setup, state, None) == before


def test_supply_and_specimens_are_all_there_is() -> None:
    setup = setup_of(GAME_2005, 3)
    game = Game(setup.rules)
    game.set_up(DELTA, GLADE, DELTA)
    view = look(setup, game.state)
    assert list(view.supply) == [9, 12, 12, 12, 12]
    held = Counter({FISH: sum(player.specimens[FISH] for player in view.players)})
    assert held[FISH] == 3


@pytest.mark.parametrize(
    ("ruleset", "players", "points"),
    [(GAME_2005, 3, [4, 3, 2]), (GAME_2005, 4, [5, 4, 3, 2]), (GAME_BGA, 2, [4, 2]), (GAME_BGA, 4, [5, 4, 3, 2])],
    ids=lambda value: value.id if isinstance(value, Ruleset) else str(value),
)
def test_tokens_for_all_five_types_are_as_many_as_players(ruleset: Ruleset, players: int, points: list[int]) -> None:
    setup = setup_of(ruleset, players)
    assert list(look(setup, State.start(setup.rules)).five_types_left) == points


@every_default_case
def test_tokens_for_all_five_types_go_from_the_table_to_the_players(case: Case) -> None:
    everything = list(look(case.setup, walk(case, 3).states[0]).five_types_left)
    for _, view in views(case):
        taken = [player.five_types for player in view.players if player.HasField("five_types")]
        assert sorted([*taken, *view.five_types_left], reverse=True) == everything
