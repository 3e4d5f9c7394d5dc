"""What each route takes and answers: the models that its handler uses, one table beside `ROUTES`.

Only the OpenAPI document is made from it; handlers do not import it (cold starts are counted), and a test compares the
two.
"""

from __future__ import annotations

from shared.contracts.openapi.operation import Operation
from shared.contracts.openapi.operations_deletions import DELETIONS
from shared.contracts.openapi.operations_governance import GOVERNANCE
from shared.contracts.openapi.operations_hygiene import HYGIENE
from shared.contracts.openapi.operations_memories import MEMORIES
from shared.contracts.openapi.operations_recall import RECALL
from shared.contracts.openapi.operations_sessions import SESSIONS

# By route key: the method and the path as `ROUTES` has them. The tags of the document stand in this order.
OPERATIONS: dict[str, Operation] = {**MEMORIES, **RECALL, **SESSIONS, **DELETIONS, **HYGIENE, **GOVERNANCE}
