import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Review } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { Check, Select } from "../parts/form.tsx";
import { Head } from "../parts/head.tsx";
import { Badge, Shown } from "../parts/notes.tsx";
import { Text } from "../parts/text.tsx";
import { Split } from "../parts/split.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { go, link, route, scope } from "../route.ts";
import { ReviewDetail } from "./review-detail.tsx";

const KINDS = ["conflict", "candidate", "sensitive", "stale", "eviction", "feedback"] as const;
const STATUSES = ["open", "claimed", "resolved"] as const;

/** The queue. J and K move, the decisions have letters of their own (review-detail.tsx); all of them can be turned off. */
export function Reviews() {
  const [kind, setKind] = useState("");
  const [status, setStatus] = useState("");
  const [keys, setKeys] = useState(localStorage.getItem("review-keys") !== "off");
  const walk = useWalk<Review>("/v1/reviews", { scope: scope.value, kind, status, limit: 25 });
  const list = useRef<HTMLUListElement>(null);
  const waiting = walk.data?.filter((one) => status === "resolved" || one.status !== "resolved") ?? [];
  const [refused, setRefused] = useState<Review | null>(null);
  const { id } = route.value;
  const current = waiting.find((one) => one.review_id === id) ?? (refused?.review_id === id ? decided(refused, walk.data) : waiting[0]);
  const showing = useRef<string | undefined>(undefined);
  showing.current = current?.review_id;
  useEffect(() => () => void (showing.current = undefined), []);
  // A refusal that arrives when another review or page is in view does not take the person away from it.
  const refuse = (review: Review): void => {
    if (showing.current === review.review_id) {
      setRefused(review);
      go(link("reviews", review.review_id));
    }
    walk.reload();
  };
  const turn = (on: boolean): void => (localStorage.setItem("review-keys", on ? "on" : "off"), setKeys(on));
  // At once with what is shown: a key that is pressed right after a move means what has just come into view.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const step = { j: 1, k: -1 }[event.key];
      if (!keys || !step || isTyping(event)) return;
      const next = waiting[waiting.findIndex((one) => one === current) + step];
      if (!next) return;
      go(link("reviews", next.review_id));
      list.current?.querySelector(`[data-id="${CSS.escape(next.review_id)}"]`)?.scrollIntoView({ block: "nearest" });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return (
    <>
      <Head title={t("page.reviews")} about={t("reviews.about")}>
        <button type="button" onClick={walk.reload}>
          {t("refresh")}
        </button>
      </Head>
      <div class="card">
        <div class="filters">
          <Select label={t("reviews.kind")} group="kind" value={kind} onChange={setKind} options={KINDS} any={t("any")} />
          <Select label={t("memories.status")} group="review" value={status} onChange={setStatus} options={STATUSES} any={t("reviews.waiting")} />
          <Check label={t("reviews.keys")} value={keys} onChange={turn} />
        </div>
        {keys && (
          <p class="muted small">
            <kbd>J</kbd> <kbd>K</kbd> {t("keys.move")} · <kbd>C</kbd> {t("decision.claim")} · <kbd>A</kbd> {t("decision.accept")} · <kbd>R</kbd> {t("decision.reject")} · <kbd>E</kbd> {t("decision.edit")} ·{" "}
            <kbd>M</kbd> {t("decision.merge")} · <kbd>1</kbd>–<kbd>9</kbd> {t("keys.keep")}
          </p>
        )}
      </div>
      <Shown of={walk} empty={() => (current ? null : t("reviews.empty"))}>
        {() => (
          <Split list={t("page.reviews")} detail={t("review")} chosen={id}>
            <>
              <ul class="list" ref={list}>
                {waiting.map((one) => (
                  <li>
                    <Item review={one} current={one === current} />
                  </li>
                ))}
              </ul>
              <More of={walk} />
            </>
            <>
              {current && <ReviewDetail key={current.review_id} review={current} keys={keys} onChanged={walk.reload} onRefused={() => refuse(current)} />}
            </>
          </Split>
        )}
      </Shown>
    </>
  );
}

const decided = (review: Review, known: Review[] | null): Review => known?.find((one) => one.review_id === review.review_id) ?? review;

const Item = ({ review, current }: { review: Review; current: boolean }) => (
  <a class="item" href={link("reviews", review.review_id)} data-id={review.review_id} aria-current={current ? "true" : undefined}>
    <Text clamp>{review.members.map((one) => one.content).join(" ⇄ ")}</Text>
    <span class="row small">
      <Badge group="review">{review.status}</Badge>
      <span>{term("kind", review.kind)}</span>
      <time class="muted" dateTime={review.created_at}>
        {when(review.created_at)}
      </time>
    </span>
  </a>
);

/** Whether a key belongs to a field or a dialog, or to the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const where = event.target as HTMLElement;
  return event.ctrlKey || event.metaKey || event.altKey || where.closest("input:not([type=radio]), textarea, select, dialog") !== null;
}
