import { useState } from "preact/hooks";

import type { Deletion } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { remember } from "../parts/known-scopes.ts";
import { Badge, Empty, Shown } from "../parts/notes.tsx";
import { Split } from "../parts/split.tsx";
import { Id } from "../parts/text.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { link, route, scope } from "../route.ts";
import { AskDeletion } from "./ask-deletion.tsx";
import { DeletionDetail } from "./deletion-detail.tsx";

export function Deletions() {
  const [asking, setAsking] = useState(false);
  const walk = useWalk<Deletion>("/v1/deletions", { scope: scope.value, limit: 25 });
  const { id } = route.value;
  return (
    <>
      <Head title={t("page.deletions")} about={t("deletions.about")}>
        <button type="button" onClick={walk.reload}>
          {t("refresh")}
        </button>
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          {t("deletions.ask")}
        </button>
      </Head>
      <Split list={t("page.deletions")} detail={t("deletion")} chosen={id}>
        <>
          <Shown of={walk} empty={(items) => (items.length ? null : t("deletions.empty"))}>
            {(items) => (
              <ul class="list">
                {items.map((one) => (
                  <li>
                    <Item deletion={one} current={one.request_id === id} />
                  </li>
                ))}
              </ul>
            )}
          </Shown>
          <More of={walk} />
        </>
        <>
          {id ? <DeletionDetail key={id} id={id} onChanged={walk.reload} /> : <Empty>{t("deletions.pick")}</Empty>}
        </>
      </Split>
      {asking && <AskDeletion onClose={() => setAsking(false)} onAsked={walk.reload} />}
    </>
  );
}

function Item({ deletion, current }: { deletion: Deletion; current: boolean }) {
  remember(deletion.request_id, deletion.scope);
  return (
    <a class="item" href={link("deletions", deletion.request_id)} aria-current={current ? "true" : undefined}>
      <Id>{deletion.request_id}</Id>
      <span class="row small">
        <Badge group="deletion">{deletion.status}</Badge>
        <span>{term("selector", deletion.selector.kind)}</span>
        <time class="muted" dateTime={deletion.accepted_at}>
          {when(deletion.accepted_at)}
        </time>
        {deletion.receipt && <Badge group="signing">{deletion.receipt.signing}</Badge>}
      </span>
    </a>
  );
}
