"""How much the usual run tries of what could be tried for ever: random games, examples of hypothesis.

On the debug build a part is enough. It plays by the same rules, which the release build is tested for in full; what it
adds, checks of bounds and invariants, speaks up in any game. `make soak` tries much more on either build.
"""

from cext import kernel

DEBUG_PART = 10


def usual_amount(release: int, *, debug_part: int = DEBUG_PART) -> int:
    """So many on the release build, and a part of it, at least one, on the debug build."""
    return max(1, release // debug_part) if kernel.DEBUG else release
