import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser } from "playwright-core";

import { Console, eventually, focused, launch, test } from "./browser.ts";
import { user } from "./people.ts";
import { Service } from "./service.ts";

let service: Service, browser: Browser;

before(async () => {
  browser = await launch();
  service = await Service.start();
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

test("a person signs in at the issuer, comes back to the same page, and signs out; no token or code stays in the address", async () => {
  const shown = await Console.open(browser, service.url, null);
  const { page } = shown;
  await shown.go("memories");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /^Ada/ }).click();
  await page.getByRole("heading", { name: "Memories" }).waitFor();
  await page.waitForURL(`${service.url}/console/#/memories`);
  await page.getByText("ada @ acme").waitFor();
  await page.reload();
  await page.getByText("ada @ acme").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem("agent-memory.token")), null);
  await shown.close();
});

test("an answer of the issuer that was not asked for, or that refuses, signs nobody in", async () => {
  for (const answer of ["code=stolen&state=other", "error=access_denied&state=x"]) {
    const shown = await Console.open(browser, service.url, null);
    await shown.page.goto(`${service.url}/console/?${answer}`);
    await shown.page.getByText("The sign-in was not completed.").waitFor();
    assert.equal(new URL(shown.page.url()).search, "");
    await shown.close();
  }
});

test("a token that the service refuses ends the sign-in and says so", async () => {
  const shown = await Console.open(browser, service.url, "no.such.token");
  await shown.page.goto(`${service.url}/console/#/memories`);
  await shown.page.getByText("The sign-in has ended.").waitFor();
  await shown.close();
});

test("the keyboard alone reaches the content, another page and another language", async () => {
  const shown = await Console.open(browser, service.url, await user(service));
  const { page } = shown;
  await shown.go("memories");
  await page.keyboard.press("Tab");
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the content"));
  await page.keyboard.press("Enter");
  await focused(page, "main");
  await page.getByRole("button", { name: "中文" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "记忆", exact: true }).waitFor();
  await shown.close();
});

for (const theme of ["light", "dark"] as const)
  for (const language of ["en", "zh"] as const)
    test(`the sign-in and the memories are accessible in ${theme} and ${language}`, async () => {
      const outside = await Console.open(browser, service.url, null, { theme, language });
      await outside.go("memories");
      await outside.accessible();
      await outside.close();
      const inside = await Console.open(browser, service.url, await user(service), { theme, language, width: 420 });
      await inside.go("memories");
      await inside.accessible();
      await inside.close();
    });
