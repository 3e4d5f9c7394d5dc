"""What a receipt states about a deletion: what was deleted, what was read again and how, and what nobody looked at.

No content, and no hash of content: ids, kinds, counts and instants.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

CONTENT_TYPE = "application/vnd.agent-memory.deletion+json"
FORM = "agent-memory/deletion/1"
VERIFICATION_TYPE = "application/vnd.agent-memory.deletion-verification+json"
VERIFICATION_FORM = "agent-memory/deletion-verification/1"

_NEVER_CHECKED = (
    {"what": "logs", "why": "logs carry ids and no content; they were not searched, and expire by themselves"},
    {"what": "exports", "why": "what was read or exported before lies where its reader has put it"},
    {"what": "models", "why": "a model that was trained on the data, or had it in a prompt, is out of reach"},
)

_HOLD, _EXPORT = ("hold_id", "reference", "placed_at", "released_at"), ("at", "by", "scope")

# Store -> selector -> how it was read again. A selector that is not named: as the others.
_OTHERS = ""
_VERIFIED: Mapping[str, Mapping[str, str]] = {
    "sessions": {
        "subject": "every record of the subject's partition read again, strongly consistent; the barrier apart",
        "session": "every record of the selected sessions read again by its key, strongly consistent",
        "event": "the selected events looked for again in every session of the subject, strongly consistent",
        "type": "of a task that goes with all its types every session looked for again; else nothing of it lies here",
        _OTHERS: "nothing of this selector lies here",
    },
    "memories": {
        "subject": "every record of the subject's partition read again, strongly consistent; the barrier apart",
        "memory": "each selected memory read again by its keys: current, versions, vector and reviews",
        "type": "every memory and version of the subject read again, strongly consistent",
        "consent": "every memory and version of the subject read again, strongly consistent",
        _OTHERS: "every memory that an edge from the selected sources leads to read again, in all its versions",
    },
    "index": {
        "subject": "documents below the subject's scope asked for again after a refresh of the index",
        "memory": "documents of the selected memories asked for again after a refresh of the index",
        _OTHERS: "documents of every memory that changed asked for again after a refresh of the index",
    },
}


@dataclass(frozen=True, slots=True)
class StoreResult:
    """`removed` counts memories and versions, sessions and events, or documents; `residue` what was found after it."""

    store: str
    removed: int
    residue: int
    completed_at: str = ""

    def content(self, selector: str) -> dict[str, object]:
        ways = _VERIFIED[self.store]
        how = ways.get(selector, ways[_OTHERS])
        done = {"completed_at": self.completed_at} if self.completed_at else {}
        return {"store": self.store, "removed": self.removed, "residue": self.residue, "verified": how, **done}


@dataclass(frozen=True, slots=True)
class DeletionStatement:
    """`epoch`: the owner's deletion counter at the deletion, `None` where it has none. `number` and `chain` are the
    receipt's place in the organisation's chain of receipts and its hash there. `holds`: what the law kept, until when;
    `exports`: what was given away before. Instants are ISO 8601 in UTC."""

    request_id: str
    subject: str
    scope: str
    selector: str
    ids: tuple[str, ...]
    session_id: str | None
    epoch: int | None
    accepted_at: str
    completed_at: str
    stores: tuple[StoreResult, ...]
    backups_until: str
    number: int
    chain: str
    holds: tuple[tuple[str, str, str, str], ...] = ()
    exports: tuple[tuple[str, str, str], ...] = ()

    @property
    def about(self) -> str:
        return about(self.subject, self.request_id)

    def content(self) -> bytes:
        """Canonical JSON (RFC 8785): the same statement has the same bytes."""
        value: dict[str, object] = {
            "form": FORM,
            "request_id": self.request_id,
            "subject": self.subject,
            "scope": self.scope,
            "selector": _selector(self.selector, self.ids, self.session_id),
            "accepted_at": self.accepted_at,
            "completed_at": self.completed_at,
            "stores": [result.content(self.selector) for result in self.stores],
            "not_checked": self._not_checked(),
            "number": self.number,
            "chain": self.chain,
        }
        if self.epoch is not None:
            value["epoch"] = self.epoch
        if self.holds:
            value["legal_holds"] = [dict(zip(_HOLD, hold, strict=True)) for hold in self.holds]
        if self.exports:
            value["exports"] = [dict(zip(_EXPORT, made, strict=True)) for made in self.exports]
        return _canonical(value)

    def _not_checked(self) -> list[dict[str, str]]:
        return [
            {
                "what": "backups",
                "why": "a backup is not changed; the last one that may hold the data expires then",
                "until": self.backups_until,
            },
            *_NEVER_CHECKED,
            {
                "what": "later",
                "why": "this is the state when the deletion ended; the service looks again on demand, and signs that",
            },
        ]


@dataclass(frozen=True, slots=True)
class VerificationStatement:
    """What the stores held of a deletion when somebody asked: `stores` with today's residue. `status`: the deletion's
    own at that time. Instants are ISO 8601 in UTC."""

    request_id: str
    subject: str
    scope: str
    selector: str
    ids: tuple[str, ...]
    session_id: str | None
    status: str
    accepted_at: str
    verified_at: str
    stores: tuple[StoreResult, ...]

    @property
    def about(self) -> str:
        return about(self.subject, self.request_id)

    def content(self) -> bytes:
        """Canonical JSON (RFC 8785)."""
        return _canonical(
            {
                "form": VERIFICATION_FORM,
                "request_id": self.request_id,
                "subject": self.subject,
                "scope": self.scope,
                "selector": _selector(self.selector, self.ids, self.session_id),
                "status": self.status,
                "accepted_at": self.accepted_at,
                "verified_at": self.verified_at,
                "stores": [result.content(self.selector) for result in self.stores],
                "not_checked": list(_NEVER_CHECKED),
            }
        )


def about(subject: str, request_id: str) -> str:
    """The deletion's name, as the signature's subject."""
    return f"urn:agent-memory:deletion:{quote(subject, safe='')}:{quote(request_id, safe='')}"


def _selector(kind: str, ids: tuple[str, ...], session_id: str | None) -> dict[str, object]:
    selector: dict[str, object] = {"kind": kind, "ids": sorted(ids)}
    return selector if session_id is None else {**selector, "session_id": session_id}


def _canonical(value: dict[str, object]) -> bytes:
    # No key and no number here is one that the order or the form of RFC 8785 would make differ from this.
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
