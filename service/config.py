"""Configuration: a flag beats the environment, the environment beats the file, the file beats the default.

Secrets stand in the environment only: every process of a machine can read another one's command line, and a
configuration file is copied about. (A file of keys is another matter, see `canopy keys`.)
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from service import config_file, keyring
from service.addresses import is_loopback as is_loopback
from service.addresses import split_address as split_address
from service.config_file import BadConfigFile, Entry
from service.keyring import BadKeyRing, KeyRing
from service.settings import DEFAULT_BIND as DEFAULT_BIND
from service.settings import SETTINGS as SETTINGS
from service.settings import Setting as Setting
from service.settings import Settings as Settings
from service.settings import to_text

CONFIG_FLAG = "--config"
CONFIG_VARIABLE = "CANOPY_CONFIG"


class BadConfig(ValueError):
    """A setting cannot be used. The message names it and never holds a secret."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A setting, the value in force, and who said so."""

    setting: Setting
    value: Any
    source: str


def add_flags(parser: argparse.ArgumentParser, *names: str) -> None:
    """Give a command the flags of some settings, of all when none is named."""
    parser.add_argument(CONFIG_FLAG, metavar="FILE", help=f"TOML file with settings [{CONFIG_VARIABLE}]")
    for setting in SETTINGS:
        if setting.is_secret or (names and setting.name not in names):
            continue
        if setting.is_switch:
            text = f"{setting.help} [{setting.variable}]"
            parser.add_argument(setting.flag, action="store_const", const="true", help=text)
        else:
            text = f"{setting.help} [{setting.variable}, default {to_text(setting.default) or 'none'}]"
            parser.add_argument(setting.flag, metavar=setting.metavar, help=text)


def read_settings(flags: Mapping[str, str | None], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force. Raises BadConfig."""
    return Settings(**{chosen.setting.name: chosen.value for chosen in choose(flags, environment)})


def choose(flags: Mapping[str, str | None], environment: Mapping[str, str] = os.environ) -> list[Chosen]:
    """Every setting with its value and its source. Raises BadConfig."""
    file = _read_file(flags.get("config") or environment.get(CONFIG_VARIABLE))
    return [_choose_one(setting, flags, environment, file) for setting in SETTINGS]


@dataclass(frozen=True, slots=True)
class _File:
    folder: Path
    entries: Mapping[str, Entry]


def _read_file(name: str | None) -> _File:
    if not name:
        return _File(Path(), {})
    secrets = {setting.name for setting in SETTINGS if setting.is_secret}
    names = [setting.name for setting in SETTINGS if setting.name not in secrets]
    try:
        return _File(Path(name).parent, config_file.read(Path(name), names, secrets))
    except BadConfigFile as error:
        raise BadConfig(str(error)) from None


def _choose_one(
    setting: Setting, flags: Mapping[str, str | None], environment: Mapping[str, str], file: _File
) -> Chosen:
    flag = flags.get(setting.name)
    if flag is not None:
        return Chosen(setting, _parse(setting.parse, flag, setting.flag), setting.flag)
    variable = environment.get(setting.variable)
    if variable:
        return Chosen(setting, _parse(setting.parse, variable, setting.variable), setting.variable)
    entry = file.entries.get(setting.name)
    if entry is not None:
        value = _parse(setting.parse, entry.text, f"{entry.place}: {setting.name}")
        # Whoever moves the file with all that it names need not change it.
        return Chosen(setting, file.folder / value if setting.parse is Path else value, entry.place)
    return Chosen(setting, setting.default, "default")


def _parse(parse: Callable[[str], Any], text: str, source: str) -> Any:
    try:
        return parse(text)
    except ValueError as error:
        raise BadConfig(f"{source}: {error}") from None


def require_safe_bind(settings: Settings) -> None:
    """Raises BadConfig for an address beyond this machine where nothing is encrypted, unless that was asked for."""
    if settings.insecure_bind:
        return
    if not settings.is_encrypted and not is_loopback(settings.bind):
        raise BadConfig(
            f"{settings.bind} can be reached from other machines, and nothing is encrypted. "
            "Give --tls-cert and --tls-key, bind to 127.0.0.1, "
            "or say --insecure-bind when something in front of the service takes care of it."
        )
    if settings.metrics_address is not None and not is_loopback(settings.metrics_address):
        raise BadConfig(
            f"the metrics on {settings.metrics_address} can be read from other machines, and they are never encrypted. "
            "Serve them on 127.0.0.1, or say --insecure-bind when the network takes care of it."
        )


@dataclass(frozen=True, slots=True)
class LoadedKeys:
    """A key ring, and where it is from."""

    ring: KeyRing
    source: str
    is_development: bool = False


def load_keys(settings: Settings) -> LoadedKeys:
    """The key ring of the settings; without any a fresh one, with which nothing outlives the process."""
    if settings.keys_file is not None and settings.keys:
        raise BadConfig("CANOPY_KEYS_FILE and CANOPY_KEYS are both set; which one is meant?")
    try:
        if settings.keys_file is not None:
            return LoadedKeys(keyring.load(settings.keys_file), f"file {settings.keys_file}")
        if settings.keys:
            return LoadedKeys(keyring.parse(settings.keys), "environment")
    except (BadKeyRing, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadConfig(f"the key ring of {settings.keys_file or 'CANOPY_KEYS'}: {reason}") from None
    return LoadedKeys(keyring.generate(datetime.now(UTC).date()), "generated for development", is_development=True)
