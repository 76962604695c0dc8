"""What engines print about speculative decoding, read by each engine's own definition."""
