import { useState } from "preact/hooks";

import { t } from "../i18n/index.ts";
import { Check, Input } from "../parts/form.tsx";
import { Head } from "../parts/head.tsx";
import { standard, type Setting, SettingForm } from "./recall-setting.tsx";
import { RecallResult } from "./recall-result.tsx";

interface Run {
  query: string;
  settings: Setting[];
  n: number;
}

/** One question under one or two settings: what was found, why it was ranked so, what was kept back, what the agent would see. */
export function RecallWorkbench() {
  const [query, setQuery] = useState("");
  const [settings, setSettings] = useState<[Setting, Setting]>([standard, { ...standard, minRelevance: "0.5" }]);
  const [two, setTwo] = useState(false);
  const [run, setRun] = useState<Run | null>(null);
  const used = two ? settings : settings.slice(0, 1);
  const begin = (): void => setRun({ query: query.trim(), settings: used, n: (run?.n ?? 0) + 1 });
  return (
    <>
      <Head title={t("page.recall")} about={t("recall.about")} />
      <form class="stack" onSubmit={(event) => (event.preventDefault(), query.trim() && begin())}>
        <div class="card">
          <Input label={t("recall.query")} type="search" value={query} onChange={setQuery} maxLength={2000} dir="auto" />
          <div class="row apart">
            <Check label={t("recall.two")} value={two} onChange={setTwo} />
            <button type="submit" class="primary" disabled={!query.trim()}>
              {t("recall.run")}
            </button>
          </div>
        </div>
        <div class={two ? "halves" : "stack"}>
          {used.map((setting, n) => (
            <SettingForm name={two ? t("recall.setting", { n: n + 1 }) : t("recall.settings")} value={setting} onChange={(changed) => setSettings(n === 0 ? [changed, settings[1]] : [settings[0], changed])} />
          ))}
        </div>
      </form>
      {run && (
        <div class={run.settings.length > 1 ? "halves" : "stack"}>
          {run.settings.map((setting, n) => (
            <RecallResult key={`${run.n} ${n}`} query={run.query} setting={setting} name={run.settings.length > 1 ? t("recall.setting", { n: n + 1 }) : t("recall.result")} />
          ))}
        </div>
      )}
    </>
  );
}
