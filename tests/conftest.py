"""Settings that every test shares."""

import gc
import os
import sys

from hypothesis import HealthCheck, settings

# Bytecode is kept, whatever the shell says: of the many interpreters started here each would compile everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A busy machine must not fail a property: no deadline, and no complaint about slow data.
_UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("default", _UNTIMED, max_examples=30, derandomize=True, print_blob=True)
settings.register_profile("fuzz", _UNTIMED, max_examples=5000, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end; the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    gc.unfreeze()
