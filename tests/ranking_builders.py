"""Candidates for the tests of ranking: whatever a test does not say is the same for all."""

from __future__ import annotations

from datetime import UTC, datetime

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.curves import Curve
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.recall.documents import Candidate, SearchDocument
from shared.language.text.terms import ranking_tokens

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

_STRAIGHT = Curve(((0.0, 0.0), (1.0, 1.0)))
# Relevance is the cosine itself.
PLAIN = Calibration("any", relevance_curve=_STRAIGHT, sameness_curve=_STRAIGHT, spaced_words=0.0, other_words=0.0)


def asked(text: str, calibration: Calibration = PLAIN) -> AskedQuery:
    return AskedQuery.of(text, (1.0,), calibration)


def a_candidate(
    content: str = "Something was said",
    *,
    id: str = "m1",
    cosine: float | None = 0.8,
    keyword: float = 0.0,
    context_keyword: float = 0.0,
    speaker: str | None = None,
    session: str | None = None,
    position: int | None = None,
    observed_at: datetime = NOW,
    importance: str = "normal",
    status: str = "active",
    soft_expires_at: datetime | None = None,
    tier: int = 4,
    confidence: float = 1.0,
    scope: str = "/org/acme/user/ann",
) -> Candidate:
    document = SearchDocument(
        memory_id=id,
        revision=1,
        org="acme",
        scope=scope,
        type="episodic",
        key=None,
        status=status,
        purposes=(),
        valid_from=observed_at,
        valid_to=None,
        soft_expires_at=soft_expires_at,
        hard_expires_at=None,
        tier=tier,
        confidence=confidence,
        importance=importance,
        observed_at=observed_at,
        content=content,
        before="",
        speaker=speaker,
        session_id=session,
        position=position,
        tokens=ranking_tokens(content),
        vector=None,
        model="any",
    )
    return Candidate(document, cosine, keyword, context_keyword, cosine)
