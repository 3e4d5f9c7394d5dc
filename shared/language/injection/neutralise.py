"""Text of others, made harmless for a prompt: it stays readable and cannot do anything there.

Three things could be done from inside: to hide (characters that show nothing or turn the reading direction), to close
the frame (tags, fences, headings), and to open a role (the control tokens of chat templates, a line that begins with a
speaker). Escapes are character references, which Markdown and XML read alike.
"""

from __future__ import annotations

import re
import unicodedata

# Every way of ending a line: the line beginnings that a role marker needs are ours to mark.
_LINE_ENDS = re.compile("\r\n?|[\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
# Letters and signs that show nothing although they are no format characters.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# Part of some words and emoji, and hidden anywhere else.
_JOINER, _EMOJI_STYLE = re.compile("[\u200c\u200d]"), re.compile("\ufe0f")
_IN_CONTEXT = "\u200c\u200d\ufe0f"
_REPLACEMENT = "\ufffd"
# What a tokenizer that normalises text reads as one of the four signs that count here.
_WIDE_FORMS = {"\uff1c": "<", "\ufe64": "<", "\uff1e": ">", "\ufe65": ">", "\u226e": "<", "\u226f": ">"}
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ESCAPED = str.maketrans(_ENTITIES | {wide: _ENTITIES[plain] for wide, plain in _WIDE_FORMS.items()})

# Control tokens in square brackets (Llama 2, Mistral, GLM, InternLM, BERT, EXAONE; all others need a `<`), in any form
# that a normalising tokenizer or a willing model reads as one: words in capitals, whatever stands between bars, and in
# any case anyone who could speak, where a turn or a sequence begins and ends, and the names of some.
_BRACKETED = re.compile("[\\[\uff3b\ufe47](?=([^\\[\\]\uff3b\uff3d\ufe47\ufe48\n]{1,60})[\\]\uff3d\ufe48])")
_SPEAKERS = (
    "system|sys|user|assistant|human|ai|bot|model|tool|function|developer|ipython|observation|environment|agent|"
    "gpt|claude"
)
_SPOKEN = "message|prompt|turn|inputs?|outputs?|calls?|results?|response|content|instructions?|role"
_TURNS = "turn|text|sequence|sentence|dialogue|conversation|message|document|prompt|chat|instructions?|header|response"
_TOKEN = re.compile(
    rf"""[A-Z][A-Z0-9_]+(?:[ _-][A-Z0-9_]+){{0,5}}|\|.*\||(?i:
    (?:{_SPEAKERS})(?:[ _-]?(?:{_SPOKEN}))?
    |(?:the[ _-])?(?:begin(?:ning)?|start|end)(?:[ _-]?of)?(?:[ _-]?(?:the[ _-])?(?:{_SPEAKERS}|{_TURNS}))?
    |[bes]o[acdhmpstu]|inst|instructions?|[gs]?mask|cls|sep|pad|unk|round[ ]?\d+
    |unused(?:_token)?[ _-]?\d+|extra_id_\d+|reserved_\d+|think(?:ing)?|available[ _-]tools|im[ _-](?:start|end)
    |prefix|suffix|middle)""",
    re.VERBOSE,
)
_AROUND_TOKENS = " /\\:*_"
# The program that shows the text fetches an image.
_IMAGE = re.compile("[!\uff01](?=[\\[\uff3b\ufe47])")
# Of three signs on, as wide as they may be written: a fence, or a rule that parts what belongs together.
_FENCES = re.compile("[`\uff40]{3,}|[~\uff5e]{3,}|-{3,}|={3,}|[*]{3,}|_{3,}")
# A line of them with gaps is a rule as well.
_RULES = re.compile(r"^[ \t]*([-*_=\uff0d\uff0a\uff3f\uff1d])(?:[ \t]*\1){2,}[ \t]*$", re.MULTILINE)
_HEADINGS = re.compile(r"^([ \t]*)([#\uff03\ufe5f]+)", re.MULTILINE)


def neutralised(text: str) -> str:
    """The text on lines that end in `\\n`, with nothing in it that can hide, close a frame or name a control token."""
    lines = _LINE_ENDS.sub("\n", _visible(text)).translate(_ESCAPED)
    lines = _BRACKETED.sub(_bracket, lines)
    lines = _IMAGE.sub("&#33;", lines)
    lines = _FENCES.sub(lambda found: f"&#{ord(found[0][0])};" * len(found[0]), lines)
    lines = _RULES.sub(lambda found: found[0].replace(found[1], f"&#{ord(found[1])};"), lines)
    return _HEADINGS.sub(lambda found: found[1] + "&#35;" * len(found[2]), lines)


def neutralised_value(text: str) -> str:
    """The same on one line, for an attribute in double quotes or between other values."""
    return " ".join(neutralised(text).split()).replace('"', "&quot;").replace("|", "&#124;")


def shows_nothing(text: str) -> bool:
    return not _visible(text).strip()


def _bracket(found: re.Match[str]) -> str:
    inside = unicodedata.normalize("NFKC", found[1]).strip(_AROUND_TOKENS)
    return "&#91;" if _TOKEN.fullmatch(inside) else found[0]


class _Shown(dict[int, str]):
    """What `str.translate` makes of a character, decided once a character."""

    def __missing__(self, code: int) -> str:
        shown = _shown(chr(code))
        self[code] = shown
        return shown


def _shown(char: str) -> str:
    """Nothing for what shows nothing; what has no meaning (unassigned, private, half of a pair) shows as such."""
    if char == "\t":
        return " "
    if char in _IN_CONTEXT or _LINE_ENDS.fullmatch(char):
        return char
    if char in _BLANK or 0xFE00 <= ord(char) <= 0xFE0F or 0xE0100 <= ord(char) <= 0xE01EF:
        return ""
    category = unicodedata.category(char)
    if category in ("Cf", "Cc"):
        return ""
    if category in ("Cn", "Co", "Cs"):
        return _REPLACEMENT
    return " " if category == "Zs" else char


_SHOWN = _Shown()


def _visible(text: str) -> str:
    shown = text.translate(_SHOWN)
    # The styles first, so that no joiner is kept because of a style that is removed.
    return _JOINER.sub(_joined, _EMOJI_STYLE.sub(_styled, shown))


def _styled(found: re.Match[str]) -> str:
    before = found.string[max(0, found.start() - 1) : found.start()]
    return found[0] if before and unicodedata.category(before) == "So" else ""


def _joined(found: re.Match[str]) -> str:
    before, after = found.string[max(0, found.start() - 1) : found.start()], found.string[found.end() : found.end() + 1]
    joins = bool(before) and bool(after) and _is_joining(before) and _is_joining(after)
    return found[0] if joins else ""


def _is_joining(char: str) -> bool:
    """Arabic to the scripts of South and South-East Asia, and emoji with their style and skin tones."""
    if 0x0600 <= ord(char) <= 0x0FFF or char == "\ufe0f":
        return True
    return "\u2000" < char != _REPLACEMENT and unicodedata.category(char) in ("So", "Sk")
