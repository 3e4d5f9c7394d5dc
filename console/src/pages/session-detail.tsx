import { useLayoutEffect, useState } from "preact/hooks";

import { at, get, post } from "../api/client.ts";
import { useAct, useLoad } from "../api/load.ts";
import type { Context, SessionEvent, Summary, TaskState } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { Input } from "../parts/form.tsx";
import { scopeOf } from "../parts/known-scopes.ts";
import { Fault, Shown } from "../parts/notes.tsx";
import { Id, Text, Visible } from "../parts/text.tsx";
import { More, useWalk, type Walk } from "../parts/walk.tsx";
import { AgentsView } from "./recall-result.tsx";

export function SessionDetail({ id }: { id: string }) {
  const events = useWalk<SessionEvent>(at("sessions", id, "events"), { scope: scopeOf(id), order: "asc", limit: 50 });
  const show = useShown(events);
  return (
    <>
      <SummaryCard id={id} show={show} />
      <StateCard id={id} />
      <Events of={events} show={show} />
      <Preview id={id} />
    </>
  );
}

const place = (event: string): string => `event-${event}`;

interface Wanted {
  event: string;
  from: Element | null;
}

/** Moves the focus to an event, and reads on until it is there; not when the focus was moved elsewhere in the meantime. */
function useShown({ data, more, busy }: Walk<SessionEvent>): (event: string) => void {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useLayoutEffect(() => {
    if (wanted === null || busy) return;
    const found = document.getElementById(place(wanted.event));
    if (!found && more) return more();
    if (document.activeElement === wanted.from || document.activeElement === document.body) found?.focus();
    setWanted(null);
  }, [wanted, data, busy]);
  return (event) => setWanted({ event, from: document.activeElement });
}

function Events({ of: walk, show }: { of: Walk<SessionEvent>; show: Show }) {
  return (
    <section class="card" aria-labelledby="events">
      <h2 id="events">{t("session.events")}</h2>
      <Shown of={walk} empty={(items) => (items.length ? null : t("session.noEvents"))}>
        {(items) => (
          <ol class="timeline">
            {items.map((one) => (
              <li id={place(one.event_id)} tabIndex={-1} class={one.role === "user" ? "now" : ""}>
                <span class="row small muted">
                  <strong>{one.speaker ? <Visible>{one.speaker}</Visible> : term("role", one.role)}</strong>
                  {one.kind !== "turn" && <span>{term("event", one.kind)}</span>}
                  {one.tool && <Id>{one.tool}</Id>}
                  <time dateTime={one.occurred_at}>{when(one.occurred_at)}</time>
                  {one.corrects.length > 0 && (
                    <span>
                      {t("session.corrects")} <Sources of={one.corrects} show={show} />
                    </span>
                  )}
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
function SummaryCard({ id, show }: { id: string; show: Show }) {
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
      {none ? <p class="muted">{term("problem", none)}</p> : <Shown of={loaded}>{(summary) => <SummaryText summary={summary} show={show} />}</Shown>}
    </section>
  );
}

type Show = (event: string) => void;

const Sources = ({ of: ids, show }: { of: readonly string[]; show: Show }) => (
  <span class="row tight">
    {ids.map((id) => (
      <button type="button" class="quiet small source" aria-label={`${t("summary.show")} ${id}`} onClick={() => show(id)}>
        <span aria-hidden="true">↳</span> <Id>{id}</Id>
      </button>
    ))}
    {ids.length === 0 && <span class="muted small">{t("summary.own")}</span>}
  </span>
);

function SummaryText({ summary: { content, source_range, model, created_at, version }, show }: { summary: Summary; show: Show }) {
  const { sources } = content;
  const parts = [
    ["goal", content.goal ? [content.goal] : [], [sources.goal]],
    ["constraints", content.constraints, sources.constraints],
    ["completed", content.completed, sources.completed],
    ["pending", content.pending, sources.pending],
    ["evidence", content.evidence.map((one) => one.text), content.evidence.map((one) => [one.event_id])],
  ] as const;
  return (
    <>
      {parts.map(
        ([name, lines, ids]) =>
          lines.length > 0 && (
            <div class="stack tight">
              <h3>{t(`summary.${name}`)}</h3>
              <ul class="sourced">
                {lines.map((line, n) => (
                  <li>
                    <Text>{line}</Text>
                    <Sources of={ids[n] ?? []} show={show} />
                  </li>
                ))}
              </ul>
            </div>
          ),
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
                <ul class="sourced">
                  {state.pending.map((one) => (
                    <li>
                      <Text>{one}</Text>
                    </li>
                  ))}
                </ul>
              )}
              {Object.keys(state.data).length > 0 && <pre class="note" tabIndex={0}><Visible>{JSON.stringify(state.data, null, 2)}</Visible></pre>}
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
