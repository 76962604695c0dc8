"""Why a check costs one step: the roofline, driven by the reader."""
