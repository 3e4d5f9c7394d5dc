"""Settings: read from the environment once, when a function first needs them, never at import."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

# The environment variables that the template sets on the functions (those that each one needs).
SESSIONS_TABLE = "SESSIONS_TABLE"
MEMORIES_TABLE = "MEMORIES_TABLE"
LEDGER_TABLE = "LEDGER_TABLE"
SEARCH_ENDPOINT = "SEARCH_ENDPOINT"  # https://host, or empty for functions that never search
SEARCH_SERVICE = "SEARCH_SERVICE"  # SigV4 service name: `es` for managed domains, `aoss` for Serverless
SEARCH_INDEX = "SEARCH_INDEX"
EMBEDDING_MODEL_ID = "EMBEDDING_MODEL_ID"
EMBEDDING_DIMENSION = "EMBEDDING_DIMENSION"
DELETION_WORKFLOW_ARN = "DELETION_WORKFLOW_ARN"
CLAIM_NAMES = "CLAIM_NAMES"  # JSON: our claim name -> the issuer's, where they differ
BACKUP_RETENTION_DAYS = "BACKUP_RETENTION_DAYS"
STAGE = "STAGE"


@dataclass(frozen=True, slots=True)
class Settings:
    sessions_table: str
    memories_table: str
    ledger_table: str
    search_endpoint: str
    search_service: str
    search_index: str
    embedding_model_id: str
    embedding_dimension: int
    deletion_workflow_arn: str
    claim_names: str
    backup_retention_days: int

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        env = os.environ if environ is None else environ
        return cls(
            sessions_table=env.get(SESSIONS_TABLE, ""),
            memories_table=env.get(MEMORIES_TABLE, ""),
            ledger_table=env.get(LEDGER_TABLE, ""),
            search_endpoint=env.get(SEARCH_ENDPOINT, ""),
            search_service=env.get(SEARCH_SERVICE, "es"),
            search_index=env.get(SEARCH_INDEX, "memories"),
            embedding_model_id=env.get(EMBEDDING_MODEL_ID, "amazon.titan-embed-text-v2:0"),
            embedding_dimension=int(env.get(EMBEDDING_DIMENSION, "1024")),
            deletion_workflow_arn=env.get(DELETION_WORKFLOW_ARN, ""),
            claim_names=env.get(CLAIM_NAMES, "{}"),
            backup_retention_days=int(env.get(BACKUP_RETENTION_DAYS, "35")),
        )
