import { joined } from "./cbor.ts";

/** The root of a log's tree from one entry and its path (RFC 9162, section 2.1.3.2).
 * Throws `Error` for a path of another length than the entry's place has. */
export async function rootOf(entry: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Promise<Uint8Array> {
  if (!(index >= 0 && index < size)) throw new Error("the proof is about no entry of its tree");
  let [place, last, found] = [index, size - 1, await sha256(0, entry)];
  for (const node of path) {
    if (last === 0) throw new Error("the proof is too long");
    if (place % 2 === 1 || place === last) {
      found = await sha256(1, node, found);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      found = await sha256(1, found, node);
    }
    [place, last] = [half(place), half(last)];
  }
  if (last !== 0) throw new Error("the proof is too short");
  return found;
}

const half = (value: number): number => Math.floor(value / 2);

async function sha256(prefix: number, ...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined([Uint8Array.of(prefix), ...parts]) as BufferSource));
}
