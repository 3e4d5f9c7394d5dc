"""Makes of the synthesised template what moto's CloudFormation can deploy.

What moto lacks is left out, and every reference to it becomes a made-up value of the right form; what was left out is
returned, so that a test can say which types those are. Values that tests need afterwards become outputs of the stack.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

ACCOUNT, REGION = "123456789012", "us-east-1"  # moto's own

# Not to be had in moto's CloudFormation at all.
_MISSING = frozenset(
    {
        "AWS::ApiGatewayV2::Api",
        "AWS::ApiGatewayV2::Authorizer",
        "AWS::ApiGatewayV2::Integration",
        "AWS::ApiGatewayV2::Route",
        "AWS::ApiGatewayV2::Stage",
        "AWS::CloudWatch::Alarm",
        "AWS::Cognito::UserPool",
        "AWS::Cognito::UserPoolClient",
        "AWS::Lambda::EventInvokeConfig",
        "AWS::OpenSearchService::Domain",
        "AWS::S3::BucketPolicy",
        "AWS::SNS::TopicPolicy",
        "AWS::SQS::QueuePolicy",
        "AWS::Scheduler::Schedule",
    }
)
# There, but not as they are needed: its mappings call functions at once and without any of their settings, and its
# state machines land in a backend that executes nothing.
_REPLACED = frozenset({"AWS::Lambda::EventSourceMapping", "AWS::StepFunctions::StateMachine"})
STATE_MACHINE = "deletion"
STATE_MACHINE_ARN = f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:{STATE_MACHINE}"
SEARCH_HOST = "search.invalid"


@dataclass(frozen=True, slots=True)
class Adapted:
    """`template` is deployable; `left_out` has the resources that are not in it, with resolved values as outputs."""

    template: dict[str, Any]
    left_out: dict[str, dict[str, Any]]


def adapted(template: dict[str, Any], signing_key: str) -> Adapted:
    """`signing_key`: the ARN of a key that was made beside the stack, for moto's CloudFormation knows no key that
    signs."""
    body = copy.deepcopy(template)
    # The check of the bootstrap version reads a parameter store that is not there.
    for section in ("Parameters", "Rules"):
        body.pop(section, None)
    resources: dict[str, dict[str, Any]] = body["Resources"]
    left_out = {id: r for id, r in resources.items() if r["Type"] in _MISSING | _REPLACED}
    left_out |= {
        id: {**r, "Arn": signing_key}
        for id, r in resources.items()
        if r["Type"] == "AWS::KMS::Key" and "KeySpec" in r["Properties"]
    }
    kept = {id: r for id, r in resources.items() if id not in left_out}
    for resource in kept.values():
        if resource["Type"] == "AWS::KMS::Key":
            del resource["Properties"]["Tags"]  # moto fails on them
        depends = resource.get("DependsOn", [])
        resource["DependsOn"] = [id for id in ([depends] if isinstance(depends, str) else depends) if id in kept]
    body["Resources"] = _without(kept, left_out)
    body["Outputs"] = _without(body["Outputs"], left_out) | _outputs(kept, _without(left_out, left_out))
    return Adapted(body, left_out)


def _without(node: Any, left_out: dict[str, dict[str, Any]]) -> Any:
    """The node with made-up values where it refers to what was left out."""
    if isinstance(node, list):
        return [_without(item, left_out) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("Ref") in left_out:
        return _made_up(left_out[node["Ref"]], node["Ref"], "Ref")
    target = node.get("Fn::GetAtt")
    if isinstance(target, list) and target[0] in left_out:
        return _made_up(left_out[target[0]], target[0], target[1])
    return {key: _without(value, left_out) for key, value in node.items()}


def _made_up(resource: dict[str, Any], id: str, attribute: str) -> str:
    if "Arn" in resource:
        return str(resource["Arn"])
    if resource["Type"] == "AWS::StepFunctions::StateMachine":
        return STATE_MACHINE if attribute == "Name" else STATE_MACHINE_ARN
    if attribute == "DomainEndpoint":
        return SEARCH_HOST
    if attribute == "Arn":
        return f"arn:aws:none:{REGION}:{ACCOUNT}:{id}"
    return id.lower()


def _outputs(kept: dict[str, Any], left_out: dict[str, Any]) -> dict[str, Any]:
    """Names and ARNs of what is there, and the resolved references of what was replaced."""
    outputs: dict[str, Any] = {}
    for id, resource in kept.items():
        if resource["Type"] in ("AWS::Lambda::Function", "AWS::SQS::Queue", "AWS::DynamoDB::Table", "AWS::IAM::Role"):
            outputs[f"{id}Ref"] = {"Value": {"Ref": id}}
            outputs[f"{id}Arn"] = {"Value": {"Fn::GetAtt": [id, "Arn"]}}
    for id, resource in left_out.items():
        if resource["Type"] == "AWS::Lambda::EventSourceMapping":
            properties = resource["Properties"]
            outputs[f"{id}Source"] = {"Value": properties["EventSourceArn"]}
            outputs[f"{id}Target"] = {"Value": properties["FunctionName"]}
            if "DestinationConfig" in properties:
                outputs[f"{id}Failed"] = {"Value": properties["DestinationConfig"]["OnFailure"]["Destination"]}
        if resource["Type"] == "AWS::StepFunctions::StateMachine":
            outputs[f"{id}Role"] = {"Value": resource["Properties"]["RoleArn"]}
            for name, value in resource["Properties"]["DefinitionSubstitutions"].items():
                outputs[f"{id}Substitution{name}"] = {"Value": value}
        if resource["Type"] == "AWS::Scheduler::Schedule":
            outputs[f"{id}Target"] = {"Value": resource["Properties"]["Target"]["Arn"]}
    return outputs
