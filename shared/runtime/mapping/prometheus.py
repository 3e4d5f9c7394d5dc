"""Counts and compositions as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Mapping

from shared.contracts.governance.metrics import CompositionResponse, MetricsResponse
from shared.runtime.counting.exposition import family


def metrics_text(answer: MetricsResponse) -> str:
    """Today's changes as counters, which begin again at midnight (UTC) as after a restart, and the rates of the days
    that were asked for as gauges."""
    scope = answer.scope.path
    today = answer.daily[-1].counts
    changes = [((("change", name), ("scope", scope)), n) for name, n in today.items()]
    rates = {**answer.rates.model_dump(), **(answer.feedback.model_dump() if answer.feedback else {})}
    shares = [
        ((("days", str(answer.days)), ("rate", name), ("scope", scope)), float(value))
        for name, value in rates.items()
        if value is not None and name not in ("writes", "recalls")
    ]
    return family("changes_total", "counter", "Changes of memories today, in the words of the audit", changes) + family(
        "rate", "gauge", "Shares of the writes that were taken, and of the recalls with feedback", shares
    )


def composition_text(answer: CompositionResponse) -> str:
    scope = answer.scope.path
    parts: Mapping[str, tuple[str, Mapping[str, float]]] = {
        "memories": ("origin", answer.origins),
        "memories_share": ("origin", answer.shares),
        "memories_by_status": ("status", answer.statuses),
        "memories_by_type": ("type", answer.types),
        "memories_by_staleness": ("staleness", answer.staleness),
        "memories_by_time_left": ("time_left", answer.time_left),
    }
    text = "".join(
        family(
            name, "gauge", f"Memories by {label}", [(((label, part), ("scope", scope)), n) for part, n in of.items()]
        )
        for name, (label, of) in parts.items()
    )
    for name, value in (
        ("users", answer.users), ("scopes", answer.scopes), ("scopes_per_user", answer.scopes_per_user or 0.0),
        ("complete", int(answer.complete)),
    ):  # fmt: skip
        text += family(f"composition_{name}", "gauge", f"{name} of the composition", [((("scope", scope),), value)])
    return text
