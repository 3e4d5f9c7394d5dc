import { useEffect } from "preact/hooks";

import { at, get } from "../api/client.ts";
import { useLoad } from "../api/load.ts";
import type { Deletion, Held } from "../api/types.ts";
import { number, t, term, when } from "../i18n/index.ts";
import { scopeOf } from "../parts/known-scopes.ts";
import { Badge, Shown } from "../parts/notes.tsx";
import { Id, Text } from "../parts/text.tsx";
import { Proof } from "./proof.tsx";

const LOOK_AGAIN_MS = 1500;

/** A deletion as it runs: read again, a while after each answer, until it has ended and its receipt is signed. */
export function DeletionDetail({ id, onChanged }: { id: string; onChanged: () => void }) {
  const scope = scopeOf(id);
  const loaded = useLoad(`${scope} ${id}`, (signal) => get<Deletion>(at("deletions", id), { scope }, signal));
  const running = loaded.data !== null && !hasEnded(loaded.data);
  useEffect(() => {
    if (!running || loaded.busy) return undefined;
    const timer = setTimeout(loaded.reload, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [running, loaded.busy]);
  useEffect(() => (running ? onChanged : undefined), [running]);
  return (
    <Shown of={loaded}>
      {(deletion) => (
        <>
          <article class="card">
            <div class="row" role="status">
              <Badge group="deletion">{deletion.status}</Badge>
              {deletion.receipt && <Badge group="signing">{deletion.receipt.signing}</Badge>}
            </div>
            <dl class="pairs">
              <dt>{t("deletion.request")}</dt>
              <dd>
                <Id>{deletion.request_id}</Id>
              </dd>
              <dt>{t("deletion.selects")}</dt>
              <dd>
                {term("selector", deletion.selector.kind)} {deletion.selector.ids?.map((one) => <Id>{`${one} `}</Id>)}
              </dd>
              <dt>{t("memory.scope")}</dt>
              <dd>
                <Id>{deletion.scope}</Id>
              </dd>
              <dt>{t("deletion.begun")}</dt>
              <dd>{when(deletion.accepted_at)}</dd>
              <dt>{t("deletion.ended")}</dt>
              <dd>{when(deletion.completed_at)}</dd>
              {deletion.level && (
                <>
                  <dt>{t("deletion.level")}</dt>
                  <dd>{term("level", deletion.level)}</dd>
                </>
              )}
            </dl>
            <Stores deletion={deletion} />
            {deletion.holds && deletion.holds.length > 0 && <Holds of={deletion.holds} />}
            {deletion.elsewhere && <Elsewhere places={deletion.elsewhere} />}
          </article>
          <Proof key={deletion.receipt?.signing ?? ""} deletion={deletion} />
        </>
      )}
    </Shown>
  );
}

const hasEnded = ({ status, receipt }: Deletion): boolean =>
  status === "needs_attention" || status === "held" || (status === "completed" && receipt?.signing !== "pending_signature" && receipt?.signing !== "pending_witness");

const Stores = ({ deletion }: { deletion: Deletion }) => (
  <div class="table" tabIndex={0} role="region" aria-label={t("deletion.stores")}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t("deletion.store")}</th>
          <th scope="col">{t("memories.status")}</th>
          <th scope="col" class="num">
            {t("deletion.removed")}
          </th>
          <th scope="col" class="num">
            {t("deletion.residue")}
          </th>
          <th scope="col" class="num">
            {t("deletion.attempts")}
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(deletion.targets).map(([store, target]) => (
          <tr>
            <td>{term("store", store)}</td>
            <td>
              <Badge group="target">{target.status}</Badge> {target.cause && <Id>{target.cause}</Id>}
            </td>
            <td class="num">{number(target.removed)}</td>
            <td class="num">{number(target.residue)}</td>
            <td class="num">{number(target.attempts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** As they stand in the receipt, or will. */
const Holds = ({ of: holds }: { of: Held[] }) => (
  <section class="stack tight" aria-labelledby="met">
    <h2 id="met">{t("deletion.holds")}</h2>
    <ul class="list">
      {holds.map(({ hold_id, reference, placed_at, released_at }) => (
        <li class="item">
          <Text clamp>{reference}</Text>
          <span class="row small">
            <Badge group="hold">{released_at ? "over" : "standing"}</Badge>
            <Id>{hold_id}</Id>
            <span class="muted">{released_at ? t("hold.since", { placed: when(placed_at), released: when(released_at) }) : t("hold.stands", { placed: when(placed_at) })}</span>
          </span>
        </li>
      ))}
    </ul>
  </section>
);

/** What lies outside of the stores, and until when. */
const Elsewhere = ({ places }: { places: NonNullable<Deletion["elsewhere"]> }) => (
  <details>
    <summary>{t("deletion.elsewhere")}</summary>
    <dl class="pairs">
      {places.map(({ what, until, note }) => (
        <>
          <dt>{term("place", what)}</dt>
          <dd>
            {until && t("deletion.until", { until: when(until) })} <span class="muted small">{note}</span>
          </dd>
        </>
      ))}
    </dl>
  </details>
);
