import { useState } from "preact/hooks";

import { at, post } from "../api/client.ts";
import { useAct } from "../api/load.ts";
import { t } from "../i18n/index.ts";
import { Dialog, Input, Select } from "../parts/form.tsx";
import { Fault } from "../parts/notes.tsx";
import { go, link, scope } from "../route.ts";

const KINDS = ["subject", "session", "event", "memory", "type", "consent"] as const;

/** Asks for a deletion in the scope that is shown; the scope is typed once more, because nothing takes it back. */
export function AskDeletion({ onClose, onAsked }: { onClose: () => void; onAsked: () => void }) {
  const [kind, setKind] = useState<string>("session");
  const [ids, setIds] = useState("");
  const [session, setSession] = useState("");
  const [typed, setTyped] = useState("");
  const { act, busy, fault } = useAct();
  const listed = ids.split(/[\s,]+/).filter(Boolean);
  const ready = typed === scope.value && (kind === "subject" || listed.length > 0);
  const ask = async (): Promise<void> => {
    const request_id = `console-${crypto.randomUUID()}`;
    const selector = { kind, ...(kind !== "subject" && { ids: listed }), ...(kind === "event" && session && { session_id: session }) };
    await post(at("deletions"), { request_id, scope: scope.value, selector });
    onAsked();
    onClose();
    go(link("deletions", request_id));
  };
  return (
    <Dialog title={t("deletions.ask")} onClose={onClose} busy={busy}>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), act(ask))}>
        <p class="note warn">{t("forget.note")}</p>
        <Select label={t("deletion.selects")} group="selector" value={kind} onChange={setKind} options={KINDS} />
        {kind !== "subject" && <Input label={t("ask.ids")} value={ids} onChange={setIds} class="mono" dir="ltr" />}
        {kind === "event" && <Input label={t("ask.session")} value={session} onChange={setSession} class="mono" dir="ltr" />}
        <Input label={t("ask.confirm", { scope: scope.value })} value={typed} onChange={setTyped} class="mono" dir="ltr" />
        {fault && <Fault fault={fault} />}
        <div class="row end">
          <button type="button" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" class="danger" disabled={busy || !ready}>
            {t("forget.do")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
