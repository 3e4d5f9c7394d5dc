"""Vectors of 12 bits a component: three bytes for two dimensions, and four for the vector.

The step as a little-endian float32, of which the largest component has 2,047. Each component is a whole number of steps
of 12 bits in two's complement: first the upper 8 bits of all, then the lower 4, two in a byte, the earlier one in its
lower half.

So a record with 1,024 dimensions stays below 2 KB, and writes are billed by the KB. It moves a cosine of two texts by
less than 0.0001 (0.00005 at most, 0.00001 on average over 20,000 pairs of 384 dimensions).
"""

from __future__ import annotations

import struct

from shared.domain.meaning.centring import Vector

_STEP = struct.Struct("<f")
_MOST = 2047  # steps in either direction
_LEAST = 2.0**-126  # the least step of float32's whole precision
_SHIFT = 16  # as whole numbers of 16 bits, whose lowest 4 are empty
# For all bytes at once (`bytes.translate`): a loop over 1,024 components takes ten times as long.
_UPPER_TO_LOWER = bytes(byte >> 4 for byte in range(256))
_LOWER_TO_UPPER = bytes((byte & 0x0F) << 4 for byte in range(256))
_UPPER = bytes(byte & 0xF0 for byte in range(256))


def packed(vector: Vector) -> bytes:
    """Raises `OverflowError` for a component beyond the range of float32, `ValueError` for one that is no number."""
    count = len(vector)
    head = _STEP.pack(max(map(abs, vector), default=0.0) / _MOST)
    (step,) = _STEP.unpack(head)
    if step < _LEAST:  # nothing but zeros, or as good as that
        return bytes(len(head) + (3 * count + 1) // 2)
    whole = struct.pack(f"<{count}h", *[round(one / step) * _SHIFT for one in vector])
    low = whole[::2] + bytes(count % 2)
    earlier, later = low[::2].translate(_UPPER_TO_LOWER), low[1::2]
    halves = int.from_bytes(earlier, "big") | int.from_bytes(later, "big")
    return head + whole[1::2] + halves.to_bytes(len(earlier), "big")


def unpacked(data: bytes) -> Vector:
    """Of what `packed` made."""
    count = 2 * (len(data) - _STEP.size) // 3
    step, halves = _STEP.unpack_from(data)[0] / _SHIFT, data[_STEP.size + count :]
    low = bytearray(2 * len(halves))
    low[::2], low[1::2] = halves.translate(_LOWER_TO_UPPER), halves.translate(_UPPER)
    whole = bytearray(2 * count)
    whole[::2], whole[1::2] = low[:count], data[_STEP.size : _STEP.size + count]
    return tuple([one * step for one in struct.unpack(f"<{count}h", whole)])
