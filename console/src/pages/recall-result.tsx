import { post } from "../api/client.ts";
import { useLoad } from "../api/load.ts";
import type { Context, Hit, Recall } from "../api/types.ts";
import { number, t, term } from "../i18n/index.ts";
import { remember } from "../parts/known-scopes.ts";
import { MemoryFacts } from "../parts/memory-item.tsx";
import { Badge, Shown } from "../parts/notes.tsx";
import { Text, Visible } from "../parts/text.tsx";
import { link, scope } from "../route.ts";
import { requestOf, type Setting } from "./recall-setting.tsx";

const MOST = 100;

interface Found {
  recall: Recall;
  candidates: Recall;
  context: Context;
}

/** One query under one setting: the candidates are what the same query finds without a threshold. */
async function find(query: string, setting: Setting): Promise<Found> {
  const request = requestOf(setting, scope.value);
  const [recall, candidates, context] = await Promise.all([
    post<Recall>("/v1/recall", { ...request, query }),
    post<Recall>("/v1/recall", { ...request, query, min_relevance: 0, top_k: MOST, mode: "pull" }),
    post<Context>("/v1/context", { ...request, goal: query }),
  ]);
  return { recall, candidates, context };
}

export function RecallResult({ query, setting, name }: { query: string; setting: Setting; name: string }) {
  const loaded = useLoad(JSON.stringify([query, setting]), () => find(query, setting));
  return (
    <section class="stack" aria-label={name}>
      <h2>{name}</h2>
      <Shown of={loaded}>
        {({ recall, candidates, context }) => (
          <>
            <Summary recall={recall} candidates={candidates} />
            <Candidates recall={recall} candidates={candidates.memories} />
            <AgentsView context={context} of={name} />
          </>
        )}
      </Shown>
    </section>
  );
}

function Summary({ recall, candidates }: { recall: Recall; candidates: Recall }) {
  const suppressed = Object.entries(recall.suppressed);
  return (
    <div class="card">
      <p role="status">{t("recall.count", { n: recall.memories.length, all: candidates.memories.length })}</p>
      {recall.degraded && <p class="note warn">{t("recall.degraded")}</p>}
      {recall.needs_confirmation && <p class="note warn">{t("recall.confirm")}</p>}
      <h3>{t("recall.suppressed")}</h3>
      {suppressed.length ? (
        <dl class="pairs">
          {suppressed.map(([reason, count]) => (
            <>
              <dt>{term("suppressed", reason)}</dt>
              <dd>{number(count)}</dd>
            </>
          ))}
        </dl>
      ) : (
        <p class="muted">{t("recall.nothing")}</p>
      )}
      {recall.conflicts?.map((one) => (
        <div class="note warn">
          <strong>{t("kind.conflict")}</strong>
          {one.members.map((member) => (
            <Text>{member.content}</Text>
          ))}
        </div>
      ))}
    </div>
  );
}

function Candidates({ recall, candidates }: { recall: Recall; candidates: Hit[] }) {
  const returned = new Set(recall.memories.map((hit) => hit.memory.memory_id));
  const others = candidates.filter((hit) => !returned.has(hit.memory.memory_id));
  return (
    <>
      <ol class="list">
        {recall.memories.map((hit) => (
          <Shot hit={hit} returned />
        ))}
      </ol>
      {others.length > 0 && (
        <details>
          <summary>{t("recall.others", { n: others.length })}</summary>
          <ol class="list">
            {others.slice(0, 50).map((hit) => (
              <Shot hit={hit} returned={false} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Shot({ hit, returned }: { hit: Hit; returned: boolean }) {
  remember(hit.memory.memory_id, hit.memory.scope);
  const parts = Object.entries(hit.parts).sort(([, a], [, b]) => b - a);
  return (
    <li class="card">
      <Text>{hit.memory.content}</Text>
      <div class="bars">
        <strong>{t("recall.relevance")}</strong>
        <meter min={0} max={1} value={hit.relevance} aria-label={t("recall.relevance")} />
        <span class="num">{number(hit.relevance, 3)}</span>
        <span>{t("recall.score")}</span>
        <meter min={0} max={1} value={Math.min(1, hit.score)} aria-label={t("recall.score")} />
        <span class="num">{number(hit.score, 3)}</span>
      </div>
      <details>
        <summary>{t("recall.parts")}</summary>
        <div class="bars">
          {parts.map(([name, value]) => (
            <>
              <span>{term("part", name)}</span>
              <meter min={0} max={1} value={Math.max(0, Math.min(1, value))} aria-label={term("part", name)} />
              <span class="num">{number(value, 3)}</span>
            </>
          ))}
        </div>
      </details>
      <div class="row small">
        {!returned && <span class="badge warn">{t("recall.left")}</span>}
        {hit.newer?.length ? <span class="badge warn">{t("recall.newer", { n: hit.newer.length })}</span> : null}
        <a href={link("memories", hit.memory.memory_id)}>{t("memory.details")}</a>
      </div>
      <MemoryFacts memory={hit.memory} />
    </li>
  );
}

/** The block as it stands in the agent's prompt, and why each part is in it. */
export const AgentsView = ({ context, of }: { context: Context; of: string }) => (
  <div class="card">
    <h3>{t("context.title")}</h3>
    <p class="muted small">
      {t("context.tokens", { n: context.tokens, items: context.items.length })}
      {Object.entries(context.omitted).map(([layer, count]) => ` ${t("context.omitted", { n: count, layer: term("layer", layer) })}`)}
    </p>
    <pre class="note" tabIndex={0} role="region" aria-label={`${t("context.title")}: ${of}`}>
      <bdi dir="auto">
        <Visible>{context.text}</Visible>
      </bdi>
    </pre>
    <details>
      <summary>{t("context.why")}</summary>
      <ul class="list">
        {context.items.map((item) => (
          <li class="item">
            <Text clamp>{item.content}</Text>
            <span class="row small">
              <Badge group="layer">{item.layer}</Badge>
              <span>{term("entry", item.reason)}</span>
              <span class="muted">{t("context.size", { n: item.tokens })}</span>
              {item.stale && <Badge group="status">stale</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  </div>
);
