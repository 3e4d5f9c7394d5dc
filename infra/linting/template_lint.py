"""cfn-lint: a template against CloudFormation's schemas and rules, its state machines included."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cfnlint.api import lint
from cfnlint.config import ManualArgs

from infra.linting.lint_finding import Finding

TOOL = "cfn-lint"
REGION = "us-east-1"


def template_findings(template: dict[str, Any], name: str) -> Iterator[Finding]:
    text = json.dumps(template, indent=1)
    for match in lint(text, config=ManualArgs(regions=[REGION])):
        path = "/".join(str(part) for part in getattr(match, "path", None) or ())
        yield Finding(TOOL, match.rule.id, path, f"{name}:{match.linenumber}", match.message)
