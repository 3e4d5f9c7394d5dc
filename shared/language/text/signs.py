"""The signs of a text that are values: operators, brackets, quotes, wildcards, marks, emoji.

`a > b` and `a < b`, `*.log` and `.log`, `foo()` and `foo` differ in nothing else. A sign is identified by its
neighbours, so that two texts have the same signs only if each of them is in the same place.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from shared.language.text.normal_form import normalised

# What a sentence is made with. A full stop or a mark with a word right behind it (`.log`, `!important`) is none of it,
# nor is one that stands twice.
_PUNCTUATION = re.compile(
    r"(?<=[^\W_])['\u2019\u02bc\u2010\u2011-](?=[^\W\d_])"  # don't, third-floor
    r"|(?<=\d),(?=\d{3}(?!\d))|(?<=\d)\.(?=\d)"  # read as parts of their numbers
    r"|(?<![.,;:!?])[.,;:!?](?=\s|$)"
    r"|(?<=[)\]\"'`\u201d\u2019])[.,;:!?](?=\s|$)"
    r"|[\u3002\uff0c\uff1b\uff1a\uff01\uff1f\u3001](?![!?\uff01\uff1f])|(?<=\s)[\u2013\u2014](?=\s)|(?<=\w)\u2014(?=\w)"
    r"|\u2026|\.\.\.(?=\s|$)"
)
# What is read as a date, a time or an amount, and is compared as one.
# Beside Chinese there is no space, so only other digits and Latin letters make another thing of it.
_READ = re.compile(
    r"(?<![A-Za-z0-9_.,:/*^+=-])\d{1,2}(?::\d\d){1,2}(?![A-Za-z0-9_:])"
    r"|(?<![A-Za-z0-9_.,:/*^+=-])\d{4}([-/.])\d{1,2}\1\d{1,2}(?![A-Za-z0-9_/-])"
    r"|(?<![A-Za-z0-9_.,:/*^+=-])(?:us\$|hk\$|[$\u20ac\u00a3\u00a5\uffe5\u20b9\u20a9])\s?-?\d[\d,]*(?:\.\d+)?"
    r"|(?<![A-Za-z0-9_.,:/*^+=-])\d[\d,]*(?:\.\d+)?\s?[%\u00b0\u2103\u2109\uff05$\u20ac\u00a3](?:[CF]\b)?(?![=*])",
    re.IGNORECASE,
)
_RUN = re.compile(r"(?P<before>\w*)(?P<left>\s*)(?P<sign>[^\w\s]+|(?<=\s)_+(?=\s))(?=(?P<right>\s*)(?P<after>\w*))")
_ALIKE = str.maketrans("\u2018\u2019\u02bc\u201c\u201d\u2010\u2011\u2212\uff5e", "'''\"\"---~")


def signs(text: str) -> Counter[tuple[str, str, str]]:
    """Each run of signs with the words on both sides of it in their normal form; a sign that touches a word is another
    one than a sign beside it (`-5`, `- 5`)."""
    plain = _READ.sub("0", _PUNCTUATION.sub(lambda m: "" if m[0] == "," and m.end() < len(text) else " ", _one(text)))
    found: Counter[tuple[str, str, str]] = Counter()
    for match in _RUN.finditer(plain):
        before = normalised(match["before"]) + (" " if match["left"] else "")
        after = (" " if match["right"] else "") + normalised(match["after"])
        found[before, match["sign"], after] += 1
    return found


def _one(text: str) -> str:
    """Full-width signs as the others; curly quotes as straight ones."""
    if text.isascii():
        return text
    return "".join(
        unicodedata.normalize("NFKC", c) if "\uff01" <= c <= "\uff5e" and c not in "，；：！？" else c for c in text
    ).translate(_ALIKE)
