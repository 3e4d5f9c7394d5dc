import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as begin } from "node:test";

import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";

import { slowDown } from "./slow.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const ARGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function launch(): Promise<Browser> {
  assert.ok(existsSync(CHROMIUM), `Chromium is not at ${CHROMIUM}: install it, or name it in CHROMIUM. Nothing was tested.`);
  return chromium.launch({ executablePath: CHROMIUM, headless: true, chromiumSandbox: false, args: ARGS });
}

const MOST_TEXT = 3_000;
const opened = new Set<Console>();

/** A test; when it fails, its failure also says what the pages showed that it had opened. */
export const test = (name: string, work: () => Promise<void>): unknown =>
  begin(name, async () => {
    try {
      await work();
    } catch (reason) {
      const pages = await Promise.all([...opened].map((one) => one.described()));
      throw new Error(["", ...pages].join("\n"), { cause: reason });
    } finally {
      await Promise.all([...opened].map((one) => one.context.close()));
      opened.clear();
    }
  });

export interface Look {
  theme?: "light" | "dark";
  language?: "en" | "zh";
  width?: number;
}

/** A page of the console with a token in its tab, as after a sign-in. What the page does wrong is kept in `faults`. */
export class Console {
  readonly faults: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {}

  static async open(browser: Browser, url: string, token: string | null, { theme = "light", language = "en", width = 1280 }: Look = {}): Promise<Console> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce", timezoneId: "UTC", locale: "en-GB" });
    await context.addInitScript(
      ([theme, language, token]) => {
        localStorage.setItem("theme", theme as string);
        localStorage.setItem("language", language as string);
        if (token && !sessionStorage.getItem("tests.began")) sessionStorage.setItem("agent-memory.token", token);
        sessionStorage.setItem("tests.began", "yes");
      },
      [theme, language, token] as const,
    );
    await slowDown(context);
    const page = await context.newPage();
    const shown = new Console(context, page, url);
    opened.add(shown);
    page.on("pageerror", (error) => shown.faults.push(`script: ${error.message}`));
    page.on("console", (said) => /Content Security Policy|Refused to/.test(said.text()) && shown.faults.push(said.text()));
    page.on("request", (request) => new URL(request.url()).origin === new URL(url).origin || shown.faults.push(`outside: ${request.url()}`));
    page.on("dialog", (dialog) => (shown.faults.push(`dialog: ${dialog.message()}`), void dialog.dismiss()));
    return shown;
  }

  /** Opens a page and waits until it is the one that is shown, or the sign-in in its place. */
  async go(page: string, id?: string): Promise<void> {
    await this.page.goto(`${this.url}/console/#/${page}${id ? `/${encodeURIComponent(id)}` : ""}`);
    await this.page.locator(`main.signin, nav a[aria-current="page"][href="#/${page}"]`).waitFor({ state: "attached" });
    await this.page.locator("h1").first().waitFor();
  }

  /** Every rule of axe for WCAG 2.2 AA and good practice. */
  async accessible(): Promise<void> {
    await this.page.waitForFunction(() => !document.querySelector(".spinner"));
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(AXE);
    const found = await this.page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: { run: (where: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }).axe.run(document, { resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary ?? ""}`).join(" | ")}`); // prettier-ignore
    });
    assert.deepEqual(found, [], `axe on ${await this.page.title()}`);
  }

  /** Nothing on the page is wider than the screen. */
  async fits(): Promise<void> {
    await this.page.waitForFunction(() => !document.querySelector(".spinner"));
    await this.page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  }

  /** Its address, where the focus is, and the text of its content. */
  async described(): Promise<string> {
    const text = await this.page.locator("main").innerText({ timeout: 5_000 }).catch((reason: Error) => reason.message); // prettier-ignore
    const focus = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(() => "");
    return [`---- ${this.page.url()}`, `focus: ${focus}`, ...this.faults, text.slice(0, MOST_TEXT)].join("\n");
  }

  async close(): Promise<void> {
    opened.delete(this);
    await this.context.unrouteAll({ behavior: "ignoreErrors" });
    await this.context.close();
    assert.deepEqual(this.faults, []);
  }
}

const LONGEST_MS = 30_000;
const AGAIN_MS = 50;

/** Repeats an assertion until it holds, as long as Playwright waits for an element; then fails with its last reason. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; ; ) {
    try {
      return await assertion();
    } catch (reason) {
      if (Date.now() > end) throw reason;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Until there are as many as `expected`. */
export const count = (of: Locator, expected: number): Promise<void> => eventually(async () => assert.equal(await of.count(), expected));

/** Until the focus is on the element with this id. */
export const focused = (page: Page, id: string): Promise<void> => eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.id), id));
