"""Four settings to compare with."""
