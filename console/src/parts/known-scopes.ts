import { scope } from "../route.ts";

/** Where the memories lie that were shown: a link holds an id alone, and one may lie below the scope that is shown. */
const scopes = new Map<string, string>();

export const remember = (memory: { memory_id: string; scope: string }): unknown => scopes.set(memory.memory_id, memory.scope);
export const scopeOf = (memoryId: string): string => scopes.get(memoryId) ?? scope.value;
