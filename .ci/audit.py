"""Asks the package index for known vulnerabilities of everything in the given lock files.

Exit status 1 for a finding and for an audit that broke. An audit that could not ask is no failure, but says so: the
auditor itself calls a list of packages that it could not look up "no known vulnerabilities".
"""

from __future__ import annotations

import json
import subprocess  # the auditor, with fixed arguments # nosec B404
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

TIME_LIMIT_S = 240
# What the auditor's own errors are called when nobody answers.
_UNREACHED = (
    "ConnectionError",
    "ServiceError",
    "Connection refused",
    "Max retries",
    "timed out",
    "resolve",
    "HTTPError",
)


def main(locks: list[str]) -> int:
    return max([_audit(lock) for lock in locks], default=0)


def _audit(lock: str) -> int:
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off",
            "--format", "json", "--desc", "off", "--output", str(report), "--requirement", lock,
        ]  # fmt: skip
        try:
            done = subprocess.run(  # as above # nosec B603
                command, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False
            )
        except subprocess.TimeoutExpired:
            print(f"NOT RUN: the audit of {lock} (no answer within {TIME_LIMIT_S} s)")
            return 0
        if report.is_file():
            return judged(lock, json.loads(report.read_text(encoding="utf-8"))["dependencies"])
        if any(sign in done.stderr for sign in _UNREACHED):
            print(f"NOT RUN: the audit of {lock} (the vulnerability service cannot be reached)")
            return 0
        print(f"the audit of {lock} broke:\n{done.stderr[-2000:]}", file=sys.stderr)
        return 1


def judged(lock: str, dependencies: list[dict[str, Any]]) -> int:
    """Prints what the report says of each package; 1 when there is a finding."""
    found = [(d, v) for d in dependencies for v in d.get("vulns", ())]
    unknown = [d for d in dependencies if "skip_reason" in d]
    for package, flaw in found:
        fixed = ", ".join(flaw.get("fix_versions") or ()) or "no version yet"
        print(f"{lock}: {package['name']} {package['version']} has {flaw['id']}, fixed in {fixed}", file=sys.stderr)
    if unknown:
        print(
            f"NOT RUN: the audit of {len(unknown)} of {len(dependencies)} packages in {lock} "
            "(the vulnerability service does not know them here)"
        )
    if not found and len(unknown) < len(dependencies):
        print(f"{lock}: {len(dependencies) - len(unknown)} packages without known vulnerabilities")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
