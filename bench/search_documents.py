"""Texts as a search index holds them, for benches without a service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.marks import marks_of
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, MemoryType, Status
from shared.domain.recall.documents import SearchDocument
from shared.domain.scopes import Scope
from shared.language.text.terms import ranking_tokens


def document_of(
    id: str,
    content: str,
    vector: Vector,
    calibration: Calibration,
    *,
    scope: Scope,
    observed_at: datetime,
    before: Sequence[str] = (),
    speaker: str | None = None,
    session_id: str | None = None,
    position: int | None = None,
) -> SearchDocument:
    """An active memory that its user stated."""
    return SearchDocument(
        memory_id=id,
        revision=1,
        org=scope.org_id or "",
        scope=scope.path,
        type=MemoryType.EPISODIC.value,
        key=None,
        status=Status.ACTIVE.value,
        purposes=(),
        valid_from=observed_at,
        valid_to=None,
        soft_expires_at=None,
        hard_expires_at=None,
        tier=Source.USER_STATED.tier,
        confidence=Source.USER_STATED.default_confidence,
        importance=Importance.NORMAL.value,
        observed_at=observed_at,
        content=content,
        before="\n".join((*before, content)) if before else "",
        speaker=speaker,
        session_id=session_id,
        position=position,
        tokens=ranking_tokens(content),
        vector=vector,
        model=calibration.model,
        marks=marks_of(vector, calibration),
    )
