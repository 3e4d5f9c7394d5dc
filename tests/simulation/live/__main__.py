"""`python -m tests.simulation.live --kills N`: the service on 127.0.0.1 in a folder of its own, killed N times."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.simulation.live.kill_run import KillRun


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.live", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="agent-memory-") as folder:
        report = KillRun(Path(folder) / "data", options.kills, options.seed).run()
    sys.stdout.write(
        f"{report.kills} kills in {time.monotonic() - begun:.0f} s: {report.acknowledged} acknowledged and there, "
        f"{report.deletions} deletions ended, {report.deleted} texts gone, {len(report.violations)} violations\n"
    )
    for violation in report.violations[:50]:
        sys.stdout.write(violation + "\n")
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main())
