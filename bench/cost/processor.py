"""`python -m bench.cost.processor`: what a warm request takes of a function, in processor time and in memory.

- **Processor time** of a plain write through the function's handler, over the real clients: DynamoDB answers from moto,
  whose own time is taken off, as is the embedder's. What a socket and its encryption cost is not in it, nor what the
  calls of the embedder and of the search engine cost beyond the local ones that take their places.
- **Peak memory** of a fresh interpreter that has imported the function, made its clients, and then written in English
  and Chinese (so that both languages' parsers are loaded), one by one and as the largest batch that is taken.

Lambda gives processor time in proportion to memory: `infra/functions/plans.py` follows from the two.
"""

from __future__ import annotations

import base64
import json
import os
import statistics
import subprocess  # this very interpreter, fixed arguments # nosec B404
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.cold_start import ENVIRONMENT
from bench.gc import moto_tables
from bench.write import PacedClock, TimedEmbedder, services_in, text
from functions.api import write
from local.http.events import Request, match_route, to_event
from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.runtime import bootstrap

CLAIMS = {"sub": "ann", "org": "bench"}
WRITES, BATCH = 200, 100
_PEAK = "--peak"


def event(path: str, body: Mapping[str, Any], claims: Mapping[str, str] = CLAIMS) -> dict[str, Any]:
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in ({}, claims))
    headers = (("content-type", "application/json"), ("authorization", f"Bearer {'.'.join(parts)}.c2ln"))
    payload = json.dumps(body, ensure_ascii=False).encode()
    request = Request("POST", path, headers, payload, "request", "192.0.2.1", datetime.now(UTC))
    return to_event(request, match_route("POST", path), claims)


def item(number: int) -> dict[str, str]:
    return {"content": text(number), "type": "semantic", "source": "user_stated"}


def written(path: str, body: Mapping[str, Any]) -> Any:
    answer = write.handler(event(path, body), None)
    if answer["statusCode"] not in (200, 201):
        raise AssertionError(answer["body"])
    return json.loads(answer["body"])


@contextmanager
def _moto_timed() -> Iterator[list[float]]:
    """Seconds of processor time within moto, one sum."""
    from moto.core.botocore_stubber import BotocoreStubber

    spent, inner = [0.0], BotocoreStubber.process_request

    def timed(self: BotocoreStubber, request: Any) -> Any:
        began = time.process_time()
        try:
            return inner(self, request)
        finally:
            spent[0] += time.process_time() - began

    BotocoreStubber.process_request = timed  # type: ignore[method-assign]
    try:
        yield spent
    finally:
        BotocoreStubber.process_request = inner  # type: ignore[method-assign]


def milliseconds_a_write(writes: int = WRITES) -> list[float]:
    """Of each, in order."""
    found: list[float] = []
    with tempfile.TemporaryDirectory() as name, moto_tables() as (client, tables), _moto_timed() as moto:
        folder, embedder, clock = Path(name), TimedEmbedder(), PacedClock()
        stored = DynamoRecords(client, tables)
        sealing = SealedRecords(stored, DataKeys(FileCipher(folder / "field.key"), os.urandom), os.urandom)
        bootstrap.install(replace(services_in(folder, embedder, clock), records=sealing))
        try:
            for number in range(writes):
                clock.pass_time(timedelta(seconds=11))
                others, began = moto[0] + embedder.seconds, time.process_time()
                written("/v1/memories", item(number))
                found.append(1000 * (time.process_time() - began - (moto[0] + embedder.seconds - others)))
        finally:
            bootstrap.install(None)
    return found


def peak_megabytes(writes: int = WRITES, batch: int = BATCH) -> float:
    """In a fresh interpreter."""
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")} | ENVIRONMENT
    done = subprocess.run(  # nosec B603 - as above
        [sys.executable, "-m", "bench.cost.processor", _PEAK, str(writes), str(batch)],
        env=environment, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    return float(done.stdout.splitlines()[-1])


def _peak(writes: int, batch: int) -> float:
    made = bootstrap.services()
    made.search.made  # type: ignore[attr-defined]  # noqa: B018 - its client is made when it is first used
    with tempfile.TemporaryDirectory() as folder:
        bootstrap.install(services_in(Path(folder), TimedEmbedder()))
        for number in range(writes):
            written("/v1/memories", item(number))
        written("/v1/memories/batch", {"items": [item(number) for number in range(writes, writes + batch)]})
    # Not `ru_maxrss`, which a new process takes over from the one that started it.
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def main() -> int:
    if sys.argv[1:2] == [_PEAK]:
        print(_peak(*map(int, sys.argv[2:])))
        return 0
    times = sorted(milliseconds_a_write()[20:])
    print(f"a warm write: {statistics.median(times):.1f} ms of a processor, p95 {times[len(times) * 95 // 100]:.1f} ms")
    print(f"the function's peak: {peak_megabytes():.0f} MB, after {WRITES} writes and a batch of {BATCH}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
