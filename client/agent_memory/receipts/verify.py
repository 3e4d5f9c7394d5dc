"""Does a receipt hold? Every signature, the place in the log, and that all parts speak of one deletion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from agent_memory.receipts import messages, public_keys
from agent_memory.receipts.messages import Message, NotValid
from agent_memory.receipts.public_keys import Keys, raw
from agent_memory.receipts.tree import root_of

_LATEST = 2**37  # seconds since 1970: about the year 6300
FORM = "agent-memory/deletion/1"
VERIFICATION_FORM = "agent-memory/deletion-verification/1"


@dataclass(frozen=True, slots=True)
class Checked:
    """A receipt that holds. `stated` is what the statement says; `index` its place in the log of `size` entries, of
    which `root` is the hash. What was found by a later verification is in no log: none of the three. `key_ids` signed
    it; with `own_keys` these came in the same file, and say nothing about who they belong to."""

    stated: Mapping[str, Any]
    issuer: str
    issued_at: int
    index: int | None
    size: int | None
    root: bytes | None
    log: str | None
    key_ids: tuple[str, ...]
    own_keys: bool


@dataclass(frozen=True, slots=True)
class _Bundle:
    statement: bytes
    receipt: bytes
    place: Mapping[str, Any] | None
    keys: Keys


def verify_receipt(content: bytes, keys: Keys | None = None) -> Checked:
    """`content`: the JSON that the service answers (a receipt, or a verification), or a transparent statement (COSE).
    Raises `NotValid`."""
    verification = _verification(content)
    if verification is not None:
        return _verified(verification, keys)
    bundle = _bundle(content)
    known = bundle.keys if keys is None else keys
    if not known:
        raise NotValid("the file holds no key: give the one that the operator publishes")
    statement, receipt = messages.read(bundle.statement, "the statement"), messages.read(bundle.receipt, "the receipt")
    if statement.payload is None:
        raise NotValid("the statement has no content")
    signer = public_keys.verify(statement, statement.payload, known, "the statement")
    size, index, path = messages.inclusion_proof(receipt)
    root = root_of(statement.without_receipts(), index, size, path)
    logger = public_keys.verify(receipt, root, known, "the receipt")
    stated = _stated(statement, FORM)
    _same(statement, receipt, stated)
    log = None if bundle.place is None else _place(bundle.place, known, index, size, root)
    issuer, issued_at = _signed_by(statement)
    key_ids = tuple(dict.fromkeys((signer, logger)))
    return Checked(stated, issuer, issued_at, index, size, root, log, key_ids, keys is None)


def _verification(content: bytes) -> Mapping[str, Any] | None:
    """The signed part of a verification's answer."""
    if not content.lstrip().startswith(b"{"):
        return None
    value = messages.json_in(content, "the file")
    if not isinstance(value, dict) or "verification" not in value:
        return None
    if not isinstance(value["verification"], dict):
        raise NotValid("the verification is not signed")
    return value["verification"]


def _verified(verification: Mapping[str, Any], keys: Keys | None) -> Checked:
    known = public_keys.from_jwks(verification.get("keys", [])) if keys is None else keys
    if not known:
        raise NotValid("the file holds no key: give the one that the operator publishes")
    statement = messages.read(raw(verification.get("statement"), "the statement"), "the statement")
    if statement.payload is None:
        raise NotValid("the statement has no content")
    signer = public_keys.verify(statement, statement.payload, known, "the statement")
    stated = _stated(statement, VERIFICATION_FORM)
    _about(statement, stated)
    issuer, issued_at = _signed_by(statement)
    return Checked(stated, issuer, issued_at, None, None, None, None, (signer,), keys is None)


def _signed_by(statement: Message) -> tuple[str, int]:
    issuer, issued_at = statement.claim(messages.ISS), statement.claim(messages.IAT)
    if type(issued_at) is not int or not 0 <= issued_at < _LATEST or not isinstance(issuer, str):
        raise NotValid("the statement does not say who signed it and when")
    return issuer, issued_at


def _bundle(content: bytes) -> _Bundle:
    if not content.lstrip().startswith(b"{"):
        receipts = messages.receipts_in(messages.read(content, "the file"))
        if len(receipts) != 1:
            raise NotValid("the statement does not hold one receipt")
        return _Bundle(content, receipts[0], None, {})
    value = messages.json_in(content, "the file")
    keys = public_keys.from_jwks(value.get("keys", []))
    statement, receipt = (raw(value.get(name), f"the {name}") for name in ("statement", "receipt"))
    place = value.get("log")
    if not isinstance(place, dict):
        raise NotValid("the file does not say where in the log the receipt is")
    if "transparent" in value:
        inside = messages.read(raw(value["transparent"], "the transparent statement"), "the transparent statement")
        if inside.without_receipts() != statement or messages.receipts_in(inside) != [receipt]:
            raise NotValid("the transparent statement is not made of the statement and its receipt")
    return _Bundle(statement, receipt, place, keys)


def _stated(statement: Message, form: str) -> dict[str, Any]:
    stated = messages.json_in(statement.payload or b"", "the statement's content")
    if not isinstance(stated, dict) or stated.get("form") != form:
        raise NotValid("the statement is of a form that this check does not know")
    again = json.dumps(stated, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if again.encode("utf-8", "surrogatepass") != statement.payload:
        raise NotValid("the statement's content is not in its canonical form")
    return stated


def _about(statement: Message, stated: Mapping[str, Any]) -> None:
    about = ":".join(quote(str(stated.get(name, "")), safe="") for name in ("subject", "request_id"))
    if statement.claim(messages.SUB) != f"urn:agent-memory:deletion:{about}":
        raise NotValid("the statement is signed as being about another deletion")


def _same(statement: Message, receipt: Message, stated: Mapping[str, Any]) -> None:
    """The receipt is about the statement's own deletion, and given by who stated it."""
    _about(statement, stated)
    for label in (messages.ISS, messages.SUB):
        if statement.claim(label) != receipt.claim(label):
            raise NotValid("the receipt is about another statement")


def _place(place: Mapping[str, Any], keys: Keys, index: int, size: int, root: bytes) -> str:
    """The signed head that comes along agrees. The log's name."""
    if (place.get("index"), place.get("size")) != (index, size) or raw(place.get("root"), "the root") != root:
        raise NotValid("the file names another place in the log than its receipt proves")
    head = messages.read(raw(place.get("head"), "the head of the log"), "the head of the log")
    public_keys.verify(head, head.payload or b"", keys, "the head of the log")
    value = messages.decoded(head.payload or b"", "the head of the log")
    if not isinstance(value, Mapping) or dict(value) != {"log": place.get("name"), "size": size, "root": root}:
        raise NotValid("the head of the log is that of another tree")
    return str(place["name"])
