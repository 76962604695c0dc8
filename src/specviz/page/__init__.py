"""What holds the sections of a page together, naming none of them."""
