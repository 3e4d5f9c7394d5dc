"""One function's handler under many threads at once: nobody is answered as somebody else."""

from __future__ import annotations
