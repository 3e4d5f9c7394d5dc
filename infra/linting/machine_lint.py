"""statelint: the state machines of a template in the Amazon States Language, with the states that they go on to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from statelint.linter import Linter

from infra.linting.lint_finding import Finding

TOOL = "statelint"
_SUBSTITUTION = re.compile(r"\$\{\w+\}")
# What a definition refers to is known to CloudFormation only.
_SOME_FUNCTION = "arn:aws:lambda:us-east-1:123456789012:function:step"


def machine_findings(template: dict[str, Any], name: str) -> Iterator[Finding]:
    for id, resource in template["Resources"].items():
        if resource["Type"] == "AWS::StepFunctions::StateMachine":
            text = resource["Properties"]["DefinitionString"]
            definition = json.loads(_SUBSTITUTION.sub(_SOME_FUNCTION, text))
            for problem in Linter.validate(definition):
                yield Finding(TOOL, "problem", problem, f"{name} {id}", "see there")
