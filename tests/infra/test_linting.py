"""One planted fault of each kind is reported by the tool that is there for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from infra.linting.accepted import ACCEPTED
from infra.linting.lint_finding import Accepted, Finding, Verdict
from infra.linting.machine_lint import machine_findings
from infra.linting.policy_lint import policy_findings
from infra.linting.template_lint import template_findings
from tests.infra.template import Template

MACHINE, POLICY, QUEUE = "AWS::StepFunctions::StateMachine", "AWS::IAM::Policy", "AWS::SQS::Queue"


@pytest.fixture(scope="module")
def part(dev: Template) -> dict[str, Any]:
    """The state machine and the policies, of which two tools read nothing else, and one queue."""
    kinds = (MACHINE, POLICY)
    queue = next(id for id, r in dev.resources.items() if r["Type"] == QUEUE)
    kept = {queue: dev.resources[queue]} | {id: r for id, r in dev.resources.items() if r["Type"] in kinds}
    return {"Resources": kept, "All": dev.resources}


def findings(part: dict[str, Any], tool: str) -> set[tuple[str, str]]:
    """Rules and subjects that a tool reports of what it looks at."""
    if tool == "cfn-lint":
        (queue,) = ({id: r} for id, r in part["Resources"].items() if r["Type"] == QUEUE)
        found = template_findings({"Resources": _with_what_it_names(queue, part["All"])}, "part")
    elif tool == "statelint":
        found = machine_findings(part, "part")
    else:
        found = policy_findings({"Resources": part["All"] | part["Resources"]}, "part")
    return {(finding.rule, finding.subject) for finding in found}


def _with_what_it_names(some: dict[str, Any], all_of_them: dict[str, Any]) -> dict[str, Any]:
    while missing := _named(some) & all_of_them.keys() - some.keys():
        some = some | {id: all_of_them[id] for id in missing}
    return some


def _named(value: Any) -> set[str]:
    match value:
        case {"Ref": str(id)}:
            return {id}
        case {"Fn::GetAtt": [str(id), _]}:
            return {id}
        case dict():
            depends = value.get("DependsOn", [])
            found = {depends} if isinstance(depends, str) else {d for d in depends if isinstance(d, str)}
            return found.union(*(_named(item) for item in value.values()))
        case list():
            return set().union(*(_named(item) for item in value))
    return set()


def the_first(template: dict[str, Any], type: str) -> dict[str, Any]:
    properties: dict[str, Any] = next(r["Properties"] for r in template["Resources"].values() if r["Type"] == type)
    return properties


def edit_machine(template: dict[str, Any], edit: Callable[[dict[str, Any]], object]) -> None:
    properties = the_first(template, MACHINE)
    definition = json.loads(properties["DefinitionString"])
    edit(definition["States"])
    properties["DefinitionString"] = json.dumps(definition)


def edit_statement(template: dict[str, Any], edit: Callable[[dict[str, Any]], object]) -> None:
    edit(the_first(template, POLICY)["PolicyDocument"]["Statement"][0])


FAULTS: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "a property that a resource does not have": (
        "cfn-lint", lambda t: the_first(t, QUEUE).update(VisibilityTimeoutInSeconds=30),
    ),
    "a value that a property cannot have": (
        "cfn-lint", lambda t: the_first(t, QUEUE).update(MessageRetentionPeriod=99_999_999),
    ),
    "a transition to a state that is not there": (
        "statelint", lambda t: edit_machine(t, lambda states: states["Begin"].update(Next="Nowhere")),
    ),
    "a state that nothing leads to": (
        "statelint", lambda t: edit_machine(t, lambda states: states.update(Orphan={"Type": "Succeed"})),
    ),
    "a misspelt field of a state": (
        "statelint", lambda t: edit_machine(t, lambda states: states["Begin"].update(TimeoutSecond=5)),
    ),
    "an action that does not exist": (
        "parliament", lambda t: edit_statement(t, lambda s: s.update(Action="dynamodb:GetItems")),
    ),
    "a resource that the action does not know": (
        "parliament",
        lambda t: edit_statement(t, lambda s: s.update(Action="sqs:SendMessage", Resource="arn:aws:s3:::bucket")),
    ),
    "a condition key that does not exist": (
        "parliament",
        lambda t: edit_statement(t, lambda s: s.update(Condition={"StringEquals": {"dynamodb:LeadingKey": "x"}})),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_reported(part: dict[str, Any], fault: str) -> None:
    tool, plant = FAULTS[fault]
    planted = {**part, "Resources": deepcopy(part["Resources"])}
    plant(planted)
    assert findings(planted, tool) - findings(part, tool)


def test_an_exception_covers_its_rule_and_subject_only_and_a_needless_one_is_named() -> None:
    accepted = Accepted("parliament", "RESOURCE_STAR", "ec2:", "")
    needless = Accepted("cfn-lint", "W1", "", "")
    network, other = (Finding("parliament", "RESOURCE_STAR", action, "", "") for action in ("ec2:Make", "s3:Get"))
    verdict = Verdict.on([network, other], [accepted, needless])
    assert verdict == Verdict((other,), (needless,))


def test_each_exception_has_a_reason() -> None:
    assert all(len(exception.reason) > 40 for exception in ACCEPTED)
