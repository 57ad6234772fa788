"""The referee: whether a written game is right, who has won it, and how two tables are related.

From the inside out; a module imports only those above it:

    story       what a record says
    findings    what is found in it
    seal        its token
    judge       the verdict
    compare     two tables
    text        the text form
    sheet       all draws as bare numbers, for checkers that know no game
    tables      finished tables counted, players ranked
    referee     every RPC of RefereeService as a plain function

It plays records again by the kernel and knows no game by name. Nothing here knows gRPC or reads a clock.
"""
