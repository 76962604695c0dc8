"""Settings of Sphinx with MyST and the theme of Jupyter Book, for a course of one page."""

project = "A course"
extensions = ["myst_parser"]
html_theme = "sphinx_book_theme"
html_context = {"default_mode": "auto"}
html_extra_path = ["widget.html"]
