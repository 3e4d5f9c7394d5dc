import type { Jwk, SignedReceipt } from "../api/types.ts";
import { decode } from "./cbor.ts";
import { rootOf } from "./merkle.ts";
import { claim, fromBase64url, isSigned, readSign1, type Sign1 } from "./sign1.ts";

const VDS = 395, VDP = 396, RFC9162_SHA256 = 1, INCLUSION = -1; // prettier-ignore
const ISS = 1, SUB = 2, IAT = 6; // prettier-ignore
const FORM = "agent-memory/deletion/1";
const LATER_FORM = "agent-memory/deletion-verification/1";

export type Step = "statement" | "about" | "inclusion" | "receipt" | "head";

export interface Checked {
  /** In the order in which they were made; the checks end at the first that fails. */
  steps: { step: Step; holds: boolean }[];
  valid: boolean;
  stated: Stated | null;
  kid: string;
  issuer: string;
  signedAt: string | null;
  place: { log: string; index: number; size: number; root: string } | null;
}

export interface Stated {
  form: string;
  request_id: string;
  subject: string;
  accepted_at?: string;
  completed_at?: string;
  verified_at?: string;
  stores?: { store: string; removed?: number; residue: number; verified?: string }[];
  legal_holds?: { hold_id: string; reference: string; placed_at: string; released_at: string }[];
  not_checked?: { what: string; why: string; until?: string }[];
}

/** Checks a receipt (RFC 9942) with these keys, without the service: who signed the statement, that it is about the deletion
 * `requestId`, that the log holds it, and that the log's head is the one that is signed. Never throws. */
export async function verifyReceipt(given: SignedReceipt, keys: readonly Jwk[], requestId: string): Promise<Checked> {
  const found = nothing();
  try {
    const entry = fromBase64url(given.statement);
    const statement = readSign1(entry);
    const receipt = readSign1(fromBase64url(given.receipt));
    if (!(await stated(found, statement, keys, FORM, requestId))) return found;
    const same = claim(receipt, ISS) === claim(statement, ISS) && claim(receipt, SUB) === claim(statement, SUB);
    if (!noted(found, "about", same)) return found;
    const { size, index, path } = proofOf(receipt);
    const root = await rootOf(entry, index, size, path);
    const named = given.log;
    if (!noted(found, "inclusion", named.index === index && named.size === size && equal(fromBase64url(named.root), root))) return found;
    if (!noted(found, "receipt", await isSigned(receipt, root, keys))) return found;
    if (!noted(found, "head", await isHead(given, root, keys))) return found;
    found.place = { log: named.name, index, size, root: hex(root) };
    found.valid = true;
  } catch {
    found.steps.push({ step: next(found), holds: false });
  }
  return found;
}

/** Checks what a later look at the stores found: signed, about this deletion, and in no log. Never throws. */
export async function verifyLater(statement: string, keys: readonly Jwk[], requestId: string): Promise<Checked> {
  const found = nothing();
  try {
    found.valid = await stated(found, readSign1(fromBase64url(statement)), keys, LATER_FORM, requestId);
  } catch {
    found.steps.push({ step: next(found), holds: false });
  }
  return found;
}

async function stated(found: Checked, statement: Sign1, keys: readonly Jwk[], form: string, requestId: string): Promise<boolean> {
  const { payload } = statement;
  if (!noted(found, "statement", payload !== null && statement.unprotected.size === 0 && (await isSigned(statement, payload, keys)))) return false;
  const said = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload ?? new Uint8Array())) as Stated;
  const about = `urn:agent-memory:deletion:${quoted(said.subject)}:${quoted(said.request_id)}`;
  const at = claim(statement, IAT);
  found.kid = statement.kid;
  found.issuer = String(claim(statement, ISS) ?? "");
  found.signedAt = typeof at === "number" ? new Date(at * 1000).toISOString() : null;
  if (said.form !== form || said.request_id !== requestId || claim(statement, SUB) !== about) return noted(found, "about", false);
  found.stated = said;
  return form === LATER_FORM ? noted(found, "about", true) : true;
}

function proofOf(receipt: Sign1): { size: number; index: number; path: Uint8Array[] } {
  const proofs = receipt.unprotected.get(VDP);
  const inclusion = proofs instanceof Map ? proofs.get(INCLUSION) : undefined;
  const only = Array.isArray(inclusion) && inclusion.length === 1 ? inclusion[0] : undefined;
  if (receipt.protected.get(VDS) !== RFC9162_SHA256 || receipt.payload !== null || !(only instanceof Uint8Array)) throw new Error("no inclusion proof");
  const proof = decode(only);
  if (!Array.isArray(proof) || proof.length !== 3) throw new Error("no inclusion proof");
  const [size, index, path] = proof;
  if (typeof size !== "number" || typeof index !== "number" || !Array.isArray(path)) throw new Error("no inclusion proof");
  if (!path.every((node): node is Uint8Array => node instanceof Uint8Array && node.length === 32)) throw new Error("no inclusion proof");
  return { size, index, path };
}

async function isHead({ log }: SignedReceipt, root: Uint8Array, keys: readonly Jwk[]): Promise<boolean> {
  const head = readSign1(fromBase64url(log.head));
  if (head.payload === null || !(await isSigned(head, head.payload, keys))) return false;
  const said = decode(head.payload);
  if (!(said instanceof Map) || said.size !== 3) return false;
  const signed = said.get("root");
  return said.get("log") === log.name && said.get("size") === log.size && signed instanceof Uint8Array && equal(signed, root);
}

const ORDER: readonly Step[] = ["statement", "about", "inclusion", "receipt", "head"];
const next = (found: Checked): Step => ORDER[Math.min(found.steps.length, ORDER.length - 1)] ?? "head";

const nothing = (): Checked => ({ steps: [], valid: false, stated: null, kid: "", issuer: "", signedAt: null, place: null });

function noted(found: Checked, step: Step, holds: boolean): boolean {
  found.steps.push({ step, holds });
  return holds;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, n) => byte === b[n]);
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** As RFC 3986 quotes a part of a path, all but its unreserved characters. */
const quoted = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
