"""`python -m infra.operations.replay_deletions FUNCTION`: all deletions of the ledger once more, after a restore.

FUNCTION is the deletion step's name or ARN (docs/guides/deletion.md). The function walks; this program calls it
until the end and reports the result. It ends with 1 if residue needs a person."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from infra.functions.time_limits import DELETION_STEP_SECONDS
from infra.operations.lambda_client import Lambda, lambda_client

_COUNTS = ("replayed", "raised", "removed", "residue")
_TRIES = 3  # of one step: it may be repeated


class ReplayFailed(Exception):
    """A step failed `_TRIES` times; the place says where to go on (`--from`)."""


def replay(client: Lambda, function: str, place: str | None = None) -> dict[str, int]:
    """The sums over all steps."""
    total = dict.fromkeys(_COUNTS, 0)
    while True:
        answer = _step(client, function, place)
        for name in _COUNTS:
            total[name] += int(answer[name])
        place = answer["place"]
        if place is None:
            return total


def _step(client: Lambda, function: str, place: str | None) -> dict[str, Any]:
    error = ""
    for _ in range(_TRIES):
        sent = json.dumps({"step": "replay", "place": place}).encode()
        answer = client.invoke(FunctionName=function, Payload=sent)
        reported: dict[str, Any] = json.loads(answer["Payload"].read())
        if "FunctionError" not in answer:
            return reported
        error = str(reported.get("errorType", answer["FunctionError"]))
    raise ReplayFailed(f"{error}; go on with --from '{place}'")


def main(arguments: list[str] | None = None, client: Lambda | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m infra.operations.replay_deletions", description=__doc__)
    parser.add_argument("function", help="name or ARN of the deletion step's function")
    parser.add_argument("--from", dest="place", help="where a replay that failed goes on")
    options = parser.parse_args(arguments)
    try:
        total = replay(client or lambda_client(DELETION_STEP_SECONDS), options.function, options.place)
    except ReplayFailed as failure:
        sys.stderr.write(f"The replay stopped: {failure}\n")
        return 1
    done = f"{total['replayed']} deletions done again, {total['raised']} under way"
    sys.stdout.write(f"{done}, {total['removed']} things removed, {total['residue']} left\n")
    return 1 if total["residue"] else 0


if __name__ == "__main__":
    sys.exit(main())
