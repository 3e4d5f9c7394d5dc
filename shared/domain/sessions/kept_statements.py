"""What of a person's own words is worth keeping: a statement is kept by veto, and not by proof.

Not kept is what is small talk, a question, a request, a wish for this time, or is quoted, made up or handed over to be
worked on; all else is, in any language. Kinds are told by planes where the embedder is measured, with words as the
second witness where those are surer; by words alone where it is not. Talk between people is no dialogue with an agent:
there only questions and small talk are left out. Completion, running sessions and contexts all ask here.
"""

from __future__ import annotations

import re

from shared.domain.meaning.kinds import POLICY, Kind, SentenceKinds
from shared.domain.sessions.chatter import is_chatter
from shared.language.speech.obligations import is_obligation, is_veto
from shared.language.speech.own_words import own_words
from shared.language.speech.questions import asks
from shared.language.speech.small_talk import is_small_talk, without_small_talk
from shared.language.speech.temporary import is_wish
from shared.language.speech.tool_output import is_data, is_tool_output
from shared.language.speech.witnesses import says_always, says_guess, says_once, says_some_day
from shared.language.text.scripts import is_cjk

# A longer run without a full stop is not a person's statement. Characters.
MAX_STATEMENT = 1_000
# Sentences of one turn that are looked at: who says more has said something worth keeping in these.
MAX_SENTENCES = 40
# Under so many words an answer means what it answers, and is not judged alone.
SHORT = 4
# Characters that count as one word in a script without spaces.
_A_WORD = 2

_MARKED = re.compile(r"[?？؟]\s*[\"'”’」』）)]*\s*$")
_ASKED_IN_WORDS = re.compile(r"(?:吗|呢|么|까|나요|ですか|ますか)[?？]")
_OF_SPEAKER = re.compile(r"\b(?:i|i['’]d|we|my|our)\b|(?<!帮)(?<!给)(?<!替)(?<!提醒)我", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def sentences_to_read(text: str) -> list[str]:
    """The sentences of a turn that are its speaker's own words, each to be embedded alone, and without the thanks that
    lead up to it."""
    if is_tool_output(text) or is_data(text):
        return []
    found = (without_small_talk(sentence.own) for sentence in own_words(text) if len(sentence.text) <= MAX_STATEMENT)
    return [own for own in found if any(c.isalnum() for c in own.replace('"', ""))][:MAX_SENTENCES]


def is_kept(sentence: str, kinds: SentenceKinds | None, *, between_people: bool = False) -> bool:
    """`kinds`: of the sentence, `None` where the embedder is not measured or has not read it."""
    if is_small_talk(sentence) or (says_guess(sentence) and says_some_day(sentence)):
        return False
    if kinds is None:
        return _is_kept_by_words(sentence)
    if between_people:
        return kinds[Kind.QUESTION] + kinds[Kind.SMALL_TALK] < POLICY.veto
    if _MARKED.search(sentence) and (_ASKED_IN_WORDS.search(sentence) or not kinds.is_denial(word=False)):
        return False  # "I don't smoke?" denies, even with a question mark
    if says_once(sentence) and kinds.is_once(word=True, asks=is_wish(sentence)):
        return False
    return kinds.is_kept(lasting=says_always(sentence))


def _is_kept_by_words(sentence: str) -> bool:
    if asks(sentence) or is_chatter(sentence) or says_once(sentence) or _requests(sentence):
        return False
    return word_count(sentence) >= SHORT - 1


def _requests(sentence: str) -> bool:
    """Whether it asks for something to be done, and states neither a limit nor a rule nor what its speaker likes.
    English and Chinese."""
    if not is_wish(sentence) or says_always(sentence) or is_veto(sentence) or is_obligation(sentence):
        return False
    return _OF_SPEAKER.search(sentence) is None


def word_count(text: str) -> int:
    if is_cjk(text):
        return -(-sum(c.isalnum() for c in text) // _A_WORD)
    return len(_WORD.findall(text))
