"""What the call at hand is about, for those who watch from outside (see `tracing`): its ruleset, and nothing else.

Whoever opens or makes a table notes it; whoever ends the call looks it up. Every call has a context of its own, so
calls do not see each other's. Of a stream it is the ruleset of the last request.
"""

from __future__ import annotations

from contextvars import ContextVar

_RULESET: ContextVar[str | None] = ContextVar("canopy_ruleset", default=None)


def note_ruleset(ruleset: str) -> None:
    """The call is about this ruleset, one of the registry: what a caller has merely said has no place here."""
    _RULESET.set(ruleset)


def noted_ruleset() -> str | None:
    """The ruleset that the call is about, if that is known."""
    return _RULESET.get()
