"""The quick form of the evaluation, whole: what it writes, and that nothing of it misses a limit."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

_CPU_S = 120.0


def test_the_quick_evaluation_holds_and_says_what_it_did_not_measure(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, "-m", "bench.evaluate", "--quick", "--out", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((".", "client"))},
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert run.returncode == 0, run.stdout + run.stderr[-3000:]
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < _CPU_S
    found = json.loads((tmp_path / "evaluation.json").read_text(encoding="utf-8"))
    states = {measure["name"]: measure["state"] for measure in found["measures"]}
    for name in ("Isolation", "Deletion residue", "Conflict handling", "Summary fidelity", "Simulated faults"):
        assert states[name] == "holds"
    for name in ("The public set locomo", "An agent's lives", "Six languages"):
        assert states[name] == "not measured"
    assert {"date", "command", "machine", "version"} <= found["about"].keys()
    assert (tmp_path / "evaluation.html").read_text(encoding="utf-8").count("<svg") >= 5
