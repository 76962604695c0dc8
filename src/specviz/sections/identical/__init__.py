"""Why the text is identical: speculative sampling, played with the recorded pair's own p and q."""
