import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import type { Problem } from "./client.ts";

export interface Loaded<T> {
  data: T | null;
  fault: Problem | null;
  busy: boolean;
  reload: () => void;
}

/** Reads once for each `key`, and again on `reload`. An answer for an earlier key is dropped. */
export function useLoad<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [found, setFound] = useState<{ key: string; data: T | null; fault: Problem | null; busy: boolean }>({ key, data: null, fault: null, busy: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const ended = new AbortController();
    setFound((was) => ({ key, data: was.key === key ? was.data : null, fault: null, busy: true }));
    latest.current(ended.signal).then(
      (data) => !ended.signal.aborted && setFound({ key, data, fault: null, busy: false }),
      (fault: Problem) => !ended.signal.aborted && setFound({ key, data: null, fault, busy: false }),
    );
    return () => ended.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((was) => was + 1), []);
  const current = found.key === key ? found : { data: null, fault: null, busy: true };
  return { ...current, reload };
}

export interface Acting {
  busy: boolean;
  fault: Problem | null;
  clear: () => void;
  act: (work: () => Promise<void>) => void;
}

/** One change at a time; a second press while the first runs does nothing. */
export function useAct(): Acting {
  const [state, setState] = useState<{ busy: boolean; fault: Problem | null }>({ busy: false, fault: null });
  const running = useRef(false);
  const act = (work: () => Promise<void>): void => {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, fault: null });
    work()
      .then(() => setState({ busy: false, fault: null }))
      .catch((fault: Problem) => setState({ busy: false, fault }))
      .finally(() => (running.current = false));
  };
  return { ...state, act, clear: () => setState({ busy: false, fault: null }) };
}
