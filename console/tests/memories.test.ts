import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser, Locator } from "playwright-core";

import { Console, eventually, launch, test } from "./browser.ts";
import { user } from "./people.ts";
import { Service } from "./service.ts";

let service: Service, browser: Browser, token: string, url: string;

before(async () => {
  browser = await launch();
  service = await Service.start();
  url = service.url;
  token = await user(service);
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

const write = (content: string, key?: string): Promise<{ memory: { memory_id: string } }> =>
  service.call("POST", "/v1/memories", { content, type: "semantic", source: "user_stated", ...(key && { key }) }, token);

test("a memory is found, read with its history, corrected and forgotten with what mentions it", async () => {
  await write("I live in Bergen.", "home");
  await write("I live in Oslo now.", "home");
  await write("My bicycle is in Oslo.");
  await service.settle();
  const shown = await Console.open(browser, url, token);
  const { page } = shown;
  await shown.go("memories");
  await page.getByLabel("Search by meaning and words").fill("Where do I live?");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("link", { name: /I live in Oslo now/ }).click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  await page.getByText("I live in Bergen.").waitFor();
  await shown.accessible();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Content").fill("I live in Oslo, near the harbour.");
  await shown.accessible();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("region", { name: "Memory", exact: true }).getByText("I live in Oslo, near the harbour.").first().waitFor();
  await page.getByRole("button", { name: "Forget" }).click();
  await page.getByText(/Goes along: 3 versions/).waitFor();
  await shown.accessible();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText(/Accepted. Request console-/).waitFor();
  await shown.close();
});

test("a correction on an old version is refused, and shows what is current", async () => {
  const { memory } = await write("The meeting is on Monday.", "meeting");
  const shown = await Console.open(browser, url, token);
  const { page } = shown;
  await shown.go("memories", memory.memory_id);
  await page.getByRole("button", { name: "Edit" }).click();
  await service.call("PATCH", `/v1/memories/${memory.memory_id}`, { content: "The meeting is on Tuesday." }, token);
  await page.getByRole("dialog").getByLabel("Content").fill("The meeting is on Friday.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Version 2 is current now.").waitFor();
  await page.getByRole("dialog").getByText("The meeting is on Tuesday.").waitFor();
  await eventually(async () => assert.equal(await page.getByRole("dialog").getByLabel("Content").inputValue(), "The meeting is on Friday."));
  await page.getByRole("button", { name: "Take up the current version" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The meeting is on Friday.").first().waitFor();
  await shown.close();
});

test("content that is markup, turns direction, is endless or invisible is shown as text and does nothing", async () => {
  await write(`<img src=x onerror="alert(1)"><script>alert(2)</script> is what I like.`);
  await write("My file is called \u202egpj.exe\u202c and\u200b hides.");
  await write("I like the word " + "endless".repeat(1000) + ".");
  const shown = await Console.open(browser, url, token, { width: 380 });
  const { page } = shown;
  await shown.go("memories");
  await page.getByText(`<img src=x onerror="alert(1)">`).first().waitFor();
  await page.getByText("U+202E").first().waitFor();
  await page.getByText("U+200B").first().waitFor();
  assert.equal(await page.locator("main img, main script").count(), 0);
  await shown.fits();
  await shown.accessible();
  await page.getByRole("link", { name: /endless/ }).click();
  await page.getByRole("button", { name: /Show all/ }).click();
  await shown.close();
});

test("the slider shows what held, and what was believed, at an earlier moment", async () => {
  await write("I work in Rome.", "work");
  const { now } = await service.call<{ now: string }>("POST", "/local/clock", { advance_seconds: 600 });
  token = await user(service);
  await service.call("POST", "/local/clock", { advance_seconds: 600 });
  await write("I work in Paris now.", "work");
  const shown = await Console.open(browser, url, token);
  const { page } = shown;
  await shown.go("memories");
  await page.getByLabel("Key").fill("work");
  await page.getByText("I work in Paris now.").waitFor();
  await page.getByText("As of another moment").click();
  const [valid, recorded] = ["Valid time", "Recorded time"].map((name) => page.getByRole("group", { name, exact: true })) as [Locator, Locator];
  for (const time of [recorded, valid]) {
    await page.getByRole("button", { name: "Back to now" }).click({ force: true });
    await page.getByText("I work in Paris now.").waitFor();
    await time.getByLabel("Moment").fill(now.slice(0, 19));
    await page.getByText("I work in Rome.").waitFor();
    assert.equal(await page.getByText("I work in Paris now.").count(), 0);
  }
  await recorded.getByLabel("Moment").fill(now.slice(0, 19));
  await page.getByText(/1 of 1 listed memories. Valid: .*2026.* Recorded: .*2026/).waitFor();
  await page.getByText("I work in Rome.").waitFor();
  await valid.getByLabel("On the time line of a year").press("Home");
  await page.getByText("Nothing of what is listed held at that moment.").waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("I work in Paris now.").waitFor();
  await shown.accessible();
  await shown.close();
});

