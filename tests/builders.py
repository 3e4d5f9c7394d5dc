"""What tests are made of: memories, statements, callers, gateway events, and services that keep everything in the
process. Whatever a test does not say is ordinary."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from local.aws.authorizer import claim_text
from local.http.events import BadTarget, Request, match_route, to_event
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.system import UuidV7Ids
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.adapters.witness.witness_file import FileWitness
from shared.domain.access.caller import Caller, Inherit, Role
from shared.domain.memories.evidence import Source, trust_of
from shared.domain.memories.memory import Importance, Memory, MemoryType, Status, content_hash
from shared.domain.recall.documents import SearchFilter, SearchQuery, ended_version_in
from shared.domain.scopes import Scope
from shared.domain.writing.incoming import IncomingMemory
from shared.ports import Embedder, RecordStore, SearchIndex
from shared.records import keys
from shared.records.store.record import Change, Key, Record, Table
from shared.runtime.deferred import DeferredSearch
from shared.usecases.changes.write_changes import write_changes
from shared.usecases.indexing.index_memories import index_memories
from shared.usecases.indexing.owner_counts import count_memories
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import WriteAnswer, write_memory
from tests.ciphers import ShiftingCipher

# A file system in memory where there is one: these worlds end with their test.
_FOLDERS = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a fresh folder is made in it
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ORG = "acme"
ANN = Scope.user(ORG, "ann")
BOB = Scope.user(ORG, "bob")
ACME = Scope.org(ORG)


def days(count: float) -> timedelta:
    return timedelta(days=count)


def a_memory(
    content: str = "The office is on the third floor", *, age: timedelta = timedelta(days=1), **changes: Any
) -> Memory:
    """A stored statement of a user, `age` old, unless `changes` say otherwise."""
    recorded = NOW - age
    source: Source = changes.get("source", Source.USER_STATED)
    ordinary = Memory(
        memory_id="01958f00-0000-7000-8000-000000000001",
        scope=ANN,
        type=MemoryType.SEMANTIC,
        key=None,
        content=content,
        content_hash=content_hash(content),
        source=source,
        confidence=source.default_confidence,
        importance=Importance.NORMAL,
        trust=trust_of(source),
        status=Status.ACTIVE,
        observed_at=recorded,
        valid_from=recorded,
        valid_to=None,
        created_at=recorded,
        updated_at=recorded,
    )
    return replace(ordinary, **changes)


def an_incoming_memory(content: str = "The office is on the third floor", **changes: Any) -> IncomingMemory:
    """A user's statement of this moment, unless `changes` say otherwise."""
    source: Source = changes.get("source", Source.USER_STATED)
    observed: datetime = changes.get("observed_at", NOW)
    ordinary = IncomingMemory(
        scope=ANN,
        type=MemoryType.SEMANTIC,
        key=None,
        content=content,
        source=source,
        confidence=source.default_confidence,
        importance=Importance.NORMAL,
        observed_at=observed,
        valid_from=observed,
        valid_to=None,
        recorded_at=NOW,
    )
    return replace(ordinary, **changes)


def a_caller(subject: str = "ann", *roles: str, bound: Scope | None = None, org: str = ORG, **more: Any) -> Caller:
    """`bound` defaults to the subject's own user scope. `ORG` runs the deployment, as in `a_world`."""
    more.setdefault("of_operator_org", org == ORG)
    return Caller(org, subject, bound or Scope.user(org, subject), frozenset(roles), **more)


def a_command(content: str = "The office is on the third floor", **changes: Any) -> WriteCommand:
    return replace(WriteCommand(content, MemoryType.SEMANTIC, source=Source.USER_STATED), **changes)


@dataclass(slots=True)
class MovableClock:
    at: datetime = NOW

    def now(self) -> datetime:
        return self.at

    def advance(self, by: timedelta = timedelta(seconds=1)) -> None:
        self.at += by


@dataclass(slots=True)
class InProcessDeletions:
    """The deletion workflow's own order of steps, without its waits: started executions run on request.

    Each step is called through the function's handler, as the workflow calls it. An outage that leaves a step is
    retried `ATTEMPTS` times, after which the run records its failure."""

    ATTEMPTS = 2
    ROUNDS = 3
    started: list[tuple[str, str, int]] = field(default_factory=list)
    waiting: list[dict[str, Any]] = field(default_factory=list)
    down: Exception | None = None

    def start(self, owner: str, request_id: str, attempt: int) -> None:
        if self.down is not None:
            raise self.down
        if (owner, request_id, attempt) in self.started:
            return
        self.started.append((owner, request_id, attempt))
        self.waiting.append({"owner": owner, "request_id": request_id, "attempt": attempt})

    def run_all(self) -> None:
        while self.waiting:
            run_workflow(self.waiting.pop(0))


def run_workflow(request: Mapping[str, Any]) -> str:
    """Runs one deletion from `begin` to `finish` or `fail`; the status it ends with."""
    try:
        plan = _step({**request, "step": "begin"})
        number = int(plan["round"])
        while number < InProcessDeletions.ROUNDS:
            for target in plan["targets"]:
                while _step({**request, "step": "purge", "target": target, "round": number})["more"]:
                    pass
            verified = _step({**request, "step": "verify", "round": number})
            if verified["residue"] == 0:
                status = str(_step({**request, "step": "finish"})["status"])
                _signed(request)
                return status
            number = int(verified["round"])
    except Exception as error:  # noqa: BLE001 - the workflow catches all: States.ALL
        failure = {"Error": type(error).__name__, "Cause": ""}
    else:
        failure = {"Error": "ResidueRemains", "Cause": ""}
    return str(_step({**request, "step": "fail", "error": failure})["status"])


def _signed(request: Mapping[str, Any]) -> None:
    """The deletion is done by then: what stops this is seen in the receipt, and by the workflow's alarm."""
    with suppress(Exception):
        _step({**request, "step": "sign"})


def _step(event: dict[str, Any]) -> dict[str, Any]:
    from functions.events.deletion_step import handler  # with the framework it needs

    for _ in range(InProcessDeletions.ATTEMPTS):
        try:
            return handler(event, None)
        except Exception as error:  # noqa: BLE001 - retried as the workflow does, then reported
            last = error
    raise last


_FOLLOWED = keys.FOLLOWED_PREFIXES


class ChangeLog:
    """A record store that remembers which current records of memories changed, and which records that the feed of
    changes follows were made: the streams."""

    def __init__(self, inner: RecordStore) -> None:
        self.inner = inner
        self.changed: list[Key] = []
        self.made: dict[Key, None] = {}
        self._known: set[Key] = set()

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        return self.inner.get(keys, consistent=consistent)

    def page(self, table: Table, pk: str, **options: Any) -> Any:
        return self.inner.page(table, pk, **options)

    def due(self, before: datetime, **options: Any) -> Any:
        return self.inner.due(before, **options)

    def commit(self, change: Change) -> None:
        self.inner.commit(change)
        touched = (*(record.key for record in change.puts), *change.removes)
        self.changed += [k for k in touched if k.table is Table.MEMORIES and k.sk.startswith(keys.INDEXED_PREFIXES)]
        followed = [r.key for r in change.puts if r.key.table is Table.LEDGER and r.key.sk.startswith(_FOLLOWED)]
        self.made |= dict.fromkeys(key for key in followed if key not in self._known)
        self._known |= set(followed)


@dataclass(slots=True)
class World:
    """Services in the process, with handles on what they stand on.

    `store` is the truth itself, underneath all recording; `stream` what has changed since the last `drain`.
    """

    services: Services
    store: InMemoryRecords
    stream: ChangeLog
    clock: MovableClock
    deletions: InProcessDeletions
    # Of the search index, the signing key and the witness.
    folder: Path
    # Writers at one moment: none of them sees what another has written and the index does not show yet.
    simultaneous: bool = False

    def drain(self) -> None:
        """Brings the index up to date with every change of a memory, then runs the deletions that wait."""
        self.index()
        self.deletions.run_all()
        self.index()

    def index(self) -> None:
        changed, self.stream.changed = self.stream.changed, []
        for start in range(0, len(changed), 100):
            assert index_memories(self.services, changed[start : start + 100]) == []
            count_memories(self.services, changed[start : start + 100])
        self.services.search.refresh()

    def feed(self) -> None:
        """Brings the feeds of changes up to date."""
        made, self.stream.made = list(self.stream.made), {}
        for pk in dict.fromkeys(key.pk for key in made):
            write_changes(self.services, [key for key in made if key.pk == pk], self.clock.now())

    def write(self, content: str, caller: Caller | None = None, **fields: Any) -> WriteAnswer:
        """A user's statement; the clock moves on by a second. What a person has confirmed a reviewer writes."""
        self.clock.advance()
        if self.simultaneous:
            self.forget_latest()
        roles = (Role.REVIEWER,) if fields.get("source") is Source.HUMAN_CONFIRMED else ()
        return write_memory(self.services, caller or a_caller("ann", *roles), a_command(content, **fields))

    def forget_latest(self) -> None:
        latest = [record.key for record in self.records(prefix="latest")]
        self.store.commit(Change(removes=tuple(latest)))

    def wrote(self, content: str, caller: Caller | None = None, **fields: Any) -> Memory:
        memory = self.write(content, caller, **fields).memory
        assert memory is not None
        return memory

    def records(self, *, pk: str | None = None, prefix: str = "") -> list[Record]:
        """All records of the store, or those of one partition, in order; those whose sort key has the prefix."""
        found = sorted(self.store._records.values(), key=lambda record: record.key)
        return [r for r in found if (pk is None or r.key.pk == pk) and r.key.sk.startswith(prefix)]

    def indexed(self, scope: Scope = ANN) -> list[str]:
        return self.services.search.ids_within(scope.org_id or "", scope.path, limit=1000)

    def indexed_now(self, scope: Scope = ANN) -> list[str]:
        """Of `indexed`, the documents of what holds now or later."""
        return [id for id in self.indexed(scope) if ended_version_in(id) is None]

    def holds(self, text: str) -> list[str]:
        """Where a text lies in any store of the service, by sort key; `index` for the search index."""
        found = [record.key.sk for record in self.records() if text in repr(record)]
        service = self.services
        query = SearchQuery(text, service.embedder.query(text), service.embedder.model.id, 100)
        scopes = {Scope.parse(str(r.attributes["path"])).path for r in self.records(prefix="scope#")} | {ANN.path}
        anything = SearchFilter(
            ORG, tuple(scopes), tuple(Status), self.clock.now(), below=(ACME.path,), history=True, any_time=True
        )
        return found + ["index" for c in service.search.search(query, anything) if text in c.document.content]

    def on(self, **ports: Any) -> World:
        """The same world through other ports, such as a recording store over `stream`."""
        return replace(self, services=replace(self.services, **ports))


@contextmanager
def a_world(
    *, embedder: Embedder | None = None, search: SearchIndex | None = None, store: InMemoryRecords | None = None,
    files: Mapping[str, bytes] | None = None, **policies: Any,
) -> Iterator[World]:  # fmt: skip
    """A world of its own, installed for the handlers while it lasts. `store` and `files`: what it begins with."""
    from shared.runtime import bootstrap

    store = store or InMemoryRecords()
    stream = ChangeLog(store)
    clock = MovableClock()
    deletions = InProcessDeletions()
    embedder = embedder or DeterministicEmbedder()
    with tempfile.TemporaryDirectory(prefix="agent-memory-", dir=_FOLDERS) as folder, ExitStack() as opened:
        for name, content in (files or {}).items():
            (Path(folder) / name).write_bytes(content)
        # A search index costs more than all the rest: most tests never ask for one.
        index = search or DeferredSearch(lambda: _search_in(Path(folder), opened))
        proof: dict[str, Any] = {
            "signer": FileSigner(Path(folder) / "signing.pem"),
            "witness": FileWitness(Path(folder) / "heads.jsonl"),
        }
        services = Services(
            records=stream,
            search=index,
            embedder=embedder,
            calibration=calibration_for(embedder.model.id),
            clock=clock,
            ids=UuidV7Ids(clock),
            deletions=deletions,
            cipher=ShiftingCipher(),
            randomness=lambda count: b"\x07" * count,
            **{"operator_org": ORG} | proof | policies,
        )
        bootstrap.install(services)
        try:
            yield World(services, store, stream, clock, deletions, Path(folder))
        finally:
            bootstrap.install(None)


def _search_in(folder: Path, opened: ExitStack) -> SqliteSearch:
    index = SqliteSearch(folder / "search.db")
    opened.callback(index.close)
    return index


def claims_of(caller: Caller) -> dict[str, Any]:
    """The claims of this caller's token."""
    claims: dict[str, Any] = {
        "iss": "https://issuer.test", "aud": "agent-memory", "exp": 1_900_000_000, "jti": "token-1",
        "org": caller.org, "sub": caller.subject, "memory_scope": caller.bound.path,
    }  # fmt: skip
    if caller.roles:
        claims["roles"] = sorted(caller.roles)
    if caller.act_as:
        claims["act_as"] = sorted(caller.act_as)
    if caller.purposes is not None:
        claims["purposes"] = sorted(caller.purposes)
    if caller.sources is not None:
        claims["sources"] = sorted(caller.sources)
    if caller.agent_id is not None:
        claims["agent_id"] = caller.agent_id
    if caller.inherit is not Inherit.ALL:
        claims["inherit"] = caller.inherit.value
    return claims


def a_token(claims: Mapping[str, Any]) -> str:
    """A token with these claims; the gateway has checked its signature, so that it has none here."""
    head, body = (_base64({"alg": "RS256"}), _base64(claims))
    return f"{head}.{body}.c2lnbmF0dXJl"


def _base64(value: Mapping[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def an_event(
    method: str,
    path: str,
    body: Any = None,
    caller: Caller | None = None,
    *,
    query: Mapping[str, Any] | str = "",
    raw: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    claims: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What the HTTP API's gateway hands to a function (payload format 2.0), with its authorizer's stringified claims.

    `path` is percent-encoded. `claims` instead of a caller for tokens that no caller has; neither: an open route.
    """
    sent = {"content-type": "application/json", "host": "api.test"}
    reported = claims if claims is not None else None if caller is None else claims_of(caller)
    if reported is not None:
        sent["authorization"] = f"Bearer {a_token(reported)}"
    sent |= headers or {}
    text = query if isinstance(query, str) else urlencode({name: _parameter(value) for name, value in query.items()})
    payload = raw if raw is not None else b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
    request = Request(
        method, f"{path}?{text}" if text else path, tuple(sent.items()), payload, "request-1", "192.0.2.1", NOW
    )
    stringified = None if reported is None else {name: claim_text(value) for name, value in reported.items()}
    try:
        return to_event(request, match_route(method, path), stringified)
    except BadTarget:  # the laptop's gateway refuses such a query itself; the function is not to rely on that
        return {
            **to_event(replace(request, target=path), match_route(method, path), stringified),
            "rawQueryString": text,
        }


def _parameter(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
