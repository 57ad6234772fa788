"""Fuzzing guided by coverage: harnesses for what strangers' bytes reach first, and the inputs that are kept.

A harness is a module `fuzz_*` here with two functions: `seeds()`, real inputs of every ruleset to begin with, and
`try_one(data)`, which fails when the code does anything with the data that it should not. `corpus/` keeps, by harness,
inputs that were once dealt with wrongly or are likely to be.

    python -m tests.fuzz.run fuzz_pack --seconds 60

fuzzes with atheris (the extra `fuzz`). `make soak` does so for a minute each; the usual tests go through the seeds and
the corpus only.
"""
