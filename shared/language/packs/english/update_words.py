"""What says that a statement is so from its own time on, and what leaves it open."""

from __future__ import annotations

from shared.language.packs.parts import Matter, Phrases

_CHANGED = (
    r"(?:moved|switched|changed|renamed|migrated|transferred|upgraded|downgraded|raised|increased|lowered|reduced|cut|"
    r"extended|shortened|postponed|rescheduled|brought forward|pushed back)"
)
SO_NOW = (
    r"(?<!\bfor )(?<!\buntil )(?<!\btill )(?<!\bby )(?<!\bup to )(?<!\bjust )(?<!\bright )"
    r"(?<!\bnot )(?<!\bbefore )(?<!\beven )\bnow\b(?! and (?:then|again)\b| or never\b|['’]s\b|, now\b)"
    r"|\b(?:currently|nowadays|presently|these days|henceforth)\b"
    r"|\bno longer\b|(?:\b(?:not|never|no)\b|n['’]t\b)[^.;!?]*\b(?:any ?more|any longer)\b"
    r"|\bas (?:of|from) (?!yet\b|old\b|then\b)\w|\b(?:from (?:now|today|this (?:day|moment|point)) on(?:wards?)?|"
    r"(?:starting|effective) (?:now|today|immediately)|(?:going|moving) forward)\b"
    r"|\b(?:i|we|he|she|they|it|user)(?: have| has|['’]ve|['’]s)?(?: just| recently| since| finally| also)? "
    r"(?:stopped|quit|gave up|given up|switched|moved (?:back |over )?(?:to|from|in)|changed (?:\w+ ){0,3}to)\b"
    rf"|\b(?:was|were|is|are|has|have|got|been)(?: been| just| recently| now| since)* "
    rf"{_CHANGED} (?:\w+ ){{0,4}}?(?:to|from)\b"
    r"|\b(?:was|were|has been|have been|got) replaced (?:by|with)\b"
)
# Asked, supposed, planned, or told of others' beliefs.
LEFT_OPEN = (
    r"\b(?:if|unless|whether|would|might|could|(?-i:may)|maybe|perhaps|supposedly|will|until now|so far|"
    r"plans?|planning|want(?:s|ed)? to|hopes?|thinks?|considering)\b"
)

MATTERS = (
    Matter(
        "home",
        Phrases(whole="(?:I|we) (?:live|reside)|I'm based|my (?:home|flat|house|apartment|place) is"),
        Phrases(
            whole="(?:I|we)(?:'ve| have)? (?:just |recently )?(?:moved|relocated)|(?:I|we) (?:now )?live now|moved house"
        ),
        "live home",
    ),
)
