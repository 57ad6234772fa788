"""What is known of Amazonas, the board game, beyond its rules: what a move does, in words."""

from __future__ import annotations

from solver.amazonas.advisor import AmazonasAdvisor

ADVISORS = (AmazonasAdvisor(),)
