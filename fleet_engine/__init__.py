"""The fleet game: two fleets on a 17 by 11 grid, points for the ships that stand on scoring tiles when a round ends."""
