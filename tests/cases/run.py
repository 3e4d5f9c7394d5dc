"""Runs black-box cases against a service of its own: `make cases CASES="test_recall.py"`.

Starts the service with test controls on a free port and an empty folder, runs the cases one after the other, and stops
it again. `--passing` runs the cases that `passing.txt` lists, `--record` writes that list anew. Exit status: pytest's,
or 1 when the service does not start. Cases that are not there are said, and are no failure.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from local.service_process import DidNotStart, service_process

_HEAD = """\
# The cases that pass, one test a line: `make cases CASES=--passing` runs these and nothing else, and CI does.
# Written by `make cases CASES=--record`: the tests of which every case passed. The others belong to later issues.
"""
PASSING = Path(__file__).with_name("passing.txt")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make cases")
    parser.add_argument("--folder", type=Path, required=True, help="where the cases are")
    parser.add_argument("--passing", action="store_true", help="the cases that passing.txt lists")
    parser.add_argument("--record", action="store_true", help="run all and write passing.txt anew")
    parser.add_argument("-k", dest="expression", help="only cases whose name matches, as in pytest")
    parser.add_argument("cases", nargs="*", help="files or test ids in the folder (default: all)")
    options = parser.parse_args(arguments)
    folder: Path = options.folder.resolve()
    if not folder.is_dir():
        print(f"NOT RUN: the cases (there is no folder {options.folder})")
        return 0
    wanted = [*listed(PASSING), *options.cases] if options.passing else options.cases
    if options.passing and not wanted:
        print(f"NOT RUN: the cases ({PASSING.name} lists none)")
        return 0
    selection = [str(folder / case) for case in wanted] or [str(folder)]
    if options.expression:
        selection += ["-k", options.expression]
    with TemporaryDirectory(prefix="agent-memory-cases-") as place:
        try:
            with service_process(Path(place), "--test-controls") as url:
                report = Path(place) / "report.xml"
                status = _pytest([*selection, f"--junitxml={report}"], folder, url)
                if options.record:
                    PASSING.write_text(_HEAD + "".join(f"{test}\n" for test in passed(report)), encoding="utf-8")
                return status
        except DidNotStart as error:
            print(f"the service did not start:\n{error}", file=sys.stderr)
            return 1


def listed(path: Path) -> list[str]:
    """The test ids in a list, without its comments."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def passed(report: Path) -> list[str]:
    """The tests of which every case passed, in a JUnit report of our own making."""
    held: dict[str, bool] = {}
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest has just written it
        test = f"{case.get('classname')}.py::{str(case.get('name')).partition('[')[0]}"
        held[test] = held.get(test, True) and len(case) == 0
    return sorted(test for test, all_passed in held.items() if all_passed)


def _pytest(selection: list[str], folder: Path, url: str) -> int:
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), *selection,
    ]  # fmt: skip
    environment = {**os.environ, "AGENT_MEMORY_URL": url, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
