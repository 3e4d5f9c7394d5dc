import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser } from "playwright-core";

import { Console, count, eventually, focused, launch, type Look, test } from "./browser.ts";
import { ANN, governor, user } from "./people.ts";
import { conflict, seed } from "./seed.ts";
import { Service } from "./service.ts";

let service: Service, browser: Browser, ada: string;

before(async () => {
  browser = await launch();
  service = await Service.start();
  await seed(service);
  ada = await governor(service);
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

/** A page of the one who governs, with Ann's data or the organisation's. */
async function open(page: string, { scope, id, ...look }: Look & { scope?: string; id?: string } = {}): Promise<Console> {
  const shown = await Console.open(browser, service.url, ada, look);
  if (scope) await shown.context.addInitScript((chosen) => sessionStorage.setItem("agent-memory.scope", chosen), scope);
  await shown.go(page, id);
  return shown;
}

test("the overview shows what was written and recalled, what waits, and what is due", async () => {
  const shown = await open("overview");
  const { page } = shown;
  await page.getByRole("link", { name: /Open conflicts/ }).getByText("2").waitFor();
  await page.getByText(/Something happened on [12] of 90 days/).waitFor();
  await page.getByText("Recalls (3)").waitFor();
  const work = page.getByRole("region", { name: "Background work" });
  await work.getByText("in time").nth(2).waitFor();
  await page.getByRole("button", { name: "Look what is due" }).click();
  await page.getByText("Nothing is due.").waitFor();
  await shown.accessible();
  await page.getByRole("link", { name: /Reviews that wait/ }).click();
  await page.getByRole("heading", { name: "Review queue" }).waitFor();
  await shown.close();
});

test("recalls that were answered without search are counted on the overview, and ages that cannot be measured are no zeros", async () => {
  await service.call("POST", "/local/faults", { search: "down" });
  await service.call("POST", "/v1/recall", { query: "Where do I live?" }, await user(service));
  await service.call("POST", "/local/faults", { search: "ok" });
  await service.settle();
  const shown = await open("overview");
  const { page } = shown;
  const tile = page.locator(".tile", { hasText: "Degraded recalls" });
  await tile.getByText("1", { exact: true }).waitFor();
  const answer = { items: [{ work: "index", oldest_seconds: 3_600 }, { work: "sessions", oldest_seconds: null }] };
  await page.route("**/v1/metrics/queues", (route) => route.fulfill({ json: answer }));
  const work = page.getByRole("region", { name: "Background work" });
  await work.getByRole("button", { name: "Measure again" }).click();
  await work.getByText("60 min").waitFor();
  await work.getByText("late", { exact: true }).waitFor();
  await work.getByText("nothing waits").waitFor();
  await shown.accessible();
  await page.unroute("**/v1/metrics/queues");
  await page.route("**/v1/metrics/queues", (route) => route.fulfill({ status: 503, json: { code: "unavailable", detail: "" } }));
  await work.getByRole("button", { name: "Measure again" }).click();
  await work.getByText("The service is not available now.").waitFor();
  await page.getByText("Activity by day").first().waitFor();
  await shown.close();
  const ann = await Console.open(browser, service.url, await user(service));
  await ann.go("overview");
  await ann.page.getByText("Activity by day").first().waitFor();
  assert.equal(await ann.page.getByText("Background work").count(), 0);
  await ann.close();
});

test("the workbench compares two settings: candidates, parts, relevance, what is kept back, and the agent's context", async () => {
  const shown = await open("recall", { scope: ANN });
  const { page } = shown;
  await page.getByLabel("Two settings side by side").check();
  await page.getByRole("group", { name: "Setting 2" }).getByLabel(/Least relevance/).fill("0");
  await page.getByLabel("Question").fill("What may I not eat?");
  await page.getByRole("button", { name: "Recall" }).click();
  const [first, second] = [page.getByRole("region", { name: "Setting 1" }), page.getByRole("region", { name: "Setting 2" })];
  await first.getByText("below the least relevance", { exact: true }).waitFor();
  await second.getByText("I am allergic to peanuts.").first().waitFor();
  const [some, all] = await Promise.all([first, second].map(async (one) => Number(/(\d+) returned/.exec(await one.getByText(/returned of/).innerText())?.[1])));
  assert.ok((some ?? 0) >= 1 && (some ?? 0) < (all ?? 0), `${some} of ${all}`);
  await first.getByText("Parts of the score").first().click();
  await first.getByText("meaning").first().waitFor();
  await first.getByLabel("What the agent would see").getByText("<memories").waitFor();
  await shown.accessible();
  await shown.close();
});

test("a session shows its events, its task state, a summary with its sources, and the context of a goal", async () => {
  const shown = await open("sessions", { scope: ANN });
  const { page } = shown;
  await page.getByRole("link", { name: /trip-to-lisbon/ }).click();
  await page.getByText("LYS-LIS 09:40, 118 euros").first().waitFor();
  await page.getByText("Flight chosen, hotel open").waitFor();
  await page.getByText("There is no summary yet.").waitFor();
  await page.getByRole("button", { name: "Build it now" }).click();
  await page.getByRole("button", { name: "Show t3" }).first().click();
  await focused(page, "event-t3");
  await page.getByLabel("Goal or question of the agent").fill("Book the hotel");
  await page.getByRole("button", { name: "Show the context" }).click();
  await page.getByLabel("What the agent would see").getByText("150 euros").waitFor();
  await shown.accessible();
  await shown.close();
});

test("conflicts stand side by side with their evidence, and lead into the queue", async () => {
  const shown = await open("conflicts");
  const { page } = shown;
  await page.getByText("Ann does not like coriander.").waitFor();
  await shown.accessible();
  await page.getByRole("article").filter({ hasText: "coriander" }).getByRole("link", { name: "Decide in the queue" }).click();
  await page.getByRole("region", { name: "Review", exact: true }).getByText("Ann likes coriander.", { exact: true }).waitFor();
  await shown.close();
  const ann = await Console.open(browser, service.url, await user(service));
  await ann.go("conflicts");
  await ann.page.getByText("Reviewers see and decide conflicts here.").waitFor();
  await ann.accessible();
  await ann.close();
});

test("a claimed review is refused to another reviewer, and names its holder", async () => {
  const { items } = await service.call<{ items: { review_id: string; members: { content: string }[] }[] }>("GET", "/v1/reviews?kind=candidate", undefined, ada);
  const id = items.find((one) => one.members.some((member) => member.content.includes("stamps")))?.review_id ?? "";
  assert.ok(id);
  await service.call("POST", `/v1/reviews/${id}/claim`, undefined, await governor(service, "rita"));
  const shown = await open("reviews", { id });
  await shown.page.getByText(/Another reviewer has claimed it until/).waitFor();
  await shown.page.getByRole("button", { name: "Reject" }).click();
  await shown.page.getByRole("alert").getByText("Another reviewer has claimed it.").waitFor();
  await shown.accessible();
  await shown.close();
});

test("the queue is worked by keyboard: move, claim, accept, reject, edit, choose and merge", async () => {
  const shown = await open("reviews");
  const { page } = shown;
  const detail = page.getByRole("region", { name: "Review", exact: true });
  const showing = (text: string): Promise<void> => detail.getByText(text).first().waitFor();
  await showing("Ann may be learning Portuguese.");
  await page.keyboard.press("j");
  await showing("Ann seems to prefer short meetings.");
  await page.keyboard.press("k");
  await showing("Ann may be learning Portuguese.");
  await page.keyboard.press("c");
  await showing("You have claimed it until");
  await page.keyboard.press("r");
  await showing("Ann seems to prefer short meetings.");
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByLabel("Content").fill("Ann prefers meetings of half an hour.");
  await shown.accessible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await showing("Ann probably likes sailing.");
  await page.keyboard.press("a");
  await showing("用户不喜欢香菜");
  await page.keyboard.press("a");
  await showing("Choose first which one holds.");
  await page.keyboard.press("2");
  await page.keyboard.press("m");
  await page.getByRole("dialog").getByLabel(/Content of the merged memory/).fill("用户喜欢少量香菜。");
  await page.getByRole("button", { name: "Merge" }).last().click();
  await showing("Ann likes coriander.");
  await shown.accessible();
  const known = await service.call<{ items: { content: string; status: string }[] }>("GET", `/v1/memories?scope=${ANN}&limit=100`, undefined, ada);
  const status = Object.fromEntries(known.items.map((one) => [one.content, one.status]));
  assert.equal(status["Ann prefers meetings of half an hour."], "active");
  assert.equal(status["Ann probably likes sailing."], "active");
  assert.equal(status["用户喜欢少量香菜。"], "active");
  assert.notEqual(status["Ann may be learning Portuguese."], "active");
  await shown.close();
});

test("shortcuts can be turned off, and letters typed into a field decide nothing", async () => {
  const shown = await open("reviews");
  const { page } = shown;
  const decisions: string[] = [];
  page.on("request", (request) => request.method() === "POST" && decisions.push(request.url()));
  await page.getByRole("button", { name: "Reject" }).waitFor();
  await page.getByRole("textbox", { name: "Whose data (scope)" }).press("r");
  await page.getByLabel("Keyboard shortcuts").uncheck();
  await page.getByRole("heading", { name: "Review queue" }).click();
  await page.keyboard.press("r");
  await Promise.all([page.waitForResponse(/\/v1\/reviews/), page.getByRole("button", { name: "Refresh" }).click()]);
  assert.deepEqual(decisions, []);
  await shown.close();
});

test("of two reviewers who decide at once one succeeds, and the other is shown what was decided", async () => {
  await conflict(service, "Ann likes opera.", "Ann does not like opera.");
  const { items } = await service.call<{ items: { review_id: string; members: { content: string }[] }[] }>("GET", "/v1/reviews?kind=conflict&status=open", undefined, ada);
  const id = items.find((one) => one.members.some((member) => member.content.includes("opera")))?.review_id ?? "";
  assert.ok(id);
  const both = await Promise.all(
    ["rita", "raj"].map(async (sub) => {
      const shown = await Console.open(browser, service.url, await governor(service, sub));
      await shown.go("reviews", id);
      await shown.page.getByRole("region", { name: "Review", exact: true }).getByRole("radio").first().check();
      return shown;
    }),
  );
  await Promise.all(both.map(({ page }, n) => page.getByRole("button", { name: n ? "Reject" : "Accept" }).click()));
  const refused = await Promise.any(both.map(async ({ page }) => (await page.getByText(/Another reviewer has already decided it|Another reviewer has claimed it|Somebody else changed it/).waitFor(), page)));
  await refused.getByText(/Decided: /).waitFor();
  const now = await service.call<{ items: { review_id: string; resolution: { decision: string } | null }[] }>("GET", "/v1/reviews?kind=conflict&status=resolved", undefined, ada);
  assert.ok(now.items.find((one) => one.review_id === id)?.resolution);
  for (const shown of both) await shown.close();
});

test("a deletion is asked for, is followed live, and its receipt is verified in the browser", async () => {
  const shown = await open("deletions", { scope: ANN });
  const { page } = shown;
  await page.getByRole("button", { name: "Ask for a deletion" }).click();
  await page.getByRole("dialog").getByLabel("What").selectOption("type");
  await page.getByLabel(/Ids, names or labels/).fill("episodic");
  await eventually(async () => assert.ok(await page.getByRole("button", { name: "Delete permanently" }).isDisabled()));
  await page.getByLabel(/To confirm, type the scope/).fill(ANN);
  await shown.accessible();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByRole("region", { name: "Stores" }).waitFor();
  await service.settle();
  await page.getByRole("region", { name: "Deletion", exact: true }).getByText("receipt signed").waitFor();
  await page.getByRole("button", { name: "Verify in the browser" }).click();
  await page.getByText("Valid: signed as it is, and in the log.").waitFor();
  await count(page.getByText("✓"), 5);
  await shown.accessible();
  await page.getByRole("button", { name: "Look for residue again" }).click();
  await page.getByText("Valid: what was found now is signed as it is.").waitFor();
  await shown.close();
});

test("a receipt that was changed, or is another deletion's, is not valid", async () => {
  const shown = await open("deletions", { scope: ANN, id: "gym-closed" });
  const { page } = shown;
  const receipt = await service.call<Record<string, string>>("GET", `/v1/deletions/gym-closed/receipt?scope=${ANN}`, undefined, ada);
  await page.getByText("Check a receipt that you kept").click();
  const give = (value: unknown): Promise<void> =>
    page.getByLabel("File with the receipt (JSON)").setInputFiles({ name: "receipt.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });
  await give(receipt);
  await page.getByText("Valid: signed as it is, and in the log.").waitFor();
  const statement = receipt["statement"] ?? "";
  const middle = Math.floor(statement.length / 2);
  await give({ ...receipt, statement: statement.slice(0, middle) + (statement[middle] === "A" ? "B" : "A") + statement.slice(middle + 1) });
  await page.getByText("Not valid.").waitFor();
  await shown.accessible();
  await shown.close();
});

test("the audit lists changes and reads, and its chain is verified", async () => {
  await service.call("POST", "/v1/recall", { query: "Where does Ann live?", scope: ANN }, ada);
  const shown = await open("audit");
  const { page } = shown;
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText(/\d+ records, and every link holds/).waitFor();
  await page.getByText("receipt log intact").waitFor();
  await page.getByRole("region", { name: "Changes" }).getByText("created").first().waitFor();
  await shown.accessible();
  await page.getByRole("button", { name: "Reads" }).click();
  await page.getByText("Reads are listed for one user or project at a time", { exact: false }).waitFor();
  await page.getByRole("textbox", { name: "Whose data (scope)" }).fill(ANN);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("button", { name: "Reads" }).click();
  const read = page.getByRole("region", { name: "Reads" }).getByRole("row").filter({ hasText: "recall" }).first();
  await read.getByRole("link").first().waitFor();
  await shown.accessible();
  await shown.close();
});

test("the settings say whether the service is well, who one is, and the thresholds, which are reset", async () => {
  const shown = await open("settings");
  const { page } = shown;
  await page.getByText("works", { exact: true }).waitFor();
  await page.getByRole("region", { name: "All numbers" }).getByRole("row").filter({ hasText: "l1.ttl_seconds" }).getByText("3,600").first().waitFor();
  await page.getByText("What makes room first").waitFor();
  await page.getByText("0.75 (the deployment's own: 0.75)").waitFor();
  const reset = page.waitForResponse((answer) => answer.request().method() === "DELETE" && /\/v1\/tuning/.test(answer.url()));
  await page.getByRole("button", { name: "Reset to the deployment's own" }).click();
  assert.ok((await reset).ok());
  await page.getByText("0.75 (the deployment's own: 0.75)").waitFor();
  await shown.accessible();
  await shown.close();
});

const PAGES = ["overview", "memories", "recall", "sessions", "reviews", "conflicts", "deletions", "holds", "audit", "settings"];

for (const look of [{ theme: "dark", language: "en" }, { theme: "light", language: "zh", width: 400 }] as const)
  test(`every page is accessible and as wide as the screen in ${look.theme} and ${look.language}`, async () => {
    const shown = await Console.open(browser, service.url, ada, look);
    for (const page of PAGES) {
      await shown.go(page);
      await shown.accessible();
      await shown.fits();
    }
    await shown.close();
  }); // prettier-ignore

test("a page says that it is not allowed, empty or not reachable, and can be tried again", async () => {
  const stranger = await Console.open(browser, service.url, await user(service, "newcomer"));
  const { page } = stranger;
  await stranger.go("memories");
  await page.getByText("No memory matches.").waitFor();
  await stranger.go("audit");
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText("Your roles do not allow this.").first().waitFor();
  await stranger.accessible();
  await page.getByRole("textbox", { name: "Whose data (scope)" }).fill(ANN);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await stranger.go("memories");
  await page.getByText("You may not see or change this scope.").waitFor();
  await page.route("**/v1/memories*", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The service cannot be reached.").waitFor();
  await stranger.close();
});
