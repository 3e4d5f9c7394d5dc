"""The real adapters of the function that sends webhooks."""

from __future__ import annotations

import json

from botocore.config import Config

from shared.adapters.aws_session import aws_session
from shared.adapters.queues.sqs import SqsSessionQueue
from shared.adapters.webhooks.https_sender import HttpsSender
from shared.adapters.webhooks.stored_secrets import ManagedSecrets
from shared.domain.changes.subscriptions import subscriptions
from shared.runtime.settings import Settings
from shared.usecases.changes.deliver_change import Webhooks


def webhooks_on_aws(settings: Settings) -> Webhooks:
    """Raises `ValueError` for settings that name no usable webhooks."""
    session = aws_session()
    config = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
    queue = SqsSessionQueue(session.client("sqs", config=config), settings.webhooks_queue_url)
    secrets = ManagedSecrets(session.client("secretsmanager", config=config), json.loads(settings.webhook_secrets))
    return Webhooks(subscriptions(settings.webhooks), secrets, HttpsSender(), queue.postpone)
