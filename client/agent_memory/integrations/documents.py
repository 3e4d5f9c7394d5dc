"""Texts under names, kept as memories: what the doors for stores and files have in common.

A document is an episodic memory (its kind neither contradicts nor merges with others) whose key is made of shelf and
name; `content` is a line with the name and a colon, and below it the text, exactly; `metadata` has shelf, name and
labels.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from agent_memory.calls.answers import BatchResult, Memory, Recall, Written
from agent_memory.errors import error_of
from agent_memory.transport.client import MemoryClient
from agent_memory.words import MemoryType

_TYPE: MemoryType = "episodic"
_KEPT = frozenset({"active", "stale", "candidate", "pending_review", "ended"})
_PAGE = 100  # the interface's most: items of a page, a batch, a deletion, and keys of a recall
_QUERY = 2_000  # characters of a question
_UNAVAILABLE = 503
_END = "expires_at"


@dataclass(frozen=True, slots=True)
class Draft:
    """A document to put. `expires_at`: from then on it is not found, and the next `sweep` deletes it."""

    name: str
    text: str
    labels: Mapping[str, Any] = field(default_factory=dict)
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    text: str
    labels: Mapping[str, Any]
    memory: Memory
    expires_at: datetime | None = None
    score: float | None = None

    @property
    def is_over(self) -> bool:
        return self.expires_at is not None and self.expires_at <= datetime.now(UTC)


class Documents:
    """The documents of one shelf in one scope (`None`: the scope of the token). Names are any text.

    `allow_sensitive` stores texts with secrets encrypted, for tokens with the role `sensitive-writer`; without it they
    are `Refused`. Raises the errors of the client; a text with its name is at most 10,000 characters."""

    def __init__(
        self, client: MemoryClient, shelf: str, *, scope: str | None = None, allow_sensitive: bool = False
    ) -> None:
        self._client = client
        self._shelf = shelf
        self._scope = scope
        self._allow_sensitive = allow_sensitive

    def get(self, name: str) -> Document | None:
        page = self._client.list_memories(scope=self._scope, type=_TYPE, key=self._key(name))
        while True:
            for memory in page.items:
                if (found := self._read(memory)) is not None:
                    return None if found.is_over else found
            if page.next_cursor is None:
                return None
            page = self._client.list_memories(
                scope=self._scope, type=_TYPE, key=self._key(name), cursor=page.next_cursor
            )

    def walk(self, *, over: bool = False) -> Iterator[Document]:
        """All, the oldest first; with `over` those that have expired, and no others."""
        cursor: str | None = None
        while True:
            page = self._client.list_memories(scope=self._scope, type=_TYPE, order="asc", limit=_PAGE, cursor=cursor)
            for memory in page.items:
                found = self._read(memory)
                if found is not None and found.is_over is over:
                    yield found
            cursor = page.next_cursor
            if cursor is None:
                return

    def search(
        self, query: str, *, top_k: int, labels: Mapping[str, Any] | None = None, names: Sequence[str] = ()
    ) -> list[Document]:
        """The documents that have these labels, best first, at most 100; among `names`, if some are given."""
        found: list[Document] = []
        groups: list[Sequence[str] | None] = [names[at : at + _PAGE] for at in range(0, len(names), _PAGE)]
        for group in groups or [None]:
            answer = self._recall(query, min(top_k, _PAGE), labels or {}, group)
            for hit in answer.memories:
                read = self._read(hit.memory, hit.relevance if len(groups) > 1 else hit.score)
                if read is not None and not read.is_over:
                    found.append(read)
        if len(groups) > 1:  # scores order one recall, relevance is the same for all
            found.sort(key=lambda one: -(one.score or 0.0))
        return found[:top_k]

    def put(self, *drafts: Draft) -> None:
        """Each replaces what has its name, which becomes a former version."""
        for start in range(0, len(drafts), _PAGE):
            part = drafts[start : start + _PAGE]
            written = self._written([self._item(draft) for draft in part])
            # White space alone makes no other memory of the same text: there the line with the name tells them apart.
            again = [draft for draft, one in zip(part, written, strict=True) if not self._holds(one, draft)]
            if again:
                self._written([self._item(draft, digest=True) for draft in again])

    def delete(self, *documents: Document) -> None:
        """Real deletions: hidden at once, removed from every store, with a receipt for each hundred."""
        ids = [document.memory.memory_id for document in documents]
        if len(ids) == 1:
            self._client.delete_memory(ids[0], scope=self._scope)
            return
        for start in range(0, len(ids), _PAGE):
            self._client.request_deletion(
                f"{self._shelf}-{uuid.uuid4()}", "memory", ids[start : start + _PAGE], scope=self._scope
            )

    def sweep(self) -> int:
        """Deletes what has expired, and says how many."""
        expired = list(self.walk(over=True))
        if expired:
            self.delete(*expired)
        return len(expired)

    def _key(self, name: str) -> str:
        """The same for every spelling of the same characters, however long the name is."""
        return f"{self._shelf}:{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()}"

    def _item(self, draft: Draft, *, digest: bool = False) -> dict[str, Any]:
        first = " ".join(draft.name.split())
        if digest or not any(c.isalnum() for c in first + draft.text):  # the service refuses what says nothing
            first += f" ({hashlib.sha256(draft.text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]})"
        metadata = {"shelf": self._shelf, "name": draft.name, **draft.labels}
        if draft.expires_at is not None:
            metadata[_END] = draft.expires_at.isoformat()
        return {
            # A colon, so that a short text below a name is no list of names.
            "content": f"{first}:\n{draft.text}",
            "type": _TYPE,
            "key": self._key(draft.name),
            "scope": self._scope,
            "source": "user_stated",
            "valid_to": draft.expires_at,
            "metadata": metadata,
            "allow_sensitive": True if self._allow_sensitive else None,
        }

    def _written(self, items: Sequence[Mapping[str, Any]]) -> list[Written | BatchResult]:
        """What a call has no time left for is sent again, as long as each call gets something done."""
        if len(items) == 1:
            return [self._client.write(**items[0])]
        results: dict[int, Written | BatchResult] = {}
        waiting = list(range(len(items)))
        while waiting:
            answered = zip(waiting, self._client.write_batch([items[n] for n in waiting]).results, strict=True)
            refused = {n: result for n, result in answered if not _took(results, n, result)}
            for result in refused.values():
                if result.status != _UNAVAILABLE or len(refused) == len(waiting):
                    raise error_of(result.status, result.model_dump_json().encode(), None, correlation_id="", sent=1)
            waiting = list(refused)
        return [results[n] for n in range(len(items))]

    def _holds(self, written: Written | BatchResult, draft: Draft) -> bool:
        memory = written.memory
        return memory is None or "sealed" in memory.flags or _text(memory) == draft.text

    def _recall(self, query: str, top_k: int, labels: Mapping[str, Any], names: Sequence[str] | None) -> Recall:
        return self._client.recall(
            query[:_QUERY],
            scope=self._scope,
            top_k=top_k,
            types=[_TYPE],
            metadata={"shelf": self._shelf, **labels},
            keys=None if names is None else [self._key(name) for name in names],
            min_relevance=0.0,
            include_inherited=False,
        )

    def _read(self, memory: Memory, score: float | None = None) -> Document | None:
        metadata = dict(memory.metadata)
        if metadata.pop("shelf", None) != self._shelf or memory.status not in _KEPT:
            return None
        name, end = metadata.pop("name", None), metadata.pop(_END, None)
        if not isinstance(name, str) or memory.key != self._key(name):
            return None
        expires_at = datetime.fromisoformat(end) if isinstance(end, str) else None
        return Document(name, _text(memory), metadata, memory, expires_at, score)


def _took(results: dict[int, Written | BatchResult], number: int, result: BatchResult) -> bool:
    if result.code is None:
        results[number] = result
    return result.code is None


def _text(memory: Memory) -> str:
    return memory.content.partition("\n")[2]
