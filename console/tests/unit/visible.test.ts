import assert from "node:assert/strict";
import { test } from "node:test";

import { segments } from "../../src/parts/visible.ts";

const shown = (text: string): string => segments(text).map((part) => (part.control ? `[${part.text}]` : part.text)).join(""); // prettier-ignore

test("what cannot be seen or turns the direction stands as its code", () => {
  assert.equal(shown("a\u202eb\u200bc\u{e0041}d\u0000"), "a[U+202E]b[U+200B]c[U+E0041]d[U+0000]");
});

test("lines, tabs, letters of any script and emoji stay as they are", () => {
  const text = "one\n\ttwo 中文 العربية ❤️ é";
  assert.equal(shown(text), text);
});
