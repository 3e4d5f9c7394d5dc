import { useState } from "preact/hooks";

import { post, at } from "../api/client.ts";
import { useLoad } from "../api/load.ts";
import type { Memory, Recall } from "../api/types.ts";
import { t, when } from "../i18n/index.ts";
import { AsOf, isNow, now, type Moment } from "../parts/as-of.tsx";
import { Check, Input, Select } from "../parts/form.tsx";
import { Head } from "../parts/head.tsx";
import { MemoryItem } from "../parts/memory-item.tsx";
import { Empty, Shown } from "../parts/notes.tsx";
import { Split } from "../parts/split.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { MEMORY_TYPES, STATUSES } from "../parts/words.ts";
import { route, scope } from "../route.ts";
import { MemoryDetail } from "./memory-detail.tsx";
import { seenThen } from "./seen-then.ts";

interface Filters {
  type: string;
  status: string;
  key: string;
  order: string;
  below: boolean;
}

export function Memories() {
  const [filters, setFilters] = useState<Filters>({ type: "", status: "", key: "", order: "desc", below: false });
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const [moment, setMoment] = useState<Moment>(now);
  const [changes, setChanges] = useState(0);
  const set = (some: Partial<Filters>): void => setFilters({ ...filters, ...some });
  const { id } = route.value;
  return (
    <>
      <Head title={t("page.memories")} about={t("memories.about")} />
      <form class="card" onSubmit={(event) => (event.preventDefault(), setQuery(text.trim()))} aria-label={t("search")}>
        <div class="filters">
          <Input label={t("memories.search")} value={text} onChange={(value) => (setText(value), value || setQuery(""))} type="search" maxLength={2000} wide />
          <Select label={t("memories.type")} group="type" value={filters.type} onChange={(type) => set({ type })} options={MEMORY_TYPES} any={t("any")} />
          <Select label={t("memories.status")} group="status" value={filters.status} onChange={(status) => set({ status })} options={STATUSES} any={t("any")} />
          <Input label={t("memories.key")} value={filters.key} onChange={(key) => set({ key })} maxLength={256} />
          <Select label={t("memories.order")} group="order" value={filters.order} onChange={(order) => set({ order })} options={["desc", "asc"]} />
          <Check label={t("memories.below")} value={filters.below} onChange={(below) => set({ below })} />
          <button type="submit" class="primary">
            {t("search")}
          </button>
        </div>
        <AsOf value={moment} onChange={setMoment} />
      </form>
      <Split list={t("memories.list")} detail={t("memory")} chosen={id}>
        <>
          {query ? (
            <Found key={changes} query={query} filters={filters} moment={moment} current={id} />
          ) : (
            <Listed key={changes} filters={filters} moment={moment} current={id} />
          )}
        </>
        <>
          {id ? <MemoryDetail key={id} id={id} onChanged={() => setChanges((was) => was + 1)} /> : <Empty>{t("memories.pick")}</Empty>}
        </>
      </Split>
    </>
  );
}

interface ListProps {
  filters: Filters;
  moment: Moment;
  current: string;
}

function Listed({ filters, moment, current }: ListProps) {
  const { type, status, key, order, below } = filters;
  const walk = useWalk<Memory>("/v1/memories", { scope: scope.value, type, status, key, order, include_descendants: below, limit: 25 });
  return (
    <>
      <Shown of={walk} empty={(items) => (items.length ? null : t("memories.empty"))}>
        {(items) => (!isNow(moment) ? <Then memories={items} moment={moment} current={current} /> : <Items memories={items} current={current} />)}
      </Shown>
      <More of={walk} />
    </>
  );
}

/** The listed memories as their histories say that they were. */
function Then({ memories, moment, current }: { memories: Memory[]; moment: Moment; current: string }) {
  const loaded = useLoad(JSON.stringify([memories.map((one) => [one.memory_id, one.version]), moment]), (signal) => seenThen(memories, moment, signal));
  const named = (at: string | null): string => (at ? when(at) : t("asof.now"));
  return (
    <Shown of={loaded} empty={(found) => (found.length ? null : t("asof.none"))}>
      {(found) => (
        <>
          <p class="muted small" role="status">
            {t("asof.note", { n: found.length, all: memories.length, valid: named(moment.valid), recorded: named(moment.recorded) })}
          </p>
          <Items memories={found} current={current} />
        </>
      )}
    </Shown>
  );
}

/** The service searches in one time; where both are asked for, in the recorded one, and the histories of what it found say
 * what held. */
function Found({ query, filters, moment, current }: ListProps & { query: string }) {
  const { valid, recorded } = moment;
  const body = {
    query, scope: scope.value, top_k: 50, types: filters.type ? [filters.type] : [], keys: filters.key ? [filters.key] : [],
    include_descendants: filters.below, ...(!isNow(moment) && { as_of: recorded ?? valid, as_of_kind: recorded ? "recorded" : "valid" }),
  }; // prettier-ignore
  const loaded = useLoad(JSON.stringify(body), () => post<Recall>(at("recall"), body));
  return (
    <Shown of={loaded} empty={(found) => (found.memories.length ? null : t("memories.empty"))}>
      {(found) => {
        const memories = found.memories.map((hit) => hit.memory);
        return valid && recorded ? <Then memories={memories} moment={moment} current={current} /> : <Items memories={memories} current={current} />;
      }}
    </Shown>
  );
}

const Items = ({ memories, current }: { memories: Memory[]; current: string }) => (
  <ul class="list">
    {memories.map((one) => (
      <li>
        <MemoryItem memory={one} current={one.memory_id === current} />
      </li>
    ))}
  </ul>
);
