import { useState } from "preact/hooks";

import { get } from "../api/client.ts";
import { useAct } from "../api/load.ts";
import type { AuditItem, Read, Verification } from "../api/types.ts";
import { number, t, term, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { Badge, Fault, Shown } from "../parts/notes.tsx";
import { Actor, Id } from "../parts/text.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { remember } from "../parts/known-scopes.ts";
import { isOwner, link, scope } from "../route.ts";

export function Audit() {
  const [reads, setReads] = useState(false);
  return (
    <>
      <Head title={t("page.audit")} about={t("audit.about")} />
      <Chain />
      <div class="row" role="group" aria-label={t("audit.which")}>
        <button type="button" aria-pressed={!reads} onClick={() => setReads(false)}>
          {t("audit.changes")}
        </button>
        <button type="button" aria-pressed={reads} onClick={() => setReads(true)}>
          {t("audit.reads")}
        </button>
      </div>
      {reads ? <Reads /> : <Changes />}
    </>
  );
}

/** The service recomputes its chains, a part a call, until all were read or one does not hold. */
function Chain() {
  const [found, setFound] = useState<Verification | null>(null);
  const { act, busy, fault } = useAct();
  const verify = async (): Promise<void> => {
    let records = 0;
    let cursor: string | null = null;
    do {
      const part: Verification = await get<Verification>("/v1/audit/verify", { scope: scope.value, cursor });
      records += part.records;
      setFound({ ...part, records });
      cursor = part.valid ? (part.next_cursor ?? null) : null;
    } while (cursor);
  };
  return (
    <section class="card" aria-labelledby="chain">
      <div class="row apart">
        <h2 id="chain">{t("audit.chain")}</h2>
        <button type="button" class="primary" disabled={busy} onClick={() => act(verify)}>
          {t("audit.verify")}
        </button>
      </div>
      {fault && <Fault fault={fault} />}
      {found && (
        <div role="status" class="stack tight">
          <p class={found.valid ? "note good" : "note bad"}>
            <strong>{found.valid ? t("audit.valid", { n: number(found.records) }) : t("audit.broken")}</strong>
            {busy && <span>{t("loading")}</span>}
            {found.first_break && (
              <span>
                {term("fault", found.first_break.fault)} · {t("audit.at", { n: found.first_break.sequence })} <Id>{found.first_break.subject}</Id> <Id>{found.first_break.scope}</Id>
              </span>
            )}
          </p>
          {found.receipt_log && (
            <p class="row">
              <Badge group="log">{found.receipt_log.state}</Badge>
              <span>{found.receipt_log.detail}</span>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function Changes() {
  const walk = useWalk<AuditItem>("/v1/audit", { scope: scope.value, limit: 50 });
  return (
    <>
      <Shown of={walk} empty={(items) => (items.length ? null : t("audit.empty"))}>
        {(items) => (
          <div class="table" tabIndex={0} role="region" aria-label={t("audit.changes")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("audit.when")}</th>
                  <th scope="col">{t("audit.action")}</th>
                  <th scope="col">{t("audit.who")}</th>
                  <th scope="col">{t("audit.what")}</th>
                  <th scope="col" class="num">
                    {t("audit.n")}
                  </th>
                  <th scope="col">{t("audit.hash")}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr>
                    <td class="when">{when(one.at)}</td>
                    <td>
                      <Badge group="action">{one.action}</Badge>
                    </td>
                    <td>
                      <Actor of={one} />
                    </td>
                    <td>{one.memory_id ? <MemoryLink id={one.memory_id} where={one.scope} /> : <Id>{one.subject}</Id>}</td>
                    <td class="num">{one.sequence}</td>
                    <td>
                      <span class="id" title={`${one.previous} → ${one.hash}`}>
                        {one.previous.slice(0, 8) || "–"} → {one.hash.slice(0, 8)}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Shown>
      <More of={walk} />
    </>
  );
}

function Reads() {
  const walk = useWalk<Read>("/v1/audit/reads", { scope: scope.value, limit: 50 });
  return (
    <>
      <Shown of={walk} empty={(items) => (items.length ? null : t(isOwner(scope.value) ? "audit.noReads" : "audit.ofOwner"))}>
        {(items) => (
          <div class="table" tabIndex={0} role="region" aria-label={t("audit.reads")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("audit.when")}</th>
                  <th scope="col">{t("audit.action")}</th>
                  <th scope="col">{t("audit.who")}</th>
                  <th scope="col">{t("memory.scope")}</th>
                  <th scope="col">{t("page.memories")}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr>
                    <td class="when">{when(one.at)}</td>
                    <td>
                      {term("read", one.kind)} {one.purpose && <Id>{one.purpose}</Id>}
                    </td>
                    <td>
                      <Actor of={one} />
                    </td>
                    <td>
                      <Id>{one.scope}</Id>
                    </td>
                    <td>
                      {one.memory_ids.slice(0, 5).map((id) => (
                        <div>
                          <MemoryLink id={id} where={one.scope} />
                        </div>
                      ))}
                      {one.memory_ids.length > 5 && `+ ${one.memory_ids.length - 5}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Shown>
      <More of={walk} />
    </>
  );
}

function MemoryLink({ id, where }: { id: string; where: string }) {
  remember(id, where);
  return (
    <a class="id" href={link("memories", id)} title={id}>
      …{id.slice(-12)}
    </a>
  );
}
