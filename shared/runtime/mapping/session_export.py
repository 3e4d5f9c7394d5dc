"""Export of sessions: lines from domain values, as many as one answer holds."""

from __future__ import annotations

import json
from collections.abc import Iterator

from shared.contracts.sessions import SessionExportLine
from shared.domain.sessions.session import Event, Session
from shared.domain.summaries.summary import Summary
from shared.runtime.mapping import sessions
from shared.runtime.mapping.export import LINE_ENDS
from shared.usecases.session_export.export_sessions import Exported, SessionPiece

# Lambda hands over at most 6 MB, as escaped inside of its own JSON, and a piece has at most half of that: the next is
# read only while there is room for it.
_ROOM_FOR_A_PIECE = 1_000_000
_MOST_PIECES = 100  # a few readings each: some seconds of the gateway's 30


def session_page(pieces: Iterator[SessionPiece]) -> tuple[str, str | None]:
    """The lines, and the cursor behind them if there may be more."""
    lines: list[str] = []
    size = 0
    for number, piece in enumerate(pieces, start=1):
        texts = [_line(piece.session_id, item).model_dump_json().translate(LINE_ENDS) + "\n" for item in piece.items]
        lines += texts
        size += sum(len(json.dumps(text)) for text in texts)
        if size > _ROOM_FOR_A_PIECE or number == _MOST_PIECES:
            return "".join(lines), piece.cursor
    return "".join(lines), None


def _line(session_id: str, item: Exported) -> SessionExportLine:
    if isinstance(item, Session):
        return SessionExportLine(kind="session", session_id=session_id, session=sessions.session(item))
    if isinstance(item, Event):
        return SessionExportLine(kind="event", session_id=session_id, event=sessions.event(item))
    if isinstance(item, Summary):
        return SessionExportLine(kind="summary", session_id=session_id, summary=sessions.summary(session_id, item))
    return SessionExportLine(kind="state", session_id=session_id, state=sessions.state(session_id, item))
