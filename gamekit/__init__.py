"""What two-player turn games share. Nothing in here knows a particular game."""
