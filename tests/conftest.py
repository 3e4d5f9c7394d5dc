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
# The tests share the cores: further threads of numpy would wait there for work, spinning, and those of Node compile
# what runs once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("JSII_NODE", str(Path(__file__).parent / "infra" / "node_in_one_thread"))

# Properties are about answers, not about time: a busy machine is no counterexample. CI tries the same examples again.
settings.register_profile(
    "house", deadline=None, derandomize=bool(os.environ.get("CI")), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

# The doors' tests have the frameworks' own environment: make test-integrations.
collect_ignore = ["integrations"]

# What takes minutes: generated faults and callers, large data, whole rehearsals. `make test-long` runs these in this
# order, by their time, so that no worker is left with a long one at the end.
_LONG = (
    "hostile/test_the_document.py",
    "simulation/test_seeds.py",
    "usecases/deletion/test_large_deletions.py",
    "bench/test_evaluate_quick.py",
    "contract/records/test_kinds_of_faults.py",
    "functions/test_one_answer.py",
    "usecases/deletion/test_many_deletions.py",
    "hostile",
    "simulation/test_dynamodb.py",
    "local/test_restoring_a_copy.py",
    "deploy/test_restore.py",
    "local/test_rolled_back_folder.py",
    "simulation",
    "local/test_rebuilding.py",
    "local/test_long_deletions.py",
    "bench/test_cost_budgets.py",
    "local/test_deleting_copies.py",
    "infra/test_smoke.py",
    "acceptance/governance/test_measures.py",
    "deploy/test_doctor.py",
    "bench/test_cost_processor.py",
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


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-m long` needs the long files alone, `-m "not long"` none of them: what is left out is not even imported."""
    left_out = {"not long": True, "long": False}
    sides = [left_out[term] for term in config.option.markexpr.split(" and ") if term in left_out]
    return True if collection_path.suffix == ".py" and (_place(collection_path) is not None) in sides else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long files come in the order of their list."""
    places = {path: _place(path) for path in {item.path for item in items}}
    for item in items:
        if places[item.path] is not None:
            item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: places[item.path] or 0)


def _place(path: Path) -> int | None:
    """Where in the list of the long files; of the others, None."""
    here = Path(__file__).parent
    name = path.relative_to(here).as_posix() if path.is_relative_to(here) else ""
    return next((place for place, begin in enumerate(_LONG) if name.startswith(begin)), None)
