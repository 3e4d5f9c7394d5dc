import { at, get } from "../api/client.ts";
import type { Memory, Page, Version } from "../api/types.ts";
import type { Moment } from "../parts/as-of.tsx";

const NEVER_BELIEVED = new Set(["candidate", "rejected", "pending_review"]);
const AT_ONCE = 4;

const reaches = (then: string | null, from: string, to: string | null): boolean =>
  then === null || (Date.parse(from) <= Date.parse(then) && (to === null || Date.parse(then) < Date.parse(to)));

/** When it stopped holding, as far as that was known then: what ended a version later also gave it its end. */
const endKnownAt = ({ valid_to, ended_at }: Version, recorded: string | null): string | null =>
  recorded !== null && ended_at !== null && Date.parse(recorded) < Date.parse(ended_at) ? null : valid_to;

/** The version that the service believed at `recorded` and that held at `valid`; the latest recorded of several. Without
 * one of the two, in the other time alone. */
export function versionAt(versions: readonly Version[], { valid, recorded }: Moment): Version | null {
  const found = versions.filter(
    (one) => !NEVER_BELIEVED.has(one.status) && reaches(recorded, one.updated_at, one.ended_at) && reaches(valid, one.valid_from, endKnownAt(one, recorded)),
  );
  return found.sort((a, b) => b.version - a.version)[0] ?? null;
}

/** The memories as they were then, those left out that were not. Reads the history of each, a few at a time. */
export async function seenThen(memories: readonly Memory[], moment: Moment, signal: AbortSignal): Promise<Version[]> {
  const found: (Version | null)[] = [];
  for (let from = 0; from < memories.length; from += AT_ONCE) {
    const some = memories.slice(from, from + AT_ONCE);
    const histories = await Promise.all(some.map((one) => get<Page<Version>>(at("memories", one.memory_id, "history"), { scope: one.scope, limit: 100 }, signal)));
    found.push(...histories.map(({ items }) => versionAt(items, moment)));
  }
  return found.filter((one) => one !== null);
}
