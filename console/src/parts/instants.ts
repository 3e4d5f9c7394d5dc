/** An instant as `datetime-local` shows it, in this machine's zone, to the second. */
export function toLocal(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The instant of a `datetime-local`, or `null` for one that is not complete. */
export function fromLocal(text: string): string | null {
  const at = new Date(text);
  return text && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}
