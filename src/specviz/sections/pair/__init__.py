"""Does a real pair behave so: what was measured beside the formula."""
