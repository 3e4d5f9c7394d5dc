"""Every accepted finding of the three tools, with its reason."""

from __future__ import annotations

from infra.linting.lint_finding import Accepted

ACCEPTED = (
    Accepted(
        "cfn-lint", "W3005", "",
        "CDK writes each dependency out, also where a reference implies it: harmless, and not ours to leave out",
    ),
    Accepted(
        "parliament", "RESOURCE_MISMATCH", "bedrock:InvokeModel",
        "the tool asks for a resource of each kind that the action knows; the functions invoke one model",
    ),
    Accepted(
        "parliament", "RESOURCE_MISMATCH", "dynamodb:ListStreams",
        "AWS's own example for streams that invoke functions names it beside the other three, on the stream",
    ),
    Accepted(
        "parliament", "RESOURCE_STAR", "ec2:",
        "the network interfaces of functions in a VPC are made by Lambda and have no name beforehand",
    ),
)  # fmt: skip
