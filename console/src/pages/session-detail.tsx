import { useState } from "preact/hooks";

import { at, get, post } from "../api/client.ts";
import { useAct, useLoad } from "../api/load.ts";
import type { Context, SessionEvent, Summary, TaskState } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { Input } from "../parts/form.tsx";
import { scopeOf } from "../parts/known-scopes.ts";
import { Fault, Shown } from "../parts/notes.tsx";
import { Id, Text } from "../parts/text.tsx";
import { More, useWalk, type Walk } from "../parts/walk.tsx";
import { AgentsView } from "./recall-result.tsx";

export function SessionDetail({ id }: { id: string }) {
  const events = useWalk<SessionEvent>(at("sessions", id, "events"), { scope: scopeOf(id), order: "asc", limit: 50 });
  return (
    <>
      <SummaryCard id={id} events={events.data ?? []} />
      <StateCard id={id} />
      <Events of={events} />
      <Preview id={id} />
    </>
  );
}

const place = (event: string): string => `event-${event}`;

function Events({ of: walk }: { of: Walk<SessionEvent> }) {
  return (
    <section class="card" aria-labelledby="events">
      <h2 id="events">{t("session.events")}</h2>
      <Shown of={walk} empty={(items) => (items.length ? null : t("session.noEvents"))}>
        {(items) => (
          <ol class="timeline">
            {items.map((one) => (
              <li id={place(one.event_id)} tabIndex={-1} class={one.role === "user" ? "now" : ""}>
                <span class="row small muted">
                  <strong>{one.speaker ?? term("role", one.role)}</strong>
                  {one.kind !== "turn" && <span>{term("event", one.kind)}</span>}
                  {one.tool && <Id>{one.tool}</Id>}
                  <time dateTime={one.occurred_at}>{when(one.occurred_at)}</time>
                  {one.corrects.length > 0 && <span>{t("session.corrects", { ids: one.corrects.join(", ") })}</span>}
                </span>
                <Text>{one.content}</Text>
              </li>
            ))}
          </ol>
        )}
      </Shown>
      <More of={walk} />
    </section>
  );
}

/** The summary that is served, and from which events each of its parts comes. */
function SummaryCard({ id, events }: { id: string; events: SessionEvent[] }) {
  const scope = scopeOf(id);
  const loaded = useLoad(`${scope} ${id}`, (signal) => get<Summary>(at("sessions", id, "summary"), { scope }, signal));
  const { act, busy, fault } = useAct();
  const build = async (): Promise<void> => {
    await post<Summary>(at("sessions", id, "summary"), {}, { scope });
    loaded.reload();
  };
  const none = loaded.fault?.code === "no_summary" || loaded.fault?.code === "summary_affected" ? loaded.fault.code : null;
  return (
    <section class="card" aria-labelledby="summary">
      <div class="row apart">
        <h2 id="summary">{t("session.summary")}</h2>
        <button type="button" disabled={busy} onClick={() => act(build)}>
          {t("session.build")}
        </button>
      </div>
      {fault && <Fault fault={fault} />}
      {none ? <p class="muted">{term("problem", none)}</p> : <Shown of={loaded}>{(summary) => <SummaryText summary={summary} events={events} />}</Shown>}
    </section>
  );
}

/** The event that says it word for word, as the parts of an extractive summary do. */
export const sourceOf = (line: string, events: readonly SessionEvent[]): SessionEvent | undefined => events.find((one) => one.content.includes(line));

const Source = ({ event }: { event: string }) => (
  <button type="button" class="quiet small" onClick={() => document.getElementById(place(event))?.focus()}>
    {t("summary.show")} <Id>{event}</Id>
  </button>
);

function SummaryText({ summary: { content, source_range, model, created_at, version }, events }: { summary: Summary; events: SessionEvent[] }) {
  const parts = [
    ["goal", content.goal ? [content.goal] : []],
    ["constraints", content.constraints],
    ["completed", content.completed],
    ["pending", content.pending],
  ] as const;
  return (
    <>
      {parts.map(
        ([name, lines]) =>
          lines.length > 0 && (
            <div class="stack tight">
              <h3>{t(`summary.${name}`)}</h3>
              <ul>
                {lines.map((line) => (
                  <li>
                    <Text>{line}</Text>
                    {[sourceOf(line, events)].map((found) => found && <Source event={found.event_id} />)}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {content.evidence.length > 0 && (
        <details>
          <summary>{t("summary.sources", { n: content.evidence.length })}</summary>
          <ul class="list">
            {content.evidence.map((one) => (
              <li class="item">
                <Text clamp>{one.text}</Text>
                <div>
                  <Source event={one.event_id} />
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="muted small">
        {t("memory.version", { n: version })} · {t("summary.range", source_range)} · {model} · {when(created_at)}
      </p>
    </>
  );
}

function StateCard({ id }: { id: string }) {
  const scope = scopeOf(id);
  const loaded = useLoad(`${scope} ${id}`, (signal) => get<TaskState>(at("sessions", id, "state"), { scope }, signal));
  return (
    <section class="card" aria-labelledby="state">
      <h2 id="state">{t("session.state")}</h2>
      {loaded.fault?.status === 404 ? (
        <p class="muted">{t("session.noState")}</p>
      ) : (
        <Shown of={loaded}>
          {(state) => (
            <>
              <Text>{state.state}</Text>
              {state.pending.length > 0 && (
                <ul>
                  {state.pending.map((one) => (
                    <li>
                      <Text>{one}</Text>
                    </li>
                  ))}
                </ul>
              )}
              {Object.keys(state.data).length > 0 && <pre class="note">{JSON.stringify(state.data, null, 2)}</pre>}
              <p class="muted small">
                {t("memory.version", { n: state.version })} · {when(state.updated_at)}
              </p>
            </>
          )}
        </Shown>
      )}
    </section>
  );
}

/** What an agent in this session would be shown for a goal. */
function Preview({ id }: { id: string }) {
  const [goal, setGoal] = useState("");
  const [context, setContext] = useState<Context | null>(null);
  const { act, busy, fault } = useAct();
  const show = async (): Promise<void> => setContext(await post<Context>("/v1/context", { goal: goal.trim(), session_id: id, scope: scopeOf(id) }));
  return (
    <section class="stack" aria-labelledby="preview">
      <form class="card" onSubmit={(event) => (event.preventDefault(), act(show))}>
        <h2 id="preview">{t("session.preview")}</h2>
        <Input label={t("session.goal")} value={goal} onChange={setGoal} maxLength={2000} dir="auto" />
        <div class="row end">
          <button type="submit" class="primary" disabled={busy || !goal.trim()}>
            {t("session.show")}
          </button>
        </div>
        {fault && <Fault fault={fault} />}
      </form>
      {context && <AgentsView context={context} of={id} />}
    </section>
  );
}
