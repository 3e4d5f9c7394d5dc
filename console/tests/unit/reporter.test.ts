import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const REPORTER = fileURLToPath(new URL("../reporter.mjs", import.meta.url));

function report(source: string): { status: number | null; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "reporter-"));
  try {
    const file = join(folder, "some.test.mjs");
    writeFileSync(file, `import { test } from "node:test";\n${source}`);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ["--test", `--test-reporter=${REPORTER}`, file], { encoding: "utf-8", env });
    return { status, lines: stdout.split("\n") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("tests that pass are a point each, and what they print is not shown", () => {
  const { status, lines } = report(`test("one", () => console.log("words")); test("two", () => undefined);`);
  assert.deepEqual([status, lines], [0, ["..", "2 passed, 0 failed, 0 skipped", ""]]);
});

test("a failure stands whole at the end, after what its file printed", () => {
  const { status, lines } = report(`test("breaks", () => { console.log("words"); throw new Error("the reason"); }); test("later", () => undefined);`);
  assert.equal(status, 1);
  assert.deepEqual(lines.slice(0, 2), ["X.", "1 passed, 1 failed, 0 skipped"]);
  const [printed, failed, reason] = ["words", "FAILED breaks", "Error: the reason"].map((text) => lines.findIndex((line) => line.startsWith(text)));
  assert.ok((printed as number) > 1 && (failed as number) > (printed as number) && reason === (failed as number) + 1, lines.join("\n"));
});

test("a file that cannot be loaded fails with the cause", () => {
  const { status, lines } = report(`import "./nothing-here.mjs";`);
  assert.equal(status, 1);
  assert.ok(lines.some((line) => line.includes("Cannot find module")), lines.join("\n")); // prettier-ignore
});
