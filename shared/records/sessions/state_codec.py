"""Task states to attributes and back. Pending items and data are one JSON text: numbers come back as they were."""

from __future__ import annotations

import json
from datetime import datetime
from typing import cast

from shared.domain.sessions.session import Session, SessionPolicy
from shared.domain.sessions.task_state import TaskState
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
    )


def put_state(session: Session, state: TaskState, reading: Reading, policy: SessionPolicy) -> Change:
    body = {"pending": list(state.pending), "data": state.data}
    attributes: Attributes = {
        "session_id": session.session_id,
        "state": state.state,
        "version": state.version,
        "body": json.dumps(body, ensure_ascii=False),
        "recorded_at": state.updated_at.isoformat(),
    }
    key = keys.state(session.scope, session.session_id, session.incarnation)
    return reading.put(key, attributes, expires_at=session.kept_until + policy.store_grace)
