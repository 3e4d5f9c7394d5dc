import { scope } from "../route.ts";

/** Where things lie that were shown: a link holds an id alone, and what it names may lie below the scope that is shown. */
const scopes = new Map<string, string>();

export const remember = (id: string, where: string): unknown => scopes.set(id, where);
export const scopeOf = (id: string): string => scopes.get(id) ?? scope.value;
