"""Which deals are for what: nothing that is told is measured on deals that something was chosen on.

A deal is a number below a million; together with the seed of a run it says how both decks lie.
"""

from __future__ import annotations

SEARCH = range(600_000)
"""Where climbs choose; a search that has used all of them begins again at the first."""
RANKING = range(600_000, 700_000)
"""Where the last few decks are ranked, and fields are weighed."""
PROOF = range(700_000, 800_000)
"""Where the winner of a search is measured, and nothing is chosen but whether it may be called better."""
CHANGES = range(800_000, 900_000)
"""Where changes of one card are tried."""
MATRIX = range(900_000, 1_000_000)
"""Where given decks are measured against each other."""
