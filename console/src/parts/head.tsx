import type { ComponentChildren } from "preact";

export const Head = ({ title, about, children }: { title: string; about: string; children?: ComponentChildren }) => (
  <div class="head">
    <div class="stack tight">
      <h1>{title}</h1>
      <p>{about}</p>
    </div>
    {children && <div class="row">{children}</div>}
  </div>
);
