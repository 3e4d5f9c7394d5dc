"""Figures of what was played: each part by its half, so that what choices were made on is never what is reported."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from statistics import fmean, quantiles

from bench.evaluate.playing import Answered, Played
from bench.evaluate.results import Bars, Curve, Figure, Measure, Reliability
from bench.evaluate.sets import BOTH_HOLD, KEYED, TEST, TUNE
from bench.locomo.retrieval_scores import Scores, scores_of

_HALVES = (TUNE, TEST)
_BINS = 10


def measures_of(played: Played, command: str, data: str, *, limits: bool) -> list[Measure]:
    """`limits`: the set is the one that isolation and staleness have limits on, the built-in one."""
    answered = played.answered
    return [
        _found(played, command, data),
        _shown(answered, command, data),
        _current(answered, command, data, limits=limits),
        _contexts(answered, command, data),
        _times(played, command, data),
    ]


def _found(played: Played, command: str, data: str) -> Measure:
    """Without the threshold: what the order of the first ten is worth. What was refused is not found."""
    asked = [one for one in played.answered if one.question.evidence]
    figures, bars = [Figure("statements refused", played.refused, "statements", len(played.write_ms))], {}
    for half in _HALVES:
        scores = [_scores(one) for one in asked if one.question.half == half]
        if scores:
            mean = Scores.mean(scores)
            figures += [
                Figure("R@10", mean.recall_at_10, "share", len(scores), half),
                Figure("R@5", mean.recall_at_5, "share", len(scores), half),
                Figure("nDCG@10", mean.ndcg_at_10, "share", len(scores), half),
            ]
    for category in sorted({one.question.category for one in asked}):
        scores = [_scores(one) for one in asked if one.question.category == category and one.question.half == TEST]
        if scores:
            mean = Scores.mean(scores)
            bars[f"{category}, R@10"], bars[f"{category}, nDCG"] = mean.recall_at_10, mean.ndcg_at_10
            figures += [
                Figure(f"R@10, {category}", mean.recall_at_10, "share", len(scores), TEST),
                Figure(f"nDCG@10, {category}", mean.ndcg_at_10, "share", len(scores), TEST),
            ]
    return Measure("Recall and nDCG", command, data, figures, [Bars("Test half, by category", bars, "share", 1.0)])


def _scores(one: Answered) -> Scores:
    return scores_of([hit.ids for hit in one.ranked], one.question.evidence)


def _shown(answered: Sequence[Answered], command: str, data: str) -> Measure:
    """With the service's own threshold: what is shown, and when nothing is."""
    figures: list[Figure] = []
    for half in _HALVES:
        part = [one for one in answered if one.question.half == half]
        has, none = [o for o in part if o.question.evidence], [o for o in part if not o.question.evidence]
        hits = [bool(hit.ids & one.question.evidence) for one in part for hit in one.shown]
        figures += [
            *_share("precision of what is shown", hits, half),
            *_share("answerable, and the evidence is shown", [_right(one) for one in has], half),
            *_share("unanswerable, and nothing is shown (abstention)", [not one.shown for one in none], half),
            *_share("answerable, and nothing is shown", [not one.shown for one in has], half),
        ]
    points, error = _reliability([one for one in answered if one.question.half == TEST])
    if points:
        figures.append(Figure("expected calibration error of the first hit", error, "share", None, TEST))
    plots = [Reliability("First hit: claimed relevance and share that was right, test half", points)] if points else []
    return Measure("Precision and abstention", command, data, figures, plots)


def _right(one: Answered) -> bool:
    return any(hit.ids & one.question.evidence for hit in one.shown)


def _reliability(answered: Sequence[Answered]) -> tuple[list[tuple[float, float, int]], float]:
    """The first hits by their relevance, in ten bins of equal width; and how far these are off, weighted."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for one in answered:
        if one.ranked:
            first = one.ranked[0]
            place = min(_BINS - 1, int(first.relevance * _BINS))
            bins.setdefault(place, []).append((first.relevance, bool(first.ids & one.question.evidence)))
    points = [
        (fmean(claimed for claimed, _ in some), fmean(right for _, right in some), len(some))
        for _, some in sorted(bins.items())
    ]
    of = sum(count for _, _, count in points)
    return points, sum(abs(claimed - right) * count for claimed, right, count in points) / of if of else 0.0


def _current(answered: Sequence[Answered], command: str, data: str, *, limits: bool) -> Measure:
    changed = [one for one in answered if one.question.stale]
    figures = []
    for category in sorted({one.question.category for one in changed}):
        keyed = limits and category == KEYED
        for half in _HALVES:
            part = [one for one in changed if one.question.half == half and one.question.category == category]
            seen = [_seen(one) for one in part]
            served = [own is not None for own in seen]
            figures += _share(f"stale served, {category}", served, half, most=0.0 if keyed else None)
            for place in Stale:
                figures += _share(f"stale {place.value}, {category}", [own is place for own in seen], half)
            figures += _share(f"current shown, {category}", [_right(one) for one in part], half)
    figures += [figure for half in _HALVES for figure in _still_true(answered, half)]
    reason = "" if figures else "no question of this set names what was true before"
    return Measure("Currentness: stale facts after updates", command, data, figures, reason=reason)


class Stale(StrEnum):
    """Where what was true before stands, from the worst to the best; none of them if it is not shown."""

    ALONE = "alone"
    FIRST = "before the current"
    UNLABELLED = "after the current, unlabelled"
    LABELLED = "after the current, labelled as outdated"


def _seen(one: Answered) -> Stale | None:
    stale = next((n for n, hit in enumerate(one.shown) if hit.ids & one.question.stale), None)
    current = next((n for n, hit in enumerate(one.shown) if hit.ids & one.question.evidence), None)
    if stale is None:
        return None
    if current is None:
        return Stale.ALONE
    if stale < current:
        return Stale.FIRST
    return Stale.LABELLED if one.shown[stale].outdated else Stale.UNLABELLED


def _still_true(answered: Sequence[Answered], half: str) -> list[Figure]:
    """Of pairs that look like a change and are none: what became of the earlier statement, which is asked for."""
    part = [one for one in answered if one.question.category == BOTH_HOLD and one.question.half == half]
    ended = [not any(hit.ids & one.question.evidence for hit in one.ranked) for one in part]
    labelled = [any(hit.outdated and hit.ids & one.question.evidence for hit in one.shown) for one in part]
    return [
        *_share("what holds was ended", ended, half, most=0.0),
        *_share("what holds is not shown", [not _right(one) for one in part], half),
        *_share("what holds is labelled as outdated", labelled, half),
    ]


def _contexts(answered: Sequence[Answered], command: str, data: str) -> Measure:
    built = [one for one in answered if one.tokens]
    figures: list[Figure] = []
    for half in _HALVES:
        part = [one for one in built if one.question.half == half]
        if part:
            tokens = [float(one.tokens) for one in part]
            figures.append(Figure("tokens a context, mean", fmean(tokens), "tokens", len(part), half))
            figures += _share(
                "all evidence is in the context", [one.in_context for one in part if one.question.evidence], half
            )
    curve = Curve("Tokens a context", {"contexts": [float(one.tokens) for one in built]}, "tokens")
    reason = "" if built else "contexts were left out of this run"
    return Measure("Tokens per context", command, data, figures, [curve] if built else [], reason)


def _times(played: Played, command: str, data: str) -> Measure:
    series = {
        "write": played.write_ms,
        "recall": played.recall_ms,
        "context": played.context_ms,
        "index lag": played.lag_ms,
    }
    figures = []
    for name, times in series.items():
        if len(times) > 1:
            cuts = quantiles(times, n=100, method="inclusive")
            figures += [Figure(f"{name}, p{cut}", cuts[cut - 1], "ms", len(times)) for cut in (50, 95, 99)]
    figures.append(Figure("degraded recalls", played.degraded, "recalls", len(played.recall_ms) * 2, at_most=0))
    return Measure(
        "Latency and index lag",
        command,
        data,
        figures,
        [Curve("Time of one call over HTTP on this machine", {n: t for n, t in series.items() if t}, "ms")],
    )


def _share(name: str, cases: Sequence[bool], half: str, *, most: float | None = None) -> list[Figure]:
    """None for no cases: a share of nothing is no figure."""
    return [Figure(name, fmean(cases), "share", len(cases), half, at_most=most)] if cases else []
