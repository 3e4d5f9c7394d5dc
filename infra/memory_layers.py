"""What context says about the memory's layers: numbers by name, within their bounds."""

from __future__ import annotations

import json
from collections.abc import Mapping

from shared.domain.configuration.layers import Layers

MEMORY_LAYERS = "memoryLayers"


def memory_layers(values: Mapping[str, object]) -> Layers:
    """A JSON object (cdk.json) or its text (the command line). Raises `ValueError`."""
    value = values.get(MEMORY_LAYERS, "")
    try:
        return Layers.read(value if isinstance(value, str) else json.dumps(value))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{MEMORY_LAYERS}: {error}") from None
