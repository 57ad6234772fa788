"""Client side of Canopy: the generated API modules (canopy.v1), a client, and its policy."""
