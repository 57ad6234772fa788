"""The service at full load: what a call costs beside an empty one, how long callers wait, what a worker takes.

`python -m tests.bench.load`, or `make bench-load`. It needs h2load, of Debian's package nghttp2-client: a client
written in Python would be slower than the service.
"""
