"""Whether there is any point in beginning: a call whose deadline cannot be met is refused at once, before any work.

Whoever gives a deadline has no use for an answer after it. A service that computes it all the same does so at the
expense of those that could still be answered in time, and that when it has least to spare. How long something takes is
learnt from how long the last ones took. No clock is read here: whoever asks says how much time is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.errors import Reason, Refusal

# When to try again after there was too much to do, in seconds.
RETRY_SECONDS = 1.0


class Expectation:
    """How many seconds the next one takes: a mean of the last ones in which the newest counts for one eighth."""

    _WEIGHT = 1 / 8

    def __init__(self, seconds: float = 0.0) -> None:
        """Of what has never happened nothing is expected, so that it is never refused."""
        self.seconds = seconds

    def learn(self, seconds: float) -> None:
        """The last one took so long."""
        self.seconds += (seconds - self.seconds) * self._WEIGHT


class Gate:
    """Lets those calls of one method begin that can be answered in the time that their caller gives them."""

    def __init__(self, expected: Expectation | None = None) -> None:
        self._expected = expected or Expectation()

    def require_time(self, seconds_left: float | None) -> None:
        """Refuse a call with less time than such a call is expected to take; without a deadline there is no end of it.

        Every refusal lowers what is expected, as if the call had taken no time: so a few slow calls do not keep callers
        in a hurry out for ever, which nothing else would end.
        """
        if seconds_left is None or seconds_left >= self._expected.seconds:
            return
        self._expected.learn(0.0)
        raise Refusal(Reason.OVERLOADED, "It cannot be answered before its deadline.", retry_after=RETRY_SECONDS)

    def took(self, seconds: float) -> None:
        """A call that was let in has been answered after so long."""
        self._expected.learn(seconds)


@dataclass(frozen=True, slots=True)
class Ahead:
    """A question that was there before: computed for so many seconds by now, and not beyond its longest."""

    longest: float
    computed: float = 0.0


def expected_wait(ahead: Iterable[Ahead], processes: int, expected: float) -> float:
    """The seconds until one of the processes is free for whoever comes now.

    Questions are taken in order, so the work ahead is shared by all processes. A question takes what one is `expected`
    to take, and no more than the longest that it may.
    """
    work = sum(max(0.0, min(expected, question.longest) - question.computed) for question in ahead)
    return work / processes
