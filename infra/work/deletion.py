"""The deletion workflow: the committed state machine, its role, its log and its alarms."""

from __future__ import annotations

from pathlib import Path

from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_stepfunctions as stepfunctions
from constructs import Construct

from infra.findings import accept
from infra.functions import permissions
from infra.settings import DeploymentSettings
from infra.stores.encryption import Encryption
from infra.stores.log_groups import log_group

DEFINITION = Path(__file__).resolve().parents[1] / "statemachines" / "deletion.asl.json"
STEP_FUNCTION = "DeletionStepFunctionArn"  # the definition's one substitution


class DeletionWorkflow(Construct):
    """Executions that fail, time out or are aborted are kept in `failed`, by name and input (ids, no content)."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        settings: DeploymentSettings,
        *,
        step: lambda_.Function,
        step_role: iam.Role,
        encryption: Encryption,
    ) -> None:
        super().__init__(scope, id)
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("states.amazonaws.com"))
        role.add_to_policy(permissions.invoking(step.function_arn))
        self.machine = stepfunctions.StateMachine(
            self,
            "Machine",
            state_machine_type=stepfunctions.StateMachineType.STANDARD,
            definition_body=stepfunctions.DefinitionBody.from_string(DEFINITION.read_text(encoding="utf-8")),
            definition_substitutions={STEP_FUNCTION: step.function_arn},
            role=role,
            tracing_enabled=True,
            logs=stepfunctions.LogOptions(
                destination=log_group(self, "Log", settings, delivered="deletion"),
                level=stepfunctions.LogLevel.ALL,
                include_execution_data=False,
            ),
            removal_policy=settings.removal,
        )
        accept(
            role,
            "log delivery and traces know no resource beforehand",
            "AwsSolutions-IAM5[Resource::*]",
        )
        # A policy of its own: the machine waits for the function, which waits for its role's other rights.
        iam.Policy(
            self,
            "GoOn",
            roles=[step_role],
            statements=[permissions.starting(self.machine.state_machine_arn)],
        )
        self.failed = encryption.dead_letters(self, "Failed")
        accept(self.failed, "this is the queue of what failed", "AwsSolutions-SQS3")
        events.Rule(
            self,
            "WhenItFails",
            description="Deletions that need a person",
            event_pattern=events.EventPattern(
                source=["aws.states"],
                detail_type=["Step Functions Execution Status Change"],
                detail={
                    "status": ["FAILED", "TIMED_OUT", "ABORTED"],
                    "stateMachineArn": [self.machine.state_machine_arn],
                },
            ),
            targets=[targets.SqsQueue(self.failed)],
        )
