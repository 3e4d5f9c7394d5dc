"""LangGraph's store (`langgraph.store.base.BaseStore`) over the service: `pip install './client[langgraph]'`.

An item is a document (see `documents`): namespace and key make its name, its value is the text, as JSON. Deepagents'
`StoreBackend` takes it too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)
from langgraph.store.base.batch import AsyncBatchedBaseStore

from agent_memory.integrations.documents import Document, Documents, Draft
from agent_memory.transport.client import MemoryClient

_SHELF = "langgraph"
_MOST_RANKED = 100


class AgentMemoryStore(BaseStore):
    """Items in one scope of the service (`None`: the scope of the token).

    A namespace is a part of the item's name and metadata, no scope: who may read is decided by the token alone. Give
    each user's graph a client with that user's token, and the store a task scope of its own. `ttl` is in minutes, and a
    read makes it begin again only with `ttl={"refresh_on_read": True}`: it costs a write. Expired items are never
    returned, and `sweep_ttl` deletes them. Raises `InvalidNamespaceError`, and the errors of
    the client, for instance `Refused` for a secret."""

    supports_ttl = True

    def __init__(
        self,
        client: MemoryClient,
        *,
        scope: str | None = None,
        ttl: TTLConfig | None = None,
        allow_sensitive: bool = False,
    ) -> None:
        self._documents = Documents(client, _SHELF, scope=scope, allow_sensitive=allow_sensitive)
        self.ttl_config = ttl
        self._refreshes = bool(ttl and ttl.get("refresh_on_read"))

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Reads see what was there before the batch; of several puts to one item the last counts."""
        asked = list(ops)
        for op in asked:
            validate_op_namespace(op)
        results: list[Result] = [self._read(op) for op in asked]
        puts = {_name(op.namespace, op.key): op for op in asked if isinstance(op, PutOp)}
        self._put(puts)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def sweep_ttl(self) -> int:
        """Deletes the expired items, and says how many."""
        return self._documents.sweep()

    def _read(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._get(op)
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp():
                return None
            case _:
                raise ValueError(f"unknown operation: {type(op).__name__}")

    def _get(self, op: GetOp) -> Item | None:
        found = self._documents.get(_name(op.namespace, op.key))
        if found is None:
            return None
        if op.refresh_ttl and self._refreshes:
            self._refresh([found])
        item: Item = _item(found, Item)
        return item

    def _search(self, op: SearchOp) -> list[SearchItem]:
        if op.query and op.query.strip():
            found = self._ranked(op, op.query)
        else:
            found = list(islice(self._matching(op), op.offset, op.offset + op.limit))
        if op.refresh_ttl and self._refreshes:
            self._refresh(found)
        return [_item(one, SearchItem, score=one.score) for one in found]

    def _matching(self, op: SearchOp) -> Iterator[Document]:
        return (one for one in self._documents.walk() if _is_below(one, op.namespace_prefix) and _fits(one, op.filter))

    def _ranked(self, op: SearchOp, query: str) -> list[Document]:
        """By the service's score; after them, without one, what it does not rank: items put with `index=False`, and
        those behind the first hundred."""
        end = op.offset + op.limit
        labels = {"indexed": True, **{f"namespace{n}": label for n, label in enumerate(op.namespace_prefix)}}
        matching: Iterable[Document]
        if op.filter:
            matching = list(self._matching(op))
            names = [one.name for one in matching if one.labels.get("indexed")]
            found = self._documents.search(query, top_k=_MOST_RANKED, labels=labels, names=names) if names else []
        else:
            found = self._documents.search(query, top_k=min(end, _MOST_RANKED), labels=labels)
            if len(found) >= end:
                return found[op.offset : end]
            matching = self._matching(op)
        ranked = {one.name for one in found}
        missing = end - len(found)
        found += islice((one for one in matching if one.name not in ranked), max(missing, 0))
        return found[op.offset : end]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        kept = {
            namespace[: op.max_depth]
            for namespace in map(_namespace, self._documents.walk())
            if all(_meets(namespace, condition) for condition in op.match_conditions or ())
        }
        return sorted(kept)[op.offset : op.offset + op.limit]

    def _put(self, puts: Mapping[str, PutOp]) -> None:
        kept = [_draft(name, op) for name, op in puts.items() if op.value is not None]
        if kept:
            self._documents.put(*kept)
        removed = [self._documents.get(name) for name, op in puts.items() if op.value is None]
        self._documents.delete(*(one for one in removed if one is not None))

    def _refresh(self, found: Sequence[Document]) -> None:
        """The time to live begins again: the same text with a later end."""
        timed = [one for one in found if "ttl" in one.labels]
        drafts = [Draft(one.name, one.text, one.labels, _end(one.labels["ttl"])) for one in timed]
        if drafts:
            self._documents.put(*drafts)


class AsyncAgentMemoryStore(AsyncBatchedBaseStore):
    """`AgentMemoryStore` inside an event loop: operations that are asked for at the same time go out as one batch, and
    a synchronous call from the loop raises instead of blocking it."""

    supports_ttl = True

    def __init__(
        self,
        client: MemoryClient,
        *,
        scope: str | None = None,
        ttl: TTLConfig | None = None,
        allow_sensitive: bool = False,
    ) -> None:
        super().__init__()
        self._store = AgentMemoryStore(client, scope=scope, ttl=ttl, allow_sensitive=allow_sensitive)
        self.ttl_config = ttl

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """From another thread than the loop's. Raises `InvalidStateError` in the loop's."""
        try:
            inside = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            inside = False
        if inside:
            raise asyncio.InvalidStateError("in an event loop await `abatch`: `batch` would block it")
        return self._store.batch(ops)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await self._store.abatch(ops)

    async def sweep_ttl(self) -> int:
        return await asyncio.to_thread(self._store.sweep_ttl)


def _name(namespace: Sequence[str], key: str) -> str:
    return json.dumps([*namespace, key], ensure_ascii=False)


def _draft(name: str, op: PutOp) -> Draft:
    """`index`: any list of fields indexes the whole value; `False` keeps the item out of ranked searches."""
    labels: dict[str, Any] = {"indexed": op.index is not False}
    labels |= {f"namespace{n}": label for n, label in enumerate(op.namespace)}
    if op.ttl is not None:
        labels["ttl"] = float(op.ttl)
    text = json.dumps(dict(op.value or {}), ensure_ascii=False)
    return Draft(name, text, labels, None if op.ttl is None else _end(op.ttl))


def _end(minutes: float) -> datetime:
    return datetime.now(UTC) + timedelta(minutes=minutes)


def _namespace(found: Document) -> tuple[str, ...]:
    return tuple(json.loads(found.name)[:-1])


def _item(found: Document, make: Callable[..., Any], **more: Any) -> Any:
    *namespace, key = json.loads(found.name)
    return make(
        value=json.loads(found.text),
        key=key,
        namespace=tuple(namespace),
        created_at=found.memory.created_at,
        updated_at=found.memory.updated_at,
        **more,
    )


def _is_below(found: Document, prefix: Sequence[str]) -> bool:
    return _namespace(found)[: len(prefix)] == tuple(prefix)


def _meets(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    if len(namespace) < len(condition.path):
        return False
    if condition.match_type == "prefix":
        pairs = list(zip(namespace, condition.path, strict=False))
    elif condition.match_type == "suffix":
        pairs = list(zip(reversed(namespace), reversed(condition.path), strict=False))
    else:
        raise ValueError(f"unknown match type: {condition.match_type}")
    return all(wanted in ("*", label) for label, wanted in pairs)


def _fits(found: Document, filters: Mapping[str, Any] | None) -> bool:
    if not filters:
        return True
    value = json.loads(found.text)
    return all(_equals(_member(value, path), wanted) for path, wanted in filters.items())


def _member(value: Any, path: str) -> Any:
    """The member of that name, or, where there is none, the one that the dotted path leads to."""
    if not isinstance(value, Mapping):
        return None
    if path in value:
        return value[path]
    first, dot, rest = path.partition(".")
    return _member(value.get(first), rest) if dot else None


def _equals(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_compares(value, operator, operand) for operator, operand in wanted.items())
        return isinstance(value, Mapping) and all(_equals(value.get(name), one) for name, one in wanted.items())
    if isinstance(wanted, (list, tuple)):
        same_length = isinstance(value, list) and len(value) == len(wanted)
        return same_length and all(_equals(one, other) for one, other in zip(value, wanted, strict=True))
    return type(value) is type(wanted) and value == wanted if isinstance(wanted, bool) else bool(value == wanted)


_ORDERS: Mapping[str, Callable[[float, float], bool]] = {
    "$gt": lambda one, other: one > other,
    "$gte": lambda one, other: one >= other,
    "$lt": lambda one, other: one < other,
    "$lte": lambda one, other: one <= other,
}


def _compares(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$eq":
        return bool(value == operand)
    if operator == "$ne":
        return bool(value != operand)
    if operator not in _ORDERS:
        raise ValueError(f"unknown operator: {operator}")
    try:
        return _ORDERS[operator](float(value), float(operand))
    except (TypeError, ValueError):  # what is no number is neither more nor less
        return False
