/** A reader of deterministic CBOR (RFC 8949, section 4.2), as far as receipts need it: whole numbers, bytes, texts, arrays,
 * maps, tags, true, false and null. Whatever is encoded otherwise is refused. */

export class Tagged {
  constructor(
    readonly tag: number,
    readonly value: Cbor,
  ) {}
}

export type Cbor = number | string | boolean | null | Uint8Array | Cbor[] | Map<Cbor, Cbor> | Tagged;

const DEEPEST = 16;

/** One value that takes all the bytes. Throws `Error`. */
export function decode(bytes: Uint8Array): Cbor {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.ended) throw new Error("CBOR: bytes follow the value");
  return value;
}

/** RFC 9052, section 4.4: what an ES256 signature signs, without external data. */
export function toBeSigned(header: Uint8Array, payload: Uint8Array): Uint8Array {
  const context = new TextEncoder().encode("Signature1");
  return joined([Uint8Array.of(0x84), head(3, context.length), context, head(2, header.length), header, head(2, 0), head(2, payload.length), payload]);
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function head(major: number, length: number): Uint8Array {
  const kind = major << 5;
  if (length < 24) return Uint8Array.of(kind | length);
  if (length < 0x100) return Uint8Array.of(kind | 24, length);
  if (length < 0x10000) return Uint8Array.of(kind | 25, length >> 8, length & 255);
  return Uint8Array.of(kind | 26, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255);
}

class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get ended(): boolean {
    return this.at === this.bytes.length;
  }

  value(depth: number): Cbor {
    if (depth > DEEPEST) throw new Error("CBOR: nested too deeply");
    const first = this.take(1)[0] ?? 0;
    const major = first >> 5;
    if (major === 7) return this.simple(first & 31);
    const count = this.count(first & 31);
    switch (major) {
      case 0:
        return count;
      case 1:
        return -1 - count;
      case 2:
        return this.take(count);
      case 3:
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.take(count));
      case 4:
        return Array.from({ length: this.within(count) }, () => this.value(depth + 1));
      case 5:
        return this.map(this.within(count), depth);
      default:
        return new Tagged(count, this.value(depth + 1));
    }
  }

  private map(pairs: number, depth: number): Map<Cbor, Cbor> {
    const found = new Map<Cbor, Cbor>();
    for (let n = 0; n < pairs; n++) {
      const key = this.value(depth + 1);
      if ((typeof key !== "number" && typeof key !== "string") || found.has(key)) throw new Error("CBOR: a key of a map is no number or text, or stands twice");
      found.set(key, this.value(depth + 1));
    }
    return found;
  }

  private simple(kind: number): boolean | null {
    const known: Record<number, boolean | null> = { 20: false, 21: true, 22: null };
    const value = known[kind];
    if (value === undefined) throw new Error("CBOR: a kind of value that receipts do not have");
    return value;
  }

  private count(kind: number): number {
    if (kind < 24) return kind;
    if (kind > 27) throw new Error("CBOR: a length that is not stated");
    const size = 1 << (kind - 24);
    const value = this.take(size).reduce((sum, byte) => sum * 256 + byte, 0);
    const least = size === 1 ? 24 : 256 ** (size / 2);
    if (value < least || !Number.isSafeInteger(value)) throw new Error("CBOR: a number that is not encoded in the shortest way");
    return value;
  }

  private within(count: number): number {
    if (count > this.bytes.length) throw new Error("CBOR: cut off");
    return count;
  }

  private take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new Error("CBOR: cut off");
    return this.bytes.subarray(this.at, (this.at += length));
  }
}
