"""The daily pass over what is due, and the hourly look for forgotten deletions."""

from __future__ import annotations

from aws_cdk import Duration, TimeZone
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_destinations as destinations
from aws_cdk import aws_scheduler as scheduler
from aws_cdk import aws_scheduler_targets as targets
from constructs import Construct

from infra.findings import accept
from infra.functions import permissions
from infra.settings import DeploymentSettings
from infra.stores.encryption import Encryption

# What the target is given: when it was meant to run, so that a retry is the same pass.
INPUT = {"source": "schedule", "scheduled_at": "<aws.scheduler.scheduled-time>"}
# Every hour only this part of it: a deletion that was accepted and never ran does not wait until the night.
DELETIONS_INPUT = {**INPUT, "only": "deletions"}


class DailyPass(Construct):
    """At least once a day: the target leases its work. `dead_letters` has the input that the schedule could not
    deliver, and that the function could not process after Lambda's own retries."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        settings: DeploymentSettings,
        *,
        function: lambda_.Function,
        function_role: iam.Role,
        encryption: Encryption,
    ) -> None:
        super().__init__(scope, id)
        self.dead_letters = encryption.dead_letters(self, "DeadLetters")
        accept(self.dead_letters, "this is the dead-letter queue", "AwsSolutions-SQS3")
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("scheduler.amazonaws.com"))
        role.add_to_policy(permissions.invoking(function.function_arn))
        for sender in (role, function_role):
            sender.add_to_policy(permissions.sending_to(self.dead_letters.queue_arn))
            sender.add_to_policy(permissions.encrypting_messages(encryption.key))
        function.configure_async_invoke(
            on_failure=destinations.SqsDestination(self.dead_letters),
            retry_attempts=2,
            max_event_age=Duration.hours(2),
        )
        zone = TimeZone.of(settings.timezone)
        daily = scheduler.ScheduleExpression.cron(minute="0", hour=str(settings.gc_hour), time_zone=zone)
        hourly = scheduler.ScheduleExpression.cron(minute="30", time_zone=zone)
        for name, expression, window, given, does in (
            ("Daily", daily, 30, INPUT, "Garbage collection: what is due, once a day"),
            ("Hourly", hourly, 15, DELETIONS_INPUT, "Deletions that were accepted and never ran"),
        ):
            scheduler.Schedule(
                self,
                name,
                description=does,
                schedule=expression,
                # An offset in time for different stages: nothing here depends on it.
                time_window=scheduler.TimeWindow.flexible(Duration.minutes(window)),
                target=targets.LambdaInvoke(
                    function,
                    input=scheduler.ScheduleTargetInput.from_object(given),
                    dead_letter_queue=self.dead_letters,
                    retry_attempts=5,
                    max_event_age=Duration.hours(2),
                    # Its permissions are above: this function and this queue, nothing else.
                    role=role.without_policy_updates(),
                ),
            )
