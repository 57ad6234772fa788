"""What is impossible about a finished table that somebody has typed in, of any game: everything is noted, not the first."""


cdef class Audit:
    """Everything that cannot be, as (code, details); the details name what the sentence of the code is about."""

    def __init__(self):
        self.found = []

    def note(self, str code, **details):
        """One more impossibility."""
        self.found.append((code, details))
