import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { Console, launch, type Look } from "./browser.ts";
import { ANN, governor } from "./people.ts";
import { seed } from "./seed.ts";
import { Service } from "./service.ts";

/** The pictures of docs/guides/console.md and the README, from a seeded service: `make screenshots`. */

const FOLDER = process.env["PICTURES"] ?? new URL("../../docs/images", import.meta.url).pathname;

mkdirSync(FOLDER, { recursive: true });
const browser = await launch();
const service = await Service.start();
try {
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
    await page.getByText("Parts of the score").first().click();
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
  await picture("sessions-zh", { language: "zh" }, async (shown) => {
    await shown.go("sessions");
    await shown.page.getByRole("link", { name: /trip-to-lisbon/ }).click();
    await shown.page.getByText("14C").first().waitFor();
  });
} finally {
  await browser.close();
  await service.stop();
}
