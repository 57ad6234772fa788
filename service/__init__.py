"""The gRPC service: what a call means, who may make it, how it is answered, and the command line.

From the inside out; a module imports only those above it:

    version                             which one this is
    errors, limits, admission           why calls are refused, how large they may be, whether there is time for them
    subject                             what a call is about, for those who watch
    keyring, sealing                    the keys, and what they seal
    fairness, transcript                the secret behind the dice, the chain of what happened
    table, capability, commitment       what is sealed: tables, keys, secret choices
    play                                tables from tables
    setups, sight, worlds               what a request tells of a table, who sees what of it, what it may be
    wire, engine                        messages in, messages out: every RPC as a plain function
    referee                             a package: written games judged, tables compared, players ranked
    files                               files that are read again when they change
    addresses, settings, logs           how it runs
    solver_metrics, metrics, tracing    what is seen of that from outside
    children, solver_link, solver_rpcs  processes of our own, and what is said to those that solve
    solver_child                        the process that solves
    solver_patience, solver_process     whether that has to be killed, and the same as a worker sees it
    solver_pool, solver                 the questions that wait, SolverService's calls
    config, config_file, config_listing where settings come from
    status, access, rpc                 gRPC: statuses, who may call, what is done around every call
    waiting, turned_away                gRPC: calls that wait, and those that it answers by itself
    referee_service, engine_service,
    solver_service                      gRPC: handlers
    port                                which port belongs to whom
    tls, transport, health, server      gRPC: encryption, connections, health, a port
    control, worker                     the process that answers
    scrape, keeper, supervisor          the process that keeps the others alive; it knows no gRPC
    cli, render, records, tournaments,
    demo, autoplay                      how people run it

Down to `engine` nothing knows gRPC, nothing reads a clock, and nothing but `create_game` without a request id and
`keyring.generate_key` is random; so a verifier can use it without a network. No module knows a game by name.
"""
