"""The plain twin for the tests that are written once for all games."""

from engines.game import Setup
from tests.reference.trek12 import Content, Trek12


def start(setup: Setup) -> Trek12:
    """The twin at the start of a table."""
    return Trek12(Content.from_json(setup.pack.data), setup.players, setup.option("river_safe_operation"))
