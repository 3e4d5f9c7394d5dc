"""The form in which texts are compared: what differs by case, width or white space alone is one text."""

from __future__ import annotations

import unicodedata


def normalised(text: str) -> str:
    """Invisible format characters dropped, NFKC, case-folded, white space collapsed.

    They go first: one between a letter and its accent would keep the two from composing.
    """
    if text.isascii():  # has none of them, and is its own NFKC: most long texts are, and are normalised several times
        return " ".join(text.lower().split())
    visible = "".join(c for c in text if unicodedata.category(c) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return " ".join(folded.split())
