"""The plain twin for the tests that are written once for all games."""

from engines.game import Setup
from tests.reference.amazonas import Amazonas
from tests.reference.amazonas_content import Content, Options


def start(setup: Setup) -> Amazonas:
    """The twin at the start of a table."""
    return Amazonas(Content.from_json(setup.pack.data), setup.players, Options.read(setup.option))
