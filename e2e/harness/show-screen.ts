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
  return {
    async show(place) {
      await page.goto(`${url}/#/wrap/${place}`);
      const [screen = ''] = place.split('?', 1);
      const isThere = async () => (await isSeen(`[id="panel-${screen}"] h1`)) && calls.size === 0;
      await until(`${screen} stands there`, isThere, often);
    },
    seen: async (selector) => {
      await until(`${selector} is seen`, () => isSeen(selector), often);
    },
    answered: async () => {
      await until('nothing is on its way', () => calls.size === 0, often);
    },
  };
}
