"""The registry finds the games, and tables are set up once for equal wishes."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from engines import registry
from engines.content import BadPack
from engines.game import BadOption, BadPlayers, Game, Malformed


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Lets a test look again at what the registry has cached."""
    registry.games.cache_clear()
    yield
    registry.games.cache_clear()


@pytest.fixture(params=sorted(registry.games()))
def ruleset(request: pytest.FixtureRequest) -> Game:
    """Each ruleset in turn."""
    return registry.game(request.param)


def test_games_ascend_by_id_and_cannot_be_changed() -> None:
    games = registry.games()
    assert list(games) == sorted(games)
    with pytest.raises(TypeError):
        games["new"] = next(iter(games.values()))  # type: ignore[index]


@pytest.mark.parametrize("name", ["", "chess", "TREK12-AMAZONIA", "trek12-amazonia "])
def test_an_unknown_ruleset_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(registry.UnknownRuleset) as caught:
        registry.game(name)
    for known in registry.games():
        assert known in str(caught.value)


def test_two_rulesets_of_one_name_are_noticed(forgetful: None, monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(GAMES=tuple(registry.games().values()) * 2)
    registry.games.cache_clear()
    monkeypatch.setattr("engines.registry.importlib.import_module", lambda _: module)
    with pytest.raises(ValueError, match="two modules"):
        registry.games()


def test_a_table_without_wishes_has_the_defaults(ruleset: Game) -> None:
    setup = registry.make_setup(ruleset, ruleset.min_players, {}, registry.default_pack(ruleset))
    assert setup.options == tuple((option.name, option.default) for option in ruleset.options)
    for option in ruleset.options:
        assert setup.option(option.name) == option.default
    with pytest.raises(KeyError):
        setup.option("no_such_option")


def test_a_default_that_is_named_makes_the_same_table(ruleset: Game) -> None:
    pack = registry.default_pack(ruleset)
    named = {option.name: option.default for option in ruleset.options}
    backwards = dict(reversed(named.items()))
    silent = registry.make_setup(ruleset, ruleset.min_players, {}, pack)
    assert registry.make_setup(ruleset, ruleset.min_players, named, pack) is silent
    assert registry.make_setup(ruleset, ruleset.min_players, backwards, pack) is silent


def test_other_wishes_make_another_table(ruleset: Game) -> None:
    pack = registry.default_pack(ruleset)
    silent = registry.make_setup(ruleset, ruleset.max_players, {}, pack)
    for option in ruleset.options:
        for value in option.values:
            other = registry.make_setup(ruleset, ruleset.max_players, {option.name: value}, pack)
            assert other.option(option.name) == value
            assert (other == silent) == (value == option.default)


@pytest.mark.parametrize("change", [-1, +1])
def test_the_number_of_players_is_limited(ruleset: Game, change: int) -> None:
    players = (ruleset.min_players if change < 0 else ruleset.max_players) + change
    with pytest.raises(BadPlayers, match=str(players)) as caught:
        registry.make_setup(ruleset, players, {}, registry.default_pack(ruleset))
    assert isinstance(caught.value, Malformed)


def test_unknown_options_and_values_are_refused(ruleset: Game) -> None:
    pack = registry.default_pack(ruleset)
    wishes = [{"no_such_option": "1"}, {"": ""}, *({option.name: "no such value"} for option in ruleset.options)]
    for options in wishes:
        with pytest.raises(BadOption):
            registry.make_setup(ruleset, ruleset.min_players, options, pack)


def test_a_pack_of_ones_own_is_read_once(ruleset: Game) -> None:
    text = registry.default_pack(ruleset).canonical.decode()
    assert registry.custom_pack(ruleset, text) is registry.custom_pack(ruleset, text)
    with pytest.raises(BadPack):
        registry.custom_pack(ruleset, "{}")
