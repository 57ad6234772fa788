"""API of Canopy, version 1: the modules generated from the .proto files of this folder."""
