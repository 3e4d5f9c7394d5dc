import { useState } from "preact/hooks";

import { at, get, post } from "../api/client.ts";
import { useAct, useLoad } from "../api/load.ts";
import type { Memory, Page, PreviewItem, Selector, Version } from "../api/types.ts";
import { t, term } from "../i18n/index.ts";
import { Dialog } from "../parts/form.tsx";
import { Badge, Fault, Shown } from "../parts/notes.tsx";
import { Text } from "../parts/text.tsx";
import { chooseScope, link, scope } from "../route.ts";

const LONGEST = 2000;

interface Preview {
  versions: number;
  items: PreviewItem[];
  examined: number;
  more: boolean;
}

/** What a deletion takes along, before it is asked for. */
export function ForgetMemory({ memory, onClose, onForgotten }: { memory: Memory; onClose: () => void; onForgotten: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<PreviewItem>>(new Set());
  const [requests, setRequests] = useState<string[]>([]);
  const { act, busy, fault } = useAct();
  const loaded = useLoad(memory.memory_id, (signal) => preview(memory, signal));
  const forget = async (): Promise<void> => {
    const made: string[] = [];
    for (const [where, selector] of selectors(memory, chosen)) {
      const request_id = `console-${crypto.randomUUID()}`;
      await post(at("deletions"), { request_id, scope: where, selector });
      setRequests([...made, request_id]);
      made.push(request_id);
    }
    onForgotten();
  };
  const toggle = (item: PreviewItem): void => {
    const next = new Set(chosen);
    if (!next.delete(item)) next.add(item);
    setChosen(next);
  };
  const promoted = (memory.provenance?.["promoted_to"] as { scope?: string } | undefined)?.scope;
  return (
    <Dialog title={t("forget.title")} onClose={onClose} busy={busy}>
      <Text>{memory.content}</Text>
      <Shown of={loaded}>
        {({ versions, items, examined, more }) => (
          <>
            <p>{t("forget.goes", { versions, sources: memory.source_event_ids.length })}</p>
            {promoted && <p>{t("forget.promoted", { where: promoted })}</p>}
            <fieldset>
              <legend>{t("forget.along")}</legend>
              {items.length === 0 && <p class="muted">{t("forget.along.none")}</p>}
              {items.map((item) => (
                <label class="check">
                  <input type="checkbox" checked={chosen.has(item)} onChange={() => toggle(item)} />
                  <span class="stack tight">
                    <Text clamp>{item.content}</Text>
                    <span class="row small">
                      <Badge group="layer">{item.layer}</Badge>
                      <span class="muted">{term("preview", item.reason)}</span>
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
            <p class="muted small">
              {t("forget.examined", { n: examined })} {more && t("forget.incomplete")}
            </p>
          </>
        )}
      </Shown>
      <p class="note warn">{t("forget.note")}</p>
      {fault && <Fault fault={fault} />}
      {requests.map((id) => (
        <p class="note good" role="status">
          {t("forget.done", { id })}{" "}
          <a href={link("deletions", id)} onClick={() => scope.value !== memory.scope && chooseScope(memory.scope)}>
            {t("forget.follow")}
          </a>
        </p>
      ))}
      <div class="row end">
        <button type="button" disabled={busy} onClick={onClose}>
          {requests.length ? t("close") : t("cancel")}
        </button>
        {requests.length === 0 && (
          <button type="button" class="danger" disabled={busy || !loaded.data} onClick={() => act(forget)}>
            {t("forget.do")}
          </button>
        )}
      </div>
    </Dialog>
  );
}

async function preview(memory: Memory, signal: AbortSignal): Promise<Preview> {
  const { scope } = memory;
  const [history, found] = await Promise.all([
    get<Page<Version>>(at("memories", memory.memory_id, "history"), { scope, limit: 100 }, signal),
    post<{ items: PreviewItem[]; examined: number; next_cursor: string | null }>(at("deletions", "preview"), { text: memory.content.slice(0, LONGEST), scope }),
  ]);
  const items = found.items.filter((item) => item.id !== memory.memory_id);
  return { versions: history.items.length, items, examined: found.examined, more: found.next_cursor !== null };
}

/** One deletion of the memory and the memories chosen with it in its scope; every other choice is its own. */
function selectors(memory: Memory, chosen: ReadonlySet<PreviewItem>): [string, Selector][] {
  const ids = [memory.memory_id];
  const others: [string, Selector][] = [];
  for (const { scope, selector } of chosen) {
    if (selector.kind === "memory" && scope === memory.scope) ids.push(...(selector.ids ?? []));
    else others.push([scope, selector]);
  }
  return [[memory.scope, { kind: "memory", ids }], ...others];
}
