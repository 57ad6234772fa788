"""Client side of Canopy: the generated API modules (canopy.v1) and a client."""
