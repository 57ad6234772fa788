"""Solver of the game service: models, endgames and hints. Nothing is here yet (see README.md)."""
