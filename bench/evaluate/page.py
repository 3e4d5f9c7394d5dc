"""The report as one page that needs nothing beside itself: no script, no style sheet, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bench.evaluate.plots import svg
from bench.evaluate.results import Figure, Measure, Report, State
from bench.evaluate.sets import TEST

_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem;color:#1f2937;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0}td,th{text-align:left;padding:.2rem .6rem;
border-bottom:1px solid #e5e7eb}td{vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}code,pre{font-size:.85em}
pre{overflow:auto;background:#f3f4f6;padding:.6rem}figure{margin:1rem 0}svg{width:100%;max-width:40rem}
svg text{font:12px system-ui,sans-serif;fill:#374151}.axis{stroke:#6b7280}.ideal{stroke:#9ca3af;stroke-dasharray:4}
.state{white-space:nowrap;padding:.1rem .5rem;border-radius:.6rem;font-size:.85em;border:1px solid #9ca3af}
.holds{background:#d1fae5}.missed,.failed{background:#fee2e2}.unmeasured{background:#f3f4f6;color:#4b5563}
"""
_CLASSES = {
    State.HOLDS: "holds", State.MISSED: "missed", State.FAILED: "failed", State.NOT_MEASURED: "unmeasured",
    State.MEASURED: "measured",
}  # fmt: skip


def page(report: Report) -> str:
    about = "".join(f"<tr><th>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in report.about.items())
    contents = "".join(
        f'<tr><td><a href="#m{place}">{escape(one.name)}</a></td><td>{_state(one)}</td><td>{_headline(one)}</td>'
        f"<td>{escape(one.data)}</td></tr>"
        for place, one in enumerate(report.measures)
    )
    heads = "<tr><th>measure</th><th>state</th><th>one of its figures</th><th>data</th></tr>"
    measures = "".join(_measure(place, one) for place, one in enumerate(report.measures))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>Evaluation of the memory</title>"
        f"<style>{_STYLE}</style></head><body><h1>Evaluation of the memory</h1><table>{about}</table>"
        "<p>Choices were made on the half <b>tune</b>; <b>test</b> is what is reported. Only a figure with a limit can "
        "hold or miss; what was not measured is neither. "
        f"Figures without a unit are shares from 0 to 1.</p><table>{heads}{contents}</table>{measures}</body></html>\n"
    )


def _state(measure: Measure) -> str:
    return f'<span class="state {_CLASSES[measure.state]}">{measure.state.value}</span>'


def _measure(place: int, measure: Measure) -> str:
    parts = [
        f'<h2 id="m{place}">{escape(measure.name)} {_state(measure)}</h2>',
        f"<p>Data: {escape(measure.data)}. Measured by <code>{escape(measure.command)}</code></p>",
        f"<p>{escape(measure.reason)}</p>" if measure.reason else "",
        _figures(measure.figures) if measure.figures else "",
        *(svg(plot) for plot in measure.plots),
        f"<details><summary>Output</summary><pre>{escape(measure.output)}</pre></details>" if measure.output else "",
    ]
    return "".join(parts)


def _headline(measure: Measure) -> str:
    """The first that missed, else the first of the half that is reported, else the first with a limit, else any."""
    ranked = sorted(
        measure.figures,
        key=lambda one: (one.holds is not False, one.half != TEST, not one.half and one.holds is None),
    )
    if not ranked:
        return escape(measure.reason)
    half = f", {ranked[0].half}" if ranked[0].half else ""
    return f"{escape(ranked[0].name)}{half}: {_value(ranked[0])}"


def _figures(figures: Sequence[Figure]) -> str:
    """One row for each name; the halves side by side where there are any."""
    halves = list(dict.fromkeys(figure.half for figure in figures if figure.half))
    columns = [*halves, *([""] if any(not figure.half for figure in figures) else [])]
    whole = "whole" if halves else "value"
    heads = "".join(f"<th class=n>{half or whole}</th><th class=n>cases</th>" for half in columns)
    by_name: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        by_name.setdefault(figure.name, {})[figure.half] = figure
    rows = "".join(_row(name, [parts.get(half) for half in columns]) for name, parts in by_name.items())
    return f"<table><tr><th>figure</th>{heads}<th>limit</th></tr>{rows}</table>"


def _row(name: str, parts: Sequence[Figure | None]) -> str:
    cells = "".join(
        "<td></td><td></td>" if one is None else f"<td class=n>{_value(one)}</td><td class=n>{_count(one)}</td>"
        for one in parts
    )
    limits = dict.fromkeys(_limit(one) for one in parts if one is not None)
    return f"<tr><td>{escape(name)}</td>{cells}<td>{' '.join(limits)}</td></tr>"


def _value(figure: Figure) -> str:
    value = "none" if figure.value is None else f"{figure.value:,.3f}".rstrip("0").rstrip(".")
    return f"{value} {escape(figure.unit)}" if figure.unit not in ("", "share") else value


def _count(figure: Figure) -> str:
    return "" if figure.of is None else f"{figure.of:,}"


def _limit(figure: Figure) -> str:
    limit = ""
    if figure.at_least is not None:
        limit = f"at least {figure.at_least:g}"
    if figure.at_most is not None:
        limit = f"{limit}, at most {figure.at_most:g}".removeprefix(", ")
    if figure.holds is not None:
        limit += ": holds" if figure.holds else f": missed{' in ' + figure.half if figure.half else ''}"
    return limit
