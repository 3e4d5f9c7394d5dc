"""Keys that a line end or a space has cut in two: the prefix is there, the rest is not where it should be."""

from __future__ import annotations

from collections.abc import Iterator

from shared.language.secrets.detector import Pattern, View
from shared.language.secrets.findings import Finding
from shared.language.secrets.vendors import VENDORS
from shared.language.text.patterns import Regex

# The prefixes that no word has inside: a piece after one of them is a key's.
_PREFIXES = Regex(
    r"(?<![A-Za-z0-9])(?:sk-(?:ant-|proj-)?|gh[opusr]_|github_pat_|glpat-|xox[abp]-|AKIA|ASIA|AIza|hf_|npm_|pypi-|SG\.|"
    r"dop_v1_|[sr]k_(?:live|test)_)(?=[A-Za-z0-9_.-]{0,60}[ \t]?\n?[ \t]{0,4}[A-Za-z0-9])"
)
_LITERALS = ("sk-", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "AKIA", "ASIA", "AIza", "hf_",
             "npm_", "pypi-", "SG.", "dop_v1_", "sk_", "rk_")  # fmt: skip
_PIECE = Regex(r"[ \t]{0,2}\n?[ \t]{0,4}([A-Za-z0-9_.+/=-]{1,400})")
_MOST_PIECES = 24


def rejoined(view: View) -> Iterator[Finding]:
    text = view.text
    if not any(prefix in text for prefix in _LITERALS):
        return
    for start in _PREFIXES.finditer(text):
        joined, end = _joined(text, start.start())
        if len(joined) == end - start.start():
            continue  # nothing between the pieces: the patterns have seen it
        whole = View.of(joined)
        for detector in VENDORS:
            found = (
                next((f for f in detector.find(whole) if f.start == 0), None) if _anchored(detector, joined) else None
            )
            if found is not None:
                yield Finding(found.kind, found.severity, start.start(), end)
                break


# `s k - a 1 B 2 ...`: a key spelt one character at a time.
_ONE_BY_ONE = Regex(r"(?<![!-~])(?:[!-~] ){19,}[!-~](?![!-~])")


def spelt_out(view: View) -> Iterator[Finding]:
    for run in _ONE_BY_ONE.finditer(view.text):
        joined = run[0].replace(" ", "")
        whole = View.of(joined)
        for detector in VENDORS:
            found = next(detector.find(whole), None) if _anchored(detector, joined) else None
            if found is not None:
                yield Finding(
                    found.kind, found.severity, run.start() + 2 * found.start, run.start() + 2 * found.end - 1
                )
                break


def _anchored(detector: Pattern, text: str) -> bool:
    return any(anchor in text for anchor in detector.anchors)


def _joined(text: str, start: int) -> tuple[str, int]:
    """What follows put together, as long as the pieces look like a key's: letters and digits mixed, or capitals."""
    pieces: list[str] = []
    end = start
    for _ in range(_MOST_PIECES):
        match = _PIECE.match(text, end)
        if match is None or (pieces and not _is_a_piece(match[1])):
            break
        pieces.append(match[1])
        end = match.end()
    return "".join(pieces), end


def _is_a_piece(piece: str) -> bool:
    letters, digits = any(c.isalpha() for c in piece), any(c.isdigit() for c in piece)
    return (letters and digits) or (piece.isalpha() and piece.isupper() and len(piece) <= 8)
