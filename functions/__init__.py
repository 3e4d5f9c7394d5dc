"""Entry points, a file for each Lambda function: parse, call one use case, map the answer."""

import dataclasses
import gc
import os
from typing import Any

# The modules and clients of a cold start make nothing that has to be collected: with the usual 700 the collector takes
# a tenth of it, and two runs of it over all that was made are 40 ms. `runtime.bootstrap` takes what is there with the
# first request out of the collector's sight. What a request leaves behind is collected later, and no less of it.
gc.set_threshold(200_000, 10, 10)

# None is used, and looking for one reads the metadata of every installed package.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


class _NoSignatures:
    """The module `inspect`, but for what a data class without a docstring gets as one: to read the signatures of two
    hundred of them is some 5 % of a cold start of `recall`, and no function asks for its docstrings."""

    def __init__(self, inspect: Any) -> None:
        self._inspect = inspect

    def signature(self, of: type) -> str:
        return "(...)"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inspect, name)


if os.environ.get("AWS_LAMBDA_FUNCTION_NAME"):  # this process is a function's own
    vars(dataclasses)["inspect"] = _NoSignatures(vars(dataclasses)["inspect"])
