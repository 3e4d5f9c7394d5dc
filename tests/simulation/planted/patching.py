"""Puts another function in the place of one of the product, wherever it has been imported to."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_PACKAGES = ("shared.", "functions.")
Patch = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Fault:
    """`place`: `module:function` or `module:Class.method`. `patch` is given the original and answers what takes its
    place. `says`: what is broken by it. `plans`: those that look for it."""

    name: str
    says: str
    place: str
    patch: Patch
    plans: str = "general"


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """Raises `AttributeError` when the product has no such function any more: a fault that plants nothing is none."""
    module_name, _, path = fault.place.partition(":")
    owner: Any = importlib.import_module(module_name)
    *classes, name = path.split(".")
    for one in classes:
        owner = getattr(owner, one)
    original = getattr(owner, name)
    raw = vars(owner).get(name, original)
    wrapped = fault.patch(raw.__func__ if isinstance(raw, (staticmethod, classmethod)) else original)
    if classes:
        setattr(owner, name, type(raw)(wrapped) if isinstance(raw, (staticmethod, classmethod)) else wrapped)
        try:
            yield
        finally:
            setattr(owner, name, raw)
        return
    places = [
        (module, at)
        for known, module in list(sys.modules.items())
        if known.startswith(_PACKAGES)
        for at, value in list(vars(module).items())
        if value is original
    ]
    for module, at in places:
        setattr(module, at, wrapped)
    try:
        yield
    finally:
        for module, at in places:
            setattr(module, at, original)
