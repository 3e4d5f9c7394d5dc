import { t } from "../i18n/index.ts";
import { Check, Input, Select } from "../parts/form.tsx";
import { fromLocal, toLocal } from "../parts/instants.ts";
import { MEMORY_TYPES } from "../parts/words.ts";

export interface Setting {
  topK: string;
  minRelevance: string;
  mode: string;
  risk: string;
  profile: string;
  type: string;
  asOf: string | null;
  asOfKind: string;
  history: boolean;
  below: boolean;
}

export const standard: Setting = {
  topK: "5", minRelevance: "", mode: "pull", risk: "low", profile: "default", type: "", asOf: null, asOfKind: "valid", history: false, below: false,
}; // prettier-ignore

/** As a request of `/v1/recall` and `/v1/context` has it. */
export const requestOf = (setting: Setting, scope: string): Record<string, unknown> => ({
  scope, top_k: Number(setting.topK) || 5, mode: setting.mode, risk: setting.risk, profile: setting.profile,
  types: setting.type ? [setting.type] : [], include_history: setting.history, include_descendants: setting.below,
  ...(setting.minRelevance !== "" && { min_relevance: Number(setting.minRelevance) }),
  ...(setting.asOf && { as_of: setting.asOf, as_of_kind: setting.asOfKind }),
}); // prettier-ignore

export function SettingForm({ name, value, onChange }: { name: string; value: Setting; onChange: (setting: Setting) => void }) {
  const set = (some: Partial<Setting>): void => onChange({ ...value, ...some });
  return (
    <fieldset class="card">
      <legend class="hidden">{name}</legend>
      <h2 aria-hidden="true">{name}</h2>
      <div class="filters">
        <Input label={t("recall.top")} type="number" min="1" max="100" value={value.topK} onChange={(topK) => set({ topK })} />
        <Input label={t("recall.least")} type="number" min="0" max="1" step="0.05" value={value.minRelevance} onChange={(minRelevance) => set({ minRelevance })} />
        <Select label={t("recall.mode")} group="mode" value={value.mode} onChange={(mode) => set({ mode })} options={["pull", "push"]} />
        <Select label={t("recall.risk")} group="risk" value={value.risk} onChange={(risk) => set({ risk })} options={["low", "high"]} />
        <Select label={t("recall.ranking")} group="profile" value={value.profile} onChange={(profile) => set({ profile })} options={["default", "textbook"]} />
        <Select label={t("memories.type")} group="type" value={value.type} onChange={(type) => set({ type })} options={MEMORY_TYPES} any={t("any")} />
        <Input label={t("asof")} type="datetime-local" step="1" value={value.asOf ? toLocal(value.asOf) : ""} onChange={(text) => set({ asOf: fromLocal(text) })} />
        <Select label={t("asof.kind")} group="asof" value={value.asOfKind} onChange={(asOfKind) => set({ asOfKind })} options={["valid", "recorded"]} />
        <Check label={t("recall.history")} value={value.history} onChange={(history) => set({ history })} />
        <Check label={t("memories.below")} value={value.below} onChange={(below) => set({ below })} />
      </div>
    </fieldset>
  );
}
