import { t, when } from "../i18n/index.ts";

const LEVELS = 4;

/** How much a day had, from 0 (nothing) to 4, against the busiest. */
export const levelOf = (count: number, most: number): number => (count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * LEVELS)));

/** One square a day, a column a week from Monday to Sunday; the numbers are in a table for those who do not see it. */
export function Heat({ days }: { days: { day: string; count: number }[] }) {
  const most = Math.max(1, ...days.map((one) => one.count));
  const first = new Date(`${days[0]?.day ?? "1970-01-05"}T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  const busy = days.filter((one) => one.count > 0);
  return (
    <>
      <div class="heat" aria-hidden="true">
        {Array.from({ length: before }, () => (
          <span />
        ))}
        {days.map(({ day, count }) => (
          <i data-level={levelOf(count, most)} title={`${day}: ${count}`} />
        ))}
      </div>
      <p class="muted small">{t("heat.summary", { n: busy.length, all: days.length, most })}</p>
      <table class="hidden">
        <caption>{t("overview.heat")}</caption>
        <tbody>
          {busy.map(({ day, count }) => (
            <tr>
              <th scope="row">{when(`${day}T00:00:00Z`)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
