"""The door to the compiled kernel."""
