"""Practice: lessons, puzzles and the player's own mistakes as exercises that come back in time (docs/training.md)."""
