"""Records what a draft/target pair writes, with the reader's own models.

Importing this package loads neither torch nor transformers: `network.py` and what is built on it
are imported once a model is asked for.
"""
