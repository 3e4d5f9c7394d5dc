"""The tree, compared with the definition in RFC 9162, with the published test vectors, and with a public verifier."""

from __future__ import annotations

import hashlib

import pytest
import scitt_cose
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.receipts.merkle import (
    EMPTY_ROOT,
    Frontier,
    Node,
    Row,
    consistency_path,
    inclusion_path,
    leaf_hash,
    node_hash,
    nodes_of,
    row,
    row_hash,
)

SIZES = range(1, 65)
ENTRIES = [f"entry {number}".encode() for number in range(64)]
HEX = [entry.hex() for entry in ENTRIES]
# The leaves of the test vectors that come with the reference implementation of Certificate Transparency, and the roots
# of the trees of the first 1 to 8 of them.
VECTOR_LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
VECTOR_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def _tree(entries: list[bytes]) -> tuple[Frontier, dict[Node, bytes]]:
    frontier, nodes = Frontier(), dict[Node, bytes]()
    for index, entry in enumerate(entries):
        frontier, completed = frontier.appended(leaf_hash(entry))
        for level, hash in enumerate(completed):
            node = Node(level, index >> level)
            assert node.last_leaf == index
            nodes[node] = hash
    return frontier, nodes


FRONTIER, NODES = _tree(ENTRIES)


def _hex(path: tuple[Row, ...]) -> list[str]:
    return [row_hash(nodes, NODES).hex() for nodes in path]


def test_the_published_vectors_hold() -> None:
    leaves = [bytes.fromhex(leaf) for leaf in VECTOR_LEAVES]
    assert [_tree(leaves[: n + 1])[0].root.hex() for n in range(8)] == VECTOR_ROOTS


def test_an_empty_tree_has_the_hash_of_nothing() -> None:
    assert Frontier().root == EMPTY_ROOT == hashlib.sha256(b"").digest()


@pytest.mark.parametrize("size", SIZES)
def test_the_root_is_that_of_the_definition_at_every_size(size: int) -> None:
    def defined(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return leaf_hash(leaves[0])
        k = max(2**n for n in range(7) if 2**n < len(leaves))
        return node_hash(defined(leaves[:k]), defined(leaves[k:]))

    assert _tree(ENTRIES[:size])[0].root == defined(ENTRIES[:size]) == row_hash(row(0, size), NODES)


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_is_proven_at_every_size(size: int) -> None:
    root = row_hash(row(0, size), NODES).hex()
    for index in range(size):
        path = _hex(inclusion_path(index, size))
        assert path == scitt_cose.inclusion_proof(HEX[:size], index)
        assert scitt_cose.verify_inclusion(HEX[index], index, size, path, root)
        other = (index + 1) % 64
        assert not scitt_cose.verify_inclusion(HEX[other], index, size, path, root)


@pytest.mark.parametrize("second", SIZES)
def test_every_earlier_tree_is_proven_to_be_a_beginning(second: int) -> None:
    root = row_hash(row(0, second), NODES).hex()
    for first in range(1, second + 1):
        path = _hex(consistency_path(first, second))
        assert path == scitt_cose.consistency_proof(HEX[:second], first, second)
        beginning = row_hash(row(0, first), NODES).hex()
        assert scitt_cose.verify_consistency(beginning, root, first, second, path)
        if first < second:
            assert not scitt_cose.verify_consistency(row_hash(row(0, first), {**NODES, Node(0, 0): bytes(32),
                Node(first.bit_length() - 1, 0): bytes(32)}).hex(), root, first, second, path)  # fmt: skip


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=64), st.data())
def test_what_is_kept_proves_any_leaves_and_any_beginning(entries: list[bytes], data: st.DataObject) -> None:
    frontier, nodes = _tree(entries)
    size = len(entries)
    index = data.draw(st.integers(0, size - 1))
    path = [row_hash(part, nodes).hex() for part in inclusion_path(index, size)]
    assert scitt_cose.verify_inclusion(entries[index].hex(), index, size, path, frontier.root.hex())
    first = data.draw(st.integers(1, size))
    proof = [row_hash(part, nodes).hex() for part in consistency_path(first, size)]
    beginning = _tree(entries[:first])[0].root.hex()
    assert scitt_cose.verify_consistency(beginning, frontier.root.hex(), first, size, proof)


@given(st.integers(1, 2**40), st.data())
def test_a_proof_takes_few_hashes_however_great_the_tree(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    bound = 2 * size.bit_length()
    for needed in (inclusion_path(index, size), consistency_path(index + 1, size)):
        nodes = nodes_of(needed)
        assert len(nodes) <= bound
        assert all(node.last_leaf < size for node in nodes)


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_a_leaf_that_is_not_there_has_no_proof(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        inclusion_path(index, size)


@pytest.mark.parametrize(("first", "second"), [(0, 3), (4, 3), (-1, 1)])
def test_what_is_no_beginning_has_no_proof(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="no beginning"):
        consistency_path(first, second)


def test_a_leaf_is_never_taken_for_a_node() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert node_hash(left, right) != leaf_hash(left + right)
