import { useState } from "preact/hooks";

import { t } from "../i18n/index.ts";
import { segments } from "./visible.ts";

const LONG = 600;

/** Text on one place, as it is but for invisible and direction characters, which stand as their code. */
export const Visible = ({ children }: { children: string }) => (
  <>
    {segments(children).map((part) =>
      part.control ? (
        <span class="control" title={t("text.control")}>
          {part.text}
        </span>
      ) : (
        part.text
      ),
    )}
  </>
);

/** Content that somebody wrote: never markup; invisible and direction characters are shown by their code; what is long is cut
 * until it is asked for. */
export function Text({ children, clamp = false }: { children: string; clamp?: boolean }) {
  const [whole, setWhole] = useState(false);
  const cut = children.length > LONG && !whole;
  return (
    <>
      <span class={clamp && !whole ? "content clamp" : "content"} dir="auto">
        <Visible>{cut ? children.slice(0, LONG) + "…" : children}</Visible>
      </span>
      {children.length > LONG && !clamp && (
        <button type="button" class="quiet small" onClick={() => setWhole(!whole)}>
          {whole ? t("text.less") : t("text.all", { n: children.length })}
        </button>
      )}
    </>
  );
}

export const Id = ({ children }: { children: string }) => (
  <bdi class="id" dir="ltr">
    {segments(children).map((part) => part.text)}
  </bdi>
);

/** Who did something, and for whom. A principal is `subject@scope`; a scope that is the subject's own is left out. */
export function Actor({ of: { actor, acting_for } }: { of: { actor: string; acting_for: string | null } }) {
  const short = (principal: string): string => principal.replace(/^(.+)@\1$/, "$1");
  return <Id>{acting_for ? `${short(actor)} → ${short(acting_for)}` : short(actor)}</Id>;
}
