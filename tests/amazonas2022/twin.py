"""The plain twin for the tests that are written once for all games."""

from engines.game import Setup
from tests.reference.amazonas2022 import Amazonas2022
from tests.reference.amazonas2022_cards import Content


def start(setup: Setup) -> Amazonas2022:
    """The twin at the start of a table."""
    return Amazonas2022(
        setup.players,
        without_monkeys=setup.option("without_monkeys") == "true",
        content=Content.from_json(setup.pack.data),
    )
