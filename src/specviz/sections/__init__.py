"""One folder a section of the page."""
