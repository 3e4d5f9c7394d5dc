"""What a session's first message is told as when the message itself has left the last turns: its task and its terms."""

from __future__ import annotations

from collections.abc import Iterator

from shared.domain.chatter import is_chatter
from shared.domain.events import Event
from shared.domain.sentences import sentences
from shared.domain.spoken_constraints import MAX_CHARACTERS, MAX_SENTENCE
from shared.domain.summary_parts import Part, part_of

# Characters. What is shorter is told as a whole, with the constraints and before what only quotes it.
SHORT = 400
_MOST = 20


def opening_statements(event: Event) -> list[tuple[str, str]]:
    """Part and text of each, constraints first: all that a short message says but chatter; of a longer one its first
    sentence and what a summary would call a constraint, of a paste what a paste may bind by."""
    said = [sentence for sentence in sentences(event.content[:MAX_CHARACTERS]) if not is_chatter(sentence)]
    binding = [sentence for sentence in said if part_of(sentence, event) is Part.CONSTRAINTS]
    if len(event.content) > MAX_CHARACTERS:
        binding = list(event.constraints)
    binding = [sentence for sentence in dict.fromkeys(binding) if len(sentence) <= MAX_SENTENCE][:_MOST]
    others = [sentence for sentence in said if sentence not in binding]
    return [*(("constraint", sentence) for sentence in binding), *_rest(event, said[:1], others)]


def _rest(event: Event, first: list[str], others: list[str]) -> Iterator[tuple[str, str]]:
    told = others if len(event.content) <= SHORT else [s for s in others if s in first and len(s) <= MAX_SENTENCE]
    for number, sentence in enumerate(told):
        yield ("goal" if number == 0 else _WORDS.get(part_of(sentence, event), "evidence")), sentence


_WORDS: dict[Part | None, str] = {Part.PENDING: "pending", Part.COMPLETED: "completed"}
