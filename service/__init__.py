"""The gRPC service: servicers, tokens, fairness, errors, configuration and the command line."""
