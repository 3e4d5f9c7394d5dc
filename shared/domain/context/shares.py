"""The numbers of a context."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ContextPolicy:
    """Shares are of the budget. The values were chosen on scripted conversations in six languages, at budgets of 600
    and 2,000 tokens and with stores of 25 and of 250 memories (docs/decisions/context.md)."""

    token_budget: int = 2_000  # SPEC section 5
    # More of the newest turns cost older ones their room where it is narrow; fewer lose nothing.
    recent_turns: int = 5
    recent_share: float = 0.25
    tool_characters: int = 160  # of a tool's result among the newest turns
    # From the chance `KindPolicy.binding` on, a text is a constraint.
    binding_share: float = 0.25
    binding_weight: float = 0.5  # what a certain constraint is worth beside the measure of relevance
    # A context shows a little more than a recall: its bar lies at .26.
    near: float = 0.22
    near_within: float = 0.30  # of the best for the goal
    newest_within: float = 0.25  # of the best for the user's newest turn
    remark: float = 0.40  # from here on the newest turn is about the moment and asks for nothing
    related_share: float = 0.25
    # Of that so much is kept free where a session could fill all with turns that resemble the newest.
    related_least: float = 0.125
    profile_share: float = 0.25
    summary_share: float = 0.125  # kept free for the summary where the session's turns have no room
    # What the better of the turns beside an event has above the second number adds so much of it.
    beside: float = 0.15
    beside_above: float = 0.18
    # A memory past its soft expiry comes after one that is fresh and nearly as near.
    stale_costs: float = 0.10
    newer_items: int = 2  # of one outdated statement, so many later ones are brought in before it
    # A turn of the user that is longer is a paste: what it plainly forbids or limits is shown statement by statement.
    long_turn: int = 400  # characters
    # Candidates of the search, and of them memories that are read: what one call reads beside a session's vectors.
    candidates: int = 100
    binding_candidates: int = 50
    memories_read: int = 60
    least_memories_read: int = 40
    # Of a session so many events at most, but for what is marked or binds (SPEC section 6): all messages of the user
    # in sessions of some 80 turns.
    window: int = 100
    # A summary is asked for where turns have no room, at most once in so many turns.
    summary_every: int = 5
