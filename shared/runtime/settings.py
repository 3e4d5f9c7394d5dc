"""Settings: read from the environment once, when a function first needs them, never at import."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from shared.contracts.environment import (
    ALLOWED_ORIGINS,
    AUDIT_READS,
    AUTHORIZATION_SERVER,
    BACKUP_RETENTION_DAYS,
    CHANGE_BUS,
    CHANGE_FEED,
    CLAIM_NAMES,
    DELETION_WORKFLOW_ARN,
    EMBEDDING_DIMENSION,
    EMBEDDING_MODEL_ID,
    FIELD_KEY_ID,
    ISSUER,
    JUDGEMENT_MODEL_ID,
    KEYS_TABLE,
    LANGUAGE_PACKS,
    LEDGER_TABLE,
    MASK_CONTACTS,
    MEMORIES_TABLE,
    MEMORY_LAYERS,
    OAUTH_SCOPES,
    OPERATOR_ORG,
    REFUSED_CHANGES_QUEUE_URL,
    REMEMBER,
    RESTORE_GENERATION,
    RETRIEVALS_QUEUE_URL,
    SEARCH_ENDPOINT,
    SEARCH_INDEX,
    SEARCH_KEEPER,
    SEARCH_REPLICAS,
    SEARCH_SHARDS,
    SESSIONS_QUEUE_URL,
    SESSIONS_TABLE,
    SIGNING_KEY_ID,
    TENANT_RATE,
    USER_RATE,
    WATCHED_WORK,
    WEBHOOK_SECRETS,
    WEBHOOKS,
    WEBHOOKS_QUEUE_URL,
    WITNESS_BUCKET,
)
from shared.domain.access.request_rates import RequestRates
from shared.domain.audit.waiting_work import Work
from shared.domain.configuration.layers import Layers
from shared.domain.extraction.turn_reading import Remember
from shared.records.store.record import Table


@dataclass(frozen=True, slots=True)
class Settings:
    sessions_table: str
    memories_table: str
    ledger_table: str
    keys_table: str
    search_endpoint: str
    search_index: str
    search_shards: int
    search_replicas: int
    embedding_model_id: str
    embedding_dimension: int
    deletion_workflow_arn: str
    claim_names: str
    backup_retention_days: int
    retrievals_queue_url: str
    sessions_queue_url: str
    refused_changes_queue_url: str
    change_feed: bool
    change_bus: str
    webhooks: str
    webhook_secrets: str
    webhooks_queue_url: str
    keeps_search: bool
    field_key_id: str
    audit_reads: bool
    mask_contacts: bool
    judgement_model_id: str
    remember: Remember
    language_packs: tuple[str, ...]
    signing_key_id: str
    witness_bucket: str
    issuer: str
    restore_generation: str
    operator_org: str | None
    request_rates: RequestRates
    authorization_server: str
    oauth_scopes: tuple[str, ...]
    allowed_origins: tuple[str, ...]
    layers: Layers
    watched_work: Mapping[Work, str]

    @property
    def tables(self) -> dict[Table, str]:
        return {
            Table.SESSIONS: self.sessions_table,
            Table.MEMORIES: self.memories_table,
            Table.LEDGER: self.ledger_table,
            Table.KEYS: self.keys_table,
        }

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        env = os.environ if environ is None else environ
        return cls(
            sessions_table=env.get(SESSIONS_TABLE, ""),
            memories_table=env.get(MEMORIES_TABLE, ""),
            ledger_table=env.get(LEDGER_TABLE, ""),
            keys_table=env.get(KEYS_TABLE, ""),
            search_endpoint=_domain(env.get(SEARCH_ENDPOINT, "")),
            search_index=env.get(SEARCH_INDEX, "memories"),
            search_shards=int(env.get(SEARCH_SHARDS, "1")),
            search_replicas=int(env.get(SEARCH_REPLICAS, "1")),
            embedding_model_id=env.get(EMBEDDING_MODEL_ID, "amazon.titan-embed-text-v2:0"),
            embedding_dimension=int(env.get(EMBEDDING_DIMENSION, "1024")),
            deletion_workflow_arn=env.get(DELETION_WORKFLOW_ARN, ""),
            claim_names=env.get(CLAIM_NAMES, "{}"),
            audit_reads=env.get(AUDIT_READS, "") == "true",
            mask_contacts=env.get(MASK_CONTACTS, "") == "true",
            judgement_model_id=env.get(JUDGEMENT_MODEL_ID, ""),
            language_packs=names_in(env.get(LANGUAGE_PACKS, "")),
            remember=Remember(env.get(REMEMBER, Remember.STATEMENTS)),
            field_key_id=env.get(FIELD_KEY_ID, ""),
            backup_retention_days=int(env.get(BACKUP_RETENTION_DAYS, "35")),
            retrievals_queue_url=env.get(RETRIEVALS_QUEUE_URL, ""),
            sessions_queue_url=env.get(SESSIONS_QUEUE_URL, ""),
            refused_changes_queue_url=env.get(REFUSED_CHANGES_QUEUE_URL, ""),
            change_feed=env.get(CHANGE_FEED, "") == "true",
            change_bus=env.get(CHANGE_BUS, ""),
            webhooks=env.get(WEBHOOKS, ""),
            webhook_secrets=env.get(WEBHOOK_SECRETS, "{}"),
            webhooks_queue_url=env.get(WEBHOOKS_QUEUE_URL, ""),
            keeps_search=env.get(SEARCH_KEEPER) == "yes",
            signing_key_id=env.get(SIGNING_KEY_ID, ""),
            witness_bucket=env.get(WITNESS_BUCKET, ""),
            issuer=env.get(ISSUER, "urn:agent-memory"),
            request_rates=RequestRates(int(env.get(TENANT_RATE) or 0), int(env.get(USER_RATE) or 0)),
            operator_org=env.get(OPERATOR_ORG) or None,
            restore_generation=env.get(RESTORE_GENERATION, ""),
            authorization_server=env.get(AUTHORIZATION_SERVER, ""),
            oauth_scopes=tuple(env.get(OAUTH_SCOPES, "openid").split()),
            allowed_origins=names_in(env.get(ALLOWED_ORIGINS, "")),
            layers=Layers.read(env.get(MEMORY_LAYERS, "")),
            watched_work={Work(work): name for work, name in json.loads(env.get(WATCHED_WORK) or "{}").items()},
        )


def names_in(listed: str) -> tuple[str, ...]:
    """The parts between commas, in order."""
    return tuple(name for part in listed.split(",") if (name := part.strip()))


def _domain(endpoint: str) -> str:
    """Raises `ValueError` for a Serverless collection: there it could not be proved that deleted documents are gone."""
    if ".aoss." in endpoint:
        raise ValueError("OpenSearch Serverless collections are not supported: name a managed domain")
    return endpoint
