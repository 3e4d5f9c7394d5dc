import { computed, signal } from "@preact/signals";

import { boundScope } from "./api/session.ts";

/** `#/page/id`: the fragment holds the page and at most one id, never content, and is sent to no server. */
const fragment = signal(location.hash);
addEventListener("hashchange", () => (fragment.value = location.hash));

export const route = computed(() => {
  const [page = "", id = ""] = fragment.value.replace(/^#\/?/, "").split("/");
  return { page: page || "overview", id: decoded(id) };
});

/** Moves there at once: what is pressed next means what is shown then. The event alone comes after keys that already wait. */
export function go(address: string): void {
  location.hash = address;
  fragment.value = location.hash;
}

export const link = (page: string, id?: string): string => `#/${page}${id ? `/${encodeURIComponent(id)}` : ""}`;

/** Whose data is shown: the token's own scope until another is chosen. */
const chosen = signal<string | null>(sessionStorage.getItem("agent-memory.scope"));
export const scope = computed(() => chosen.value ?? boundScope.value);

/** Whether a scope is a user's or a project's own, which is what a legal hold keeps. */
export const isOwner = (path: string): boolean => /^\/org\/[^/]+\/(user|project)\/[^/]+$/.test(path);

export function chooseScope(path: string | null): void {
  if (path) sessionStorage.setItem("agent-memory.scope", path);
  else sessionStorage.removeItem("agent-memory.scope");
  chosen.value = path;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
