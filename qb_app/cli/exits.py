"""Exit codes that several commands share."""

REFUSED = 2
"""Something that the user gave was refused, and can be put right."""
