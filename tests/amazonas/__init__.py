"""Tests of Amazonas, the board game: the rules of 2005 and of the BGA edition."""
