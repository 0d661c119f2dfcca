import type { Page, Request } from 'playwright-core';
import { until } from './until.ts';

/**
 * A page of the product, looked at often: Playwright looks again after half a second for what is not there at once, and
 * hardly a screen is.
 */
export interface Screens {
  /** Goes to a screen, with its query, and waits until it stands there with all that it asked for. */
  show(place: string): Promise<void>;
  /** Waits until what a CSS selector names first is in sight. */
  seen(selector: string): Promise<void>;
  /** Waits until no call of the product is on its way. */
  answered(): Promise<void>;
}

const often = { everyMs: 20 } as const;

/** Where a page stands and what it shows, for whoever reads why something was waited for in vain. */
export async function standOf(page: Page): Promise<string> {
  const shown = await page.evaluate<string>('document.body.innerText').catch(String);
  return `the page stands at ${page.url()} and shows ${JSON.stringify(shown.slice(0, 400))}`;
}

/** From now on: calls that were made before are not known. */
export function screensOn(page: Page, url: string): Screens {
  const calls = new Set<Request>();
  page.on('request', (request) => void (request.url().startsWith(`${url}/api/`) && calls.add(request)));
  page.on('requestfinished', (request) => void calls.delete(request));
  page.on('requestfailed', (request) => void calls.delete(request));
  const isSeen = (selector: string): Promise<boolean> =>
    page.evaluate(
      `document.querySelector(${JSON.stringify(selector)})?.checkVisibility({ visibilityProperty: true }) === true`,
    );
  const untilHere = async (what: string, ask: () => Promise<boolean> | boolean) => {
    await until(what, ask, often).catch(async (error: unknown) => {
      const asked = [...calls].map((call) => new URL(call.url()).pathname).join(', ');
      throw new Error(`${String(error)}, calls on their way: [${asked}]; ${await standOf(page)}`, {
        cause: error,
      });
    });
  };
  return {
    async show(place) {
      await page.goto(`${url}/#/wrap/${place}`);
      const [screen = ''] = place.split('?', 1);
      // The page is not asked while it asks: each question keeps it from drawing.
      const isThere = async () =>
        calls.size === 0 && (await isSeen(`[id="panel-${screen}"] h1`)) && calls.size === 0;
      await untilHere(`${screen} stands there`, isThere);
    },
    seen: async (selector) => {
      await untilHere(`${selector} is seen`, () => isSeen(selector));
    },
    answered: async () => {
      await untilHere('nothing is on its way', () => calls.size === 0);
    },
  };
}
