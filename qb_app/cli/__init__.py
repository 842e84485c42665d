"""The command line: one module per command reads arguments, calls what does the work, and prints."""
