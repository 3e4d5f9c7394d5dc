import { inspect } from "node:util";

/** A point for each test that passes; at the end the number of tests, and then each failure whole, so that it is the last
 * that is read. What a file printed is shown only if something of that file failed. */
export default async function* reporter(source) {
  const failures = [];
  const printed = new Map();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of source) {
    if (type === "test:stdout" || type === "test:stderr") printed.set(data.file, (printed.get(data.file) ?? "") + data.message);
    if (type === "test:pass") {
      counts[data.skip === undefined ? "passed" : "skipped"]++;
      yield data.skip === undefined ? "." : "-";
    }
    if (type === "test:fail") {
      counts.failed++;
      failures.push(data);
      yield "X";
    }
  }
  yield `\n${Object.entries(counts).map(([name, n]) => `${n} ${name}`).join(", ")}\n`; // prettier-ignore
  for (const file of new Set(failures.map((one) => one.file))) if (printed.has(file)) yield `\nprinted by ${file}:\n${printed.get(file)}`;
  for (const { name, file, line, details } of failures)
    yield `\nFAILED ${name} (${file}:${line}, ${Math.round(details.duration_ms)} ms)\n${inspect(details.error.cause ?? details.error)}\n`;
}
