"""Why a move is good or bad: small predicates over what engine and search computed, weighed by points of chance."""
