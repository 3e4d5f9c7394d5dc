"""What holds for every test, whatever the machine that it runs on."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No test reaches anybody's account, by mistake or by what a shell has set.
for _name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[_name]
os.environ.update(
    AWS_ACCESS_KEY_ID="testing",
    AWS_SECRET_ACCESS_KEY="testing",
    AWS_DEFAULT_REGION="eu-west-1",
    AWS_EC2_METADATA_DISABLED="true",
)

# Properties are about answers, not about time: a busy machine is no counterexample. CI tries the same examples again.
settings.register_profile(
    "house", deadline=None, derandomize=bool(os.environ.get("CI")), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
