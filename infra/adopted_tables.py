"""Tables that are there already, kept by a deleted stack or restored from a backup, and that a deployment takes up."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from shared.records.store.record import Table

CONTEXT = {
    Table.SESSIONS: "sessionsTable",
    Table.MEMORIES: "memoriesTable",
    Table.LEDGER: "ledgerTable",
    Table.KEYS: "keysTable",
}
# Of the tables that have one (`infra.stores.tables`).
STREAMS = {Table.MEMORIES: "memoriesStreamArn", Table.LEDGER: "ledgerStreamArn"}
KEY, GENERATION = "tablesKeyArn", "restoreGeneration"
NAMES = frozenset({*CONTEXT.values(), *STREAMS.values(), KEY, GENERATION})

_TABLE = re.compile(r"[A-Za-z0-9_.-]{3,255}")
_STREAM = re.compile(r"arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table/(?P<table>[A-Za-z0-9_.-]{3,255})/stream/[0-9T:.-]+")
_KEY = re.compile(r"arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key/[A-Za-z0-9-]+")
_GENERATION = re.compile(r"[A-Za-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class AdoptedTables:
    """`names`: of the tables that exist; the others are the stack's own. `stream_arns`: of those of them that are
    followed. `key_arn`: the key that they are encrypted under, where it is not this stack's."""

    names: Mapping[Table, str]
    stream_arns: Mapping[Table, str]
    key_arn: str | None
    generation: str

    @property
    def restore(self) -> str:
        """What the ledger must have recorded before anything is served. It is bound to the tables: the same generation
        with other tables is another restore."""
        named = json.dumps({table.value: name for table, name in self.names.items()}, sort_keys=True)
        return f"{self.generation}.{hashlib.sha256(named.encode()).hexdigest()[:12]}"


def adopted_tables(values: Mapping[str, object], *, change_feed: bool) -> AdoptedTables | None:
    """`None` where nothing is adopted. The ledger needs a stream for the feed of changes only. Raises `ValueError`,
    whose message says what would do."""
    names = {
        table: name for table, key in CONTEXT.items() if (name := _matching(values, key, _TABLE, "a table's name"))
    }
    streams = {
        table: arn
        for table, name in STREAMS.items()
        if (arn := _matching(values, name, _STREAM, "the ARN of a table's stream"))
    }
    key = _matching(values, KEY, _KEY, "the ARN of a KMS key")
    generation = _matching(values, GENERATION, _GENERATION, "1 to 40 letters, digits and hyphens")
    if not names:
        for name in (*STREAMS.values(), KEY, GENERATION):
            if name in values:
                raise ValueError(f"{name} belongs to tables that are there already: name them ({_listed()})")
        return None
    if generation is None:
        raise ValueError(f"tables that are there already need {GENERATION}: they are served once it is recorded")
    for table, name in STREAMS.items():
        may_lack = table is Table.LEDGER and not change_feed and table not in streams
        if (table in names) != (table in streams) and not may_lack:
            raise ValueError(f"{CONTEXT[table]} and {name} belong together")
        found = _STREAM.fullmatch(streams.get(table, ""))
        if found and found["table"] != names[table]:
            raise ValueError(f"{name} is the stream of {found['table']}, and not of {names[table]}")
    if len(set(names.values())) != len(names):
        raise ValueError("each table needs a name of its own")
    if key and len(names) != len(Table):
        raise ValueError(f"{KEY} belongs to all tables together: name them ({_listed()})")
    return AdoptedTables(names, streams, key, generation)


def _listed() -> str:
    return ", ".join(CONTEXT.values())


def _matching(values: Mapping[str, object], name: str, pattern: re.Pattern[str], what: str) -> str | None:
    value = values.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not pattern.fullmatch(value.strip()):
        raise ValueError(f"{name} must be {what}, not {value!r}")
    return value.strip()
