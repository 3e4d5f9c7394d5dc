"""Log groups: how long a stage keeps its logs, and what they are called."""

from __future__ import annotations

from aws_cdk import Aws, Fn
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.settings import DeploymentSettings


def log_group(
    scope: Construct, id: str, settings: DeploymentSettings, *, delivered: str | None = None
) -> logs.LogGroup:
    """Three months in production, two weeks in dev. `delivered` names what AWS's log delivery writes: under the
    prefix that keeps the delivery's resource policy within its limit, and with a part that no other stack has, so
    that a group that an earlier stack left causes no conflict."""
    name = None
    if delivered is not None:
        stack = Fn.select(2, Fn.split("/", Aws.STACK_ID))
        name = Fn.join("", [f"/aws/vendedlogs/agent-memory-{settings.stage}/{delivered}-", stack])
    return logs.LogGroup(
        scope,
        id,
        log_group_name=name,
        retention=logs.RetentionDays.THREE_MONTHS if settings.production else logs.RetentionDays.TWO_WEEKS,
        removal_policy=settings.removal,
    )
