import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import type { Jwk, SignedReceipt } from "../../src/api/types.ts";
import { verifyReceipt } from "../../src/proof/receipt.ts";
import { base64url, fromBase64url } from "../../src/proof/sign1.ts";

/** A receipt that the service signed, the second entry of its log. */
const receipt = JSON.parse(readFileSync(new URL("receipt.json", import.meta.url), "utf-8")) as SignedReceipt;
const id = receipt.request_id;

const failed = async (given: SignedReceipt, keys: Jwk[] = receipt.keys, about = id): Promise<string> => {
  const { valid, steps } = await verifyReceipt(given, keys, about);
  assert.equal(valid, false);
  return steps.at(-1)?.step ?? "";
};

function flipped(text: string, at = 0.5): string {
  const bytes = fromBase64url(text);
  const place = Math.min(bytes.length - 1, Math.floor(bytes.length * at));
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return base64url(bytes);
}

test("a receipt of the service holds, in every step", async () => {
  const found = await verifyReceipt(receipt, receipt.keys, id);
  assert.deepEqual(found.steps, ["statement", "about", "inclusion", "receipt", "head"].map((step) => ({ step, holds: true }))); // prettier-ignore
  assert.equal(found.valid, true);
  assert.equal(found.stated?.request_id, id);
  assert.deepEqual([found.place?.index, found.place?.size], [receipt.log.index, receipt.log.size]);
});

test("one changed bit anywhere makes it fail", async () => {
  for (let at = 0; at <= 1; at += 0.05) {
    await failed({ ...receipt, statement: flipped(receipt.statement, at) });
    await failed({ ...receipt, receipt: flipped(receipt.receipt, at) });
    await failed({ ...receipt, log: { ...receipt.log, head: flipped(receipt.log.head, at) } });
  }
  assert.equal(await failed({ ...receipt, log: { ...receipt.log, root: flipped(receipt.log.root) } }), "inclusion");
  assert.equal(await failed({ ...receipt, log: { ...receipt.log, index: receipt.log.index + 1 } }), "inclusion");
});

test("without the key that signed it, or with another under its name, it is not signed", async () => {
  assert.equal(await failed(receipt, []), "statement");
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const other = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as unknown as Jwk;
  assert.equal(await failed(receipt, [{ ...other, kid: receipt.keys[0]?.kid ?? "" }]), "statement");
});

test("it is not taken for the receipt of another deletion, and what is no receipt is not valid", async () => {
  assert.equal(await failed(receipt, receipt.keys, "another"), "about");
  for (const given of [{}, { statement: 1 }, { ...receipt, receipt: "" }, { ...receipt, log: null }]) await failed(given as unknown as SignedReceipt);
});
