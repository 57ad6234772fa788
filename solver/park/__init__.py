"""What is known of Amazonia Park beyond its rules: how to pay a magazine at the least loss, and what a move does."""

from __future__ import annotations

from solver.park.advisor import ParkAdvisor

ADVISORS = (ParkAdvisor(),)
