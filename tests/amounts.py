"""How much a slow test tries: by default enough to notice a fault, under ``make soak`` as much as one could wish."""

import os

SOAK = os.environ.get("QBCOACH_SOAK") == "1"


def amount(usual: int, soak: int) -> int:
    return soak if SOAK else usual
