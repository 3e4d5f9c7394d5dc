import { useState } from "preact/hooks";

import { at, get } from "../api/client.ts";
import { useLoad } from "../api/load.ts";
import type { AuditItem, Memory, Page, Version } from "../api/types.ts";
import { t, term, when, number } from "../i18n/index.ts";
import { scopeOf } from "../parts/known-scopes.ts";
import { MemoryFacts } from "../parts/memory-item.tsx";
import { Badge, Shown } from "../parts/notes.tsx";
import { Actor, Id, Text, Visible } from "../parts/text.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { link } from "../route.ts";
import { EditMemory } from "./edit-memory.tsx";
import { ForgetMemory } from "./forget-memory.tsx";

export function MemoryDetail({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [open, setOpen] = useState<"edit" | "forget" | null>(null);
  const scope = scopeOf(id);
  const loaded = useLoad(`${scope} ${id}`, (signal) => get<Memory>(at("memories", id), { scope }, signal));
  const changed = (): void => {
    loaded.reload();
    onChanged();
  };
  return (
    <Shown of={loaded}>
      {(memory) => (
        <>
          <article class="card">
            <Text>{memory.content}</Text>
            <MemoryFacts memory={memory} />
            <div class="row">
              <button type="button" onClick={() => setOpen("edit")}>
                {t("memory.edit")}
              </button>
              <button type="button" class="danger" onClick={() => setOpen("forget")}>
                {t("memory.forget")}
              </button>
            </div>
            <h2>{t("memory.details")}</h2>
            <Details memory={memory} />
          </article>
          <History key={memory.version} memory={memory} />
          {open === "edit" && <EditMemory memory={memory} onClose={() => setOpen(null)} onSaved={changed} />}
          {open === "forget" && <ForgetMemory memory={memory} onClose={() => setOpen(null)} onForgotten={onChanged} />}
        </>
      )}
    </Shown>
  );
}

function Details({ memory }: { memory: Memory }) {
  const valid = memory.valid_to ? t("memory.between", { from: when(memory.valid_from), to: when(memory.valid_to) }) : t("memory.from", { from: when(memory.valid_from) });
  return (
    <dl class="pairs">
      <dt>{t("memory.scope")}</dt>
      <dd>
        <Id>{memory.scope}</Id>
      </dd>
      <dt>{t("memory.confidence")}</dt>
      <dd>{number(memory.confidence, 2)}</dd>
      <dt>{t("memory.importance")}</dt>
      <dd>{term("importance", memory.importance)}</dd>
      <dt>{t("memory.trust")}</dt>
      <dd>{term("trust", memory.trust)}</dd>
      <dt>{t("memory.valid")}</dt>
      <dd>{valid}</dd>
      <dt>{t("memory.observed")}</dt>
      <dd>{when(memory.observed_at)}</dd>
      <dt>{t("memory.recorded")}</dt>
      <dd>{when(memory.updated_at)}</dd>
      <dt>{t("memory.expires")}</dt>
      <dd>{when(memory.hard_expires_at)}</dd>
      <dt>{t("memory.read")}</dt>
      <dd>{t("memory.times", { n: memory.retrieval_count })}</dd>
      <dt>{t("memory.sources")}</dt>
      <dd>{memory.source_event_ids.length ? memory.source_event_ids.map((event) => <Id>{`${event} `}</Id>) : "–"}</dd>
      {memory.flags.length > 0 && (
        <>
          <dt>{t("memory.flags")}</dt>
          <dd>
            <Visible>{memory.flags.join(", ")}</Visible>
          </dd>
        </>
      )}
      {memory.superseded_by && (
        <>
          <dt>{t("memory.replaced")}</dt>
          <dd>
            <a href={link("memories", memory.superseded_by)}>{memory.superseded_by}</a>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Every version with why it ended, and with who did what, for those who may read the audit. */
function History({ memory }: { memory: Memory }) {
  const walk = useWalk<Version>(at("memories", memory.memory_id, "history"), { scope: memory.scope, limit: 25 });
  const audit = useLoad(memory.memory_id, (signal) => get<Page<AuditItem>>("/v1/audit", { scope: memory.scope, memory_id: memory.memory_id, limit: 100 }, signal));
  const done = audit.data?.items ?? [];
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">{t("memory.history")}</h2>
      <Shown of={walk}>
        {(versions) => (
          <ol class="timeline">
            {versions.map((one) => (
              <li class={one.ended_at ? "" : "now"}>
                <Text clamp>{one.content}</Text>
                <MemoryFacts memory={one} />
                <Who did={done.filter(({ version }) => version === one.version)} />
                {one.ended_at && <span class="muted small">{t("memory.ended", { when: when(one.ended_at), why: term("ended", one.ended_because ?? "") })}</span>}
              </li>
            ))}
          </ol>
        )}
      </Shown>
      <More of={walk} />
      {(audit.fault || (audit.data && !done.length)) && <p class="muted small">{t("memory.who.none")}</p>}
    </section>
  );
}

const Who = ({ did }: { did: AuditItem[] }) => (
  <>
    {did.map((one) => (
      <span class="row small">
        <Badge group="action">{one.action}</Badge>
        <Actor of={one} />
        <time class="muted" dateTime={one.at}>
          {when(one.at)}
        </time>
      </span>
    ))}
  </>
);
