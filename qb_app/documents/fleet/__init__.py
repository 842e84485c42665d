"""Documents of the fleet game."""
