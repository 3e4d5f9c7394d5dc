"""Makes a failing plan smaller while it still fails in the same way: fewer clients, acts, deliveries, injections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.simulation.one_seed import Result, simulate
from tests.simulation.plan import Plan

_MOST_RUNS = 120


def shrink(result: Result, kind: str) -> Result:
    """The smallest failing run that was found. Without some actor the others take other turns, so each smaller plan is
    tried as it is and is kept only if it fails in the same way."""
    best = _run(replace(result.plan, listed=dict(result.met)), kind) or result
    left = _MOST_RUNS
    smaller = True
    while smaller and left > 0:
        smaller = False
        for plan in _smaller(best.plan):
            left -= 1
            found = _run(plan, kind)
            if found is not None:
                best, smaller = found, True
                break
            if left <= 0:
                break
    return best


def _run(plan: Plan, kind: str) -> Result | None:
    result = simulate(plan)
    return result if kind in result.kinds else None


def _smaller(plan: Plan) -> Iterator[Plan]:
    """The largest steps first."""
    for n in range(len(plan.parts)):
        yield replace(plan, parts=plan.parts[:n] + plan.parts[n + 1 :])
    if plan.listed:
        yield replace(plan, listed={})
    for n, part in enumerate(plan.parts):
        for m in range(len(part.acts)):
            if len(part.acts) > 1:
                less = replace(part, acts=part.acts[:m] + part.acts[m + 1 :])
                yield replace(plan, parts=(*plan.parts[:n], less, *plan.parts[n + 1 :]))
    for worker in plan.workers:
        yield replace(plan, workers=tuple(name for name in plan.workers if name != worker))
    for place in plan.listed or {}:
        yield replace(plan, listed={at: what for at, what in (plan.listed or {}).items() if at != place})
    if plan.skews:
        yield replace(plan, skews=False)
    if plan.lag:
        yield replace(plan, lag=0.0)
    if plan.days:
        yield replace(plan, days=0)
