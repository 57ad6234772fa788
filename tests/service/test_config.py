"""Configuration: flag beats environment beats default, and what cannot be used is refused by name."""

import argparse
from pathlib import Path

import pytest

from service import config, keyring
from service.config import BadConfig, Settings
from service.keyring import KeyRing
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
]


# Settings of which there are but two values.
SWITCHES = {"insecure_bind", "access_log", "log_format"}


@pytest.mark.parametrize(("name", "low", "high"), CHOICES)
def test_flag_beats_environment_beats_default(name: str, low: str, high: str) -> None:
    variable, flag = f"CANOPY_{name.upper()}", f"--{name.replace('_', '-')}"
    default = getattr(Settings(), name)
    from_environment = getattr(config.read_settings(flags(), {variable: low}), name)
    from_flag = getattr(config.read_settings(flags(flag, high), {variable: low}), name)
    assert len({str(default), str(from_environment), str(from_flag)}) == 3
    assert str(from_flag) == high


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
        ("CANOPY_GRACE_SECONDS", "-1"),
        ("CANOPY_GRACE_SECONDS", "nan"),
        ("CANOPY_GRACE_SECONDS", "soon"),
        ("CANOPY_MAX_REQUEST_BYTES", "1"),
        ("CANOPY_MAX_REQUEST_BYTES", "1e6"),
        ("CANOPY_LOG_LEVEL", "LOUD"),
        ("CANOPY_LOG_FORMAT", "xml"),
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
