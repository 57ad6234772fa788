"""Which RPCs the solver processes answer, whatever service they belong to, and what their messages are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from google.protobuf.descriptor import MethodDescriptor

from canopy.v1 import referee_pb2, solver_pb2

_SERVICES = (
    solver_pb2.DESCRIPTOR.services_by_name["SolverService"],
    referee_pb2.DESCRIPTOR.services_by_name["RefereeService"],
)


@cache
def solver_methods() -> Mapping[str, MethodDescriptor]:
    """The methods by name. No two services have one of the same name."""
    return MappingProxyType({method.name: method for service in _SERVICES for method in service.methods})
