"""Duels: a person against one of the levels."""
