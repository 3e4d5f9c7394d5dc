"""What a deletion must take, from what was acknowledged before it was asked for; our own rule, not the product's."""

from __future__ import annotations

from collections.abc import Iterable

from shared.records.store.record import Record, Table
from tests.simulation.model import Deletion, Model, Said, cited_forms, tokens_in


def select(model: Model, deletion: Deletion, records: Iterable[Record]) -> None:
    """Fills in `whole` and `memories`. A text that was judged by a person, or also said otherwise, may stay."""
    sure = {token: statements for token, statements in model.said.items() if _is_settled(statements, deletion)}
    for token, statements in sure.items():
        if token in model.judged:
            continue
        match deletion.kind:
            case "subject":
                if all(s.owner == deletion.owner for s in statements):
                    deletion.whole.add(token)
            case "task":
                if all(s.owner == deletion.owner and s.in_task for s in statements):
                    deletion.whole.add(token)
            case "session" | "event":
                _by_source(deletion, token, statements)
            case "type" | "consent":
                _by_label(deletion, token, statements)
    if deletion.kind == "memory":
        _by_id(model, deletion, set(sure), records)


def _is_settled(statements: list[Said], deletion: Deletion) -> bool:
    """Whether all that was said of it was answered before the deletion was asked for, and some of it was taken."""
    known = [s for s in statements if not s.refused]
    return bool(known) and all(s.acked is not None and s.acked < deletion.begun for s in known)


def _by_source(deletion: Deletion, token: str, statements: list[Said]) -> None:
    known = [s for s in statements if not s.refused]
    if not all(s.owner == deletion.owner for s in known):
        return
    if deletion.kind == "session":
        removed = {c for s in known for c in s.cites if c.partition("/")[0] in deletion.ids}
    else:
        removed = cited_forms(deletion)
    if any(s.place == "lesson" for s in known):
        return
    if all(s.place in ("event", "state") for s in known):
        whole = all(s.session in deletion.ids for s in known) if deletion.kind == "session" else all(
            s.place == "event" and s.cites <= removed for s in known
        )  # fmt: skip
        if whole:
            deletion.whole.add(token)
        return
    if all(s.cites and s.cites <= removed for s in known):
        deletion.memories.add(token)


def _by_label(deletion: Deletion, token: str, statements: list[Said]) -> None:
    known = [s for s in statements if not s.refused]
    if not all(s.place == "memory" and s.owner == deletion.owner for s in known):
        return
    labels = {s.type if deletion.kind == "type" else s.consent for s in known}
    if labels <= set(deletion.ids):
        deletion.memories.add(token)


def _by_id(model: Model, deletion: Deletion, settled: set[str], records: Iterable[Record]) -> None:
    """Every text of the memory that no other memory holds, but copies of it. What somebody else has said of a copy
    themselves is theirs."""
    taken = model.with_origins_and_copies(deletion.ids)
    inside: set[str] = set()
    outside: set[str] = set()
    for record in records:
        if record.key.table is not Table.MEMORIES or not record.key.sk.startswith(("cur#", "ver#")):
            continue
        memory_id = str(record.attributes["memory_id"])
        (inside if memory_id in taken else outside).update(tokens_in(str(record.attributes.get("content"))))
    for token in inside - outside:
        others = any(s.owner != deletion.owner and s.memory_id not in deletion.ids for s in model.said[token])
        if token in settled and token not in model.judged and not others:
            deletion.memories.add(token)
