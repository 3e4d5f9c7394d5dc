import { bearer, expired } from "./session.ts";

/** A refusal of the service (RFC 9457), or of the way to it: then `status` is 0. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}

export interface Call {
  query?: Record<string, string | number | boolean | undefined | null>;
  body?: unknown;
  signal?: AbortSignal;
}

/** One call of `/v1`. Changes carry a key, so that a browser that sends one twice changes nothing twice.
 * Throws `Problem`. */
export async function call<T>(method: string, path: string, { query, body, signal }: Call = {}): Promise<T> {
  const headers = new Headers({ accept: "application/json" });
  const token = bearer();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (method !== "GET") headers.set("idempotency-key", crypto.randomUUID());
  const init: RequestInit = { method, headers, cache: "no-store" };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  let answer: Response;
  try {
    answer = await fetch(path + queryText(query), init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, "unreachable", "");
  }
  const value: unknown = await answer.json().catch(() => null);
  if (answer.ok) return value as T;
  const found = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (answer.status === 401 && token === bearer()) expired();
  throw new Problem(answer.status, String(found["code"] ?? answer.status), String(found["detail"] ?? found["message"] ?? answer.statusText), found);
}

export const get = <T>(path: string, query?: Call["query"], signal?: AbortSignal): Promise<T> =>
  call<T>("GET", path, { ...(query && { query }), ...(signal && { signal }) });

export const post = <T>(path: string, body?: unknown, query?: Call["query"]): Promise<T> =>
  call<T>("POST", path, { ...(body !== undefined && { body }), ...(query && { query }) });

/** A path from parts of which each is one segment, whatever it holds. */
export const at = (...segments: string[]): string => "/v1/" + segments.map(encodeURIComponent).join("/");

function queryText(query: Call["query"]): string {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "" && value !== false) found.set(name, String(value));
  }
  const text = found.toString();
  return text && `?${text}`;
}
