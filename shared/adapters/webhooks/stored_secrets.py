"""The secrets of subscribers in Secrets Manager: the present one, and the one before it while it is being replaced."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.domain.changes.subscriptions import key_of
from shared.domain.errors import Unavailable

KNOWN_FOR_S = 300.0
_STAGES = ("AWSCURRENT", "AWSPREVIOUS")
_ABSENT = "ResourceNotFoundException"


class ManagedSecrets:
    """`client`: of Secrets Manager. `arns`: by the name of the subscription."""

    def __init__(self, client: Any, arns: Mapping[str, str], now: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._arns = arns
        self._now = now
        self._known: dict[str, tuple[float, tuple[str, ...]]] = {}

    def of(self, subscription: str) -> Sequence[str]:
        known = self._known.get(subscription)
        if known is not None and self._now() - known[0] < KNOWN_FOR_S:
            return known[1]
        arn = self._arns.get(subscription)
        if arn is None:
            raise Unavailable("the webhook has no secret")
        found = tuple(secret for stage in _STAGES if (secret := self._read(arn, stage)) is not None)
        if not found:
            raise Unavailable("the webhook's secret cannot be used")
        self._known[subscription] = (self._now(), found)
        return found

    def _read(self, arn: str, stage: str) -> str | None:
        try:
            secret = str(self._client.get_secret_value(SecretId=arn, VersionStage=stage)["SecretString"])
            key_of(secret)
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") == _ABSENT and stage != _STAGES[0]:
                return None
            raise Unavailable("the secrets cannot be reached") from error
        except BotoCoreError as error:
            raise Unavailable("the secrets cannot be reached") from error
        except (KeyError, ValueError):
            return None
        return secret
