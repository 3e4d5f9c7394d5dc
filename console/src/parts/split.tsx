import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

const NARROW = "(max-width: 62rem)";

/** A list and what is chosen of it, side by side; on a narrow screen what is chosen comes first, and into view. */
export function Split({ list, detail, chosen, children: [items, shown] }: { list: string; detail: string; chosen: string; children: [ComponentChildren, ComponentChildren] }) {
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen && matchMedia(NARROW).matches) own.current?.scrollIntoView();
  }, [chosen]);
  return (
    <div class={chosen ? "split chosen" : "split"}>
      <section class="stack" aria-label={list}>
        {items}
      </section>
      <section class="stack" aria-label={detail} ref={own}>
        {shown}
      </section>
    </div>
  );
}
