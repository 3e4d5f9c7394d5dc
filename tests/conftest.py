"""What holds for every test, whatever the machine that it runs on."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.run_folder import make_run_folder

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

# The doors' tests have the frameworks' own environment: make test-integrations.
collect_ignore = ["integrations"]

# What takes minutes: generated faults and callers, large data, whole rehearsals. `make test-long` runs these.
_LONG = (
    "acceptance/governance/test_measures.py",
    "hostile",
    "simulation",
    "deploy/test_doctor.py",
    "deploy/test_restore.py",
    "bench/test_cost_budgets.py",
    "bench/test_cost_processor.py",
    "bench/test_evaluate_quick.py",
    "contract/records/test_kinds_of_faults.py",
    "functions/test_one_answer.py",
    "infra/test_smoke.py",
    "local/test_deleting_copies.py",
    "local/test_long_deletions.py",
    "local/test_rebuilding.py",
    "local/test_restoring_a_copy.py",
    "local/test_rolled_back_folder.py",
    "usecases/deletion/test_large_deletions.py",
    "usecases/deletion/test_many_deletions.py",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Fifteen thousand tests are collected and stay: nothing is to be had by looking through them for what is free."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    make_run_folder(config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).as_posix().startswith(_LONG):
            item.add_marker(pytest.mark.long)
