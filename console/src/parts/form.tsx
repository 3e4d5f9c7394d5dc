import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import { term } from "../i18n/index.ts";

type Change = (value: string) => void;

export function Field({ label, wide, children }: { label: string; wide?: boolean; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface InputProps {
  label: string;
  value: string;
  onChange: Change;
  wide?: boolean;
  type?: "text" | "search" | "range" | "number" | "datetime-local";
  maxLength?: number;
  min?: string;
  max?: string;
  step?: string;
  class?: string;
  dir?: "ltr" | "auto";
  "aria-valuetext"?: string;
}

export const Input = ({ label, onChange, wide, type = "text", ...rest }: InputProps) => (
  <Field label={label} {...(wide && { wide })}>
    {(id) => <input id={id} type={type as "text"} onInput={(event) => onChange(event.currentTarget.value)} autocomplete="off" spellcheck={false} {...rest} />}
  </Field>
);

export const Select = ({ label, value, onChange, options, group, any }: { label: string; value: string; onChange: Change; options: readonly string[]; group: string; any?: string }) => (
  <Field label={label}>
    {(id) => (
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option value={option}>{term(group, option)}</option>
        ))}
      </select>
    )}
  </Field>
);

export const Check = ({ label, value, onChange }: { label: string; value: boolean; onChange: (value: boolean) => void }) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);

interface DialogProps {
  title: string;
  onClose: () => void;
  /** A change is under way: the dialog stays until it is answered. */
  busy?: boolean;
  children: ComponentChildren;
}

/** A modal dialog: the browser keeps the focus inside, Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, busy = false, children }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // At once with what is shown: a key that is pressed next belongs to the dialog, and is no shortcut of the page.
  useLayoutEffect(() => {
    const before = document.activeElement;
    own.current?.showModal();
    return () => queueMicrotask(() => before instanceof HTMLElement && before.focus());
  }, []);
  const kept = (event: Event): void => void (busy && event.preventDefault());
  // A browser may close it although `cancel` was prevented, when Escape is pressed twice: the key is prevented too, and
  // what is closed in another way opens again.
  const closed = (): void => (busy ? own.current?.showModal() : onClose());
  return (
    <dialog ref={own} aria-labelledby={heading} onKeyDown={(event) => event.key === "Escape" && kept(event)} onCancel={kept} onClose={closed}>
      <div class="stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
