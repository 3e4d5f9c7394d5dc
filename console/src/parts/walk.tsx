import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { get, type Problem } from "../api/client.ts";
import type { Page } from "../api/types.ts";
import { t } from "../i18n/index.ts";

export interface Walk<T> {
  data: T[] | null;
  fault: Problem | null;
  busy: boolean;
  more: (() => void) | null;
  reload: () => void;
}

/** A list of the service, page after page. It begins anew when path or query change. `reload` reads what the page shows by
 * then, also where a change calls it that was begun under an earlier query. */
export function useWalk<T>(path: string, query: Record<string, string | number | boolean>): Walk<T> {
  const key = JSON.stringify([path, query]);
  const [state, setState] = useState<{ key: string; data: T[] | null; next: string | null; fault: Problem | null; busy: boolean }>({ key, data: null, next: null, fault: null, busy: true });
  const asked = useRef<AbortController | null>(null);
  const latest = useRef<(cursor: string | null, kept: T[]) => void>(() => undefined);
  const read = (cursor: string | null, kept: T[]): void => {
    asked.current?.abort();
    const own = (asked.current = new AbortController());
    setState((was) => ({ ...was, key, busy: true, fault: null, data: cursor || was.key === key ? was.data : null }));
    get<Page<T>>(path, { ...query, ...(cursor && { cursor }) }, own.signal).then(
      (page) => !own.signal.aborted && setState({ key, data: [...kept, ...page.items], next: page.next_cursor, fault: null, busy: false }),
      (fault: Problem) => !own.signal.aborted && setState({ key, data: kept.length ? kept : null, next: null, fault, busy: false }),
    );
  };
  latest.current = read;
  useEffect(() => {
    read(null, []);
    return () => asked.current?.abort();
  }, [key]);
  const reload = useCallback(() => latest.current(null, []), []);
  const { data, fault, busy, next } = state.key === key ? state : { data: null, fault: null, busy: true, next: null };
  return { data, fault, busy, more: next ? () => read(next, data ?? []) : null, reload };
}

export const More = ({ of }: { of: Walk<unknown> }) =>
  of.more && (
    <div class="row">
      <button type="button" onClick={of.more} disabled={of.busy}>
        {t("more")}
      </button>
    </div>
  );
