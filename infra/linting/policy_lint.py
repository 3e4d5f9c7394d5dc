"""parliament: what the roles may do, by AWS's own list of actions, resource formats and condition keys.

It knows policies of identities only. The policies of keys, queues, topics and buckets, and who may take on a role, are
what the tests of the template walk (`tests/infra/test_grants.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from parliament import analyze_policy_string

from infra.linting.lint_finding import Finding

TOOL = "parliament"
_HERE = {
    "AWS::Partition": "aws",
    "AWS::Region": "us-east-1",
    "AWS::AccountId": "123456789012",
    "AWS::URLSuffix": "amazonaws.com",
}
_OWN = "us-east-1:123456789012"
_ARNS = {
    "AWS::DynamoDB::Table": f"dynamodb:{_OWN}:table/",
    "AWS::DynamoDB::GlobalTable": f"dynamodb:{_OWN}:table/",
    "AWS::IAM::Role": "iam::123456789012:role/",
    "AWS::KMS::Key": f"kms:{_OWN}:key/",
    "AWS::Lambda::Function": f"lambda:{_OWN}:function:",
    "AWS::Logs::LogGroup": f"logs:{_OWN}:log-group:",
    "AWS::OpenSearchService::Domain": f"es:{_OWN}:domain/",
    "AWS::S3::Bucket": "s3:::",
    "AWS::SNS::Topic": f"sns:{_OWN}:",
    "AWS::SQS::Queue": f"sqs:{_OWN}:",
    "AWS::StepFunctions::StateMachine": f"states:{_OWN}:stateMachine:",
}
_REFERENCE_IS_ARN = ("AWS::SNS::Topic", "AWS::StepFunctions::StateMachine")


def policy_findings(template: Mapping[str, Any], name: str) -> Iterator[Finding]:
    """A finding about several actions is one for each of them. Raises `KeyError` for a reference to a type of
    resource whose ARN is not written down here."""
    resources = template["Resources"]
    for id, resource in resources.items():
        if not resource["Type"].startswith("AWS::IAM::"):
            continue
        for document in _documents(resource.get("Properties", {})):
            resolved = json.dumps(_resolved(document, resources))
            for found in analyze_policy_string(resolved).findings:
                for subject in _subjects(found.detail) or ("",):
                    yield Finding(TOOL, found.issue, subject, f"{name} {id}", str(found.detail)[:200])


def _documents(properties: Mapping[str, Any]) -> Iterator[Any]:
    if "PolicyDocument" in properties:
        yield properties["PolicyDocument"]
    yield from (policy["PolicyDocument"] for policy in properties.get("Policies", ()))


def _subjects(detail: Any) -> tuple[str, ...]:
    if not isinstance(detail, list):
        return ()
    found = (one["action"] if isinstance(one, dict) else str(one) for one in detail)
    return tuple(dict.fromkeys(found))


def _resolved(value: Any, resources: Mapping[str, Any]) -> Any:
    match value:
        case {"Ref": str(name)} if name in _HERE:
            return _HERE[name]
        case {"Ref": str(name)}:
            is_arn = name in resources and resources[name]["Type"] in _REFERENCE_IS_ARN
            return _arn(name, "Arn", resources) if is_arn else name.lower()
        case {"Fn::GetAtt": [str(name), str(attribute)]}:
            return _arn(name, attribute, resources)
        case {"Fn::Join": [str(between), list(parts)]}:
            return between.join(str(_resolved(part, resources)) for part in parts)
        case dict():
            return {key: _resolved(item, resources) for key, item in value.items()}
        case list():
            return [_resolved(item, resources) for item in value]
    return value


def _arn(id: str, attribute: str, resources: Mapping[str, Any]) -> str:
    arn = f"arn:aws:{_ARNS[resources[id]['Type']]}{id.lower()}"
    if attribute == "StreamArn":
        return f"{arn}/stream/label"
    return f"{arn}:*" if ":log-group:" in arn else arn
