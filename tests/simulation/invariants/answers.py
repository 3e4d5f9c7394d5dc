"""What each single answer must keep to: nothing deleted in it, nothing of other people, no failure of ours."""

from __future__ import annotations

from tests.simulation.model import Model, tokens_in

# Routes whose answers may quote events, which a deletion of memories leaves.
_OF_EVENTS = ("/v1/sessions", "/v1/context", "/v1/recall", "/v1/deletions/preview")


def check_answer(model: Model, user: str, what: str, begun: int, step: int, status: int, text: str) -> None:
    """`begun`: the step at which the request began; what was deleted by then must not show."""
    if status == 500:
        model.violated("internal error", f"{user}: {what}: {text[:160]}", step)
    shown = tokens_in(text)
    if not shown:
        return
    whole, memories = model.deleted_by(begun)
    quotes_events = any(route in what for route in _OF_EVENTS)
    for token in sorted(shown & memories):
        if token not in whole and quotes_events and any(s.place != "memory" for s in model.said[token]):
            continue
        model.violated("deleted and shown", f"{token} to {user} by {what.partition('?')[0]} ({status})", step)
    for token in sorted(shown):
        readers = model.readers.get(token)
        if readers and user not in readers:
            model.violated("shown to others", f"{token} of {sorted(readers)} to {user} by {what}", step)
