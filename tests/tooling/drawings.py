"""`python -m tests.tooling.drawings`: writes the drawings of docs/images from the text beside them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parents[2] / "docs" / "images"
_BOX, _GAP = (256, 60), (48, 54)  # width and height, in pixels
_LANE, _STEP, _TOP, _MARGIN = 190, 44, 96, 24
_STYLE = """
svg { --ink: #1f2328; --line: #57606a; --paper: #ffffff; --box: #f6f8fa; --mark: #ddf4ff; --edge: #0969da }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e6edf3; --line: #9198a1; --paper: #0d1117; --box: #161b22; --mark: #0c2d4d; --edge: #4493f8 }
}
text { font: 14px system-ui, sans-serif; fill: var(--ink) }
.title { font-size: 18px; font-weight: 600 } .name { font-weight: 600 } .small { font-size: 13px }
.paper { fill: var(--paper) } .box { fill: var(--box); stroke: var(--line) }
.strong { fill: var(--mark); stroke: var(--edge) } .band { fill: var(--mark); stroke: var(--edge) }
.line { stroke: var(--line); fill: none; stroke-width: 1.5 } .lane { stroke: var(--line); stroke-dasharray: 3 4 }
.head { fill: var(--line) }
"""


def drawing(source: Mapping[str, Any]) -> str:
    draw = _boxes if source["kind"] == "boxes" else _lanes
    width, height, parts = draw(source)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(source["title"])}">\n<style>{_STYLE}</style>\n'
        '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        '<path class="head" d="M0 0L10 5L0 10z"/></marker></defs>\n'
        f'<rect class="paper" width="{width}" height="{height}"/>\n'
        f"{_text(_MARGIN, 36, source['title'], 'title', 'start')}\n{body}\n</svg>\n"
    )


def _boxes(source: Mapping[str, Any]) -> tuple[int, int, list[str]]:
    places = {box["id"]: _corner(box["at"]) for box in source["box"]}
    lines = [part for arrow in source["arrow"] for part in _arrow(places[arrow["from"]], places[arrow["to"]], arrow)]
    boxes = []
    for box in source["box"]:
        x, y = places[box["id"]]
        kind = "strong" if box.get("strong") else "box"
        boxes.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{_BOX[0]}" height="{_BOX[1]}" rx="8"/>')
        words = box["text"].split("\n")
        for number, line in enumerate(words):
            at = y + _BOX[1] // 2 + 5 + 20 * number - 10 * (len(words) - 1)
            boxes.append(_text(x + _BOX[0] // 2, at, line, "small" if number else "name small"))
    right = max(x for x, _ in places.values()) + _BOX[0] + _MARGIN
    return right, max(y for _, y in places.values()) + _BOX[1] + _MARGIN, lines + boxes


def _corner(at: Sequence[int]) -> tuple[int, int]:
    return _MARGIN + at[0] * (_BOX[0] + _GAP[0]), 60 + at[1] * (_BOX[1] + _GAP[1])


def _arrow(start: tuple[int, int], end: tuple[int, int], arrow: Mapping[str, Any]) -> Iterator[str]:
    """From edge to edge: between columns from side to side, within one from top to bottom."""
    (x1, y1), (x2, y2) = start, end
    middle = _BOX[1] // 2
    if x1 == x2:
        x1 = x2 = x1 + _BOX[0] // 2
        y1, y2 = (y1 + _BOX[1], y2) if y1 < y2 else (y1, y2 + _BOX[1])
    else:
        x1, x2 = (x1 + _BOX[0], x2) if x1 < x2 else (x1, x2 + _BOX[0])
        y1, y2 = y1 + middle, y2 + middle
    yield f'<path class="line" marker-end="url(#head)" d="M{x1} {y1}L{x2} {y2}"/>'
    if arrow.get("text"):
        beside = (x1 + 8, (y1 + y2) // 2 + 5, "start") if x1 == x2 else ((x1 + x2) // 2, y1 - 38, "middle")
        yield _text(beside[0], beside[1], arrow["text"], "small", beside[2])


def _lanes(source: Mapping[str, Any]) -> tuple[int, int, list[str]]:
    at = {name: _MARGIN + _LANE // 2 + number * _LANE for number, name in enumerate(source["lanes"])}
    steps = source["step"]
    bottom = _TOP + _STEP * (len(steps) + 1)
    parts = []
    for name, x in at.items():
        parts.append(f'<path class="line lane" d="M{x} {_TOP}V{bottom - 10}"/>')
        parts.append(f'<rect class="box" x="{x - 72}" y="{_TOP - 36}" width="144" height="34" rx="6"/>')
        parts.append(_text(x, _TOP - 14, name, "name"))
    if band := source.get("band"):
        top, end = _TOP + _STEP * band["first"], _TOP + _STEP * (band["last"] + 1)
        parts.append(f'<rect class="band" x="{at[band["lane"]] - 7}" y="{top}" width="14" height="{end - top}"/>')
        parts.append(_text(at[band["lane"]] - 12, (top + end) // 2, band["text"], "name small", "end"))
    for number, step in enumerate(steps, start=1):
        parts += _step(at[step["from"]], at[step["to"]], _TOP + _STEP * number, step["text"])
    return _MARGIN * 2 + _LANE * len(at), bottom, parts


def _step(x1: int, x2: int, y: int, text: str) -> Iterator[str]:
    if x1 == x2:
        yield f'<circle class="head" cx="{x1}" cy="{y}" r="5"/>'
        yield _boxed(x1 + 12, y + 5, text, "start")
        return
    yield f'<path class="line" marker-end="url(#head)" d="M{x1} {y}H{x2 - (8 if x2 > x1 else -8)}"/>'
    yield _boxed((x1 + x2) // 2, y - 9, text, "middle")


def _boxed(x: int, y: int, text: str, anchor: str) -> str:
    """On paper, so that no line runs through the words."""
    width = int(7.1 * len(text)) + 6
    left = x - 3 if anchor == "start" else x - width // 2
    return (
        f'<rect class="paper" x="{left}" y="{y - 13}" width="{width}" height="15"/>{_text(x, y, text, "small", anchor)}'
    )


def _text(x: int, y: int, words: str, kind: str, anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(words, quote=False)}</text>'


def sources() -> dict[Path, Mapping[str, Any]]:
    """Where the drawing lies -> what it is made from."""
    return {
        path.with_suffix(".svg"): tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(IMAGES.glob("*.toml"))
    }


if __name__ == "__main__":
    for target, source in sources().items():
        target.write_text(drawing(source), encoding="utf-8")
