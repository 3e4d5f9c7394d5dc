"""Which memory replaces a near one on a day to come: a search finds the one that holds now, not the scheduled one."""

from __future__ import annotations

from shared.domain.memories.memory import ENDED, Memory
from shared.domain.writing.by_meaning import Near
from shared.language.comparison.relation import relate
from shared.records import keys
from shared.records.memories.memory_change import pointer_keys
from shared.records.store.reading import Reading
from shared.usecases.barrier.check import as_it_is
from shared.usecases.barrier.hidden_copies import seen_copies
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext
from shared.usecases.writing.lookup import further

# They were judged to be about one matter when the one was scheduled to replace the other.
_NEAR = 1.0
# How many scheduled replacements are followed one after another: more changes of one thing are not known in advance.
_MOST = 4


def with_successors(
    services: Services,
    near: list[Near],
    write_context: WriteContext,
    reading: Reading,
    before: Memory | None = None,
) -> tuple[list[Near], Reading]:
    """The near ones, those that follow on them or on what held `before` the decision, and those that a near one covers
    for a time. No call if nothing is scheduled or ends itself."""
    now = write_context.incoming.recorded_at
    last = [one.memory for one in near] + ([] if before is None else [before])
    known = {memory.memory_id for memory in last}
    found = list(near)
    for _ in range(_MOST):
        ids = [memory.ending.superseded_by for memory in last if _is_followed(memory, write_context)]
        ids += [memory.supersedes for memory in last if _ends_itself(memory, write_context)]
        wanted = [
            keys.current(write_context.incoming.scope, id)
            for id in dict.fromkeys(ids)
            if id is not None and id not in known
        ]
        if not wanted:
            break
        reading |= further(services, wanted, reading)
        there = [as_it_is(reading[key], now) for key in wanted]
        shown = [one for one in there if one is not None and _may_be_seen(one, write_context)]
        shown = [
            one
            for one in seen_copies(services, shown, {write_context.incoming.scope.owner: write_context.barrier})
            if one is not None
        ]
        for memory in shown:
            reading |= further(services, pointer_keys(memory), reading)
            found.append(Near(memory, _NEAR, relate(memory.content, write_context.incoming.content, _NEAR)))
        known |= {memory.memory_id for memory in shown}
        last = shown
    return found, reading


def _ends_itself(memory: Memory, write_context: WriteContext) -> bool:
    """What it covers holds again then."""
    return memory.valid_to is not None and memory.valid_to > write_context.incoming.recorded_at


def _is_followed(memory: Memory, write_context: WriteContext) -> bool:
    if memory.ending.superseded_by is None:
        return False
    return memory.valid_to is not None and memory.valid_to > write_context.incoming.recorded_at


def _may_be_seen(memory: Memory, write_context: WriteContext) -> bool:
    now = write_context.incoming.recorded_at
    if memory.status in ENDED or memory.is_expired(now) or write_context.barrier.seen(memory) is None:
        return False
    return not write_context.barrier.dying(memory.memory_id, write_context.incoming.compared_at)
