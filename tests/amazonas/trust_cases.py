"""What Amazonas has to say about itself to the tests that are the same for every game (tests/trust)."""

# Violations that no told outcome can have.
NEVER_TOLD = {
    "EVENT_UNKNOWN": "Event cards are told by name, and a name that no card of the pack has is malformed.",
}
