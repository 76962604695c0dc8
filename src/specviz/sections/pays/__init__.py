"""Where it pays: the best draft length, the map, and what was measured."""
