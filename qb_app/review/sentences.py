"""What a look back says in whole sentences."""

from __future__ import annotations

NO_CHANCES = "Moves are not judged: chances come from the search, which needs the compiled kernel."
