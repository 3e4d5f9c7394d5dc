"""`python -m infra.linting`: the templates of dev and prod under the three tools, side by side.

Ends with 1 when a tool has found what `accepted` does not have, or when an exception there has become needless.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

from infra.linting.accepted import ACCEPTED
from infra.linting.lint_finding import Accepted, Finding, Verdict

STAGES = ("dev", "prod")


def findings_of(template: dict[str, Any], name: str) -> list[Finding]:
    from infra.linting.machine_lint import machine_findings
    from infra.linting.policy_lint import policy_findings
    from infra.linting.template_lint import template_findings

    tools = (template_findings, machine_findings, policy_findings)
    return list(chain.from_iterable(tool(template, name) for tool in tools))


def findings_of_stage(stage: str) -> list[Finding]:
    """Of the stage's template, synthesised without the functions' package."""
    from app import build

    with tempfile.TemporaryDirectory() as folder:
        build({"aws:cdk:bundling-stacks": [], "stage": stage}, folder).synth()
        (path,) = Path(folder).glob("*.template.json")
        template = json.loads(path.read_text(encoding="utf-8"))
    return findings_of(template, stage)


def main(stages: Sequence[str] = STAGES, accepted: Sequence[Accepted] = ACCEPTED) -> int:
    with ProcessPoolExecutor(max_workers=len(stages)) as processes:
        found = list(chain.from_iterable(processes.map(findings_of_stage, stages)))
    verdict = Verdict.on(found, accepted)
    for finding in verdict.open:
        print(finding)
    for exception in verdict.unused:
        print(f"needless exception: {exception.tool} {exception.rule} {exception.subject}")
    print(f"{len(found)} findings in {len(stages)} templates, {len(verdict.open)} of them not accepted")
    return 1 if verdict.open or verdict.unused else 0


if __name__ == "__main__":
    sys.exit(main())
