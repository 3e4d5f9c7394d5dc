import type { BrowserContext, Page } from "playwright-core";

/** Late answers of the service: random ones for the whole suite, or single ones that a test holds back. */

const LONGEST_MS = 2_000;
const SEED = process.env["SLOW"];

/** Numbers from 0 to 1 by a linear congruential generator (Numerical Recipes): a seed gives the same delays again. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const chosen = numbers(Number(SEED));

/** With `SLOW=7` in the environment each answer of the service reaches the page up to 2 s late, most of them less, so that an
 * answer may overtake an earlier one. Without it, nothing. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (SEED === undefined) return;
  if (!/^\d+$/.test(SEED)) throw new Error(`SLOW is a seed, a whole number, and not ${SEED}`);
  await context.route(/\/v1\/|\/config\.json$|\/openapi\.json$/, async (route) => {
    const late = LONGEST_MS * chosen.next().value ** 3;
    try {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, late));
      await route.fulfill({ response });
    } catch {
      // The page has given the request up, or was closed.
      await route.abort().catch(() => undefined);
    }
  });
}

export interface Held {
  /** Until the page has asked. */
  asked: Promise<void>;
  /** The answer reaches the page now, and those of later requests at once. */
  release: () => void;
}

/** Holds the answers to requests of this method to addresses that match back, until `release`. The service itself has answered. */
export async function holdBack(page: Page, method: string, address: RegExp): Promise<Held> {
  let begun: () => void, release: () => void;
  const asked = new Promise<void>((resolve) => (begun = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch().catch(() => null);
    begun();
    await released;
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
  });
  return { asked, release: () => release() };
}
