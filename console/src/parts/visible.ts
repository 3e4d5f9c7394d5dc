// Control, format, private-use and line-separating characters, also tags and variation selectors; not tab and newline.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufe00-\ufe0e]/gu;

export interface Segment {
  text: string;
  control: boolean;
}

/** The text in pieces, in which each character that cannot be seen, or turns the direction, stands as its code. */
export function segments(text: string): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), control: false });
    const code = match[0].codePointAt(0) ?? 0;
    found.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, control: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), control: false });
  return found;
}
