"""What of a person's words a summary may leave out: greetings, thanks, laughter, moods, assent that allows nothing, and
bare questions. All else is carried, whether or not a rule knows what it says: nobody forbids in the words of a list."""

from __future__ import annotations

import unicodedata

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.domain.writing.admission import refuse_worthless
from shared.language.packs.registry import any_of
from shared.language.speech.obligations import is_protected
from shared.language.speech.small_talk import is_courtesy, is_passing_mood

_LONGEST = 120


def is_chatter(sentence: str) -> bool:
    if not any(c.isalnum() for c in sentence):
        return True
    if len(sentence) > _LONGEST:
        return False
    text = unicodedata.normalize("NFKC", sentence)
    if is_courtesy(text) or is_passing_mood(text):
        return True
    small = _is_worthless(text, Source.USER_STATED) or _QUESTION().search(text) is not None
    return small and not is_protected(sentence)


def is_talk_of_work(sentence: str) -> bool:
    """Of what an agent says while it works: an intention, an offer of help, and no other word."""
    return is_chatter(sentence) or (not is_protected(sentence) and _is_worthless(sentence, Source.AGENT_INFERRED))


def _is_worthless(text: str, source: Source) -> bool:
    try:
        refuse_worthless(text, source)
    except NotWorthRemembering:
        return True
    return False


_QUESTION = any_of(lambda pack: pack.bare_question)
