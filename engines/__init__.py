"""Engines: what each game says and shows, translated from and to the wire; the registry and content packs."""
