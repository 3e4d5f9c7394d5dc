import type { ComponentChildren } from "preact";

import type { Problem } from "../api/client.ts";
import { t, term } from "../i18n/index.ts";
import { segments } from "./visible.ts";

export function Fault({ fault, retry }: { fault: Problem; retry?: () => void }) {
  const detail = segments(fault.message).map((part) => part.text).join(""); // prettier-ignore
  return (
    <div class="note bad" role="alert">
      <strong>{term("problem", fault.code)}</strong>
      {detail && <span class="small">{detail}</span>}
      {retry && (
        <div>
          <button type="button" onClick={retry}>
            {t("retry")}
          </button>
        </div>
      )}
    </div>
  );
}

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;

export const Busy = () => (
  <p class="spinner" role="status">
    {t("loading")}
  </p>
);

/** What was read: the wait, the fault, the emptiness, or what there is. */
export function Shown<T>({
  of,
  empty,
  children,
}: {
  of: { data: T | null; fault: Problem | null; busy: boolean; reload: () => void };
  empty?: (data: T) => string | null;
  children: (data: T) => ComponentChildren;
}) {
  if (of.fault) return <Fault fault={of.fault} retry={of.reload} />;
  if (of.data === null) return <Busy />;
  const nothing = empty?.(of.data);
  return <>{nothing ? <Empty>{nothing}</Empty> : children(of.data)}</>;
}

const TONES: Record<string, string> = {
  timely: "good", late: "bad", none: "", standing: "warn",
  active: "good", completed: "good", succeeded: "good", signed: "good", resolved: "good", intact: "good", ok: "good",
  held: "warn", candidate: "accent", running: "accent", accepted: "accent", claimed: "accent", open: "warn",
  pending_review: "warn", stale: "warn", pending: "warn", retrying: "warn", pending_signature: "warn", pending_witness: "warn", degraded: "warn",
  rejected: "bad", needs_attention: "bad", failed: "bad", rolled_back: "bad", changed: "bad",
  superseded: "other", evicted: "other",
}; // prettier-ignore

export const Badge = ({ group, children }: { group: string; children: string }) => (
  <span class={`badge ${TONES[children] ?? ""}`}>{term(group, children)}</span>
);
