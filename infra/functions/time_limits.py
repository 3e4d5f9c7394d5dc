"""How many seconds a function may run: the template sets it, and who calls it by hand waits longer."""

from __future__ import annotations

# API Gateway gives up after 30 s: a longer answer would reach no caller.
API_SECONDS = 29
RETRIEVED_SECONDS = 60
INDEX_SECONDS = 60
FEED_SECONDS = 60
NOTIFY_SECONDS = 60
EXTRACT_SECONDS = 300
# A step purges for 20 s and a page more. A verification of what was selected goes through all that its owner has, some
# 2,000 pages of it in this time.
DELETION_STEP_SECONDS = 300
# A step of a rebuild ends after half a minute, but an engine that is slow, or has no refresh, is waited for.
REINDEX_SECONDS = 300
# The pass bounds its work to fit, and its lease is as long.
GC_SECONDS = 900

# Beyond what the function may run: the way there and back, and a cold start.
ANSWER_MARGIN_S = 30
