import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Browser, Page } from "playwright-core";

import { count, launch } from "./browser.ts";
import { slowDown } from "./slow.ts";
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

async function opened(page: Page): Promise<string[]> {
  const outside: string[] = [];
  await slowDown(page.context());
  page.on("request", (request) => new URL(request.url()).origin === service.url || outside.push(request.url()));
  await page.goto(`${service.url}/docs`);
  await page.getByText("/v1/memories", { exact: true }).first().waitFor();
  return outside;
}

test("the page to try the interface lists every route and asks nobody outside", async () => {
  const page = await browser.newPage();
  const outside = await opened(page);
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const routes = Object.values(document.paths).flatMap((path) => Object.keys(path).filter((key) => /^(get|put|post|patch|delete)$/.test(key)));
  await count(page.locator(".opblock"), routes.length);
  assert.deepEqual(outside, []);
  await page.close();
});

test("a request that is tried there is answered: the page has a token of the laptop", async () => {
  const page = await browser.newPage();
  await opened(page);
  const route = page.locator(".opblock-get").filter({ has: page.getByText("/v1/scopes", { exact: true }) });
  await route.locator(".opblock-summary-control").click();
  await route.getByRole("button", { name: "Execute" }).click();
  await route.locator(".live-responses-table .response-col_status", { hasText: "200" }).first().waitFor();
  await page.close();
});
