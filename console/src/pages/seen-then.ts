import { at, get } from "../api/client.ts";
import type { Memory, Page, Version } from "../api/types.ts";
import type { TimeKind } from "../parts/as-of.tsx";

const NEVER_BELIEVED = new Set(["candidate", "rejected", "pending_review"]);
const AT_ONCE = 4;

/** The version that held (`valid`), or that the service believed (`recorded`), at an instant; the latest recorded of several. */
export function versionAt(versions: readonly Version[], kind: TimeKind, instant: string): Version | null {
  const then = Date.parse(instant);
  const reaches = (from: string, to: string | null): boolean => Date.parse(from) <= then && (to === null || then < Date.parse(to));
  const found = versions.filter((one) => !NEVER_BELIEVED.has(one.status) && (kind === "valid" ? reaches(one.valid_from, one.valid_to) : reaches(one.updated_at, one.ended_at)));
  return found.sort((a, b) => b.version - a.version)[0] ?? null;
}

/** The memories as they were then, those left out that were not. Reads the history of each, a few at a time. */
export async function seenThen(memories: readonly Memory[], kind: TimeKind, instant: string, signal: AbortSignal): Promise<Version[]> {
  const found: (Version | null)[] = [];
  for (let from = 0; from < memories.length; from += AT_ONCE) {
    const some = memories.slice(from, from + AT_ONCE);
    const histories = await Promise.all(some.map((one) => get<Page<Version>>(at("memories", one.memory_id, "history"), { scope: one.scope, limit: 100 }, signal)));
    found.push(...histories.map(({ items }) => versionAt(items, kind, instant)));
  }
  return found.filter((one) => one !== null);
}
