import { t, term } from "../i18n/index.ts";
import { Input, Select } from "./form.tsx";
import { fromLocal, toLocal } from "./instants.ts";

export type TimeKind = "valid" | "recorded";

export interface Moment {
  kind: TimeKind;
  at: string | null;
}

export const now: Moment = { kind: "valid", at: null };

const DAYS = 365;
const DAY_MS = 86_400_000;

/** A moment of the last year by slider, or any by its date, in either time. Without one it is now. */
export function AsOf({ value, onChange }: { value: Moment; onChange: (moment: Moment) => void }) {
  const back = value.at ? Math.min(DAYS, (Date.now() - Date.parse(value.at)) / DAY_MS) : 0;
  const slide = (left: number): void => onChange({ ...value, at: left >= DAYS ? null : new Date(Date.now() - (DAYS - left) * DAY_MS).toISOString() });
  return (
    <details open={value.at !== null}>
      <summary>{t("asof")}</summary>
      <div class="filters">
        <Select label={t("asof.kind")} group="asof" value={value.kind} onChange={(kind) => onChange({ ...value, kind: kind as TimeKind })} options={["valid", "recorded"]} />
        <Input label={t("asof.moment")} type="datetime-local" step="1" value={value.at ? toLocal(value.at) : ""} onChange={(text) => onChange({ ...value, at: fromLocal(text) })} />
        <Input
          label={t("asof.slider")} type="range" min="0" max={String(DAYS)} step="any" value={String(DAYS - back)} wide
          onChange={(text) => slide(Number(text))} aria-valuetext={value.at ? toLocal(value.at).replace("T", " ") : term("asof", "off")}
        />
        <button type="button" disabled={value.at === null} onClick={() => onChange({ ...value, at: null })}>
          {t("asof.off")}
        </button>
      </div>
    </details>
  );
}
