"""Plain-Python twins of the game kernels, written from the rulebooks for reading and not for speed."""
