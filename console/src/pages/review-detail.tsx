import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { at, post, type Problem } from "../api/client.ts";
import { useAct } from "../api/load.ts";
import { claims } from "../api/session.ts";
import type { Memory, Review } from "../api/types.ts";
import { number, t, term, when } from "../i18n/index.ts";
import { Dialog, Field } from "../parts/form.tsx";
import { remember } from "../parts/known-scopes.ts";
import { MemoryFacts } from "../parts/memory-item.tsx";
import { Badge, Fault } from "../parts/notes.tsx";
import { Actor, Id, Text } from "../parts/text.tsx";
import { link } from "../route.ts";
import { isTyping } from "./reviews.tsx";

type Decision = "accept" | "reject" | "edit" | "merge";

interface Props {
  review: Review;
  keys: boolean;
  onChanged: () => void;
  /** Somebody else was faster: the review stays in view, with what is said of it. */
  onRefused: () => void;
}

/** One review: what its members say and how well they are supported, and the decision. */
export function ReviewDetail({ review: given, keys, onChanged, onRefused }: Props) {
  const [answer, setAnswer] = useState<{ to: Review; now: Review } | null>(null);
  const latest = useRef(given);
  latest.current = given;
  // What a change was answered counts until the list is read again.
  const review = answer?.to === given ? answer.now : given;
  const [keep, setKeep] = useState<string | null>(null);
  const [editing, setEditing] = useState<"edit" | "merge" | null>(null);
  const { act, busy, fault, clear } = useAct();
  const change = async (path: "claim" | "resolve", body?: unknown): Promise<void> => {
    try {
      const now = await post<Review>(at("reviews", review.review_id, path), body, { scope: review.scope });
      setAnswer({ to: latest.current, now });
    } catch (problem) {
      if ((problem as Problem).status === 409) onRefused();
      throw problem;
    }
    onChanged();
  };
  const several = review.members.length > 1;
  const kept = keep ? [keep] : [];
  const needsChoice = review.kind === "conflict" && !keep;
  const decide = (decision: Decision, content?: string): void => {
    if (decision === "accept" && needsChoice) return;
    act(() => change("resolve", { decision, ...(decision !== "reject" && { keep: kept }), ...(content !== undefined && { content }) }));
  };
  const write = (decision: "edit" | "merge"): void => (clear(), setEditing(decision));
  const start = (decision: Decision): void => (decision === "edit" || decision === "merge" ? write(decision) : decide(decision));
  const done = review.status === "resolved";
  const writing = done ? null : editing;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!keys || done || busy || writing || isTyping(event)) return;
      const decision = ({ a: "accept", r: "reject", e: "edit", m: "merge" } as const)[event.key];
      const member = review.members[Number(event.key) - 1];
      if (event.key === "c") act(() => change("claim"));
      else if (member) setKeep(member.memory_id);
      else if (decision && !(decision === "merge" && !several) && !(decision === "edit" && several && !keep)) start(decision);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return (
    <article class="card">
      <div class="row apart">
        <h2>{term("kind", review.kind)}</h2>
        <Badge group="review">{review.status}</Badge>
      </div>
      <p>
        <Text>{term("why", review.reason)}</Text>
      </p>
      {review.claim && review.status === "claimed" && <Claim claim={review.claim} />}
      {review.resolution && (
        <p class="note good" role="status">
          {t("review.decided", { decision: term("decision", review.resolution.decision ?? "none"), when: when(review.resolution.at) })} <Actor of={{ actor: review.resolution.by, acting_for: null }} />
        </p>
      )}
      <fieldset>
        <legend>{several ? t("review.keep") : t("memory")}</legend>
        {review.members.map((memory, n) => (
          <Member memory={memory} n={n + 1} chosen={keep === memory.memory_id} {...(several && !done && { onChoose: () => setKeep(memory.memory_id) })} />
        ))}
      </fieldset>
      {fault && !writing && <Fault fault={fault} />}
      {!done && (
        <>
          <div class="row">
            <button type="button" disabled={busy} onClick={() => act(() => change("claim"))}>
              {t("decision.claim")}
            </button>
            <button type="button" class="primary" disabled={busy || needsChoice} onClick={() => decide("accept")}>
              {t("decision.accept")}
            </button>
            <button type="button" disabled={busy} onClick={() => decide("reject")}>
              {t("decision.reject")}
            </button>
            <button type="button" disabled={busy || (several && !keep)} onClick={() => write("edit")}>
              {t("decision.edit")}
            </button>
            {several && (
              <button type="button" disabled={busy} onClick={() => write("merge")}>
                {t("decision.merge")}
              </button>
            )}
          </div>
          <p class="muted small">
            {t(`help.${review.kind}` as "help.conflict")} {needsChoice && t("review.choose")}
          </p>
        </>
      )}
      {writing && (
        <Words
          decision={writing}
          start={writing === "edit" ? (review.members.find((one) => one.memory_id === keep) ?? review.members[0])?.content ?? "" : ""}
          onClose={() => setEditing(null)}
          onDone={(content) => decide(writing, content || undefined)}
          busy={busy}
          fault={fault}
        />
      )}
    </article>
  );
}

function Claim({ claim }: { claim: { by: string; until: string } }) {
  const own = claim.by.split("@")[0] === `/org/${claims.value.org}/user/${claims.value.sub}`;
  return (
    <p class={own ? "note" : "note warn"} role="status">
      {own ? t("review.yours", { until: when(claim.until) }) : t("review.theirs", { until: when(claim.until) })} <Actor of={{ actor: claim.by, acting_for: null }} />
    </p>
  );
}

function Member({ memory, n, chosen, onChoose }: { memory: Memory; n: number; chosen: boolean; onChoose?: () => void }) {
  remember(memory.memory_id, memory.scope);
  return (
    <div class="item" aria-current={chosen ? "true" : undefined}>
      {onChoose ? (
        <label class="check">
          <input type="radio" name="keep" checked={chosen} onChange={onChoose} />
          <kbd>{n}</kbd>
          <Text>{memory.content}</Text>
        </label>
      ) : (
        <Text>{memory.content}</Text>
      )}
      <MemoryFacts memory={memory} />
      <span class="row small muted">
        <span>
          {t("memory.confidence")} {number(memory.confidence, 2)}
        </span>
        <span>
          {t("memory.observed")} {when(memory.observed_at)}
        </span>
        <Id>{memory.scope}</Id>
        <a href={link("memories", memory.memory_id)}>{t("memory.details")}</a>
      </span>
    </div>
  );
}

interface WordsProps {
  decision: "edit" | "merge";
  start: string;
  busy: boolean;
  fault: Problem | null;
  onClose: () => void;
  onDone: (content: string) => void;
}

/** What is written stays until it was accepted: after a refusal it can be sent once more. */
function Words({ decision, start, busy, fault, onClose, onDone }: WordsProps) {
  const [content, setContent] = useState(start);
  return (
    <Dialog title={t(`decision.${decision}`)} onClose={onClose} busy={busy}>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), onDone(content.trim()))}>
        <Field label={decision === "merge" ? t("review.merged") : t("memory.content")}>
          {(id) => <textarea id={id} dir="auto" maxLength={10_000} value={content} onInput={(event) => setContent(event.currentTarget.value)} />}
        </Field>
        {fault && <Fault fault={fault} />}
        <div class="row end">
          <button type="button" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" class="primary" disabled={busy || (decision === "edit" && !content.trim())}>
            {t(`decision.${decision}`)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
