"""An approval lives as long as the change request that it names: once that is closed, it approves nothing more."""

from __future__ import annotations

from collections.abc import Iterable

from shared.language.text.patterns import Regex

# CHG-1042, CR 77, PR #12, 变更单 1042
_REQUEST = Regex(r"\b[A-Z]{2,10}[- ]?#?\d{1,9}\b|(?:变更单|工单|申请单)\s?#?[A-Za-z]{0,6}-?\d{1,9}")
_CLOSED = Regex(
    r"(?i:\b(?:is|was|are|has been|have been|now)\s+(?:now\s+)?"
    r"(?:closed|completed|done|withdrawn|cancelled|rejected|rolled back|implemented|merged)\b)"
    r"|(?:已经?|被)(?:关闭|完成|撤回|取消|驳回|回滚|实施|结束)"
)


def closed_requests(said: Iterable[str]) -> frozenset[str]:
    """Ids of the change requests that one of the sentences says are closed."""
    return frozenset(id for sentence in said if _CLOSED.search(sentence) for id in requests_in(sentence))


def requests_in(sentence: str) -> frozenset[str]:
    return frozenset("".join(found[0].split()) for found in _REQUEST.finditer(sentence))


def has_ended(approval: str, closed: frozenset[str]) -> bool:
    """Whether all change requests that the approval names are closed. One that names none ends with its session."""
    named = requests_in(approval)
    return bool(named) and named <= closed
