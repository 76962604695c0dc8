"""Where the page lives: in a file, on a server, in an app or a notebook, as a picture."""
