"""An approval lives as long as the change request that it names: once that is closed, it approves nothing more."""

from __future__ import annotations

from collections.abc import Iterable

from shared.language.speech.obligations import is_approval
from shared.language.speech.sentences import sentences
from shared.language.text.patterns import Regex

# Why an approval has ended.
CLOSED = "its change request is closed"

# CHG-1042, CR 77, PR #12, 变更单 1042
_REQUEST = Regex(r"\b[A-Z]{2,10}[- ]?#?\d{1,9}\b|(?:变更单|工单|申请单)\s?#?[A-Za-z]{0,6}-?\d{1,9}")
_WORDS = ("变更单", "工单", "申请单")
_CLOSED = Regex(
    r"(?i:\b(?:is|was|are|has been|have been|now)\s+(?:now\s+)?"
    r"(?:closed|completed|done|withdrawn|cancelled|rejected|rolled back|implemented|merged)\b)"
    r"|(?:已经?|被)(?:关闭|完成|撤回|取消|驳回|回滚|实施|结束)"
)


def closed_requests(said: Iterable[str]) -> frozenset[str]:
    """Ids of the change requests that one of the sentences says are closed."""
    return frozenset(id for sentence in said if _CLOSED.search(sentence) for id in requests_in(sentence))


def requests_in(sentence: str) -> frozenset[str]:
    return frozenset(_id("".join(found[0].split())) for found in _REQUEST.finditer(sentence))


def _id(named: str) -> str:
    """变更单CHG-1042 is CHG-1042; a bare number keeps the word that says what it numbers."""
    word = next((word for word in _WORDS if named.startswith(word)), "")
    bare = named.removeprefix(word).removeprefix("#")
    return named if bare.isdecimal() else bare


def has_ended(approval: str, closed: frozenset[str]) -> bool:
    """Whether all change requests that the approval names are closed. One that names none ends with its session."""
    named = requests_in(approval)
    return bool(named) and named <= closed


def closed_in(text: str) -> frozenset[str]:
    """Ids of the change requests that a text says are closed."""
    return closed_requests(sentences(text)) if _REQUEST.search(text) else frozenset()


def approved_in(text: str) -> frozenset[str]:
    """Ids of the change requests that a text approves and says nothing else about; empty where it says more."""
    said = sentences(text) if _REQUEST.search(text) else []
    named = [requests_in(sentence) for sentence in said]
    if not named or not all(named) or closed_requests(said) or not any(map(is_approval, said)):
        return frozenset()
    return frozenset().union(*named)
