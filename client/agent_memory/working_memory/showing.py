"""Text that is safe in a prompt: it can neither close its element nor open a role."""

from __future__ import annotations

import re
import unicodedata

# Invisible characters, and those that reorder text: controls (but for the line feed and the tab), formats, tags,
# variation selectors, fillers; and halves of surrogate pairs, which no request could carry.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\u2800\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_PLAIN = bytes([*range(32, 127), *b"\t\n"])
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
# Chat templates whose tokens have no angle brackets (those with them are escaped with the rest).
_BRACKET_TOKEN = re.compile(
    r"\[\s*(/?)\s*(INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|MODEL_SETTINGS|CALL_ID|ARGS"
    r"|THINK|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|PREFIX|SUFFIX|MIDDLE|gMASK|sMASK|MASK|CLS|SEP|PAD|UNK|Round \d+"
    r"|UNUSED_TOKEN_\d+)\s*\]",
    re.I,
)
# What a tokenizer that normalises text reads as `<`, `>` or those brackets.
_WIDE_ANGLES = {"\uff1c": "<", "\ufe64": "<", "\uff1e": ">", "\ufe65": ">", "\u226e": "<", "\u226f": ">"}
_WIDE_BRACKETED = re.compile("[\\[\uff3b\ufe47]([^\\[\\]\uff3b\uff3d\ufe47\ufe48\n]{2,40})[\\]\uff3d\ufe48]")


# What could be read as a tag: a sign before a number or a space, as in `< 2 minutes`, could not.
_TAG = re.compile(r"<(?=\s*[/!?|\[<]|[^\W\d]|\s*$)")


def own(text: str) -> str:
    """The agent's own words as they are, but for what could be read as a tag or as a chat template's token."""
    return _TAG.sub("&lt;", _seen(text)).replace("\n", "\n  ")


def shown(text: str) -> str:
    """Every line but the first is indented, so that none begins with a role (`Human:`) or a heading."""
    return _seen(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "\n  ")


def _seen(text: str) -> str:
    # Most text is plain, and taking away what is takes a twentieth of looking for what is not.
    if not text.isascii() or text.encode().translate(None, _PLAIN):
        if not text.isprintable():  # no end of a line is printable
            text = _LINE_END.sub("\n", text)
        text = _UNSEEN.sub("", text)
        if not text.isascii() and any(sign in text for sign in "[\uff3b\ufe47"):
            text = _WIDE_BRACKETED.sub(_narrow, text)
        if not text.isascii():
            for wide, narrow in _WIDE_ANGLES.items():
                text = text.replace(wide, narrow)
    if "[" in text:
        text = _BRACKET_TOKEN.sub(r"(\1\2)", text)
    return text


def _narrow(found: re.Match[str]) -> str:
    inside = unicodedata.normalize("NFKC", found[1])
    return f"[{inside}]" if _BRACKET_TOKEN.fullmatch(f"[{inside}]") else found[0]


def attribute(text: str) -> str:
    """Between double quotes."""
    return " ".join(shown(text).replace('"', "&quot;").split())
