import assert from "node:assert/strict";
import { test } from "node:test";

import type { Version } from "../../src/api/types.ts";

Object.assign(globalThis, { sessionStorage: { getItem: () => null }, location: { hash: "" }, addEventListener: () => undefined });
const { versionAt } = await import("../../src/pages/seen-then.ts");

const version = (n: number, valid_from: string, valid_to: string | null, updated_at: string, ended_at: string | null, status = "active"): Version =>
  ({ version: n, status, valid_from, valid_to, updated_at, ended_at }) as Version;

// Learned late, in May, that the move was in March.
const versions = [
  version(1, "2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-05-01T00:00:00Z", "superseded"),
  version(2, "2026-03-01T00:00:00Z", null, "2026-05-01T00:00:00Z", null),
];

test("valid time asks what held, recorded time what the service believed", () => {
  assert.equal(versionAt(versions, { valid: "2026-04-01T00:00:00Z", recorded: null })?.version, 2);
  assert.equal(versionAt(versions, { valid: null, recorded: "2026-04-01T00:00:00Z" })?.version, 1);
  assert.equal(versionAt(versions, { valid: null, recorded: "2026-05-01T00:00:00Z" })?.version, 2);
});

test("before the first version, and of what was never believed, there is nothing", () => {
  assert.equal(versionAt(versions, { valid: "2025-12-31T23:59:59Z", recorded: null }), null);
  assert.equal(versionAt([version(1, "2026-01-01T00:00:00Z", null, "2026-01-01T00:00:00Z", null, "candidate")], { valid: "2026-02-01T00:00:00Z", recorded: null }), null);
});

test("both times together ask what the service believed then about that moment", () => {
  const april = "2026-04-01T00:00:00Z", june = "2026-06-01T00:00:00Z"; // prettier-ignore
  assert.equal(versionAt(versions, { valid: april, recorded: april })?.version, 1, "that it had ended was not known yet");
  assert.equal(versionAt(versions, { valid: april, recorded: june })?.version, 2);
  assert.equal(versionAt([versions[0] as Version], { valid: april, recorded: june }), null);
  assert.equal(versionAt(versions, { valid: "2025-12-01T00:00:00Z", recorded: june }), null);
});
