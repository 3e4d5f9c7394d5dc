import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const ARGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function launch(): Promise<Browser> {
  assert.ok(existsSync(CHROMIUM), `Chromium is not at ${CHROMIUM}: install it, or name it in CHROMIUM. Nothing was tested.`);
  return chromium.launch({ executablePath: CHROMIUM, headless: true, chromiumSandbox: false, args: ARGS });
}

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
    const page = await context.newPage();
    const opened = new Console(context, page, url);
    page.on("pageerror", (error) => opened.faults.push(`script: ${error.message}`));
    page.on("console", (said) => /Content Security Policy|Refused to/.test(said.text()) && opened.faults.push(said.text()));
    page.on("request", (request) => new URL(request.url()).origin === new URL(url).origin || opened.faults.push(`outside: ${request.url()}`));
    page.on("dialog", (dialog) => (opened.faults.push(`dialog: ${dialog.message()}`), void dialog.dismiss()));
    return opened;
  }

  async go(page: string, id?: string): Promise<void> {
    await this.page.goto(`${this.url}/console/#/${page}${id ? `/${encodeURIComponent(id)}` : ""}`);
    await this.page.locator("h1").first().waitFor();
  }

  /** Every rule of axe for WCAG 2.2 AA and good practice. */
  async accessible(): Promise<void> {
    await this.page.waitForFunction(() => !document.querySelector(".spinner"));
    await this.page.evaluate(AXE).catch(async () => this.page.addScriptTag({ content: AXE }));
    const found = await this.page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: { run: (where: Document) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }).axe.run(document);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary ?? ""}`).join(" | ")}`); // prettier-ignore
    });
    assert.deepEqual(found, [], `axe on ${await this.page.title()}`);
  }

  async close(): Promise<void> {
    await this.context.close();
    assert.deepEqual(this.faults, []);
  }
}
