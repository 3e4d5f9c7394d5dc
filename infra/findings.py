"""Findings of cdk-nag that are accepted, each with its reason, at the resource that it is about."""

from __future__ import annotations

from aws_cdk import Acknowledgment, Validations
from constructs import IConstruct


def accept(construct: IConstruct, reason: str, *rules: str) -> None:
    """Accepts exactly these findings (`AwsSolutions-IAM5[Resource::*]`) at the construct and what lies below it."""
    for rule in rules:
        Validations.of(construct).acknowledge(Acknowledgment(id=rule, reason=reason))
