"""What the package offers: each name here is one of `agent_memory`."""

from agent_memory.calls.flows import Added
from agent_memory.constraints.check import Concern, OutputCheck
from agent_memory.errors import (
    ApiError,
    ChangesGone,
    Conflict,
    Forbidden,
    Malformed,
    MemoryServiceError,
    NotFound,
    Refused,
    Throttled,
    Unauthenticated,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
    VersionConflict,
)
from agent_memory.hooks.counts import ManagerMetrics
from agent_memory.hooks.external import AsyncExternalSource, ExternalSource, Piece
from agent_memory.hooks.search_answers import Found
from agent_memory.hooks.tool_memories import BeforeTool
from agent_memory.manager.conduct import Completed
from agent_memory.manager.delivery import Policy, Surroundings
from agent_memory.manager.line import Health, Notice
from agent_memory.manager.manager import AsyncMemoryManager, MemoryManager
from agent_memory.manager.prompt import Prompt
from agent_memory.transport.client import AsyncMemoryClient, MemoryClient
from agent_memory.transport.local_token import local_token
from agent_memory.transport.retries import Retries
from agent_memory.version import package_version
from agent_memory.webhooks import NotVerified, verify_webhook
from agent_memory.working_memory.scroll import DoesNotFit
from agent_memory.working_memory.tokens import TokenCounter, estimate
from agent_memory.working_memory.working_memory import Budgets, Limits, WorkingMemory

__version__ = package_version()
local = MemoryClient.local

__all__ = [
    "Added",
    "ApiError",
    "AsyncExternalSource",
    "AsyncMemoryClient",
    "AsyncMemoryManager",
    "BeforeTool",
    "Budgets",
    "ChangesGone",
    "Completed",
    "Concern",
    "Conflict",
    "DoesNotFit",
    "ExternalSource",
    "Forbidden",
    "Found",
    "Health",
    "Limits",
    "Malformed",
    "ManagerMetrics",
    "MemoryClient",
    "MemoryManager",
    "MemoryServiceError",
    "NotFound",
    "NotVerified",
    "Notice",
    "OutputCheck",
    "Piece",
    "Policy",
    "Prompt",
    "Refused",
    "Retries",
    "Surroundings",
    "Throttled",
    "TokenCounter",
    "Unauthenticated",
    "Unavailable",
    "UnexpectedAnswer",
    "Unreachable",
    "VersionConflict",
    "WorkingMemory",
    "__version__",
    "estimate",
    "local",
    "local_token",
    "verify_webhook",
]
