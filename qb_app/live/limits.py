"""How large a match may be, wherever it comes from."""

MOST_EVENTS = 1_000
"""Every answer replays the whole log, so a log has an end; real matches have about fifty events."""
MOST_BYTES = 256 * 1024
"""Of a match in a file."""
