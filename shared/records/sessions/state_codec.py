"""Task states to attributes and back. Pending items and data are one JSON text: numbers come back as they were."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from shared.domain.sessions.session import Session, SessionPolicy
from shared.domain.sessions.task_state import EvidenceKind, StateMachine, TaskState
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Record


def state(record: Record) -> TaskState:
    a = record.attributes
    body = json.loads(cast("str", a["body"]))
    return TaskState(
        state=cast("str", a["state"]),
        pending=tuple(body["pending"]),
        data=body["data"],
        version=cast("int", a["version"]),
        updated_at=datetime.fromisoformat(cast("str", a["recorded_at"])),
        evidence=tuple(body.get("evidence", ())),
        evidence_lost=body.get("evidence_lost", 0),
        machine=_machine(body["machine"]) if "machine" in body else None,
    )


def _machine(body: Mapping[str, Any]) -> StateMachine:
    transitions = {state: tuple(targets) for state, targets in body["transitions"].items()}
    return StateMachine(transitions, {state: EvidenceKind(kind) for state, kind in body["requires"].items()})


def put_state(session: Session, state: TaskState, reading: Reading, policy: SessionPolicy) -> Change:
    body: dict[str, object] = {"pending": list(state.pending), "data": state.data}
    if state.evidence or state.evidence_lost:
        body |= {"evidence": list(state.evidence), "evidence_lost": state.evidence_lost}
    if state.machine is not None:
        body["machine"] = {"transitions": state.machine.transitions, "requires": state.machine.requires}
    attributes: Attributes = {
        "session_id": session.session_id,
        "state": state.state,
        "version": state.version,
        "body": json.dumps(body, ensure_ascii=False),
        "recorded_at": state.updated_at.isoformat(),
    }
    key = keys.state(session.scope, session.session_id, session.incarnation)
    return reading.put(key, attributes, expires_at=session.kept_until + policy.store_grace)
