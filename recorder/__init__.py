"""What `make record` needs beside `specviz record`: the shipped pair. Not installed."""
