"""Exit codes that several commands share."""

REFUSED = 2
"""Something that the user gave was refused, and can be put right."""
INTERRUPTED = 130
"""Ctrl-C, or Ctrl-D at a question, ended it; the code that shells know."""
