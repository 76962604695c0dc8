"""The race: plain and speculative decoding on one clock."""
