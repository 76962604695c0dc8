"""What it is worth: the formula, worked with the reader's numbers."""
