"""Plots as SVG inside of a page: no script, no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bench.evaluate.results import Bars, Curve, Plot, Reliability

_WIDE, _HIGH, _LEFT, _ROW = 560, 300, 210, 22
_COLOURS = ("#2563eb", "#d97706", "#059669", "#9333ea", "#dc2626", "#475569")


def svg(plot: Plot) -> str:
    if isinstance(plot, Bars):
        return _bars(plot)
    return _reliability(plot) if isinstance(plot, Reliability) else _curve(plot)


def _framed(title: str, height: float, parts: Sequence[str]) -> str:
    inside = "".join(parts)
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {_WIDE} {height:.0f}" role="img" '
        f'aria-label="{escape(title)}">{inside}</svg></figure>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _bars(plot: Bars) -> str:
    top = plot.top if plot.top is not None else max(plot.values.values(), default=0.0)
    room, parts = _WIDE - _LEFT - 70, []
    for place, (name, value) in enumerate(plot.values.items()):
        y = place * _ROW
        width = room * min(1.0, value / top) if top else 0.0
        parts.append(_text(_LEFT - 8, y + 15, name, "end"))
        parts.append(f'<rect x="{_LEFT}" y="{y + 3}" width="{width:.1f}" height="{_ROW - 6}" fill="{_COLOURS[0]}"/>')
        parts.append(_text(_LEFT + width + 6, y + 15, f"{value:.3g}"))
    return _framed(f"{plot.title} ({plot.unit})", max(1, len(plot.values)) * _ROW + 4, parts)


def _axes(x_name: str, ends: tuple[str, str], y_name: str) -> list[str]:
    return [
        _line(50, _HIGH - 30, _WIDE - 10, _HIGH - 30, "axis"),
        _line(50, 10, 50, _HIGH - 30, "axis"),
        _text(50, _HIGH - 14, ends[0]),
        _text(_WIDE - 10, _HIGH - 14, ends[1], "end"),
        _text((_WIDE + 40) / 2, _HIGH - 2, x_name, "middle"),
        _text(46, 18, "1", "end"),
        _text(46, _HIGH - 32, "0", "end"),
        _text(56, 18, y_name),
    ]


def _x(share: float) -> float:
    return 50 + (_WIDE - 60) * share


def _y(share: float) -> float:
    return _HIGH - 30 - (_HIGH - 40) * share


def _reliability(plot: Reliability) -> str:
    parts = _axes("claimed", ("0", "1"), "share that was right")
    parts.append(_line(_x(0), _y(0), _x(1), _y(1), "ideal"))
    most = max((count for _, _, count in plot.points), default=1)
    for claimed, right, count in plot.points:
        radius = 3 + 9 * (count / most) ** 0.5
        name = f"claimed {claimed:.2f}, right {right:.2f}, {count} questions"
        parts.append(
            f'<circle cx="{_x(claimed):.1f}" cy="{_y(right):.1f}" r="{radius:.1f}" fill="{_COLOURS[0]}" '
            f'fill-opacity="0.7"><title>{name}</title></circle>'
        )
    return _framed(plot.title, _HIGH, parts)


def _most(values: Sequence[float]) -> float:
    """The 95th percentile: a single slow call would leave no room for the others."""
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]


def _curve(plot: Curve) -> str:
    top = max((_most(values) for values in plot.values.values() if values), default=1.0) or 1.0
    parts = _axes(plot.unit, ("0", f"{top:,.0f} (one in twenty lies beyond)"), "share at or below")
    for place, (name, values) in enumerate(plot.values.items()):
        colour = _COLOURS[place % len(_COLOURS)]
        ordered = sorted(values)
        points = " ".join(
            f"{_x(min(1.0, value / top)):.1f},{_y((number + 1) / len(ordered)):.1f}"
            for number, value in enumerate(ordered)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<rect x="{_WIDE - 120}" y="{_HIGH - 60 - 18 * place}" width="10" height="10" fill="{colour}"/>')
        parts.append(_text(_WIDE - 104, _HIGH - 51 - 18 * place, name))
    return _framed(plot.title, _HIGH, parts)
