"""What is known of Amazonas 2022 beyond its rules: whether to call now, and which card to discard wildly."""

from __future__ import annotations

from solver.amazonas2022.advisor import Amazonas2022Advisor

ADVISORS = (Amazonas2022Advisor(),)
