"""The service and an empty echo in one process, one event loop and one gRPC stack: `python -m tests.bench.echo`.

What a call costs beyond the echo is the service's own; the rest is gRPC's. Prints both addresses when it is ready.
"""

from __future__ import annotations

import grpc
import uvloop

from service import keyring
from service.engine import Engine
from service.server import Server, serve
from tests.bench.processes import FREE_PORT

SERVICE = "canopy.bench.Echo"
METHOD = f"/{SERVICE}/Echo"


async def echo(request: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
    """Give back what came."""
    del context  # nothing to say
    return request


async def main() -> None:
    """Serve both until told to stop."""
    echo_server = grpc.aio.server()
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {"Echo": grpc.unary_unary_rpc_method_handler(echo)}
    echo_server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = echo_server.add_insecure_port(FREE_PORT)
    await echo_server.start()
    await serve(
        Server(Engine(keyring.generate()), FREE_PORT),
        lambda address: print(f"service on {address} echo on 127.0.0.1:{port}", flush=True),
    )
    await echo_server.stop(None)


if __name__ == "__main__":
    uvloop.run(main())
