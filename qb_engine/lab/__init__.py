"""The deck lab: decks measured in many games, decks built by search, and the decks that hold against all others."""
