"""Configuration: flag beats environment beats file beats default, and what cannot be used is refused by name."""

import argparse
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from service import config, config_listing, keyring
from service.config import BadConfig, Settings
from service.keyring import KeyRing
from service.settings import to_text
from tests.service.conftest import key_line, make_key

FIRST = make_key("first")


def flags(*arguments: str) -> dict[str, str | None]:
    """What the flags of a command say."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    config.add_flags(parser)
    return vars(parser.parse_args(arguments))


def test_defaults_are_safe() -> None:
    settings = config.read_settings(flags(), {})
    assert settings == Settings()
    assert config.is_loopback(settings.bind)
    config.require_safe_bind(settings)


CHOICES = [
    ("bind", "127.0.0.1:1", "127.0.0.1:2"),
    ("services", "engine", "engine,solver"),
    ("workers", "2", "3"),
    ("metrics_address", "127.0.0.1:1", "127.0.0.1:2"),
    ("health_address", "127.0.0.1:1", "127.0.0.1:2"),
    ("trace_endpoint", "http://127.0.0.1:1", "https://localhost:2/"),
    ("trace_ratio", "0.5", "0.25"),
    ("drain_seconds", "1", "2.5"),
    ("grace_seconds", "1", "2.5"),
    ("max_request_bytes", "65536", "131072"),
    ("log_level", "debug", "ERROR"),
    ("keys_file", "one", "other"),
    ("api_keys_file", "one", "other"),
    ("tls_cert", "one", "other"),
    ("tls_key", "one", "other"),
    ("tls_client_ca", "one", "other"),
    ("max_streams", "1", "2"),
    ("max_in_flight", "1", "2"),
    ("max_calls_per_connection", "1", "2"),
    ("max_waiting_calls", "1", "2"),
    ("max_standing_calls", "1", "2"),
    ("max_connections", "1", "2"),
    ("max_connection_age_seconds", "1", "2.5"),
    ("max_connection_idle_seconds", "1", "2.5"),
    ("keepalive_seconds", "1", "2.5"),
    ("solver_processes", "0", "2"),
    ("solver_queue", "1", "2"),
    ("solver_max_seconds", "1", "2.5"),
]


# Settings of which there are but two values.
SWITCHES = {"insecure_bind", "access_log", "log_format"}


@pytest.fixture
def config_file(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a configuration file."""

    def write(text: str) -> Path:
        path = tmp_path / "canopy.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


WriteConfig: TypeAlias = Callable[[str], Path]


@pytest.mark.parametrize(("name", "low", "high"), CHOICES)
def test_flag_beats_environment_beats_file_beats_default(
    name: str, low: str, high: str, config_file: WriteConfig
) -> None:
    variable, flag = f"CANOPY_{name.upper()}", f"--{name.replace('_', '-')}"
    in_file = config_file(f'# A comment.\n\n{name} = "{high}"\n')
    told = {"CANOPY_CONFIG": str(in_file), variable: low}

    def chosen(flags: dict[str, str | None], environment: dict[str, str]) -> config.Chosen:
        (found,) = (item for item in config.choose(flags, environment) if item.setting.name == name)
        assert getattr(config.read_settings(flags, environment), name) == found.value
        return found

    default = chosen(flags(), {})
    from_file = chosen(flags(), {"CANOPY_CONFIG": str(in_file)})
    from_environment = chosen(flags(), told)
    from_flag = chosen(flags(flag, high), told)
    assert (default.value, default.source) == (getattr(Settings(), name), "default")
    assert from_file.source == f"{in_file}, line 3"
    assert (to_text(from_environment.value).lower(), from_environment.source) == (low, variable)
    assert (str(from_flag.value), from_flag.source) == (high, flag)
    assert from_file.value in (from_flag.value, in_file.parent / high)
    assert from_environment.value not in (default.value, from_flag.value)


def test_file_of_the_flag_beats_that_of_the_environment(config_file: WriteConfig) -> None:
    path = config_file('bind = "127.0.0.1:1"')
    assert config.read_settings(flags("--config", str(path)), {"CANOPY_CONFIG": "/gone"}).bind == "127.0.0.1:1"


def test_file_holds_numbers_and_truth_as_such_and_paths_beside_it(config_file: WriteConfig) -> None:
    path = config_file(
        """
        workers = 2
        insecure_bind = true
        access_log = false
        grace_seconds = 1.5
        log_format = "json"
        keys_file = "keys"
        tls_key = "/etc/tls.key"
        metrics_address = "off"
        """
    )
    settings = config.read_settings(flags("--config", str(path)), {})
    assert (settings.workers, settings.insecure_bind, settings.access_log) == (2, True, False)
    assert (settings.grace_seconds, settings.log_format, settings.metrics_address) == (1.5, "json", None)
    assert (settings.keys_file, settings.tls_key) == (path.parent / "keys", Path("/etc/tls.key"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\nwrokers = 2", r"canopy\.toml, line 2: there is no setting 'wrokers'; is workers meant\?"),
        ("grace-seconds = 2", "line 1: .* is grace_seconds meant"),
        ('bind = "127.0.0.1:1"\n[service]\nworkers = 2', "line 2: there is no setting 'service'"),
        ("a.workers = 2", "line 1: there is no setting 'a'"),
        ("\n\nworkers = 0", "line 3: workers: 0 does not lie between 1 and 256"),
        ("workers = 2.0", "line 1: workers: '2.0' is no whole number"),
        ("workers = [2]", "line 1: workers has to be text, a number, true or false"),
        ("[workers]", "line 1: workers has to be text, a number, true or false"),
        ("grace_seconds = nan", "line 1: grace_seconds: nan does not lie between"),
        ("bind = 1979-05-27", "line 1: bind has to be text"),
        ('keys = "00"', "line 1: keys is a secret"),
        ("workers = 1\nworkers = 2", "is no TOML: Cannot overwrite a value"),
        ("workers", "is no TOML: Expected '='"),
    ],
)
def test_file_that_cannot_be_used_is_refused_by_line(text: str, says: str, config_file: WriteConfig) -> None:
    with pytest.raises(BadConfig, match=says):
        config.read_settings(flags("--config", str(config_file(text))), {})


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="gone: No such file"):
        config.read_settings(flags(), {"CANOPY_CONFIG": str(tmp_path / "gone")})
    (tmp_path / "binary").write_bytes(b"\xff")
    with pytest.raises(BadConfig, match="binary is not text"):
        config.read_settings(flags(), {"CANOPY_CONFIG": str(tmp_path / "binary")})


def test_listing_tells_every_setting_with_source_and_meaning_and_no_secret() -> None:
    environment = {"CANOPY_KEYS": "secret", "CANOPY_WORKERS": "2"}
    text = config_listing.render(config.choose(flags("--log-level", "debug"), environment))
    blocks = text.split("\n\n")
    assert len(blocks) == len(config.SETTINGS)
    for block, setting in zip(blocks, config.SETTINGS, strict=True):
        assert setting.help in block
        assert setting.variable in block
        assert setting.name in block
    assert "secret" not in text
    for line in (
        "workers = 2  # CANOPY_WORKERS",
        'log_level = "DEBUG"  # --log-level',
        'bind = "127.0.0.1:50051"  # default',
        "# keys = (hidden)  # CANOPY_KEYS",
        "# keys_file = (none)  # default",
    ):
        assert line in text.splitlines()


def test_listing_is_a_file_that_says_the_same_again(config_file: WriteConfig) -> None:
    environment = {
        "CANOPY_KEYS_FILE": 'with "quotes" \u00e9\\',
        "CANOPY_GRACE_SECONDS": "0.1",
        "CANOPY_ACCESS_LOG": "yes",
    }
    first = config.choose(flags(), environment)
    again = config.read_settings(flags("--config", str(config_file(config_listing.render(first)))), {})
    assert again.keys_file == Path('with "quotes" \u00e9\\').absolute()
    assert (again.grace_seconds, again.access_log) == (0.1, True)
    assert dataclasses.replace(again, keys_file=None) == dataclasses.replace(
        config.read_settings(flags(), environment), keys_file=None
    )


@pytest.mark.parametrize("setting", config.SETTINGS, ids=lambda setting: setting.name)
def test_a_value_as_text_is_read_as_the_same_value(setting: config.Setting) -> None:
    assert setting.default is None or setting.parse(to_text(setting.default)) == setting.default


def test_every_setting_is_covered() -> None:
    assert {name for name, _, _ in CHOICES} | {"keys"} | SWITCHES == {item.name for item in config.SETTINGS}
    assert {item.name for item in config.SETTINGS} == set(Settings.__dataclass_fields__)


def test_an_empty_variable_says_nothing() -> None:
    assert config.read_settings(flags(), {"CANOPY_BIND": ""}).bind == Settings().bind


def test_keys_have_no_flag() -> None:
    with pytest.raises(SystemExit):
        flags("--keys", "x")


@pytest.mark.parametrize("text", ["1", "true", "YES", "on"])
def test_insecure_bind_from_the_environment(text: str) -> None:
    environment = {"CANOPY_BIND": "0.0.0.0:1", "CANOPY_INSECURE_BIND": text}
    config.require_safe_bind(config.read_settings(flags(), environment))


@pytest.mark.parametrize("bind", ["0.0.0.0:1", "[::]:1", "192.0.2.1:1", "example.org:1", "[2001:db8::1]:1"])
def test_beyond_this_machine_only_when_asked_for(bind: str) -> None:
    with pytest.raises(BadConfig, match="insecure-bind"):
        config.require_safe_bind(config.read_settings(flags("--bind", bind), {}))
    config.require_safe_bind(config.read_settings(flags("--bind", bind, "--insecure-bind"), {}))


def test_beyond_this_machine_with_encryption() -> None:
    config.require_safe_bind(
        config.read_settings(flags("--bind", "0.0.0.0:1", "--tls-cert", "x", "--tls-key", "y"), {})
    )


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_log_format(log_format: str) -> None:
    assert config.read_settings(flags("--log-format", log_format.upper()), {}).log_format == log_format
    assert config.read_settings(flags("--access-log"), {}).access_log


def test_metrics_beyond_this_machine_only_when_asked_for() -> None:
    beyond = ("--metrics-address", "0.0.0.0:1", "--tls-cert", "x")
    with pytest.raises(BadConfig, match="metrics on 0"):
        config.require_safe_bind(config.read_settings(flags(*beyond), {}))
    config.require_safe_bind(config.read_settings(flags(*beyond, "--insecure-bind"), {}))


def test_health_beyond_this_machine_tells_nothing_that_is_worth_hiding() -> None:
    config.require_safe_bind(config.read_settings(flags("--health-address", "0.0.0.0:1"), {}))


@pytest.mark.parametrize(
    ("text", "offered"),
    [("all", None), ("engine, all", None), ("Solver", {"solver"}), (" engine,, solver ,", {"engine", "solver"})],
)
def test_services_are_named_in_any_spelling(text: str, offered: set[str] | None) -> None:
    assert config.read_settings(flags("--services", text), {}).offered == offered


@pytest.mark.parametrize(
    ("arguments", "has_solver"),
    [
        ((), True),
        (("--services", "engine"), False),
        (("--services", "engine,solver"), True),
        (("--services", "solver", "--solver-processes", "0"), False),
    ],
)
def test_there_is_a_solver_where_it_is_offered_and_has_processes(arguments: tuple[str, ...], has_solver: bool) -> None:
    assert config.read_settings(flags(*arguments), {}).has_solver == has_solver


@pytest.mark.parametrize("bind", ["127.0.0.1:0", "127.1.2.3:1", "localhost:1", "[::1]:1"])
def test_loopback_is_safe(bind: str) -> None:
    config.require_safe_bind(config.read_settings(flags("--bind", bind), {}))


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("CANOPY_BIND", "50051"),
        ("CANOPY_BIND", ":50051"),
        ("CANOPY_BIND", "host:port"),
        ("CANOPY_BIND", "host:65536"),
        ("CANOPY_BIND", "::1:50051"),
        ("CANOPY_INSECURE_BIND", "perhaps"),
        ("CANOPY_TRACE_ENDPOINT", "127.0.0.1:4317"),
        ("CANOPY_TRACE_ENDPOINT", "ftp://127.0.0.1:4317"),
        ("CANOPY_TRACE_ENDPOINT", "http://127.0.0.1"),
        ("CANOPY_TRACE_RATIO", "1.5"),
        ("CANOPY_GRACE_SECONDS", "-1"),
        ("CANOPY_GRACE_SECONDS", "nan"),
        ("CANOPY_GRACE_SECONDS", "soon"),
        ("CANOPY_MAX_REQUEST_BYTES", "1"),
        ("CANOPY_MAX_REQUEST_BYTES", "1e6"),
        ("CANOPY_LOG_LEVEL", "LOUD"),
        ("CANOPY_LOG_FORMAT", "xml"),
        ("CANOPY_WORKERS", "0"),
        ("CANOPY_SERVICES", " , "),
        ("CANOPY_HEALTH_ADDRESS", "50052"),
        ("CANOPY_METRICS_ADDRESS", "9464"),
        ("CANOPY_KEEPALIVE_SECONDS", "-1"),
        ("CANOPY_ACCESS_LOG", "perhaps"),
        ("CANOPY_MAX_STREAMS", "0"),
        ("CANOPY_MAX_IN_FLIGHT", "many"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(variable: str, text: str) -> None:
    with pytest.raises(BadConfig, match=variable):
        config.read_settings(flags(), {variable: text})


def test_keys_from_a_file_and_from_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    keyring.save(KeyRing((FIRST,)), path, replace=False)
    from_file = config.load_keys(Settings(keys_file=path))
    from_environment = config.load_keys(Settings(keys=key_line(FIRST)))
    assert from_file.ring == from_environment.ring == KeyRing((FIRST,))
    assert (from_file.source, from_environment.source) == (f"file {path}", "environment")
    assert not from_file.is_development


def test_without_keys_a_development_key_is_made() -> None:
    one, other = config.load_keys(Settings()), config.load_keys(Settings())
    assert one.is_development
    assert one.ring != other.ring


@pytest.mark.parametrize("text", ["nonsense", "00112233:AAAA"])
def test_bad_keys_are_refused_without_telling_them(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="CANOPY_KEYS") as error:
        config.load_keys(Settings(keys=text))
    assert text not in str(error.value)
    with pytest.raises(BadConfig, match="No such file"):
        config.load_keys(Settings(keys_file=tmp_path / "gone"))
    with pytest.raises(BadConfig, match="which one"):
        config.load_keys(Settings(keys=key_line(FIRST), keys_file=tmp_path / "gone"))


def test_settings_never_show_the_keys() -> None:
    assert "secret" not in repr(Settings(keys="secret"))
