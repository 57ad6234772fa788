"""Kernels: the rules of each game at full speed, the random streams and playouts."""
