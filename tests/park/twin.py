"""The plain twin for the tests that are written once for all games."""

from engines.game import Setup
from tests.reference.park import Content, Park


def start(setup: Setup) -> Park:
    """The twin at the start of a table."""
    return Park(Content.from_json(setup.pack.data), setup.players)
