import type { Memory } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { link } from "../route.ts";
import { remember } from "./known-scopes.ts";
import { Badge } from "./notes.tsx";
import { Id, Text } from "./text.tsx";

/** One memory of a list; a link to it. */
export function MemoryItem({ memory, current = false }: { memory: Memory; current?: boolean }) {
  remember(memory.memory_id, memory.scope);
  return (
    <a class="item" href={link("memories", memory.memory_id)} aria-current={current ? "true" : undefined}>
      <Text clamp>{memory.content}</Text>
      <MemoryFacts memory={memory} />
    </a>
  );
}

export const MemoryFacts = ({ memory }: { memory: Memory }) => (
  <span class="row small">
    <Badge group="status">{memory.status}</Badge>
    <span class="muted">{term("type", memory.type)}</span>
    {memory.key && <Id>{memory.key}</Id>}
    <span class="muted">{term("source", memory.source)}</span>
    <span class="muted">{t("memory.version", { n: memory.version })}</span>
    <time class="muted" dateTime={memory.updated_at}>
      {when(memory.updated_at)}
    </time>
  </span>
);
