import { number } from "../i18n/index.ts";
import { language } from "../preferences.ts";

const WIDTH = 720, HEIGHT = 200, LEFT = 44, BOTTOM = 24, TOP = 8; // prettier-ignore
const LINES = 4;
const LABELS = 6;

/** The least of 1, 2, 5, 10, 20, 50, ... times the lines of the grid that holds `most`. */
export function ceiling(most: number): number {
  for (let unit = 1; ; unit *= 10) for (const step of [1, 2, 5]) if (unit * step * LINES >= most) return unit * step * LINES;
}

/** Lines over days (UTC). The numbers are also in the table below the plot, so it is hidden from who cannot see it. */
export function Plot({ days, series }: { days: string[]; series: { name: string; values: number[] }[] }) {
  const top = ceiling(Math.max(...series.flatMap(({ values }) => values), 1));
  const x = (n: number): number => LEFT + (n * (WIDTH - LEFT - 8)) / Math.max(1, days.length - 1);
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const short = new Intl.DateTimeFormat(language.value === "zh" ? "zh-CN" : "en-GB", { month: "short", day: "numeric", timeZone: "UTC" });
  const every = Math.max(1, Math.floor(days.length / LABELS));
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {Array.from({ length: LINES + 1 }, (_, n) => (top / LINES) * n).map((value) => (
          <g class="grid">
            <line x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {days.map(
          (day, n) =>
            n % every === 0 && (
              <text x={x(n)} y={HEIGHT - 4} text-anchor="middle">
                {short.format(Date.parse(`${day}T00:00:00Z`))}
              </text>
            ),
        )}
        {series.map(({ values }, n) => (
          <polyline class={`line line-${n}`} points={values.map((value, day) => `${x(day).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />
        ))}
      </svg>
      <figcaption class="row small">
        {series.map(({ name, values }, n) => (
          <span class={`legend line-${n}`}>
            {name} ({number(values.reduce((all, value) => all + value, 0))})
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
