"""An answer of moto's DynamoDB at the price of what is in it, not of what its form could hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from moto.core import responses
from moto.core.serialize import BaseJSONSerializer
from moto.core.utils import method_names_from_class


@contextmanager
def answers_at_their_own_price() -> Iterator[None]:
    """For each attribute of an item moto looks for each of the ten kinds of value under four names: half of the time
    of a test. An attribute holds one kind, by its own name, and that one alone is looked at here; the bytes of the
    answer are the same. For each request it also lists the methods of a class, which stay the same."""
    original = BaseJSONSerializer._serialize_type_structure

    def of_one_kind(self: Any, serialized: dict[str, Any], value: Any, shape: Any, key: str) -> None:
        if shape.name != "AttributeValue" or not isinstance(value, dict):
            original(self, serialized, value, shape, key)
            return
        held: dict[str, Any] = {}
        for kind, content in value.items():
            if kind in ("S", "N") and isinstance(content, str):
                held[kind] = content
            else:
                self._serialize(held, content, shape.members[kind], kind)
        self._default_serialize(serialized, held, shape, key)

    with (
        patch.object(BaseJSONSerializer, "_serialize_type_structure", of_one_kind),
        patch.object(responses, "method_names_from_class", cache(method_names_from_class)),
    ):
        yield
