"""`python -m tests.simulation.planted`: a table of the planted faults with the seeds that it took to find each."""

from __future__ import annotations

import argparse
import os
import sys

from tests.simulation.planted.search import FAULTS, look_for


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.planted", description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=500, help="of each fault at most")
    parser.add_argument("names", nargs="*", help="only these")
    options = parser.parse_args(arguments)
    missed = 0
    sys.stdout.write("| fault | what is broken | seeds | the first seed that shows it, and how |\n|---|---|---|---|\n")
    for fault in FAULTS:
        if options.names and fault.name not in options.names:
            continue
        found = look_for(fault, options.first, options.seeds)
        missed += found is None
        how = (
            f"- | not found in {options.seeds}"
            if found is None
            else f"{found.seeds} | {found.seed}: {', '.join(sorted(found.kinds))}"
        )
        sys.stdout.write(f"| {fault.name} | {fault.says} | {how} |\n")
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of what must replay
        arguments = [sys.executable, "-m", "tests.simulation.planted", *sys.argv[1:]]
        os.execve(sys.executable, arguments, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606 - ourselves
    sys.exit(main())
