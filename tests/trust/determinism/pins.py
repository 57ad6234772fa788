"""The digests that are pinned: one file per ruleset, so that work on one does not touch those of another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engines.game import Game

FOLDER = Path(__file__).resolve().parent / "digests"


def path_of(game: Game) -> Path:
    """Where the digests of a ruleset are."""
    return FOLDER / f"{game.id}.txt"


def read(game: Game) -> list[str]:
    """The pinned lines; none when there is no file."""
    path = path_of(game)
    return path.read_text("utf-8").splitlines() if path.exists() else []


def write(game: Game, lines: Sequence[str]) -> None:
    """Pin these lines."""
    FOLDER.mkdir(exist_ok=True)
    path_of(game).write_text("".join(f"{line}\n" for line in lines), "utf-8")
