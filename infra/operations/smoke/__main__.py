"""`make smoke URL=... TOKEN=...`: plays the life of a memory against a deployed stage and checks each promise.

The token is read from the variable TOKEN. It may be of any user: what is written is removed again, also after a
failure, and nothing else is touched. With `--stage` the cold starts of the run are read from the functions' logs, which
needs the right to read them. Ends with 1 when a promise was broken or something could not be removed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence

from agent_memory.errors import MemoryServiceError
from agent_memory.receipts.messages import NotValid
from infra.operations.smoke.cold_starts import cold_starts
from infra.operations.smoke.life import BrokenPromise, Life
from infra.operations.smoke.timed_client import TimedClient, Watch

NO_LOGS = (
    "Cold starts: a route's first call shows one if there was one. STAGE=... reads them from the functions' logs; in "
    "CloudWatch they are the lines REPORT with an Init Duration."
)


def main(arguments: Sequence[str] | None = None, environ: Mapping[str, str] = os.environ) -> int:
    parser = argparse.ArgumentParser(prog="python -m infra.operations.smoke", description=__doc__)
    parser.add_argument("--url", required=True, help="the stack's output ApiUrl, or http://127.0.0.1:PORT")
    parser.add_argument("--rounds", type=int, default=20, help="writes, recalls and contexts to time (default: 20)")
    parser.add_argument("--stage", help="read the cold starts of this stage's functions from their logs")
    options = parser.parse_args(arguments)
    token = environ.get("TOKEN", "")
    if not token:
        parser.error("the variable TOKEN holds no token")
    watch, began = Watch(), time.time()
    with TimedClient(options.url, token, watch) as client:
        life = Life(client, f"smoke{time.time_ns():x}", options.rounds, _say)
        sound = _played(life)
        left = life.clean_up()
    for line in left:
        _say(f"NOT REMOVED  {line}")
    if not left:
        _say("all that was written is removed")
    for line in watch.lines():
        _say(line)
    for line in cold_starts(options.stage, began) if options.stage else [NO_LOGS]:
        _say(line)
    return 0 if sound and not left else 1


def _played(life: Life) -> bool:
    steps = life.steps()
    for number, (what, step) in enumerate(steps, 1):
        began = time.perf_counter()
        try:
            step()
        except (BrokenPromise, MemoryServiceError, NotValid) as error:
            _say(f"{number:>2}/{len(steps)}  FAILED  {what}: {error}")
            return False
        _say(f"{number:>2}/{len(steps)}  ok  {what} ({time.perf_counter() - began:.1f} s)")
    return True


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
