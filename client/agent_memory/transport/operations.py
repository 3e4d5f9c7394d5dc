"""What both clients can do: one list, from the functions that make the calls."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from pydantic import BaseModel

from agent_memory.calls import flows, governance_calls, memory_calls, operator_calls, session_calls
from agent_memory.calls.call import Call
from agent_memory.calls.parts import MAX_ITEMS, MAX_QUESTIONS, in_parts
from agent_memory.transport.methods import Method, Pages

P = ParamSpec("P")
A = TypeVar("A", bound=BaseModel)
R = TypeVar("R")


def _one(build: Callable[P, Call[A]]) -> Method[P, A]:
    return Method(build)


def _several(build: Callable[P, flows.Flow[R]]) -> Method[P, R]:
    return Method(build)


def _in_parts(build: Callable[P, Call[A]], listed: str, most: int = MAX_ITEMS) -> Method[P, A]:
    """Sent in parts, where the list in the body's field `listed` is more than the service takes at once."""

    @functools.wraps(build)
    def made(*args: P.args, **kwargs: P.kwargs) -> flows.Flow[A]:
        return in_parts(build(*args, **kwargs), listed, most)

    return Method(made)


class Operations:
    """The interface's routes, what takes several of them, and the pages of lists as iterators."""

    write = _one(memory_calls.write)
    write_batch = _in_parts(memory_calls.write_batch, "items")
    add = _several(flows.add)
    recall = _one(memory_calls.recall)
    context = _one(memory_calls.context)
    feedback = _one(memory_calls.feedback)
    list_memories = _one(memory_calls.list_memories)
    iter_memories = Pages(memory_calls.list_memories)
    correct_batch = _in_parts(memory_calls.correct_batch, "items")
    get_memories = _in_parts(memory_calls.get_memories, "ids")
    recall_batch = _in_parts(memory_calls.recall_batch, "items", MAX_QUESTIONS)
    list_scopes = _one(memory_calls.list_scopes)
    iter_scopes = Pages(memory_calls.list_scopes)
    get_memory = _one(memory_calls.get_memory)
    history = _one(memory_calls.history)
    iter_history = Pages(memory_calls.history)
    correct = _one(memory_calls.correct)
    promote = _one(memory_calls.promote)
    delete_memory = _one(memory_calls.delete_memory)
    create_session = _one(session_calls.create_session)
    list_sessions = _one(session_calls.list_sessions)
    iter_sessions = Pages(session_calls.list_sessions)
    get_session = _one(session_calls.get_session)
    append_events = _in_parts(session_calls.append_events, "events")
    list_events = _one(session_calls.list_events)
    iter_events = Pages(session_calls.list_events)
    search_session = _one(session_calls.search_session)
    get_state = _one(session_calls.get_state)
    put_state = _one(session_calls.put_state)
    complete_session = _one(session_calls.complete_session)
    complete_task = _one(session_calls.complete_task)
    get_summary = _one(session_calls.get_summary)
    make_summary = _one(session_calls.make_summary)
    request_deletion = _one(governance_calls.request_deletion)
    forget_subject = _one(governance_calls.forget_subject)
    preview_deletion = _one(governance_calls.preview_deletion)
    iter_preview = Pages(governance_calls.preview_deletion)
    get_deletion = _one(governance_calls.get_deletion)
    list_deletions = _one(governance_calls.list_deletions)
    iter_deletions = Pages(governance_calls.list_deletions)
    verify_deletion = _one(governance_calls.verify_deletion)
    get_signed_receipt = _one(governance_calls.get_signed_receipt)
    place_hold = _one(governance_calls.place_hold)
    list_holds = _one(governance_calls.list_holds)
    release_hold = _one(governance_calls.release_hold)
    get_receipt_keys = _one(governance_calls.get_receipt_keys)
    get_receipt_log = _one(governance_calls.get_receipt_log)
    list_reviews = _one(governance_calls.list_reviews)
    iter_reviews = Pages(governance_calls.list_reviews)
    claim_review = _one(governance_calls.claim_review)
    resolve_review = _one(governance_calls.resolve_review)
    export_memories = _one(operator_calls.export_memories)
    iter_export = Pages(operator_calls.export_memories)
    export_sessions = _one(operator_calls.export_sessions)
    iter_session_export = Pages(operator_calls.export_sessions)
    import_memories = _one(operator_calls.import_memories)
    import_all = _several(flows.import_all)
    import_sessions = _one(operator_calls.import_sessions)
    import_all_sessions = _several(flows.import_all_sessions)
    list_operations = _one(operator_calls.list_operations)
    iter_operations = Pages(operator_calls.list_operations)
    get_operation = _one(operator_calls.get_operation)
    plan_hygiene = _one(operator_calls.plan_hygiene)
    get_hygiene_plan = _one(operator_calls.get_hygiene_plan)
    iter_hygiene_plan = Pages(operator_calls.get_hygiene_plan)
    apply_hygiene_plan = _one(operator_calls.apply_hygiene_plan)
    list_audit = _one(operator_calls.list_audit)
    iter_audit = Pages(operator_calls.list_audit)
    list_changes = _one(operator_calls.list_changes)
    verify_audit = _one(operator_calls.verify_audit)
    list_reads = _one(operator_calls.list_reads)
    iter_reads = Pages(operator_calls.list_reads)
    get_read = _one(operator_calls.get_read)
    reset_thresholds = _one(operator_calls.reset_thresholds)
    settings = _one(operator_calls.settings)
    metrics = _one(governance_calls.metrics)
    composition = _one(governance_calls.composition)
    queues = _one(governance_calls.queues)
    health = _one(governance_calls.health)
