"""Settings that every test shares."""

import os

from hypothesis import HealthCheck, settings

# A busy machine must not fail a property: no deadline, and no complaint about slow data.
_UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("default", _UNTIMED, max_examples=60, derandomize=True, print_blob=True)
settings.register_profile("fuzz", _UNTIMED, max_examples=5000, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
