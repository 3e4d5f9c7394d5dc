// Fails when what a browser loads is more than 70 kB, gzipped, all files together.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MOST_BYTES = 70_000;
const dist = new URL("../dist", import.meta.url).pathname;
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const sizes = files.map((entry) => {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  return [path.slice(dist.length + 1), gzipSync(readFileSync(path), { level: 9 }).length];
});
for (const [name, bytes] of sizes) console.log(String(bytes).padStart(7), name);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
console.log(`${String(total).padStart(7)} bytes gzipped in all; at most ${MOST_BYTES}`);
if (total > MOST_BYTES) process.exit(1);
