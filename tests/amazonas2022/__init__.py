"""Tests of Amazonas 2022, the card game."""
