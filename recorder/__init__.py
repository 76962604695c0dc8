"""Records what a real draft/target pair writes; see `record.py`. Not installed with specviz."""
