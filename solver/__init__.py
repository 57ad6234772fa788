"""Solver of the game service: answers to questions about positions, each with a status, a bound and what it cost.

    answer, budget, position            what every solver speaks in
    wire                                the parts of requests and responses that all problems share
    watch                               stopping what cannot look for it by itself
    problems                            the questions, and the registry that finds them

A solver is a pure function of position, budget and seed; only a `cext.stop.Stop` can end it early. It never sees more
of a table than the seat that asks.
"""
