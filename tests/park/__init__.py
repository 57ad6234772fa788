"""Amazonia Park."""
