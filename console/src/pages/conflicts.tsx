import { holds } from "../api/session.ts";
import type { Memory, Review } from "../api/types.ts";
import { number, t, term, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { MemoryItem } from "../parts/memory-item.tsx";
import { Badge, Shown } from "../parts/notes.tsx";
import { Text, Visible } from "../parts/text.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { link, scope } from "../route.ts";

/** Memories that contradict each other and wait for a person; who may not see reviews sees the memories that are disputed. */
export const Conflicts = () => (
  <>
    <Head title={t("page.conflicts")} about={t("conflicts.about")} />
    {holds("reviewer") ? <Compared /> : <Disputed />}
  </>
);

function Compared() {
  const walk = useWalk<Review>("/v1/reviews", { scope: scope.value, kind: "conflict", limit: 25 });
  const open = walk.data?.filter((one) => one.status !== "resolved") ?? [];
  return (
    <>
      <Shown of={walk} empty={() => (open.length ? null : t("conflicts.empty"))}>
        {() => open.map((review, n) => <Comparison review={review} n={n + 1} />)}
      </Shown>
      <More of={walk} />
    </>
  );
}

const FACTS: [string, (memory: Memory) => string][] = [
  ["memory.source", (one) => term("source", one.source)],
  ["memory.confidence", (one) => number(one.confidence, 2)],
  ["memory.observed", (one) => when(one.observed_at)],
  ["memories.key", (one) => one.key ?? "–"],
  ["memory.scope", (one) => one.scope],
];

const Comparison = ({ review, n }: { review: Review; n: number }) => (
  <article class="card">
    <div class="row apart">
      <span class="row">
        <Badge group="review">{review.status}</Badge>
        <span class="muted small">{term("reason", review.reason)}</span>
      </span>
      <a class="button" href={link("reviews", review.review_id)}>
        {t("conflicts.decide")}
      </a>
    </div>
    <div class="table" tabIndex={0} role="region" aria-label={`${t("kind.conflict")} ${n}`}>
      <table class="sides">
        <tbody>
          <tr>
            <th scope="row">{t("memory.content")}</th>
            {review.members.map((one) => (
              <td>
                <Text>{one.content}</Text>
              </td>
            ))}
          </tr>
          {FACTS.map(([word, value]) => (
            <tr>
              <th scope="row">{t(word as "memory.source")}</th>
              {review.members.map((one) => (
                <td class="small">
                  <Visible>{value(one)}</Visible>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </article>
);

function Disputed() {
  const walk = useWalk<Memory>("/v1/memories", { scope: scope.value, status: "pending_review", limit: 25 });
  return (
    <>
      <p class="note">{t("conflicts.reviewer")}</p>
      <Shown of={walk} empty={(items) => (items.length ? null : t("conflicts.empty"))}>
        {(items) => (
          <ul class="list">
            {items.map((one) => (
              <li>
                <MemoryItem memory={one} />
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <More of={walk} />
    </>
  );
}
