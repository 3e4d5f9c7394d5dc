"""Which of Bedrock's errors are transient."""

from __future__ import annotations

from botocore.exceptions import ClientError

_PASSING = frozenset(
    {
        "ThrottlingException",
        "ServiceUnavailableException",
        "InternalServerException",
        "ModelTimeoutException",
        "ModelNotReadyException",
    }
)


def code_of(error: ClientError) -> str:
    """The error's code, empty when the answer names none."""
    return error.response.get("Error", {}).get("Code", "")


def is_passing(error: ClientError) -> bool:
    """Throttling, models that are not ready or ran out of time, and every other 5xx."""
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return code_of(error) in _PASSING or status >= 500
