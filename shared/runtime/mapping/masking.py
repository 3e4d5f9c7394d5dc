"""Contact data is masked for readers without the role `contact-reader`, where the deployment asks for it: in whatever
an answer says, and never in what is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from shared.contracts.base import MemberCondition, built
from shared.domain.access.caller import Caller, Role
from shared.runtime.settings import Settings

# Which findings are contact data, and what stands in their place.
_MASKS = {"email": "[email]", "phone": "[phone]", "postal_address": "[address]"}
# What names a record or a principal: a user's id may be an address, and is no content.
_NAMES = frozenset(
    ("scope", "scopes", "path", "cursor", "next_cursor", "actor", "acting_for", "principal", "subject", "etag")
)
_EVENT = "data: "  # before a document that comes as an event of a stream
_SHORTEST = 6  # characters; no contact is shorter


def masks_for(settings: Settings, caller: Caller) -> bool:
    return settings.mask_contacts and not caller.has(Role.CONTACT_READER)


def refuse_guessing(settings: Settings, caller: Caller, where: Mapping[str, MemberCondition] | None) -> None:
    """Who is shown a mask does not ask a text for its parts: so many questions would show what it hides. Raises
    `ForbiddenRole`."""
    asked = [value for one in (where or {}).values() for value in one.model_dump().values()]
    if any(isinstance(value, str) for value in asked) and masks_for(settings, caller):
        caller.require(Role.CONTACT_READER)


def masked_body(body: BaseModel | Mapping[str, object] | str | None) -> Mapping[str, object] | str | None:
    """A text is a document a line, or prose."""
    if body is None:
        return None
    if isinstance(body, BaseModel):
        built(type(body))
        body = body.model_dump(mode="json")
    if isinstance(body, str):
        return masked_lines(body)
    return {name: masked(value, name) for name, value in body.items()}


def masked_lines(text: str) -> str:
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    lead = _EVENT if line.startswith(_EVENT) else ""
    try:
        found = json.loads(line.removeprefix(lead))
    except ValueError:
        return masked_text(line)
    return lead + json.dumps(masked(found), ensure_ascii=False, separators=(",", ":"))


def masked(value: Any, name: str = "") -> Any:
    """A JSON value, at any depth. `name`: under which it stands."""
    if name in _NAMES or name.endswith(("_id", "_ids", "_at", "_by")):
        return value
    if isinstance(value, str):
        return masked_text(value)
    if isinstance(value, Mapping):
        return {inner: masked(one, inner) for inner, one in value.items()}
    if isinstance(value, list | tuple):
        return [masked(one, name) for one in value]
    return value


def masked_text(text: str) -> str:
    if len(text) < _SHORTEST:
        return text
    from shared.language.secrets.secret_scan import scan  # few deployments mask

    for finding in reversed(scan(text)):
        mask = _MASKS.get(finding.kind)
        if mask is not None:
            text = text[: finding.start] + mask + text[finding.end :]
    return text
