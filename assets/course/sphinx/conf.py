"""Settings of Sphinx for a course of one page."""

project = "A course"
html_theme = "alabaster"
html_extra_path = ["widget.html"]
