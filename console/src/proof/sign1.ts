import type { Jwk } from "../api/types.ts";
import { type Cbor, decode, Tagged, toBeSigned } from "./cbor.ts";

const ALG = 1, CRITICAL = 2, KID = 4, CLAIMS = 15; // prettier-ignore
const SIGN1 = 18, ES256 = -7; // prettier-ignore

/** A COSE_Sign1 message (RFC 9052). Nothing of it is verified by having been read. */
export interface Sign1 {
  header: Uint8Array;
  protected: Map<Cbor, Cbor>;
  unprotected: Map<Cbor, Cbor>;
  payload: Uint8Array | null;
  signature: Uint8Array;
  kid: string;
}

/** Throws `Error`. */
export function readSign1(bytes: Uint8Array): Sign1 {
  const outer = decode(bytes);
  if (!(outer instanceof Tagged) || outer.tag !== SIGN1 || !Array.isArray(outer.value) || outer.value.length !== 4) throw new Error("no COSE_Sign1 message");
  const [header, unprotected, payload, signature] = outer.value;
  if (!(header instanceof Uint8Array && unprotected instanceof Map && signature instanceof Uint8Array)) throw new Error("a message without headers or signature");
  if (!(payload instanceof Uint8Array || payload === null)) throw new Error("a message without a payload");
  const known = decode(header);
  if (!(known instanceof Map) || known.get(ALG) !== ES256 || known.has(CRITICAL)) throw new Error("not signed by ES256");
  const kid = known.get(KID);
  if (!(kid instanceof Uint8Array)) throw new Error("the signature does not name its key");
  return { header, protected: known, unprotected, payload: payload ?? null, signature, kid: new TextDecoder().decode(kid) };
}

export function claim(message: Sign1, label: number): Cbor | undefined {
  const claims = message.protected.get(CLAIMS);
  return claims instanceof Map ? claims.get(label) : undefined;
}

/** Whether the key that the message names signed this payload. Keys are known by their thumbprint (RFC 7638), not by their name. */
export async function isSigned(message: Sign1, payload: Uint8Array, keys: readonly Jwk[]): Promise<boolean> {
  for (const { kty, crv, x, y } of keys) {
    if (kty !== "EC" || crv !== "P-256" || (await thumbprint(x, y)) !== message.kid) continue;
    const key = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
    return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, message.signature as BufferSource, toBeSigned(message.header, payload) as BufferSource);
  }
  return false;
}

async function thumbprint(x: string, y: string): Promise<string> {
  const text = JSON.stringify({ crv: "P-256", kty: "EC", x, y });
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Throws `Error`. */
export function fromBase64url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) throw new Error("not base64url");
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
}
