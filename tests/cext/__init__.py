"""Tests of the streams, the kernels' runtime and playouts."""
