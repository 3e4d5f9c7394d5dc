"""Whether a statement is worth remembering: what nobody needs tomorrow is refused, and a fact never is.

Writeback policy, first form: what is stored at all, and what is stored only as a candidate.
"""

from __future__ import annotations

import re
import unicodedata

from shared.domain.errors import LowConfidence, NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Status
from shared.domain.messages import not_remembered, too_uncertain
from shared.domain.writing.decisions import WritebackPolicy
from shared.language.comparison.repetition import mostly_stored
from shared.language.injection.markers import is_recalled_block
from shared.language.speech.small_talk import (
    asks_to_forget,
    is_passing_mood,
    is_reported_talk,
    is_small_talk,
    is_work_talk,
)
from shared.language.speech.tool_output import are_commands, is_tool_output

__all__ = ["mostly_stored", "refuse_worthless"]

# What a person states in so many words is kept even where a model's report of the same form would not be.
_A_PERSONS_OWN = (Source.USER_STATED, Source.HUMAN_CONFIRMED, Source.SYSTEM_OF_RECORD)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|[。！？；，]|(?<=[\u4e00-\u9fff])[,!?;]")  # NFKC has made "，" a comma
# A text longer than this is not a mere remark, however it begins.
_REMARK = 120
# Under a key a single word is a value: "no" under `smoker`, 好 under `credit`. Characters, of a text without spaces.
_VALUE = 12


def refuse_worthless(content: str, source: Source, *, keyed: bool = False, recipe: bool = False) -> None:
    """Raises `NotWorthRemembering` with the reason.

    From every source: small talk, recalled memory that is fed back in, a passing mood, the talk of work in progress, a
    request to forget, and what a command or a tool printed. From a model, a page or a tool also talk that is only
    reported. Each only where the text is nothing else, so that a fact beside it is kept. `keyed`: the statement has a
    key, so that one word may be all of it. `recipe`: it says how something is done, which may be commands alone.
    """
    if is_recalled_block(content):
        raise NotWorthRemembering(not_remembered("recalled memory, which is remembered already"))
    if is_tool_output(content) and not (recipe and are_commands(content)):
        raise NotWorthRemembering(not_remembered("the output of a command or a tool"))
    text = unicodedata.normalize("NFKC", content).strip()
    if len(text) > _REMARK or (keyed and len(text) <= _VALUE and not re.search(r"\s", text)):
        return
    if is_small_talk(text):
        raise NotWorthRemembering(not_remembered("small talk"))
    if reason := _mere_remark(text, reported=source not in _A_PERSONS_OWN):
        raise NotWorthRemembering(not_remembered(reason))


def _mere_remark(text: str, *, reported: bool) -> str | None:
    """Why a text is not worth remembering: because of what it is, or because each of its sentences (clauses, in
    Chinese) is a remark or small talk. `reported`: talk that is only reported counts too."""
    if reason := _remark(text, reported=reported):
        return reason
    parts = [part for part in map(str.strip, _SENTENCE_ENDS.split(text)) if part]
    if parts == [text]:  # which is no small talk, or nobody would ask
        return None
    first: str | None = None
    for part in parts:
        found = _remark(part, reported=reported) or ("small talk" if is_small_talk(part) else None)
        if found is None:
            return None
        first = first or found
    return first


def _remark(text: str, *, reported: bool) -> str | None:
    if is_passing_mood(text):
        return "a passing mood"
    if reported and is_reported_talk(text):
        return "a report of small talk"
    if is_work_talk(text):
        return "talk of work in progress"
    if asks_to_forget(text):
        return "a request to forget, which a deletion carries out and no memory"
    return None


def refuse_empty(content: str) -> None:
    """Raises `NotWorthRemembering` for text without a letter, a digit or a symbol: only space and punctuation."""
    if not any(unicodedata.category(c)[0] in "LNS" for c in content):
        raise NotWorthRemembering(not_remembered("a text that says nothing"))


def initial_status(source: Source, confidence: float, policy: WritebackPolicy) -> Status:
    """`active`, or `candidate` for what must be reviewed before it is a fact. Raises `LowConfidence` for a guess."""
    if source is Source.EXTERNAL_UNVERIFIED:
        return Status.CANDIDATE
    if source is Source.AGENT_INFERRED:
        if confidence < policy.inferred_stored:
            raise LowConfidence(too_uncertain(policy.inferred_stored))
        if confidence < policy.inferred_active:
            return Status.CANDIDATE
    return Status.ACTIVE


def why_candidate(source: Source, confidence: float, policy: WritebackPolicy) -> str:
    """Why a statement that says nothing else for itself waits: what its writer is answered."""
    if source is Source.EXTERNAL_UNVERIFIED:
        return "what comes from outside is no fact before a person has confirmed it"
    return (
        f"an inference (the source agent_inferred, which is the default) with a confidence of {confidence:g} is no "
        f"fact before a person has confirmed it; from {policy.inferred_active:g} on it is one, and so is what a user "
        "stated (the source user_stated)"
    )
