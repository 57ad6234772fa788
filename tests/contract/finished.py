"""What every game's tests say of finished tables: how somebody would type in the end of a game."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from google.protobuf.message import Message

from cext.kernel import State
from engines.finished import Flaw
from engines.game import Game, Setup


def typed_in(setup: Setup, end: State) -> Message:
    """The end of a game as people see it: `typed_in` of `tests/<game>/finished.py`, which every game has to have."""
    message: Message = importlib.import_module(f"tests.{setup.game.wire_field}.finished").typed_in(setup, end)
    return message


def flaws_of(game: Game) -> Mapping[str, Flaw]:
    """Everything that can be impossible about a finished table of this game."""
    flaws: Mapping[str, Flaw] = importlib.import_module(f"tests.{game.wire_field}.finished").flaws_of(game)
    return flaws
