"""What of a text is its speaker's own word, sentence by sentence: not what they quote, paste, make up or hand over to be
worked on.

Blocks of code, quoted mail and data are left out. Text in quotation marks is set aside: it belongs to its sentence and
says nothing about the speaker. After "translate:", "pretend" or 翻译 nothing is taken, because all that follows is
material.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.language.packs.registry import Packs, PerPacks, any_of
from shared.language.speech.sentences import sentences
from shared.language.speech.temporary import is_lasting
from shared.language.text.patterns import Regex

# The place of a quotation in a sentence that is being checked: one character of private use for each.
_FIRST_PLACE = 0xF0000


@dataclass(frozen=True, slots=True)
class OwnSentence:
    """`text` verbatim; `own` is the same without what it quotes."""

    text: str
    own: str


def own_words(text: str) -> Iterator[OwnSentence]:
    """In their order, up to the point where the text becomes material. What the speaker says about others is their own
    word too."""
    quoted: list[str] = []

    def aside(found: re.Match[str]) -> str:
        quoted.append(found[0])
        return chr(_FIRST_PLACE + len(quoted) - 1)

    spoken = _QUOTATION.now.sub(aside, _without_blocks(_without_letter(text)))
    for sentence in sentences(spoken):
        if _HANDS_OVER().search(sentence) and not is_lasting(sentence):
            return
        whole = "".join(quoted[place] if 0 <= (place := ord(c) - _FIRST_PLACE) < len(quoted) else c for c in sentence)
        yield OwnSentence(" ".join(whole.split()), "".join(c if ord(c) < _FIRST_PLACE else '"' for c in sentence))


def _without_letter(text: str) -> str:
    """Without a letter from its salutation to its signature, when there is a word of the speaker's outside of it: with
    nothing else in the text, the letter is theirs."""
    found = _LETTER().search(text)
    if found is None:
        return text
    outside = f"{text[: found.start()]}\n{text[found.end() :]}"
    return outside if outside.strip() else text


def _without_blocks(text: str) -> str:
    """Without fenced and indented code, block quotes, tables, and lines of data or mark-up. A fence that is never closed
    goes on to the end."""
    kept: list[str] = []
    fence, blank = "", True
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            kept.append("")
        elif fence:
            continue
        elif _DATA_LINE.match(line) or (blank and _INDENTED.match(line)):
            kept.append("")
            continue  # an indented block goes on after its first line
        else:
            kept.append(line)
        blank = not line.strip()
    return "\n".join(kept)


_FENCE = Regex(r"\s{0,3}(`{3,}|~{3,})")
_INDENTED = Regex(r"(?: {4}|\t)\s*\S")
# Quoted mail, JSON, tables, mark-up, prompts of shells and logs, assignments and declarations.
_DATA_LINE = Regex(
    r"\s*(?:(?:\w{1,20})?>|[{}\[\]|]|<[/!?\w]|\$ |#!|//|/\*|\"[^\"]*\"\s*:|'[^']*'\s*:|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|"
    r"(?:def|class|import|from \S+ import|return|const|let|var|function|public|private|SELECT|INSERT|UPDATE|DELETE FROM)\b.*[;:({=)]\s*$|"
    r"[\w.]+\s*[-+:]?=\s*[\"'\[{(\w])"
)
_QUOTATION = Regex(
    '"[^"\n]{1,2000}"|“[^”]{1,2000}”|„[^“”]{1,2000}[“”]|«[^»]{1,2000}»|「[^」]{1,2000}」|『[^』]{1,2000}』|《[^》]{1,200}》|'
    "(?<![\\w'])'[^'\n]{2,2000}'(?!\\w)|‘[^’\n]{2,2000}’(?!\\w)"
)
# From here on the text is something to work on, or made up.
_HANDS_OVER = any_of(lambda pack: pack.hands_over)


def _letter(packs: Packs) -> re.Pattern[str]:
    """A salutation in a line of its own, at most 60 lines, a valediction and a line with a name."""
    opening = "|".join(pack.salutations for pack in packs if pack.salutations)
    closing = "|".join(pack.valedictions for pack in packs if pack.valedictions)
    if not opening or not closing:
        return re.compile(r"(?!)")
    return re.compile(
        rf"^[ \t]*(?:{opening})\b[^\n,:]{{1,40}}[,:][ \t]*\n(?:[^\n]*\n){{1,60}}?"
        rf"[ \t]*(?:{closing})[,.!]?[ \t]*\n[ \t]*[^\n]{{1,40}}(?:\n|$)",
        re.IGNORECASE | re.MULTILINE,
    )


_LETTER = PerPacks(_letter)
