"""What is worked out from a pack or a setup once is kept with that, and gone with it.

How many packs and setups are kept is for the registry to say. As nothing else holds on to them, tables of strangers
cannot fill any memory beside that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Keeper(Protocol):
    """Something immutable that takes with it what was worked out from it."""

    @property
    def kept(self) -> dict[Hashable, Any]:
        """What was worked out, by function and further arguments."""


K = TypeVar("K", bound=Keeper)


def kept_with_first(function: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """Makes a pure function keep its results with its first argument, a Keeper.

    The other arguments are positional and hashable, and have few different values.
    """

    @wraps(function)
    def keeping(keeper: K, /, *others: P.args, **named: P.kwargs) -> T:
        key: Hashable = (function, *others) if others else function
        try:
            result: T = keeper.kept[key]
        except KeyError:
            result = keeper.kept[key] = function(keeper, *others, **named)
        return result

    return keeping
