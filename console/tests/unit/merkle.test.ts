import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { rootOf } from "../../src/proof/merkle.ts";

const hash = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(createHash("sha256").update(Buffer.concat(parts)).digest());
const leaf = (entry: Uint8Array): Uint8Array => hash(Uint8Array.of(0), entry);
const split = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** RFC 9162, section 2.1.1, as it is written there. */
function root(entries: Uint8Array[]): Uint8Array {
  const [only] = entries;
  if (entries.length === 1 && only) return leaf(only);
  const k = split(entries.length);
  return hash(Uint8Array.of(1), root(entries.slice(0, k)), root(entries.slice(k)));
}

/** RFC 9162, section 2.1.3.1. */
function path(m: number, entries: Uint8Array[]): Uint8Array[] {
  if (entries.length === 1) return [];
  const k = split(entries.length);
  return m < k ? [...path(m, entries.slice(0, k)), root(entries.slice(k))] : [...path(m - k, entries.slice(k)), root(entries.slice(0, k))];
}

const log = (size: number): Uint8Array[] => Array.from({ length: size }, (_, n) => new TextEncoder().encode(`entry ${n}`));

test("of every entry of every log up to 20 the path leads to the root, and to no other place", async () => {
  for (let size = 1; size <= 20; size++) {
    const entries = log(size);
    for (const [index, entry] of entries.entries()) {
      const proof = path(index, entries);
      assert.deepEqual(await rootOf(entry, index, size, proof), root(entries), `${index} of ${size}`);
      const elsewhere = await rootOf(entry, (index + 1) % size, size, proof).catch(() => null);
      if (size > 1) assert.notDeepEqual(elsewhere, root(entries));
    }
  }
});

test("a path that is too long or too short, and a place outside the log, are refused", async () => {
  const entries = log(7);
  const [first] = entries as [Uint8Array];
  const proof = path(0, entries);
  await assert.rejects(rootOf(first, 0, 7, proof.slice(1)));
  await assert.rejects(rootOf(first, 0, 7, [...proof, proof[0] as Uint8Array]));
  for (const index of [-1, 7]) await assert.rejects(rootOf(first, index, 7, proof));
});
