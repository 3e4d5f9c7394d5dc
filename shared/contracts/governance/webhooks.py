"""Webhooks between the parts of a deployment: the events on the bus, and the messages of the queue behind it."""

from __future__ import annotations

EVENT_SOURCE = "agent-memory"
DETAIL_TYPE = "Change"
# Fields of an event's detail that a queue's message repeats, beside the name of the subscription.
REPEATED = ("owner", "number", "change_id")
