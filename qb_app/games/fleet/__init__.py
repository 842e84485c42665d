"""Fleet games between persons and agents."""
