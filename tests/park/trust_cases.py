"""What Amazonia Park has to say about itself to the tests that are the same for every game (tests/trust)."""

# Violations that no told outcome can have.
NEVER_TOLD = {
    "WRONG_CHANCE": "Tiles are the only kind of chance, and what tells no tile is malformed.",
}
