"""What is worked out from a pack or a setup once is kept with that, and gone with it.

How many packs and setups are kept is for the registry to say. As nothing else holds on to them, tables of strangers
cannot fill any memory beside that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar


class Keeper(Protocol):
    """Something immutable that takes with it what was worked out from it."""

    @property
    def kept(self) -> dict[Hashable, Any]:
        """What was worked out, by function."""


K = TypeVar("K", bound=Keeper)
T = TypeVar("T")


def kept_with_argument(function: Callable[[K], T]) -> Callable[[K], T]:
    """Makes a pure function keep each result with what it was made from."""

    @wraps(function)
    def keeping(keeper: K, /) -> T:
        try:
            result: T = keeper.kept[function]
        except KeyError:
            result = keeper.kept[function] = function(keeper)
        return result

    return keeping
