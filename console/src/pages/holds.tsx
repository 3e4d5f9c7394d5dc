import { useState } from "preact/hooks";

import { get } from "../api/client.ts";
import { useLoad } from "../api/load.ts";
import { holds } from "../api/session.ts";
import type { Deletion, Hold } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { remember } from "../parts/known-scopes.ts";
import { Badge, Empty, Shown } from "../parts/notes.tsx";
import { Actor, Id, Text } from "../parts/text.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { isOwner, link, scope } from "../route.ts";
import { PlaceHold, ReleaseHold } from "./change-hold.tsx";

/** The deletions that holds keep, for everybody who may see them; the holds themselves for an auditor. */
export function Holds() {
  const [turn, setTurn] = useState(0);
  const [placing, setPlacing] = useState(false);
  const changed = (): void => setTurn((was) => was + 1);
  const auditor = holds("auditor");
  const owner = isOwner(scope.value);
  return (
    <>
      <Head title={t("page.holds")} about={t("holds.about")}>
        <button type="button" onClick={changed}>
          {t("refresh")}
        </button>
        {auditor && (
          <button type="button" class="primary" disabled={!owner} onClick={() => setPlacing(true)}>
            {t("holds.place")}
          </button>
        )}
      </Head>
      {auditor && !owner && <p class="note">{t("holds.owner", { example: "/org/acme/user/ann" })}</p>}
      {auditor && owner && <Standing key={turn} onChanged={changed} />}
      {!auditor && <p class="note">{t("holds.auditor")}</p>}
      <Hidden key={`hidden ${turn}`} />
      {placing && <PlaceHold onClose={() => setPlacing(false)} onChanged={changed} />}
    </>
  );
}

function Standing({ onChanged }: { onChanged: () => void }) {
  const [releasing, setReleasing] = useState<Hold | null>(null);
  const loaded = useLoad(scope.value, (signal) => get<{ items: Hold[] }>("/v1/holds", { scope: scope.value }, signal));
  return (
    <section class="stack" aria-labelledby="standing">
      <h2 id="standing">{t("holds.list")}</h2>
      <Shown of={loaded} empty={({ items }) => (items.length ? null : t("holds.empty"))}>
        {({ items }) => (
          <ul class="list">
            {items.map((one) => (
              <li class="item apart">
                <div class="stack tight">
                  <Text>{one.reference}</Text>
                  <span class="row small">
                    <Id>{one.hold_id}</Id>
                    <time class="muted" dateTime={one.placed_at}>
                      {when(one.placed_at)}
                    </time>
                    <span class="muted">
                      {t("hold.by")} <Actor of={{ actor: one.by, acting_for: null }} />
                    </span>
                  </span>
                </div>
                <button type="button" class="danger" aria-label={`${t("holds.release")}: ${one.hold_id}`} onClick={() => setReleasing(one)}>
                  {t("holds.release")}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {releasing && <ReleaseHold hold={releasing} others={(loaded.data?.items.length ?? 1) - 1} onClose={() => setReleasing(null)} onChanged={onChanged} />}
    </section>
  );
}

function Hidden() {
  const walk = useWalk<Deletion>("/v1/deletions", { scope: scope.value, limit: 100 });
  const held = (items: Deletion[]): Deletion[] => items.filter((one) => one.status === "held");
  return (
    <section class="stack" aria-labelledby="hidden">
      <div class="stack tight">
        <h2 id="hidden">{t("holds.hidden")}</h2>
        <p class="muted">{t("holds.hidden.about")}</p>
      </div>
      <Shown of={walk}>
        {(items) =>
          held(items).length ? (
            <ul class="list">
              {held(items).map((one) => (
                <li>
                  <HeldDeletion deletion={one} />
                </li>
              ))}
            </ul>
          ) : (
            <Empty>{t("holds.hidden.none")}</Empty>
          )
        }
      </Shown>
      <More of={walk} />
    </section>
  );
}

function HeldDeletion({ deletion }: { deletion: Deletion }) {
  remember(deletion.request_id, deletion.scope);
  return (
    <a class="item" href={link("deletions", deletion.request_id)}>
      <span class="row">
        <Badge group="deletion">{deletion.status}</Badge>
        <span>{term("selector", deletion.selector.kind)}</span>
        {deletion.selector.ids?.map((one) => (
          <Id>{one}</Id>
        ))}
      </span>
      <span class="row small">
        <Id>{deletion.request_id}</Id>
        <time class="muted" dateTime={deletion.accepted_at}>
          {when(deletion.accepted_at)}
        </time>
        <span class="muted">
          {t("hold.kept")}{" "}
          {deletion.holds?.map((one) => (
            <Id>{`${one.hold_id} `}</Id>
          ))}
        </span>
      </span>
    </a>
  );
}
