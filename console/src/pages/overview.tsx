import { useState } from "preact/hooks";

import { get, post } from "../api/client.ts";
import { useAct, useLoad } from "../api/load.ts";
import { governs, holds } from "../api/session.ts";
import type { Deletion, Metrics, Page, Plan, Queue, Review } from "../api/types.ts";
import { number, t, term, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { Heat } from "../parts/heat.tsx";
import { Badge, Fault, Shown } from "../parts/notes.tsx";
import { Plot } from "../parts/plot.tsx";
import { link, scope } from "../route.ts";

const DAYS = 90;
/** What a day's counts say of writing; the rest is reading, feedback and hygiene. */
const WRITES = ["created", "updated", "confirmed", "kept_existing", "corrected", "disputed", "promoted"];

type Rate = "duplicates" | "conflicts" | "hit" | "false" | "correction";

const sum = (counts: Record<string, number>, names: readonly string[]): number => names.reduce((all, name) => all + (counts[name] ?? 0), 0);

export function Overview() {
  const loaded = useLoad(scope.value, (signal) => get<Metrics>("/v1/metrics", { scope: scope.value, days: DAYS }, signal));
  return (
    <>
      <Head title={t("page.overview")} about={t("overview.about", { n: DAYS })}>
        <button type="button" onClick={loaded.reload}>
          {t("refresh")}
        </button>
      </Head>
      <Queues />
      <Shown of={loaded}>{(metrics) => <Activity metrics={metrics} />}</Shown>
      {holds("operator") && <Due />}
    </>
  );
}

function Activity({ metrics }: { metrics: Metrics }) {
  const { daily, totals, feedback } = metrics;
  const writes = daily.map(({ counts }) => sum(counts, WRITES));
  const recalls = daily.map(({ counts }) => counts["recalls_answered"] ?? 0);
  const days = daily.map(({ day }) => day);
  const rates: [Rate, number | null][] = [
    ["duplicates", metrics.rates?.duplicates ?? null],
    ["conflicts", metrics.rates?.conflicts ?? null],
  ];
  if (feedback?.recalls) rates.push(["hit", feedback.hit_rate], ["false", feedback.false_positive_rate], ["correction", feedback.correction_rate]);
  return (
    <>
      <div class="tiles">
        <Tile name={t("overview.writes")} value={number(sum(totals, WRITES))} />
        {"recalls_answered" in totals && <Tile name={t("overview.recalls")} value={number(totals["recalls_answered"] ?? 0)} />}
        {"recalls_answered" in totals && <Tile name={t("overview.degraded")} value={number(totals["recalls_degraded"] ?? 0)} tone={totals["recalls_degraded"] ? "warn" : ""} />}
        {"memories_recalled" in totals && <Tile name={t("overview.recalled")} value={number(totals["memories_recalled"] ?? 0)} />}
        <Tile name={t("overview.corrected")} value={number(totals["corrected"] ?? 0)} />
        <Tile name={t("overview.disputed")} value={number(totals["disputed"] ?? 0)} />
        <Tile name={t("overview.removed")} value={number((totals["removed"] ?? 0) + (totals["deleted"] ?? 0))} />
        {rates.map(([name, rate]) => (
          <Tile name={t(`overview.rate.${name}`)} value={rate === null ? "–" : `${number(rate * 100, 1)} %`} />
        ))}
      </div>
      <div class={governs() ? "halves even" : "stack"}>
        <section class="card" aria-labelledby="heat">
          <h2 id="heat">{t("overview.heat")}</h2>
          <Heat days={daily.map(({ day, counts }) => ({ day, count: Object.values(counts).reduce((all, one) => all + one, 0) }))} />
        </section>
        {governs() && <Backlog />}
      </div>
      <section class="card" aria-labelledby="plot">
        <h2 id="plot">{t(metrics.approximate ? "overview.plot" : "overview.plot.own")}</h2>
        <Plot days={days} series={[{ name: t("overview.writes"), values: writes }, ...(metrics.approximate ? [{ name: t("overview.recalls"), values: recalls }] : [])]} />
        {metrics.approximate && <p class="muted small">{t("overview.approximate")}</p>}
        {!metrics.complete && <p class="muted small">{t("overview.incomplete")}</p>}
      </section>
      <details class="card">
        <summary>{t("overview.numbers")}</summary>
        <dl class="pairs">
          {Object.entries(totals).map(([name, count]) => (
            <>
              <dt>{term("action", name)}</dt>
              <dd>{number(count)}</dd>
            </>
          ))}
        </dl>
      </details>
    </>
  );
}

/** What waits, and for how long the oldest of it. */
function Queues() {
  const read = async (signal: AbortSignal): Promise<{ health: string; reviews: Review[] | null; more: boolean; deletions: Deletion[] }> => {
    const [health, deletions, reviews] = await Promise.all([
      get<{ status: string }>("/v1/health", undefined, signal),
      get<Page<Deletion>>("/v1/deletions", { scope: scope.value, limit: 100 }, signal),
      holds("reviewer") ? get<Page<Review>>("/v1/reviews", { scope: scope.value, limit: 100 }, signal) : null,
    ]);
    const waiting = reviews?.items.filter((one) => one.status !== "resolved") ?? null;
    return { health: health.status, reviews: waiting, more: Boolean(reviews?.next_cursor), deletions: deletions.items.filter((one) => one.status !== "completed") };
  };
  const loaded = useLoad(`queues ${scope.value}`, read);
  return (
    <Shown of={loaded}>
      {({ health, reviews, more, deletions }) => (
        <div class="tiles">
          <Tile name={t("overview.health")} value={term("health", health)} page="settings" />
          {reviews && (
            <>
              <Tile name={t("overview.reviews", { age: oldest(reviews.map((one) => one.created_at)) })} value={`${number(reviews.length)}${more ? "+" : ""}`} page="reviews" />
              <Tile name={t("overview.conflicts")} value={number(reviews.filter((one) => one.kind === "conflict").length)} page="conflicts" />
            </>
          )}
          <Tile name={t("overview.deletions", { age: oldest(deletions.map((one) => one.accepted_at)) })} value={number(deletions.length)} page="deletions" />
        </div>
      )}
    </Shown>
  );
}

/** How old the oldest work of each kind is, and from which age on its alarm would ring (`infra.operations.monitoring`). */
const LATE_S: Record<string, number> = { index: 300, retrievals: 1800, sessions: 1800 };

/** What the service does later, and how long the oldest of it has been waiting. Of the whole deployment. */
function Backlog() {
  const loaded = useLoad("backlog", (signal) => get<{ items: Queue[] }>("/v1/metrics/queues", undefined, signal));
  return (
    <section class="card" aria-labelledby="backlog">
      <div class="row apart">
        <h2 id="backlog">{t("overview.backlog")}</h2>
        <button type="button" onClick={loaded.reload}>
          {t("measure")}
        </button>
      </div>
      <p class="muted small">{t("overview.backlog.about")}</p>
      <Shown of={loaded}>
        {({ items }) => (
          <ul class="lines">
            {items.map(({ work, oldest_seconds: oldest }) => (
              <li>
                <span>{term("work", work)}</span>
                <span class="num">{oldest === null ? t("overview.unmeasured") : age(oldest)}</span>
                {oldest === null ? <Badge group="age">none</Badge> : <Badge group="age">{oldest < (LATE_S[work] ?? 1800) ? "timely" : "late"}</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

/** What the next maintenance would touch: a plan, which changes nothing until it is applied. */
function Due() {
  const [plan, setPlan] = useState<Plan | null>(null);
  const { act, busy, fault } = useAct();
  const counts = Object.entries(plan?.counts ?? {});
  return (
    <section class="card" aria-labelledby="due">
      <div class="row apart">
        <h2 id="due">{t("overview.due")}</h2>
        <button type="button" disabled={busy} onClick={() => act(async () => setPlan(await post<Plan>("/v1/hygiene/plans", { scope: scope.value })))}>
          {t("overview.plan")}
        </button>
      </div>
      {fault && <Fault fault={fault} />}
      {plan && (
        <div role="status" class="stack tight">
          {counts.length === 0 && <p class="muted">{t("overview.nothingDue")}</p>}
          <dl class="pairs">
            {counts.map(([rule, count]) => (
              <>
                <dt>{term("rule", rule)}</dt>
                <dd>{number(count)}</dd>
              </>
            ))}
          </dl>
          <p class="muted small">{when(plan.as_of)}</p>
        </div>
      )}
    </section>
  );
}

function Tile({ name, value, page, tone = "" }: { name: string; value: string; page?: string; tone?: string }) {
  const inside = (
    <>
      <b>{value}</b>
      <span>{name}</span>
    </>
  );
  return page ? (
    <a class="card tile" href={link(page)}>
      {inside}
    </a>
  ) : (
    <div class={`card tile ${tone}`}>{inside}</div>
  );
}

function oldest(instants: readonly string[]): string {
  if (!instants.length) return t("overview.noAge");
  return age((Date.now() - Math.min(...instants.map((one) => Date.parse(one)))) / 1000);
}

/** Seconds as the largest unit of which there are some. */
function age(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 120) return t("age.seconds", { n: number(left) });
  if (left < 7_200) return t("age.minutes", { n: number(left / 60) });
  return left < 172_800 ? t("age.hours", { n: number(left / 3_600, 1) }) : t("age.days", { n: number(left / 86_400) });
}
