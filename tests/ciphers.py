"""A cipher for tests: reversible, bound to its context, and unlike the text."""

from __future__ import annotations

import base64

from shared.domain.errors import Unavailable


class ShiftingCipher:
    def seal(self, text: str, context: str) -> bytes:
        return base64.b85encode(f"{context}\x00{text}".encode()[::-1])

    def open(self, sealed: bytes, context: str) -> str:
        sealed_for, _, text = base64.b85decode(sealed)[::-1].decode().partition("\x00")
        if sealed_for != context:
            raise Unavailable("sealed for somebody else")
        return text
