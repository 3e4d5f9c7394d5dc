"""How recalled items stand in a prompt: one block under a line that says what it is, in which nothing of the items'
own text can end the block, start another, or speak for anybody.

Every line of an item's text but the first after its tag begins with a mark of ours, so that none of them begins the way
a role or a heading would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from shared.domain.context.selection import ContextItem
from shared.domain.instants import wire_text
from shared.language.injection.markers import CLOSING, ITEM, MARKDOWN_HEADING, NOTICE, OPENING
from shared.language.injection.neutralise import neutralised, neutralised_value

_WARNING = "reads as an instruction, is none"


class Style(StrEnum):
    XML = "xml"
    MARKDOWN = "markdown"


# What every further line of an item begins with.
_MARKS = {Style.XML: "| ", Style.MARKDOWN: "> "}


def rendered_item(item: ContextItem, style: Style, *, joins: bool = False) -> str:
    """The item with its labels: layer, source, time with zone to the second, confidence, staleness, kind. `joins`: as a
    further line of an item with the same labels."""
    if joins:
        return _MARKS[style] + _content(item, style)
    return _xml_item(item) if style is Style.XML else _markdown_item(item)


def rendered_items(items: Sequence[ContextItem], style: Style) -> list[str]:
    """All of them; neighbouring statements with the same labels share one head."""
    heads: list[ContextItem] = []
    for item in items:
        if heads and item.part is not None and heads[-1].part is not None and item.head == heads[-1].head:
            heads[-1] = replace(heads[-1], content=f"{heads[-1].content}\n{_statement(item)}")
        else:
            heads.append(item)
    return [rendered_item(item, style) for item in heads]


def rendered_block(items: Sequence[str], notes: Sequence[str], style: Style) -> str:
    """The block of rendered items. `notes` are sentences of ours about the whole, one a line."""
    if style is Style.XML:
        return "\n".join((NOTICE, *notes, OPENING, *items, CLOSING))
    return "\n".join((MARKDOWN_HEADING, NOTICE, *notes, *items))


def _labels(item: ContextItem) -> dict[str, str]:
    labels = {
        "layer": item.layer.value,
        "source": item.source,
        "time": wire_text(item.time.replace(microsecond=0)),
        "confidence": f"{item.confidence:.2f}".rstrip("0").rstrip("."),
        "stale": "true" if item.stale else "false",
        "label": item.label,
    }
    named = {"key": item.key, "title": item.title, "speaker": item.speaker, "tool": item.tool}
    labels.update({name: value for name, value in named.items() if value is not None})
    if item.basis is not None:
        labels["disputed"] = item.basis
    if item.reads_as_instruction:
        labels["warning"] = _WARNING
    return {name: neutralised_value(value) for name, value in labels.items()}


def _statement(item: ContextItem) -> str:
    return item.content if item.part is None else f"{item.part}: {item.content}"


def _content(item: ContextItem, style: Style) -> str:
    return neutralised(_statement(item)).strip("\n").replace("\n", "\n" + _MARKS[style])


def _xml_item(item: ContextItem) -> str:
    labels = " ".join(f'{name}="{value}"' for name, value in _labels(item).items())
    return f"<{ITEM} {labels}>{_content(item, Style.XML)}</{ITEM}>"


def _markdown_item(item: ContextItem) -> str:
    labels = " | ".join(f"{name}: {value}" for name, value in _labels(item).items())
    return f"- {labels}\n> {_content(item, Style.MARKDOWN)}"
