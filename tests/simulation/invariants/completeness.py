"""What an answer must not leave out: what was acknowledged before its request began, and no deletion may have taken."""

from __future__ import annotations

import re

from tests.simulation.model import Model, tokens_in

_OF_SESSION = re.compile(r"GET /v1/sessions/([^/?]+)(/events)?")
_OF_MEMORY = re.compile(r"GET /v1/memories/([^/?]+)")
_ANSWERED = (200, 404, 409)  # the others say that nothing could be read


def check_complete(model: Model, owner: str, what: str, begun: int, step: int, status: int, text: str) -> None:
    """Of the answer to a reader of `owner`, whatever deletions run beside it."""
    if status not in _ANSWERED:
        return
    if found := _OF_SESSION.fullmatch(what):
        session, events = found.groups()
        expected = [s.token for said in model.said.values() for s in said
                    if (s.place, s.owner, s.session) == ("event", owner, session)
                    and s.acked is not None and s.acked <= begun and not s.refused]  # fmt: skip
        shown = tokens_in(text) if events else set(expected) if status == 200 else set()
        for token in sorted(set(expected) - shown):
            if not model.may_be_deleted(token):
                model.violated("there and hidden", f"{token} of {session} from {owner} ({status})", step)
    if (found := _OF_MEMORY.fullmatch(what)) and status != 200:
        id = found[1]
        if model.lies_in.get(id) == owner and _stays(model, id, begun):
            model.violated("there and hidden", f"memory {id} from {owner} ({status})", step)


def _stays(model: Model, memory_id: str, begun: int) -> bool:
    """Whether somebody was answered that the memory is there, and none of its words may have been deleted."""
    said = [s for token in model.holds[memory_id] for s in model.said[token] if s.memory_id == memory_id]
    if not any(s.acked is not None and s.acked <= begun and not s.refused for s in said):
        return False
    held = model.holds[memory_id]
    return not any(model.may_be_deleted(token) or model.copy_may_be_deleted(token) for token in held)
