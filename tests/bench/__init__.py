"""`make bench`: how fast Canopy is. Every figure is a median of repeated measurements taken in one run."""
