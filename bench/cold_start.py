"""What a cold start costs each function in processor time: `make cold-start`.

Each function's module is imported by fresh interpreters, with compiled files, then its clients are made as they are
in AWS (nothing is sent), and the wire models of its first request are built. Printed are CPU milliseconds, medians and
the least of all, the interpreter's own start aside, and how many modules were loaded. CPU and not elapsed time, because
other work on the machine changes the second most.

It changes the first too, by a half and more, so the limits are multiples of something measured in turn with the
functions: `boto3`, imported as a whole, and the four clients of a recall made with it."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess  # this very interpreter, fixed arguments # nosec B404
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_FUNCTIONS = Path(__file__).resolve().parents[1] / "functions"
# Of the least run, in times of what `boto3` and its clients alone take. The protocol's SDK is half of what `mcp` loads.
LIMIT = 2.3
_LIMITS = {"functions.api.recall": 1.9, "functions.api.mcp": 4.8}
FLOOR = "boto3 and four clients"

_BOTO3 = """
import time
began = time.process_time()
import boto3
for service in ("dynamodb", "kms", "bedrock-runtime", "sqs"):
    boto3.client(service)
import sys
print(1000 * (time.process_time() - began), 0, 0, len(sys.modules))
"""
_PROBE = """
import sys, time
began = time.process_time()
__import__(sys.argv[1])
imported = time.process_time()
if "shared.runtime.bootstrap" in sys.modules:
    from shared.runtime import bootstrap
    services = bootstrap.services()
    for port in sys.argv[2].split():  # what the first request makes of what is made when it is needed
        made = services.search if port == "search" else getattr(services, port)._client
        made.made
made = time.process_time()
if models := sys.argv[3].split():  # the validators and serialisers of the first request, which are built then
    from importlib import import_module
    for module, _, model in (one.rpartition(".") for one in models):
        getattr(import_module("shared.contracts." + module), model).model_rebuild()
built = time.process_time()
print(1000 * (imported - began), 1000 * (made - imported), 1000 * (built - made), len(sys.modules))
"""
ENVIRONMENT = {
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_LAMBDA_FUNCTION_NAME": "measured",  # as Lambda sets it
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_SECRET_ACCESS_KEY": "none",  # nosec B105 - no request is sent
    "SESSIONS_TABLE": "sessions",
    "MEMORIES_TABLE": "memories",
    "LEDGER_TABLE": "ledger",
    "KEYS_TABLE": "keys",
    "SEARCH_ENDPOINT": "https://search.example",
    "FIELD_KEY_ID": "arn:aws:kms:eu-central-1:111111111111:key/field",
    "DELETION_WORKFLOW_ARN": "arn:aws:states:eu-central-1:111111111111:stateMachine:deletion",
    "RETRIEVALS_QUEUE_URL": "https://sqs.eu-central-1.amazonaws.com/111111111111/retrievals",
    "SESSIONS_QUEUE_URL": "https://sqs.eu-central-1.amazonaws.com/111111111111/sessions",
}
# The wire models that its first request is read with and answered in. They are built when they are first needed.
_MODELS = {
    "functions.api.recall": "memories.NoParameters recall.RecallRequest recall.RecallResponse",
    "functions.api.write": "memories.NoParameters memories.WriteRequest memories.WriteResponse",
    "functions.api.sessions": "memories.TargetParameters sessions.AppendRequest sessions.AppendResponse",
    "functions.api.delete": "memories.NoParameters deletions.DeletionRequestBody deletions.DeletionAccepted",
    "functions.api.hygiene": "memories.NoParameters hygiene.PlanRequest hygiene.PlanResponse",
    "functions.api.govern": "governance.reviews.ReviewParameters governance.reviews.ReviewPageResponse",
}
# What each makes with its first request that is not made before it: the others search.
_FIRST_USED = {
    "functions.api.recall": "search retrievals",
    "functions.api.mcp": "search retrievals",
    "functions.api.delete": "search deletions",
    "functions.api.health": "",
    "functions.events.cognito_claims": "",
    "functions.events.index": "search comparisons",
    "functions.events.retrieved": "",
}


@dataclass(frozen=True, slots=True)
class ColdStart:
    name: str
    imported: float
    clients: float
    models: float
    whole: float
    least: float
    modules: int


def names() -> list[str]:
    found = sorted(path for room in ("api", "events") for path in (_FUNCTIONS / room).glob("*.py"))
    return [f"functions.{path.parent.name}.{path.stem}" for path in found if path.stem != "__init__"]


def measured(functions: Sequence[str], runs: int) -> tuple[ColdStart, list[ColdStart]]:
    """`boto3` alone, and each of the functions. The first run of each, which may compile, does not count."""
    found: dict[str, list[tuple[float, ...]]] = {name: [] for name in (FLOOR, *functions)}
    for _ in range(runs + 1):
        for name, times in found.items():
            times.append(_one(name))
    floor, *starts = (_cold_start(name, times[1:]) for name, times in found.items())
    return floor, starts


def _cold_start(name: str, found: Sequence[tuple[float, ...]]) -> ColdStart:
    imported, clients, models, modules = zip(*found, strict=True)
    wholes = [sum(one[:3]) for one in found]
    median = statistics.median
    return ColdStart(
        name, median(imported), median(clients), median(models), median(wholes), min(wholes), int(modules[0])
    )


def _one(name: str) -> tuple[float, ...]:
    probe = [_BOTO3] if name == FLOOR else [_PROBE, name, _FIRST_USED.get(name, "search"), _MODELS.get(name, "")]
    environment = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG")} | ENVIRONMENT
    done = subprocess.run(  # nosec B603 - as above
        [sys.executable, "-c", *probe],
        cwd=_FUNCTIONS.parent, env=environment, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return tuple(map(float, done.stdout.split()))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("functions", nargs="*", help="functions.api.recall and the like; default all")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one line for each function")
    options = parser.parse_args(argv)
    floor, starts = measured(options.functions or names(), options.runs)
    if not options.json:
        load = os.getloadavg()[0]
        print(f"CPU ms of a cold start, medians of {options.runs} (Python {sys.version.split()[0]}, load {load:.0f})")
        print(f"{'function':34} {'import':>7} {'clients':>8} {'models':>7} {'whole':>7} {'least':>7} {'modules':>8}")
    for one in (*sorted(starts, key=lambda one: -one.whole), floor):
        if options.json:
            print(json.dumps(asdict(one)))
        else:
            parts = f"{one.imported:7.0f} {one.clients:8.0f} {one.models:7.0f} {one.whole:7.0f} {one.least:7.0f}"
            print(f"{one.name:34} {parts} {one.modules:8} {one.least / floor.least:6.2f}")
    late = [one.name for one in starts if one.least > _LIMITS.get(one.name, LIMIT) * floor.least]
    for name in late:
        print(f"more than {_LIMITS.get(name, LIMIT)} times {FLOOR}: {name}", file=sys.stderr)
    return 1 if late else 0


if __name__ == "__main__":
    raise SystemExit(main())
