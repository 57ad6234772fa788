"""The command line: `canopy serve | config | demo | keys | render | record | score | standings | pair`.

Commands import what they need when they run, so that `canopy keys` does not wait for the games to load.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import stat
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from service import access, config, keyring, logs
from service.access import BadApiKeys
from service.config import BadConfig, Settings
from service.keyring import BadKeyRing
from service.port import CannotListen
from service.version import package_version

_LOGGER = logging.getLogger("canopy")

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0 done, 1 failed with a sentence on stderr, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except BadConfig as error:
        return _fail(str(error), EXIT_USAGE)
    except (BadKeyRing, BadApiKeys) as error:
        return _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130


def _fail(message: str, status: int = EXIT_FAILED) -> int:
    print(f"canopy: {message}", file=sys.stderr)
    return status


class _Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations: `--keys` must not mean `--keys-file`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="canopy", description="The rules of the games, as a service.")
    parser.add_argument("--version", action="version", version=f"canopy {package_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    serve = commands.add_parser("serve", help="run the service", description="Run the service until SIGTERM or Ctrl-C.")
    config.add_flags(serve)
    serve.set_defaults(command=_serve)

    show = commands.add_parser(
        "config",
        help="show every setting, its value, where that is from and what it means",
        description="Show the settings that `canopy serve` would run with, as a file for --config.",
    )
    config.add_flags(show)
    show.set_defaults(command=_config)

    demo = commands.add_parser(
        "demo", help="play every game once and show what happens", description="Start a service, play, explain, stop."
    )
    demo.set_defaults(command=_demo)

    keys = commands.add_parser("keys", help="make and rotate key rings; make API keys").add_subparsers(
        metavar="ACTION", required=True
    )
    new = keys.add_parser("new", help="write a ring with one new key; an existing file is left alone")
    new.set_defaults(command=_keys_new)
    rotate = keys.add_parser("rotate", help="put a new key in front; restart the services to use it")
    rotate.add_argument("--keep", type=_count, default=1, metavar="N", help="old keys that still open [default 1]")
    rotate.set_defaults(command=_keys_rotate)
    stage = keys.add_parser("stage", help="add a new key that opens only: the first step where replicas take turns")
    stage.set_defaults(command=_keys_stage)
    seal = keys.add_parser("seal", help="have a key seal that all replicas open by now: the second step")
    seal.add_argument("id", metavar="ID", help="as `keys stage` and `keys list` show it")
    seal.set_defaults(command=_keys_seal)
    list_keys = keys.add_parser("list", help="show the ids of the keys and when they were made, never the keys")
    list_keys.set_defaults(command=_keys_list)
    for action in (new, rotate, stage, seal, list_keys):
        action.add_argument("--file", type=Path, required=True, metavar="FILE", help="the key ring file")
    api = keys.add_parser("api", help="make an API key: show it once, store its hash")
    api.add_argument("name", metavar="NAME", help="whose key it is, for logs")
    api.add_argument("--rate", type=float, metavar="N", help="calls per second at each worker [default: no limit]")
    api.add_argument("--burst", type=float, metavar="N", help="calls at once [default: one second's worth]")
    api.add_argument("--file", type=Path, required=True, metavar="FILE", help="the file of API keys; made if missing")
    api.set_defaults(command=_keys_api)

    render = commands.add_parser(
        "render",
        help="draw a table",
        description="Draw a table as its key's owner may see it. Tokens and keys are raw bytes or base64.",
    )
    source = render.add_mutually_exclusive_group(required=True)
    source.add_argument("--token", metavar="BASE64", help="the token")
    source.add_argument("--token-file", type=Path, metavar="FILE", help="a file that holds the token")
    source.add_argument("--demo", metavar="RULESET", help="a game that plays itself")
    key = render.add_mutually_exclusive_group()
    key.add_argument("--key", metavar="BASE64", help="the host's or a seat's key; without one: a spectator")
    key.add_argument("--key-file", type=Path, metavar="FILE", help="a file that holds the key")
    render.add_argument("--seat", type=_count, metavar="N", help="whose view, with the host's key")
    render.add_argument("--format", choices=("svg", "text"), default="svg", help="[default svg]")
    render.add_argument("--output", type=Path, metavar="FILE", help="where to write it [default: standard output]")
    render.add_argument("--address", metavar="HOST:PORT", help="ask this service instead of opening the token here")
    config.add_flags(render, "keys_file")
    render.set_defaults(command=_render)
    _add_record(commands.add_parser("record", help="show, verify and convert written games, with no service"))

    for name, about, details, command in (
        ("score", "count a finished table", "FILE is a ScoreSheetRequest as JSON.", _score),
        ("standings", "rank the players of a tournament", "FILE is a RankPlayersRequest as JSON.", _standings),
        ("pair", "pair the next round of a tournament", "FILE is a PairRoundRequest as JSON.", _pair),
    ):
        tournament = commands.add_parser(name, help=about, description=f"{about.capitalize()}. {details}")
        tournament.add_argument("file", type=Path, metavar="FILE", help="the document")
        tournament.add_argument("--json", action="store_true", help="answer with the response as JSON")
        tournament.set_defaults(command=command)
    return parser


def _add_record(record: argparse.ArgumentParser) -> None:
    actions = record.add_subparsers(metavar="ACTION", required=True)
    show = actions.add_parser("show", help="print a record with its verdict, or the draws of it")
    show.add_argument("files", nargs="+", type=Path, metavar="FILE", help="text, .json or .pb")
    show.add_argument("--draws", action="store_true", help="print the fairness sheet for the checkers in deploy/verify")
    config.add_flags(show, "keys_file")
    show.set_defaults(command=_record_show)

    verify = actions.add_parser(
        "verify",
        help="play records again and judge them",
        description="The status is 0 when all records are VALID, 1 when one is not, 2 for wrong usage. "
        "With a key ring the tokens are looked at too.",
    )
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, or folders that hold some")
    verify.add_argument("--checks", action="store_true", help="print all that was checked, and the ranking")
    verify.add_argument("--quiet", action="store_true", help="print only what is not VALID")
    verify.add_argument("--shards", type=_count, default=1, metavar="N", help="in how many parts the work is done")
    verify.add_argument("--shard", type=_count, default=0, metavar="I", help="which part this is, from 0")
    verify.add_argument("--summary", type=Path, metavar="FILE", help="write what was found, as JSON")
    for flag, what in (
        ("--game-id", "the game id"),
        ("--commitment", "the commitment"),
        ("--client-seeds-hash", "the hash of the client seeds"),
        ("--transcript", "the history hash"),
    ):
        verify.add_argument(flag, type=_hexadecimal, default=b"", metavar="HEX", help=f"{what} that was kept")
    verify.add_argument("--key-file", type=Path, metavar="FILE", help="a file that holds the host's key")
    config.add_flags(verify, "keys_file")
    verify.set_defaults(command=_record_verify)

    convert = actions.add_parser("convert", help="write a record in another form")
    convert.add_argument("files", nargs=1, type=Path, metavar="FILE", help="text, .json or .pb")
    convert.add_argument("--to", choices=("text", "json", "binary"), default="text", help="[default text]")
    convert.add_argument("--output", type=Path, metavar="FILE", help="where to write it [default: standard output]")
    convert.set_defaults(command=_record_convert)


def _hexadecimal(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not hexadecimal") from None


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no count")
    return int(text)


# -- serve --


def _serve(options: argparse.Namespace) -> int:
    settings = config.read_settings(vars(options))
    config.require_safe_bind(settings)
    logs.configure(settings.log_format, settings.log_level)
    keys = config.load_keys(settings)
    if keys.is_development:
        _LOGGER.warning(
            "no key ring is set: tokens of this process open nowhere else and not after a restart; "
            "`canopy keys new` makes one"
        )
    if settings.keys_file is not None and settings.keys_file.stat().st_mode & stat.S_IROTH:
        _LOGGER.warning("every user of this machine can read %s, and with it every table", settings.keys_file)
    return _supervise(settings, keys)


def _supervise(settings: Settings, keys: config.LoadedKeys) -> int:
    from service.keeper import WorkerFailed
    from service.supervisor import Supervisor

    def ready(address: str, metrics: str | None, rulesets: Sequence[str]) -> None:
        where = f"{address} - metrics: http://{metrics}/metrics" if metrics else address
        games = ", ".join(rulesets)
        print(f"canopy {package_version()} on {where} - rulesets: {games} - keys: {keys.source}", flush=True)

    try:
        ended_well = asyncio.run(Supervisor(settings, keys.ring, package_version()).run(ready))
    except (CannotListen, WorkerFailed) as error:
        return _fail(str(error))
    return EXIT_OK if ended_well else EXIT_FAILED


# -- config --


def _config(options: argparse.Namespace) -> int:
    from service import config_listing

    sys.stdout.write(config_listing.render(config.choose(vars(options))))
    return EXIT_OK


# -- demo --


def _demo(options: argparse.Namespace) -> int:
    del options  # it has none
    from service import demo

    return demo.main()


# -- keys --


def _keys_new(options: argparse.Namespace) -> int:
    ring = keyring.generate(datetime.now(UTC).date())
    keyring.save(ring, options.file, replace=False)
    print(f"{options.file}: key {ring.sealing.name}")
    return EXIT_OK


def _keys_rotate(options: argparse.Namespace) -> int:
    old = keyring.load(options.file)
    ring = old.rotated(options.keep, datetime.now(UTC).date())
    keyring.save(ring, options.file, replace=True)
    dropped = len(old.keys) + 1 - len(ring.keys)
    print(f"{options.file}: key {ring.sealing.name} seals, {len(ring.keys) - 1} more open, {dropped} dropped")
    return EXIT_OK


def _keys_stage(options: argparse.Namespace) -> int:
    ring = keyring.load(options.file).staged(datetime.now(UTC).date())
    keyring.save(ring, options.file, replace=True)
    print(f"{options.file}: key {ring.keys[1].name} opens; when all replicas have it: keys seal {ring.keys[1].name}")
    return EXIT_OK


def _keys_seal(options: argparse.Namespace) -> int:
    ring = keyring.load(options.file).sealing_with(options.id)
    keyring.save(ring, options.file, replace=True)
    print(f"{options.file}: key {ring.sealing.name} seals, {len(ring.keys) - 1} more open")
    return EXIT_OK


def _keys_list(options: argparse.Namespace) -> int:
    for index, key in enumerate(keyring.load(options.file).keys):
        made = "" if key.made is None else f" made {key.made}"
        print(f"{key.name} {'seals' if index == 0 else 'opens'}{made}")
    return EXIT_OK


def _keys_api(options: argparse.Namespace) -> int:
    secret, key = access.generate(options.name, options.rate, options.burst)
    access.add(options.file, key)
    print(secret)
    return EXIT_OK


# -- render --


def _render(options: argparse.Namespace) -> int:
    from service import render
    from service.errors import Refusal

    try:
        source = render.Source(
            token=render.read_bytes(options.token, options.token_file),
            key=render.read_bytes(options.key, options.key_file),
            seat=options.seat,
            picture=options.format,
        )
        if options.demo is not None:
            picture = render.of_demo(options.demo, source)
        elif options.address is not None:
            picture = render.of_service(options.address, source)
        else:
            picture = render.of_token(config.load_keys(config.read_settings(vars(options))), source)
    except (Refusal, render.CannotRender) as error:
        return _fail(str(error))
    if options.output is None:
        sys.stdout.write(picture)
    else:
        options.output.write_text(picture, encoding="utf-8")
    return EXIT_OK


# -- record --


def _record_show(options: argparse.Namespace) -> int:
    from service import records

    keys = config.load_keys(config.read_settings(vars(options)))
    for path in options.files:
        try:
            sys.stdout.write(records.draws(path) if options.draws else records.show(path, keys))
        except records.BadFile as error:
            return _fail(f"{path}: {error}")
    return EXIT_OK


def _record_verify(options: argparse.Namespace) -> int:
    from canopy.v1 import referee_pb2
    from service import records, render
    from service.errors import Refusal

    if not options.shard < options.shards:
        return _fail("--shard counts from 0 and is below --shards", EXIT_USAGE)
    kept = referee_pb2.KeptPromise(
        game_id=options.game_id,
        commitment=options.commitment,
        client_seeds_hash=options.client_seeds_hash,
        transcript=options.transcript,
    )
    keys = config.load_keys(config.read_settings(vars(options)))
    judged = []
    try:
        key = render.read_bytes(None, options.key_file)
        for item in records.verify(records.find(options.files, options.shards, options.shard), keys, kept, key):
            judged.append(item)
            if not (options.quiet and item.is_valid):
                print(records.explain(item, checks=options.checks))
    except (Refusal, render.CannotRender) as error:
        return _fail(str(error))
    if options.summary is not None:
        summary = records.summarise(judged, options.shards, options.shard)
        options.summary.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    return EXIT_OK if all(item.is_valid for item in judged) else EXIT_FAILED


def _record_convert(options: argparse.Namespace) -> int:
    from service import records

    (path,) = options.files
    try:
        data = records.convert(records.load(path), options.to)
    except records.BadFile as error:
        return _fail(f"{path}: {error}")
    if options.output is None:
        sys.stdout.buffer.write(data)
    else:
        options.output.write_bytes(data)
    return EXIT_OK


# -- finished tables and tournaments --


def _score(options: argparse.Namespace) -> int:
    from service import tournaments

    try:
        told, is_possible = tournaments.score(options.file, as_json=options.json)
    except tournaments.BadDocument as error:
        return _fail(str(error))
    sys.stdout.write(told)
    return EXIT_OK if is_possible else EXIT_FAILED


def _standings(options: argparse.Namespace) -> int:
    from service import tournaments

    return _tell_of(tournaments.standings, options)


def _pair(options: argparse.Namespace) -> int:
    from service import tournaments

    return _tell_of(tournaments.pair, options)


def _tell_of(question: Callable[..., str], options: argparse.Namespace) -> int:
    from service import tournaments

    try:
        told = question(options.file, as_json=options.json)
    except tournaments.BadDocument as error:
        return _fail(str(error))
    sys.stdout.write(told)
    return EXIT_OK
