"""Your own numbers: what an engine printed, as E, a and costs."""
