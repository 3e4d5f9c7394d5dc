import { user } from "./people.ts";
import type { Service } from "./service.ts";

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

const FACTS: [string, string, string?][] = [
  ["I am allergic to peanuts.", "semantic", "allergy"],
  ["I prefer an aisle seat on long flights.", "preference", "seat"],
  ["I live in Bergen.", "semantic", "home"],
  ["I live in Oslo now.", "semantic", "home"],
  ["My passport expires in March 2027.", "semantic", "passport"],
  ["I work as a structural engineer at a shipyard.", "semantic", "work"],
  ["Always send me the invoice before the end of the month.", "procedural", "invoices"],
  ["I visited Lisbon with my sister in May.", "episodic"],
  ["我喜欢喝绿茶，不加糖。", "preference", "tea"],
  ["My favourite bakery is near the old harbour.", "semantic"],
];

const TURNS = [
  { event_id: "t1", role: "user", content: "I need a flight from Lyon to Lisbon on Friday, please." },
  { event_id: "t2", role: "assistant", content: "There is one at 9:40. Where would you like to sit?" },
  { event_id: "t3", role: "user", content: "On the aisle, always. And never book a hotel above 150 euros a night." },
  { event_id: "t4", role: "tool", tool: "search_flights", kind: "tool_result", content: "LYS-LIS 09:40, 118 euros, seat 14C free." },
  { event_id: "t5", role: "assistant", kind: "decision", content: "We decided to book the flight at 9:40 with seat 14C." },
];

/** A small life of Ann's: facts that changed, a session with a state, a conflict, candidates and a deletion with its receipt. */
export async function seed(service: Service): Promise<void> {
  const ann = await user(service);
  const call: Call = (method, path, body) => service.call(method, path, body, ann);
  for (const [content, type, key] of FACTS) await call("POST", "/v1/memories", { content, type, source: "user_stated", ...(key && { key }) });
  await call("POST", "/v1/sessions", { session_id: "trip-to-lisbon" });
  await call("POST", "/v1/sessions/trip-to-lisbon/events", { events: TURNS });
  await call("PUT", "/v1/sessions/trip-to-lisbon/state", { state: "Flight chosen, hotel open", pending: ["Find a hotel below 150 euros"], data: { seat: "14C" } });
  await call("POST", "/v1/memories", { content: "Ann seems to collect stamps.", type: "semantic", confidence: 0.6 });
  await conflict(service, "Ann likes coriander.", "Ann does not like coriander.");
  await conflict(service, "用户喜欢香菜。", "用户不喜欢香菜。");
  for (const content of ["Ann probably likes sailing.", "Ann seems to prefer short meetings.", "Ann may be learning Portuguese."])
    await call("POST", "/v1/memories", { content, type: "semantic", confidence: 0.6 });
  await call("POST", "/v1/memories", { content: "My gym is in Harbour Street 4.", type: "task", source: "user_stated", key: "gym" });
  await call("POST", "/v1/deletions", { request_id: "gym-closed", selector: { kind: "type", ids: ["task"] } });
  await service.settle();
  for (const query of ["Where do I live?", "What may I not eat?", "Which seat?"]) await call("POST", "/v1/recall", { query });
  await service.settle();
}

/** Two inferences of the same weight that exclude each other; a reviewer has to decide. */
export async function conflict(service: Service, one: string, other: string): Promise<void> {
  const token = await user(service);
  for (const [content, key] of [[one, `${one} a`], [other, `${one} b`]] as const)
    await service.call("POST", "/v1/memories", { content, key, type: "semantic", confidence: 0.9 }, token); // prettier-ignore
}
