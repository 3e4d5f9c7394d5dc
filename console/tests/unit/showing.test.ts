import assert from "node:assert/strict";
import { test } from "node:test";

const storage = { getItem: (name: string) => (name === "language" ? "en" : null), setItem: (): void => undefined };
Object.assign(globalThis, { localStorage: storage, sessionStorage: storage, matchMedia: () => ({ matches: false }), location: { hash: "" }, addEventListener: () => undefined });
const { levelOf } = await import("../../src/parts/heat.tsx");
const { ceiling } = await import("../../src/parts/plot.tsx");
const { fromLocal, toLocal } = await import("../../src/parts/instants.ts");
const { t, term } = await import("../../src/i18n/index.ts");
const { choose } = await import("../../src/preferences.ts");

test("a day with something is never shown as empty, and only the busiest reaches the top", () => {
  assert.deepEqual([0, 1, 25, 26, 99, 100].map((count) => levelOf(count, 100)), [0, 1, 1, 2, 4, 4]); // prettier-ignore
});

test("the grid of a plot has round numbers and holds the most", () => {
  assert.deepEqual([1, 4, 5, 20, 21, 400, 401].map(ceiling), [4, 4, 8, 20, 40, 400, 800]);
});

test("an instant survives the field that shows it, to the second", () => {
  assert.equal(fromLocal(toLocal("2026-03-29T01:30:15Z")), "2026-03-29T01:30:15.000Z");
  assert.equal(fromLocal(""), null);
});

test("words are filled in; those of the service that nobody translated stay readable", () => {
  assert.equal(t("memory.version", { n: 3 }), "Version 3");
  choose({ language: "zh" });
  assert.equal(t("memory.version", { n: 3 }), "第 3 版");
  assert.equal(term("status", "brand_new"), "brand new");
});
