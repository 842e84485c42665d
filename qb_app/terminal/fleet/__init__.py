"""The fleet game on a terminal: drawn, and played."""
