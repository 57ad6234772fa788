"""The service before strangers: what it must not tell, what it must not take, and that it always says the same."""
