import assert from "node:assert/strict";
import { test } from "node:test";

import { type Cbor, decode, Tagged, toBeSigned } from "../../src/proof/cbor.ts";

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

// Examples of RFC 8949, appendix A.
const EXAMPLES: [string, Cbor][] = [
  ["00", 0], ["17", 23], ["1818", 24], ["1903e8", 1000], ["1a000f4240", 1_000_000], ["1b000000e8d4a51000", 1_000_000_000_000],
  ["20", -1], ["3863", -100], ["f4", false], ["f5", true], ["f6", null], ["60", ""], ["6449455446", "IETF"], ["62c3bc", "ü"],
  ["80", []], ["83010203", [1, 2, 3]], ["8301820203820405", [1, [2, 3], [4, 5]]],
]; // prettier-ignore

test("the examples of the RFC are read", () => {
  for (const [hex, value] of EXAMPLES) assert.deepEqual(decode(bytes(hex)), value, hex);
  assert.deepEqual(decode(bytes("4401020304")), bytes("01020304"));
  assert.deepEqual(decode(bytes("a201020304")), new Map([[1, 2], [3, 4]])); // prettier-ignore
  assert.deepEqual(decode(bytes("c11a514b67b0")), new Tagged(1, 1363896240));
});

const REFUSED: Record<string, string> = {
  "1817": "a number that is longer than it must be",
  "190017": "a number that is longer than it must be",
  "1b0000000000000017": "a number that is longer than it must be",
  "1bffffffffffffffff": "a number that no double holds",
  "0000": "bytes that follow",
  "5f42010243030405ff": "a text of unknown length",
  "9fff": "an array of unknown length",
  "a201020103": "a key that stands twice",
  "a1400": "half a byte",
  "a18001": "a key that is an array",
  "44010203": "fewer bytes than stated",
  "9a7fffffff": "more items than there are bytes",
  "61ff": "a text that is no UTF-8",
  f97e00: "a number that is no whole one",
  f7: "undefined",
  "": "nothing",
};

for (const [hex, what] of Object.entries(REFUSED)) test(`${what} is refused (${hex || "empty"})`, () => void assert.throws(() => decode(bytes(hex))));

test("what is nested without end is refused, and not followed", () => {
  assert.throws(() => decode(new Uint8Array(100_000).fill(0x81)));
});

test("what a signature signs is the structure of RFC 9052", () => {
  const signed = decode(toBeSigned(bytes("a10126"), new Uint8Array(70_000)));
  assert.deepEqual(signed, ["Signature1", bytes("a10126"), new Uint8Array(), new Uint8Array(70_000)]);
});
