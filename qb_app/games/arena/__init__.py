"""Tournaments of players, and the file that keeps them."""
