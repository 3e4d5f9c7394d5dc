"""Entry points, a file for each Lambda function: parse, call one use case, map the answer."""

import dataclasses
import gc
import os
from functools import partial
from typing import Any

# The modules and clients of a cold start make nothing that has to be collected: with the usual 700 the collector takes
# a tenth of it, and two runs of it over all that was made are 40 ms. `runtime.bootstrap` takes what is there with the
# first request out of the collector's sight. What a request leaves behind is collected later, and no less of it.
gc.set_threshold(200_000, 10, 10)

# None is used, and looking for one reads the metadata of every installed package.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

_dataclass: Any = dataclasses.dataclass


def _lean(cls: type | None = None, /, **options: Any) -> Any:
    """`dataclass` without what is two thirds of its cost, a tenth of a cold start, and what no function needs: methods
    that refuse an assignment (types and tests have shown that nothing assigns to a frozen class), a `__repr__` written
    and compiled for each class, and a signature as docstring. What a class is equal to and hashed by is as ever."""
    if cls is None:
        return partial(_lean, **options)
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__
    if options.get("repr", True) and "__repr__" not in vars(cls):
        setattr(cls, "__repr__", _repr)  # noqa: B010 - of any class
    if options.pop("frozen", False) and options.get("eq", True):
        options["unsafe_hash"] = vars(cls).get("__hash__") is None
    return _dataclass(cls, **options | {"repr": False})


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


if os.environ.get("AWS_LAMBDA_FUNCTION_NAME"):  # this process is a function's own
    vars(dataclasses)["dataclass"] = _lean
