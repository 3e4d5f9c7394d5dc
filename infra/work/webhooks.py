"""Webhooks: what enters the feeds is announced on a bus, chosen for each subscriber by a rule, sent from a queue."""

from __future__ import annotations

import json
from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_secretsmanager as secretsmanager
from constructs import Construct

from infra.findings import accept
from infra.functions import permissions
from infra.functions.time_limits import NOTIFY_SECONDS
from infra.stores.encryption import Encryption
from infra.work.work_queue import Pace, WorkQueue
from shared.contracts.environment import CHANGE_BUS, WEBHOOK_SECRETS, WEBHOOKS_QUEUE_URL
from shared.contracts.governance.webhooks import DETAIL_TYPE, EVENT_SOURCE, REPEATED
from shared.domain.changes.subscriptions import Subscription

# A message takes at most ten seconds. Each try waits longer than the one before (`functions.events.notify`): ten take a
# day.
PACE = Pace(batch_size=5, concurrency=5, tries=10, postpones=True)
_SECRET_LENGTH = 44  # letters and digits: base64 of 33 bytes


class Webhooks(Construct):
    """Places in feeds, no content. `dead_letters` names the changes that could not be sent. Each subscriber has a
    secret of its own, made here: an operator hands it on, and replaces it by a new version."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        subscriptions: Sequence[Subscription],
        announcer: tuple[lambda_.Function, iam.Role],
        sender: tuple[lambda_.Function, iam.Role],
        encryption: Encryption,
    ) -> None:
        super().__init__(scope, id)
        self._encryption = encryption
        self.bus = events.EventBus(self, "Bus", description="Changes of memories, by ids and kinds")
        self._work = WorkQueue(
            self, pace=PACE, consumer_timeout=Duration.seconds(NOTIFY_SECONDS), encryption=encryption
        )
        self.queue, self.dead_letters = self._work.queue, self._work.dead_letters
        accept(self.dead_letters, "this is the dead-letter queue", "AwsSolutions-SQS3")
        secrets = {one.name: self._subscribe(one) for one in subscriptions}
        function, role = announcer
        function.add_environment(CHANGE_BUS, self.bus.event_bus_name)
        role.add_to_policy(permissions.announcing_on(self.bus.event_bus_arn))
        self._send(*sender, secrets)

    def _subscribe(self, subscription: Subscription) -> secretsmanager.Secret:
        of_kinds = {"kind": sorted(subscription.kinds)} if subscription.kinds else {}
        message = {"subscription": subscription.name} | {
            field: events.EventField.from_path(f"$.detail.{field}") for field in REPEATED
        }
        place = Construct(self, "".join(part.capitalize() for part in subscription.name.split("-")))
        events.Rule(
            place,
            "Rule",
            description=f"Changes for the webhook {subscription.name}",
            event_bus=self.bus,
            event_pattern=events.EventPattern(
                source=[EVENT_SOURCE],
                detail_type=[DETAIL_TYPE],
                detail={"org": [subscription.org], **of_kinds},
            ),
            targets=[
                targets.SqsQueue(
                    self.queue,
                    message=events.RuleTargetInput.from_object(message),
                    dead_letter_queue=self.dead_letters,
                    max_event_age=Duration.hours(24),
                )
            ],
        )
        secret = secretsmanager.Secret(
            place,
            "Secret",
            description=f"Signs what is sent to the webhook {subscription.name}",
            encryption_key=self._encryption.key,
            generate_secret_string=secretsmanager.SecretStringGenerator(
                password_length=_SECRET_LENGTH, exclude_punctuation=True
            ),
        )
        accept(secret, "its receiver must know it: people replace it together", "AwsSolutions-SMG4")
        return secret

    def _send(self, function: lambda_.Function, role: iam.Role, secrets: dict[str, secretsmanager.Secret]) -> None:
        arns = {name: secret.secret_arn for name, secret in secrets.items()}
        function.add_environment(WEBHOOK_SECRETS, json.dumps(arns))
        function.add_environment(WEBHOOKS_QUEUE_URL, self.queue.queue_url)
        for statement in permissions.reading_secrets(list(arns.values()), self._encryption.key):
            role.add_to_policy(statement)
        self._work.taken_by(function, role)
