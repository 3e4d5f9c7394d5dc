"""Which events each line of a summary rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from shared.domain.sessions.session import Event
from shared.domain.summaries.summary import MAX_BYTES, SummaryContent
from shared.language.speech.sentences import sentences

# Of a line that was said again and again the first events are named: they say the same.
MOST_SOURCES = 3


def with_sources(content: SummaryContent, before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
    """`before`: the summary of what came before `sources`. A line that nobody said in these words has no event, and
    none has where the ids of the events would make the summary too long."""
    said: dict[str, dict[str, None]] = defaultdict(dict)
    for line, ids in before.said_in.items():
        for text in (line, *sentences(line)):
            said[text].update(dict.fromkeys(ids))
    for item in before.evidence:
        said[item.text][item.event_id] = None
    for event in sources:
        for sentence in sentences(event.content):
            said[sentence][event.event_id] = None
    named = {line: _sources_of(line, said) for line in content.lines}
    whole = replace(content, said_in={line: ids for line, ids in named.items() if ids})
    return whole if whole.size <= MAX_BYTES else content


def _sources_of(line: str, said: dict[str, dict[str, None]]) -> tuple[str, ...]:
    found = dict.fromkeys(id for text in (line, *sentences(line)) for id in said.get(text, ()))
    return tuple(found)[:MOST_SOURCES]
