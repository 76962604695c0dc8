"""Makes the lean BokehJS; no part of the installed package."""
