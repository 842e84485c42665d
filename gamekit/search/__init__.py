"""Tree search for any game of gamekit in which nothing is hidden."""
