import { useState } from "preact/hooks";

import { at, call, get, post } from "../api/client.ts";
import { useAct, useLoad } from "../api/load.ts";
import type { Deletion, Hold, Page } from "../api/types.ts";
import { t } from "../i18n/index.ts";
import { Dialog, Input } from "../parts/form.tsx";
import { Fault, Shown } from "../parts/notes.tsx";
import { Id, Text } from "../parts/text.tsx";
import { link, scope } from "../route.ts";

interface Changing {
  onClose: () => void;
  onChanged: () => void;
}

/** An auditor keeps all of the owner that is shown; the answer names the deletions that come before the hold. */
export function PlaceHold({ onClose, onChanged }: Changing) {
  const [id, setId] = useState("");
  const [reference, setReference] = useState("");
  const [before, setBefore] = useState<string[] | null>(null);
  const { act, busy, fault } = useAct();
  const place = async (): Promise<void> => {
    const { not_held } = await post<{ not_held: string[] }>("/v1/holds", { hold_id: id.trim(), scope: scope.value, reference: reference.trim() });
    setBefore(not_held);
    onChanged();
  };
  if (before) return <Done title={t("hold.placed")} about={t("hold.not_held")} ids={before} onClose={onClose} />;
  return (
    <Dialog title={t("holds.place")} onClose={onClose} busy={busy}>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), act(place))}>
        <p class="note warn">{t("hold.keeps", { scope: scope.value })}</p>
        <Input label={t("hold.id")} value={id} onChange={setId} class="mono" dir="ltr" maxLength={128} />
        <Input label={t("hold.reference")} value={reference} onChange={setReference} dir="auto" maxLength={200} />
        {fault && <Fault fault={fault} />}
        <div class="row end">
          <button type="button" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" class="primary" disabled={busy || !id.trim() || !reference.trim()}>
            {t("holds.place")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** `others`: holds of the same owner that stand beside it. Says first which deletions go on without it. */
export function ReleaseHold({ hold, others, onClose, onChanged }: Changing & { hold: Hold; others: number }) {
  const [resumed, setResumed] = useState<string[] | null>(null);
  const { act, busy, fault } = useAct();
  const loaded = useLoad(hold.hold_id, (signal) => get<Page<Deletion>>("/v1/deletions", { scope: hold.scope, limit: 100 }, signal));
  const release = async (): Promise<void> => {
    const answer = await call<{ resumed: string[] }>("DELETE", at("holds", hold.hold_id), { query: { scope: hold.scope } });
    setResumed(answer.resumed);
  };
  const done = (): void => (onClose(), onChanged());
  if (resumed) return <Done title={t("hold.released")} about={t("hold.resumed")} ids={resumed} onClose={done} />;
  return (
    <Dialog title={t("hold.release.title")} onClose={onClose} busy={busy}>
      <div class="stack">
        <Text>{hold.reference}</Text>
        <Id>{hold.hold_id}</Id>
        <Shown of={loaded}>
          {({ items, next_cursor }) => (
            <p class="note warn">
              {others
                ? t("hold.release.others", { n: others, scope: hold.scope })
                : t("hold.release.last", { n: `${items.filter((one) => one.status === "held").length}${next_cursor ? "+" : ""}`, scope: hold.scope })}
            </p>
          )}
        </Shown>
        {fault && <Fault fault={fault} />}
        <div class="row end">
          <button type="button" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="button" class="danger" disabled={busy} onClick={() => act(release)}>
            {t("holds.release")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

const Done = ({ title, about, ids, onClose }: { title: string; about: string; ids: string[]; onClose: () => void }) => (
  <Dialog title={title} onClose={onClose}>
    {ids.length > 0 && (
      <>
        <p>{about}</p>
        <ul class="list">
          {ids.map((one) => (
            <li>
              <a href={link("deletions", one)} onClick={onClose}>
                <Id>{one}</Id>
              </a>
            </li>
          ))}
        </ul>
      </>
    )}
    <div class="row end">
      <button type="button" class="primary" onClick={onClose}>
        {t("close")}
      </button>
    </div>
  </Dialog>
);
