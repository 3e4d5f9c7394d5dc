import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser } from "playwright-core";

import { Console, launch, test } from "./browser.ts";
import { ANN, governor, user } from "./people.ts";
import { Service } from "./service.ts";

let service: Service, browser: Browser, ada: string;

const MARKUP = `<img src=x onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">here</a>`;
const TURNED = "\u202egpj.exe\u202c";
const UNSEEN = "a\u200bb\u2066c";
const ENDLESS = "endless".repeat(300);

/** Hostile text wherever somebody else's words may stand. */
before(async () => {
  browser = await launch();
  service = await Service.start();
  ada = await governor(service);
  const ann = await user(service);
  const call = (method: string, path: string, body: unknown, token = ann): Promise<{ memory?: { memory_id: string } }> => service.call(method, path, body, token);
  for (const content of [`I like the picture ${MARKUP} most.`, `My file is called ${TURNED} and ${UNSEEN}.`, `I like the word ${ENDLESS}.`])
    await call("POST", "/v1/memories", { content, type: "semantic", source: "user_stated", metadata: { note: MARKUP } });
  await call("POST", "/v1/memories", { content: `Ann seems to open ${MARKUP} ${UNSEEN}.`, type: "semantic", confidence: 0.6 });
  for (const [content, key] of [[`Ann likes the site ${MARKUP}.`, "a"], [`Ann does not like the site ${MARKUP}.`, "b"]] as const)
    await call("POST", "/v1/memories", { content, key, type: "semantic", confidence: 0.9 }); // prettier-ignore
  await call("POST", "/v1/sessions", { session_id: "hostile" });
  const events = [`Never open ${MARKUP} on Friday.`, `The file ${TURNED} costs 118 euros and ${UNSEEN}.`, `Please keep ${ENDLESS} in mind.`].map((content, n) => ({ event_id: `h${n}`, role: "user", speaker: n ? "Ann" : `${TURNED}`, content }));
  await call("POST", "/v1/sessions/hostile/events", { events });
  await call("PUT", "/v1/sessions/hostile/state", { state: `Open ${MARKUP}`, pending: [`Close ${TURNED}`], data: { [UNSEEN]: `${MARKUP} ${TURNED} ${ENDLESS}` } });
  await call("POST", "/v1/sessions/hostile/summary", {});
  await call("POST", "/v1/holds", { hold_id: "matter-7", scope: ANN, reference: `${MARKUP} ${TURNED}` }, ada);
  await call("POST", "/v1/deletions", { request_id: "held-1", selector: { kind: "type", ids: ["episodic"] } });
  await service.settle();
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

const VISITS: [page: string, id: string | undefined, shows: RegExp, work?: (shown: Console) => Promise<void>][] = [
  ["overview", undefined, /Activity by day/],
  ["memories", undefined, /<img src=x onerror/],
  ["recall", undefined, /<img src=x onerror/, async ({ page }) => {
    await page.getByLabel("Question").fill("Which picture, file or site does Ann like?");
    await page.getByRole("button", { name: "Recall" }).click();
    await page.getByLabel("What the agent would see").first().waitFor();
  }],
  ["sessions", "hostile", /<img src=x onerror/],
  ["reviews", undefined, /<img src=x onerror/],
  ["conflicts", undefined, /<img src=x onerror/],
  ["deletions", "held-1", /<img src=x onerror/],
  ["holds", undefined, /<img src=x onerror/],
  ["audit", undefined, /created/],
  ["settings", undefined, /Health/],
]; // prettier-ignore

for (const width of [1280, 400])
  test(`on every page hostile content is inert text and widens nothing, ${width} pixels wide`, async () => {
    const shown = await Console.open(browser, service.url, ada, { width });
    await shown.context.addInitScript((chosen) => sessionStorage.setItem("agent-memory.scope", chosen), ANN);
    for (const [name, id, shows, work] of VISITS) {
      await shown.go(name, id);
      await work?.(shown);
      await shown.page.getByText(shows).first().waitFor();
      await shown.fits();
      const found = await shown.page.evaluate(() => ({
        live: document.querySelectorAll("main img, main script, main iframe, main a[href^='javascript:'], main [onerror]").length,
        raw: /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(document.body.innerText),
      }));
      assert.deepEqual(found, { live: 0, raw: false }, `${name}: ${JSON.stringify(found)}`);
      await shown.accessible();
    }
    await shown.close();
  });
