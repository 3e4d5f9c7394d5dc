import { language } from "../preferences.ts";
import { holding } from "./words/holding.ts";
import { judging } from "./words/judging.ts";
import { memories } from "./words/memories.ts";
import { proving } from "./words/proving.ts";
import { service } from "./words/service.ts";
import { shell } from "./words/shell.ts";

const words = { ...shell, ...memories, ...judging, ...holding, ...proving, ...service };

export type Word = keyof typeof words;

/** The text in the chosen language; `{name}` is filled in. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  return words[word][language.value === "zh" ? 1 : 0].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A word of the service's own (a status, a reason), translated if it is known, else as it is. */
export function term(group: string, value: string): string {
  const word = `${group}.${value}`;
  return word in words ? t(word as Word) : value.replace(/_/g, " ");
}

export function when(instant: string | null | undefined): string {
  if (!instant) return "–";
  return new Date(instant).toLocaleString(language.value === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(language.value === "zh" ? "zh-CN" : "en-GB", { maximumFractionDigits: digits });
}
