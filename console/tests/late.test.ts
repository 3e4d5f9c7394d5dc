import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser, Page, Response } from "playwright-core";

import { Console, eventually, focused, launch, test } from "./browser.ts";
import { ANN, governor, user } from "./people.ts";
import { conflict } from "./seed.ts";
import { Service } from "./service.ts";
import { holdBack } from "./slow.ts";

/** What a person does while an answer is on its way is not undone by it, and is not done to something else. */

let service: Service, browser: Browser, ada: string, ann: string;

before(async () => {
  browser = await launch();
  service = await Service.start();
  ada = await governor(service);
  ann = await user(service);
  await service.call("POST", "/v1/memories", { content: "My gym is in Harbour Street 4.", type: "task", source: "user_stated" }, ann);
  for (const content of ["Ann probably likes sailing.", "Ann seems to prefer short meetings.", "Ann may be learning Portuguese."])
    await service.call("POST", "/v1/memories", { content, type: "semantic", confidence: 0.6 }, ann);
  await conflict(service, "Ann likes coriander.", "Ann does not like coriander.");
  await service.settle();
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

async function open(page: string, id?: string): Promise<Console> {
  const shown = await Console.open(browser, service.url, ada);
  await shown.context.addInitScript((chosen) => sessionStorage.setItem("agent-memory.scope", chosen), ANN);
  await shown.go(page, id);
  return shown;
}

const RESOLVE = /\/v1\/reviews\/[^/]+\/resolve/;
const review = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Review", exact: true });
const answered = (page: Page, method: string, address: RegExp): Promise<Response> => page.waitForResponse((one) => one.request().method() === method && address.test(one.url()));

/** Keys that wait in the queue of events already: between them the page has done what it does at once, and no more. */
const pressAtOnce = (page: Page, keys: string): Promise<void> =>
  page.evaluate(async (keys) => {
    for (const key of keys) {
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      for (let n = 0; n < 20; n++) await Promise.resolve();
    }
  }, keys);

test("a deletion is followed to its end also when each answer takes longer than the pause between two looks", async () => {
  await service.call("POST", "/local/faults", { search: "down" });
  await service.call("POST", "/v1/deletions", { request_id: "gym-closed", selector: { kind: "type", ids: ["task"] } }, ann);
  const running = await service.call<{ status: string }>("GET", "/v1/deletions/gym-closed", undefined, ann);
  assert.notEqual(running.status, "completed");
  await service.call("POST", "/local/faults", { search: "ok" });
  await service.settle();
  const shown = await Console.open(browser, service.url, ann);
  const { page } = shown;
  let looks = 0;
  await page.route(/\/v1\/deletions\/gym-closed\?/, async (route) => {
    if (looks++ === 0) return route.fulfill({ json: running });
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return route.fulfill({ response }).catch(() => undefined);
  });
  await shown.go("deletions", "gym-closed");
  await page.getByRole("region", { name: "Deletion", exact: true }).getByText("receipt signed").waitFor();
  assert.equal(looks, 2, "nothing is asked again while an answer is awaited");
  await shown.close();
});

test("a change that was begun under another filter reads the list that is shown now", async () => {
  const shown = await open("reviews");
  const { page } = shown;
  const claim = await holdBack(page, "POST", /\/v1\/reviews\/[^/]+\/claim/);
  await page.getByLabel("Kind").selectOption("candidate");
  await review(page).getByRole("button", { name: "Claim" }).click();
  await claim.asked;
  await page.getByLabel("Kind").selectOption("conflict");
  await review(page).getByText("Ann likes coriander.").first().waitFor();
  const again = answered(page, "GET", /\/v1\/reviews\?.*kind=conflict/);
  claim.release();
  await again;
  await review(page).getByText("Ann likes coriander.").first().waitFor();
  await shown.close();
});

test("a refusal that arrives late leaves a person on the page to which they went", async () => {
  const shown = await open("reviews");
  const { page } = shown;
  await page.getByLabel("Kind").selectOption("conflict");
  await review(page).getByText("Ann likes coriander.").first().waitFor();
  const { items } = await service.call<{ items: { review_id: string }[] }>("GET", "/v1/reviews?kind=conflict", undefined, ada);
  await service.call("POST", `/v1/reviews/${items[0]?.review_id}/claim`, undefined, await governor(service, "rita"));
  const decision = await holdBack(page, "POST", RESOLVE);
  await page.getByRole("button", { name: "Reject" }).click();
  await decision.asked;
  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await page.getByRole("heading", { name: "Memories", exact: true }).waitFor();
  const refused = answered(page, "POST", RESOLVE);
  const again = answered(page, "GET", /\/v1\/reviews\?/);
  decision.release();
  assert.equal((await refused).status(), 409);
  await again;
  assert.equal(new URL(page.url()).hash, "#/memories");
  await shown.close();
});

test("a letter right after a move decides on what was moved to, and one right after a dialog was opened decides nothing", async () => {
  const shown = await open("reviews");
  const { page } = shown;
  await page.getByLabel("Kind").selectOption("candidate");
  await review(page).getByText("Ann may be learning Portuguese.").first().waitFor();
  await page.getByRole("heading", { name: "Review queue" }).click();
  const decisions: string[] = [];
  page.on("request", (request) => RESOLVE.test(request.url()) && decisions.push(request.url()));
  await pressAtOnce(page, "er");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  const second = await page.locator("[data-id]").nth(1).getAttribute("data-id");
  const decided = answered(page, "POST", RESOLVE);
  await pressAtOnce(page, "jr");
  await decided;
  assert.deepEqual(decisions.map((url) => url.split("/").at(-2)), [second]); // prettier-ignore
  await shown.close();
});

test("what was written for a review stays when the service does not take it, and can be sent again", async () => {
  const shown = await open("reviews");
  const { page } = shown;
  await page.getByLabel("Kind").selectOption("candidate");
  await review(page).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Content").fill("Ann learns Portuguese on Mondays.");
  await page.route(RESOLVE, (route) => route.fulfill({ status: 503, json: { code: "unavailable", detail: "" } }));
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByText("The service is not available now.").waitFor();
  await eventually(async () => assert.equal(await dialog.getByLabel("Content").inputValue(), "Ann learns Portuguese on Mondays."));
  await page.unroute(RESOLVE);
  const decided = answered(page, "POST", RESOLVE);
  await dialog.getByRole("button", { name: "Edit" }).click();
  assert.ok((await decided).ok());
  await dialog.waitFor({ state: "detached" });
  await shown.close();
});

test("a dialog stays until its change was answered, and then gives the focus back", async () => {
  const { memory } = await service.call<{ memory: { memory_id: string } }>("POST", "/v1/memories", { content: "The meeting is on Monday.", type: "semantic", source: "user_stated" }, ann);
  const shown = await open("memories", memory.memory_id);
  const { page } = shown;
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Content").fill("The meeting is on Tuesday.");
  const saving = await holdBack(page, "PATCH", /\/v1\/memories\//);
  await dialog.getByRole("button", { name: "Save" }).click();
  await saving.asked;
  for (let n = 0; n < 3; n++) await page.keyboard.press("Escape");
  await dialog.waitFor();
  await eventually(async () => assert.ok(await dialog.getByRole("button", { name: "Cancel" }).isDisabled()));
  saving.release();
  await page.getByRole("region", { name: "Memory", exact: true }).getByText("The meeting is on Tuesday.").first().waitFor();
  await dialog.waitFor({ state: "detached" });
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Edit"));
  await shown.close();
});

test("the source of a line of a summary has the focus at once, not after the next frame", async () => {
  const call = (method: string, path: string, body: unknown): Promise<unknown> => service.call(method, path, body, ann);
  await call("POST", "/v1/sessions", { session_id: "trip" });
  await call("POST", "/v1/sessions/trip/events", { events: [{ event_id: "t1", role: "user", content: "Never book a hotel above 150 euros a night." }] });
  await call("POST", "/v1/sessions/trip/summary", {});
  const shown = await open("sessions", "trip");
  const { page } = shown;
  await page.getByText("Never book a hotel").nth(1).waitFor();
  const focus = await page.getByRole("button", { name: "Show t1" }).first().evaluate(async (button: HTMLElement) => {
    button.focus();
    button.click();
    for (let n = 0; n < 20; n++) await Promise.resolve();
    return document.activeElement?.id;
  }); // prettier-ignore
  assert.equal(focus, "event-t1");
  await shown.close();
});

test("a page that opens does not take the focus from one of its fields", async () => {
  const shown = await open("memories");
  const { page } = shown;
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      const field = [...document.querySelectorAll("label")].find((label) => label.textContent === "Question")?.control;
      if (!field) return;
      seen.disconnect();
      field.id = "the-question";
      field.focus();
    });
    seen.observe(document.body, { childList: true, subtree: true });
    location.hash = "#/recall";
  });
  // The title is set by an effect that runs after the page was painted.
  await page.waitForFunction(() => document.title.startsWith("Recall"));
  await focused(page, "the-question");
  await shown.close();
});
