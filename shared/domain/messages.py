"""The sentences of refusals, in one table: what was wrong, what is allowed, and what to send instead.

They are for people and for models; programs go by `code` and `field`. A name that the caller sent is shown, cut to 60
printable characters. A value is never shown.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

_MOST_SHOWN, MOST_NAMED = 60, 8

# What callers who know another memory service try, and the fields of ours that may be meant, the likeliest first.
_MEANT = {
    "limit": ("top_k",), "k": ("top_k", "limit"), "n": ("top_k", "limit"), "max_results": ("top_k", "limit"),
    "page_size": ("limit",), "size": ("limit",), "page": ("cursor",), "offset": ("cursor",), "after": ("cursor",),
    "user_id": ("scope",), "user": ("scope",), "agent_id": ("scope",), "namespace": ("scope",),
    "run_id": ("session_id",),
    "thread_id": ("session_id",), "messages": ("content", "events"), "text": ("content", "query"),
    "memory": ("content",),
    "data": ("content", "metadata"), "value": ("content",), "message": ("content", "query"), "q": ("query", "goal"),
    "question": ("query", "goal"), "prompt": ("goal", "query"), "kind": ("type",), "category": ("type",),
    "memory_type": ("type", "types"), "tags": ("metadata",), "filter": ("metadata",), "filters": ("metadata",),
    "threshold": ("min_relevance",), "score_threshold": ("min_relevance",), "timestamp": ("observed_at", "occurred_at"),
    "created_at": ("observed_at", "occurred_at"), "max_tokens": ("token_budget",), "sort": ("order",), "id": ("key",),
}  # fmt: skip

_SHOULD = re.compile(r"^[A-Z][a-z]+ should ")
REQUIRED = "is required"
SCOPE_FORM = "must be a path such as /org/{org}/user/{user}"
SEND_A_BEARER = "send a token: `Authorization: Bearer TOKEN`"
WHERE_LOCALLY = 'On this machine POST /local/token gives one: send {"org": "acme", "sub": "ann"}'
ONLY_FOR_NOW = "Refused as a wish for this time only; nothing was stored. Append it to the session in which it holds."


def shown(name: str) -> str:
    """A name that the caller sent, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in name[:_MOST_SHOWN]) + ("..." if name[_MOST_SHOWN:] else "")


def listed(names: Iterable[str]) -> str:
    """At most eight names, and how many more there are."""
    all_names = [shown(name) for name in names]
    more = len(all_names) - MOST_NAMED
    return ", ".join(all_names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def nearest(name: str, known: Sequence[str]) -> str | None:
    """The known name that was probably meant."""
    meant = next((one for one in _MEANT.get(name.lower(), ()) if one in known), None)
    return meant or next(iter(difflib.get_close_matches(name[:_MOST_SHOWN], known, n=1)), None)


def unknown_field(name: str, known: Sequence[str]) -> str:
    """`name`: as it was sent, without the path to it."""
    near = nearest(name, known)
    if not known:
        return "is not a known field"
    question = f"; did you mean `{near}`?" if near else "."
    return f"is not a known field{question} Known: {', '.join(known)}"


def bound(said: str) -> str:
    """What a field must be, of what the library that checks it says: "Input should be less than or equal to 1"."""
    return _SHOULD.sub("must ", said.removeprefix("Value error, ")).replace(" after validation", "")


def several(missing: Sequence[str], unknown: Sequence[str], known: Sequence[str], other: Sequence[str]) -> str:
    """All that is wrong with a request, in one line. `other`: sentences of the other fields."""
    parts = [f"{listed(missing)}: required"] if missing else []
    if unknown:
        near = (nearest(name.rpartition(".")[2], known) for name in unknown[:MOST_NAMED])
        meant = dict.fromkeys(filter(None, near))
        parts.append(f"{listed(unknown)}: unknown" + (f" (did you mean {', '.join(meant)}?)" if meant else ""))
    more = len(other) - MOST_NAMED
    return "; ".join([*parts, *other[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


def other_media_type(wanted: str, given: str) -> str:
    was = f"it was `{shown(given)}`" if given else "there was none"
    return f"Send `Content-Type: {wanted}` ({was})"


def unknown_segment(name: str, above: str, allowed: Sequence[str]) -> str:
    """`above`: the kind of the segment before it, empty at the beginning."""
    place = f"after `{above}` may come" if above else "a scope begins with"
    return f"has an unknown segment `{shown(name)}`: {place} {' or '.join(f'`{a}`' for a in allowed) or 'nothing'}"


def closed_scope(segment: str, bound: str, verb: str) -> str:
    """`segment`: the first of the target that lies outside of the token's own scope `bound`. `verb`: read, write or
    govern."""
    open_ones = "it, what is below it and what is above it" if verb == "read" else "it and what is below it"
    return (
        f"this token may not {verb} in the segment `{shown(segment)}`: it is bound to `{bound}`, and open are "
        f"{open_ones}. The claim `act_as` opens other users of the organisation, `memory_scope` sets the bound scope"
    )


def not_remembered(reason: str) -> str:
    return f"Refused as {reason}; nothing was stored."


def too_uncertain(least: float) -> str:
    return f"Refused as a guess: an inference with a confidence below {least:g} is not stored."


def sensitive(findings: Iterable[tuple[str, str, int, int]]) -> str:
    """Findings: field, kind, and the characters from `start` up to `end`."""
    places = [f"{field} has {kind} at characters {start} to {end}" for field, kind, start, end in findings]
    more = len(places) - MOST_NAMED
    found = "; ".join(places[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    return (
        f"Refused, because it must not be stored in the clear: {found}. Nothing was stored; leave these places out. "
        "What opens something belongs to a secret manager: store where it is, such as "
        "arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME, and read it there when it is needed"
    )


def unknown_path(path: str, near: str | None) -> str:
    return f"there is no path {shown(path)}" + (f"; did you mean {near}?" if near else "")


def other_method(method: str, path: str, allowed: Sequence[str]) -> str:
    return f"{shown(method)} is no method of {shown(path)}; use {' or '.join(allowed)}"


def unknown_claim(known: Sequence[str]) -> str:
    return f"is not a claim that this issuer knows; known: {', '.join(known)}"


def unknown_role(name: str, known: Sequence[str]) -> str:
    return f"has the unknown role `{shown(name)}`; known: {', '.join(known)}"


# Why a line of an import is refused that is well-formed and that no rule of a write refuses.
OF_LINES = {
    "ended": "it had ended where it was exported (superseded, rejected or evicted)",
    "kept_existing": "the stored memory stays current: its evidence is stronger or newer",
    "rejected_before": not_remembered("a statement that a person rejected"),
}
# The same of a line of an import of sessions.
OF_SESSION_LINES = {
    "ended": "its time to live is over",
    "kept_existing": "the session has another one, which stays",
    "deleted_before": "it arose before a deletion that covers it",
    "sensitive": "it holds what must not be stored in the clear",
    "transition_not_allowed": "its state needs evidence that the session does not have",
}
