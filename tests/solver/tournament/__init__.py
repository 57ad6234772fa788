"""Tournaments: standings and pairings."""
