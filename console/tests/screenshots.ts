import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { Console, launch, type Look } from "./browser.ts";
import { ANN, governor, user } from "./people.ts";
import { seed } from "./seed.ts";
import { Service } from "./service.ts";

/** The pictures of docs/guides/console.md and the README, from a seeded service: `make screenshots`. */

const FOLDER = process.env["PICTURES"] ?? new URL("../../docs/images", import.meta.url).pathname;

const DAYS = 75;
const PLACES = ["Lisbon", "Porto", "Madrid", "Lyon", "Turin", "Vienna", "Prague", "Gdansk", "Malmo", "Aarhus", "Ghent", "Bruges"];

/** Some weeks of another user, so that the overview has something to show. */
async function weeks(): Promise<void> {
  const token = await service.token({ org: "acme", sub: "lin", ttl: 366 * 86_400 });
  for (let day = 0; day < DAYS; day++) {
    const busy = day % 7 > 4 ? 0 : (day * 5 + Math.floor(day / 9)) % 6;
    for (let n = 0; n < busy; n++) await service.call("POST", "/v1/memories", { content: `My trip number ${day * 10 + n} goes to ${PLACES[(day + n) % PLACES.length]}.`, type: "episodic", source: "user_stated" }, token);
    for (let n = 0; n < busy * 2 - 1; n++) await service.call("POST", "/v1/recall", { query: `Which trip goes to ${PLACES[n % PLACES.length]}?` }, token);
    await service.settle();
    await service.call("POST", "/local/clock", { advance_seconds: 86_400 });
  }
}

mkdirSync(FOLDER, { recursive: true });
const browser = await launch();
const service = await Service.start();
try {
  await weeks();
  await seed(service);
  const token = await governor(service);
  const picture = async (name: string, look: Look, work: (shown: Console) => Promise<void>, scope = ANN): Promise<void> => {
    const shown = await Console.open(browser, service.url, token, look);
    await shown.context.addInitScript((chosen) => sessionStorage.setItem("agent-memory.scope", chosen), scope);
    await work(shown);
    await shown.page.waitForFunction(() => !document.querySelector(".spinner"));
    await shown.page.screenshot({ path: join(FOLDER, `console-${name}.png`) });
    await shown.close();
  };
  await picture("overview", {}, (shown) => shown.go("overview"), "/org/acme");
  await picture("memories", {}, async (shown) => {
    await shown.go("memories");
    await shown.page.getByRole("link", { name: /I live in Oslo now/ }).click();
    await shown.page.getByText("I live in Bergen.").last().waitFor();
  });
  await picture("recall", { theme: "dark" }, async ({ page, ...shown }) => {
    await page.goto(`${service.url}/console/#/recall`);
    await page.getByLabel("Two settings side by side").check();
    await page.getByLabel("Question").fill("What may I not eat?");
    await page.getByRole("button", { name: "Recall" }).click();
    await page.getByText("What the agent would see").first().waitFor();
    await page.getByRole("region", { name: "Setting 1" }).getByText("Parts of the score").first().click();
    await page.getByRole("heading", { name: "Setting 1" }).last().evaluate((heading) => heading.scrollIntoView());
    void shown;
  });
  await picture("reviews", {}, async (shown) => {
    await shown.go("reviews");
    await shown.page.getByRole("button", { name: "Claim" }).waitFor();
  }, "/org/acme"); // prettier-ignore
  await picture("deletions", { theme: "dark" }, async (shown) => {
    await shown.go("deletions");
    await shown.page.getByRole("link", { name: /gym-closed/ }).click();
    await shown.page.getByRole("button", { name: "Verify in the browser" }).click();
    await shown.page.getByText("Valid: signed as it is").waitFor();
  });
  await picture("sessions-chinese", { language: "zh" }, async (shown) => {
    await shown.go("sessions");
    await shown.page.getByRole("link", { name: /trip-to-lisbon/ }).click();
    await shown.page.getByRole("button", { name: "立即生成" }).click();
    await shown.page.getByText("14C").first().waitFor();
    await shown.page.getByRole("button", { name: "查看 t3" }).first().waitFor();
  });
  await service.call("POST", "/v1/holds", { hold_id: "matter-2026-118", scope: ANN, reference: "Dispute about the Lisbon booking, file 2026-118" }, token);
  await service.call("POST", "/v1/holds", { hold_id: "review-q4", scope: ANN, reference: "Review of the fourth quarter" }, token);
  await service.call("POST", "/v1/deletions", { request_id: "forget-trips", scope: ANN, selector: { kind: "type", ids: ["episodic"] } }, await user(service));
  await picture("holds", {}, async (shown) => {
    await shown.go("holds");
    await shown.page.getByText("forget-trips").waitFor();
  });
} finally {
  await browser.close();
  await service.stop();
}
