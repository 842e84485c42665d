"""Games that are played here: simulations, tournaments, games against the engine, fleet games."""
