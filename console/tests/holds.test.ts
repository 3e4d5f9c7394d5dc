import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser } from "playwright-core";

import { Console, count, eventually, launch, type Look, test } from "./browser.ts";
import { ANN, governor, ORG, user } from "./people.ts";
import { Service } from "./service.ts";

let service: Service, browser: Browser, ada: string, ann: string;

before(async () => {
  browser = await launch();
  service = await Service.start();
  ada = await governor(service);
  ann = await user(service);
  for (const content of ["I live in Bergen.", "My gym is in Harbour Street 4."]) await service.call("POST", "/v1/memories", { content, type: "semantic", source: "user_stated" }, ann);
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

async function open(token: string, scope: string, look: Look = {}): Promise<Console> {
  const shown = await Console.open(browser, service.url, token, look);
  await shown.context.addInitScript((chosen) => sessionStorage.setItem("agent-memory.scope", chosen), scope);
  await shown.go("holds");
  return shown;
}

test("a hold is placed, hides what is deleted under it, is released, and stands in the signed receipt", async () => {
  const shown = await open(ada, ANN);
  const { page } = shown;
  await page.getByText("No hold stands here.").waitFor();
  await page.getByText("No deletion waits for a hold.").waitFor();
  await page.getByRole("button", { name: "Place a hold" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`Keeps everything of ${ANN} from now on.`, { exact: false }).waitFor();
  await eventually(async () => assert.ok(await dialog.getByRole("button", { name: "Place a hold" }).isDisabled()));
  await dialog.getByLabel("Id of the hold").fill("matter-7");
  await dialog.getByLabel(/Matter it belongs to/).fill("Case 2026-118");
  await shown.accessible();
  await dialog.getByRole("button", { name: "Place a hold" }).click();
  await dialog.getByText("The hold stands.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("Case 2026-118").waitFor();

  await service.call("POST", "/v1/deletions", { request_id: "forget-all", selector: { kind: "subject" } }, ann);
  await page.getByRole("button", { name: "Refresh" }).click();
  const hidden = page.getByRole("region", { name: "What is hidden and kept" });
  await hidden.getByText("everything of the person or project").waitFor();
  await shown.accessible();
  await hidden.getByRole("link").click();
  await page.getByText("Legal holds that it met").waitFor();
  await page.getByText(/^since /).waitFor();
  await page.getByText("hidden; a legal hold keeps the data").waitFor();
  await shown.accessible();

  await shown.go("holds");
  await page.getByRole("button", { name: "Release: matter-7" }).click();
  await page.getByText(/It is the only hold of .*: 1\./).waitFor();
  await shown.accessible();
  await page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
  await page.getByText("These deletions go on now:").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "forget-all" }).click();
  await service.settle();
  await page.getByRole("region", { name: "Deletion", exact: true }).getByText("receipt signed").waitFor();
  await page.getByText("released", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Verify in the browser" }).click();
  await page.getByText("Valid: signed as it is, and in the log.").waitFor();
  await page.getByText("Kept by a legal hold").waitFor();
  // Among the holds that it met, and in the signed statement.
  await page.getByText("matter-7").nth(1).waitFor();
  await shown.close();
});

test("a hold id that was used before is refused, and what was typed stays", async () => {
  const shown = await open(ada, ANN);
  const { page } = shown;
  await page.getByRole("button", { name: "Place a hold" }).click();
  await page.getByLabel("Id of the hold").fill("matter-7");
  await page.getByLabel(/Matter it belongs to/).fill("Another case");
  await page.getByRole("dialog").getByRole("button", { name: "Place a hold" }).click();
  await page.getByRole("alert").getByText("This id belongs to something else.").waitFor();
  await eventually(async () => assert.equal(await page.getByLabel("Id of the hold").inputValue(), "matter-7"));
  await shown.close();
});

test("with two holds the deletions stay kept when one is released", async () => {
  for (const hold_id of ["matter-8", "matter-9"]) await service.call("POST", "/v1/holds", { hold_id, scope: `${ORG}/user/bea`, reference: hold_id }, ada);
  const shown = await open(ada, `${ORG}/user/bea`);
  const { page } = shown;
  await page.getByRole("button", { name: "Release: matter-8" }).click();
  await page.getByText(/Other holds of .* that stand: 1\./).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
  await page.getByRole("heading", { name: "Released." }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Release: matter-9" }).waitFor();
  await count(page.getByRole("button", { name: "Release: matter-8" }), 0);
  await shown.close();
});

test("a person sees which of their deletions a hold keeps, and places none; an organisation has no hold of its own", async () => {
  const bea = await user(service, "bea");
  await service.call("POST", "/v1/deletions", { request_id: "bea-1", selector: { kind: "subject" } }, bea);
  const own = await open(bea, `${ORG}/user/bea`);
  await own.page.getByText("Auditors place, see and release holds.").waitFor();
  await own.page.getByText("bea-1").waitFor();
  assert.equal(await own.page.getByRole("button", { name: "Place a hold" }).count(), 0);
  await own.accessible();
  await own.close();
  const shown = await open(ada, ORG);
  await shown.page.getByText("A hold keeps everything of one user or project.", { exact: false }).waitFor();
  await eventually(async () => assert.ok(await shown.page.getByRole("button", { name: "Place a hold" }).isDisabled()));
  await shown.accessible();
  await shown.close();
});

for (const look of [{ theme: "dark", language: "en" }, { theme: "light", language: "zh", width: 400 }, { theme: "dark", language: "zh" }] as const)
  test(`the holds are accessible and as wide as the screen in ${look.theme} and ${look.language}`, async () => {
    const shown = await open(ada, `${ORG}/user/bea`, look);
    await shown.page.getByText("matter-9").first().waitFor();
    await shown.accessible();
    await shown.fits();
    await shown.close();
  }); // prettier-ignore
