"""Everything that is drawn or asked on a terminal."""
