import { effect, signal } from "@preact/signals";

/** What a person chose on this machine: nothing of it is content. */

export type Theme = "light" | "dark";
export type Language = "en" | "zh";

const dark = matchMedia("(prefers-color-scheme: dark)").matches;

export const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? (dark ? "dark" : "light"));
export const language = signal<Language>((localStorage.getItem("language") as Language | null) ?? (navigator.language.startsWith("zh") ? "zh" : "en"));

export function applyPreferences(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
    document.documentElement.lang = language.value === "zh" ? "zh-Hans" : "en";
  });
}

export function choose(chosen: { theme?: Theme; language?: Language }): void {
  if (chosen.theme) localStorage.setItem("theme", (theme.value = chosen.theme));
  if (chosen.language) localStorage.setItem("language", (language.value = chosen.language));
}
