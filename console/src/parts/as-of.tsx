import { t } from "../i18n/index.ts";
import { Input } from "./form.tsx";
import { fromLocal, toLocal } from "./instants.ts";

const TIMES = ["valid", "recorded"] as const;
export type TimeKind = (typeof TIMES)[number];

/** An instant in each time: what held then, as it was believed then. `null`: now. */
export type Moment = Record<TimeKind, string | null>;

export const now: Moment = { valid: null, recorded: null };
export const isNow = (moment: Moment): boolean => TIMES.every((kind) => moment[kind] === null);

const DAYS = 365;
const DAY_MS = 86_400_000;

/** A moment of the last year by slider, or any by its date, in each time on its own. */
export function AsOf({ value, onChange }: { value: Moment; onChange: (moment: Moment) => void }) {
  return (
    <details>
      <summary>{t("asof")}</summary>
      <div class="stack tight">
        <p class="muted small">{t("asof.about")}</p>
        {TIMES.map((kind) => (
          <InTime kind={kind} at={value[kind]} onChange={(at) => onChange({ ...value, [kind]: at })} />
        ))}
        <div>
          <button type="button" disabled={isNow(value)} onClick={() => onChange(now)}>
            {t("asof.off")}
          </button>
        </div>
      </div>
    </details>
  );
}

function InTime({ kind, at, onChange }: { kind: TimeKind; at: string | null; onChange: (at: string | null) => void }) {
  const back = at ? Math.min(DAYS, (Date.now() - Date.parse(at)) / DAY_MS) : 0;
  const slide = (left: number): void => onChange(left >= DAYS ? null : new Date(Date.now() - (DAYS - left) * DAY_MS).toISOString());
  return (
    <fieldset>
      <legend>{t(`asof.${kind}`)}</legend>
      <div class="times">
        <Input
          label={t("asof.slider")} type="range" min="0" max={String(DAYS)} step="any" value={String(DAYS - back)}
          onChange={(text) => slide(Number(text))} aria-valuetext={at ? toLocal(at).replace("T", " ") : t("asof.now")}
        />
        <Input label={t("asof.moment")} type="datetime-local" step="1" value={at ? toLocal(at) : ""} onChange={(text) => onChange(fromLocal(text))} />
      </div>
    </fieldset>
  );
}
