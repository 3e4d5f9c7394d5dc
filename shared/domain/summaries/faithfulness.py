"""What makes a summary faithful, whether rules or a model made it: all that must be kept is in it word for word,
prohibitions are among the constraints, approvals name their event, and it claims nothing of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.domain.summaries.parts import Part, may_be_completed, must_be_stated, part_of
from shared.domain.summaries.summary import MOST_RESULTS, Evidence, SummaryContent, ended_approvals
from shared.language.speech.obligations import is_negated, is_obligation, is_protected, is_veto
from shared.language.speech.sentences import plain, sentences
from shared.language.text.scripts import differ
from shared.language.text.stemming import stem


class SummaryRefused(Exception):
    """The text is no faithful summary. The message says which rule it breaks, without content."""


def refuse_unfaithful(content: SummaryContent, before: SummaryContent, sources: Sequence[Event]) -> None:
    """Raises `SummaryRefused` unless `content` carries over all that must be carried, and claims nothing of its own.

    `before` is the summary of what came before `sources`.
    """
    _refuse_misshapen(content, before, sources)
    said = set(_sentences_of((*before.texts(), *(event.content for event in sources))))
    reported = set(_sentences_of(content.texts()))
    own = [sentence for sentence in reported if sentence not in said]
    if any(is_protected(sentence) for sentence in own):
        raise SummaryRefused(
            "it holds a number, an id, a date, a veto, an obligation, an approval or a decision that nobody stated so"
        )
    quotes = (*content.completed, *content.constraints, *(item.text for item in content.evidence))
    if any(sentence not in said for sentence in _sentences_of(quotes)):
        raise SummaryRefused("it says in other words what must be quoted")
    if _must_be_stated(before, sources) - reported - _old_results(before, sources):
        raise SummaryRefused("it leaves out what must be carried over")
    over = {item.quote for item in _ended(before, sources)}
    if _approvals(before, sources) - {item.quote for item in content.evidence} - over:
        raise SummaryRefused("an approval is not listed as an event of kind `approval`")
    constraints = set(_sentences_of(content.constraints))
    if _constraints(before, sources) - constraints:
        raise SummaryRefused("a veto or a constraint is not among the constraints")
    known = set(_sentences_of((*before.completed, *(text for _, text in over))))
    if not _are_completed(set(_sentences_of(content.completed)) - known, sources):
        raise SummaryRefused("it says that something was done which nobody said was done")
    if _meddles(own, constraints):
        raise SummaryRefused("it speaks in its own words of what is forbidden or bound")
    # Judged where a model chose the words.
    if own and differ(own, said):
        raise SummaryRefused("it is not in the language of the conversation")


def _sentences_of(texts: Iterable[str]) -> Iterator[str]:
    return (sentence for text in texts for sentence in sentences(text))


def _said_in(sources: Sequence[Event]) -> Iterator[tuple[str, Event]]:
    return ((sentence, event) for event in sources for sentence in sentences(event.content))


def _refuse_misshapen(content: SummaryContent, before: SummaryContent, sources: Sequence[Event]) -> None:
    if any(not plain(text) for text in content.texts() if text is not content.goal):
        raise SummaryRefused("an item is blank")
    said = {event.event_id: set(sentences(event.content)) for event in sources}
    earlier = {item.quote for item in before.evidence}
    for item in content.evidence:
        if item.quote not in earlier and item.text not in said.get(item.event_id, ()):
            raise SummaryRefused("evidence names an event that does not say so")


def _must_be_stated(before: SummaryContent, sources: Sequence[Event]) -> set[str]:
    """Nothing that the summary quotes gets lost later on; a model may put the goal in other words again."""
    quoted = (*before.completed, *before.constraints, *before.pending, *(item.text for item in before.evidence))
    needed = set(_sentences_of(quoted))
    needed |= {sentence for sentence in sentences(before.goal) if is_protected(sentence)}
    return needed | {sentence for sentence, event in _said_in(sources) if must_be_stated(sentence, event)}


def _approvals(before: SummaryContent, sources: Sequence[Event]) -> set[tuple[str, str]]:
    given = {item.quote for item in before.evidence if item.kind is EventKind.APPROVAL}
    return given | {
        (event.event_id, sentence)
        for sentence, event in _said_in(sources)
        if event.kind is EventKind.APPROVAL and part_of(sentence, event) is Part.EVIDENCE
    }


def _ended(before: SummaryContent, sources: Sequence[Event]) -> list[Evidence]:
    """Approvals of change requests that are closed."""
    given = [item for item in before.evidence if item.kind is EventKind.APPROVAL]
    given += [
        Evidence(event.event_id, sentence, event.role, event.kind)
        for sentence, event in _said_in(sources)
        if event.kind is EventKind.APPROVAL
    ]
    _, kept = ended_approvals(given, sources)
    return [item for item in given if item not in kept]


def _old_results(before: SummaryContent, sources: Sequence[Event]) -> set[str]:
    """What tools reported, where there is more of it than a summary carries."""
    results = [item.text for item in before.evidence if item.role is EventRole.TOOL]
    results += [sentence for sentence, event in _said_in(sources) if event.role is EventRole.TOOL]
    return set(_sentences_of(results)) if len(results) > MOST_RESULTS else set()


def _constraints(before: SummaryContent, sources: Sequence[Event]) -> set[str]:
    forbidden = {
        sentence
        for sentence, event in _said_in(sources)
        if is_veto(sentence) and part_of(sentence, event) is Part.CONSTRAINTS
    }
    return forbidden | set(_sentences_of(before.constraints))


def _are_completed(claimed: set[str], sources: Sequence[Event]) -> bool:
    return claimed <= {s for s, event in _said_in(sources) if s in claimed and may_be_completed(s, event)}


def _meddles(own: Sequence[str], constraints: set[str]) -> bool:
    """Whether own words name what a veto is about, or repeat a constraint in two of its words or more: a plan to touch
    what must not be touched, or a softer form of a constraint."""
    if not own:
        return False
    vetoes = {root for text in constraints if is_veto(text) or is_negated(text) for root in _roots(text)}
    bound = [_roots(text) for text in constraints if is_obligation(text)]
    for sentence in own:
        roots = _roots(sentence)
        if roots & vetoes or any(len(roots & others) > 1 for others in bound):
            return True
    return False


_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]{3,}")
_RUN = re.compile(r"[\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7ff]{2,}")
_SMALL = frozenset(
    "the and for not with that this you your our are was were has have had been will would should must can could "
    "may its any all from into out but who what when than then them they their there does did don dont doesn didn "
    "isn aren won never only always before after until unless without please let keep make sure one nobody "
    "der die das und nicht les des pas que los las".split(" ")
)
_SMALL_HAN = frozenset("不要别的了是在和请能可以得许准禁止勿必须只先再把将被就都也用做")


def _roots(text: str) -> set[str]:
    """Words by their stem, and pairs of characters in scripts without spaces, but the small ones."""
    found = {stem(word) for word in _WORD.findall(text.lower()) if word not in _SMALL}
    for run in _RUN.findall(text):
        pairs = (run[at : at + 2] for at in range(len(run) - 1))
        found.update(pair for pair in pairs if not _SMALL_HAN.intersection(pair))
    return found
