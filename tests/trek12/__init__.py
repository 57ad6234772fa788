"""Tests of Trek 12: Amazonia."""
