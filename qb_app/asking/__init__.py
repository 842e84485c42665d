"""What a person types, guessed at: names, decks, enemies, positions, players."""
