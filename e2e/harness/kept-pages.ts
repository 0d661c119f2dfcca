import type { Browser } from 'playwright-core';
import { enterAs } from './back-office.ts';
import type { BackOffice } from './back-office.ts';
import { openPage, speak } from './browser.ts';
import type { WatchedPage } from './browser.ts';
import type { ServerView } from './server-view.ts';
import { screensOn } from './show-screen.ts';
import type { Screens } from './show-screen.ts';

/** A page that was loaded before and on which nobody is signed in. */
interface KeptPage extends WatchedPage {
  /** Signs somebody in: the next screen that is gone to is his. Answers his session, for what he asks besides. */
  enter(username: string): Promise<BackOffice>;
  readonly show: Screens['show'];
  /**
   * Signs out, so that the product forgets all that the page held, and keeps the page for whoever takes the next one. A page
   * on which something failed is not given back: nobody gets it again.
   */
  giveBack(): Promise<void>;
}

/** Pages of one language for the length of a file: to load the product costs as much as three visits of a screen. */
export interface KeptPages {
  take(): Promise<KeptPage>;
}

/** The button of the menu, whatever its language calls it. */
const signOut = 'aside button:has(.tabler-icon-logout)';

/** Where nobody has to be signed in and nothing is asked. */
const nowhere = '/#/404';

/** What is given as `before` runs on each page before the product does. */
export function keepPages(
  browser: Browser,
  server: ServerView,
  language: 'tw' | 'cn' | 'en',
  before?: string,
): KeptPages {
  const free: KeptPage[] = [];

  async function open(): Promise<KeptPage> {
    const watched = await openPage(browser);
    const { complaints, context, page } = watched;
    const screens = screensOn(page, server.url);
    await speak(context, server.url, language);
    if (before !== undefined) await page.addInitScript(before);
    await page.goto(server.url + nowhere);
    const kept: KeptPage = {
      ...watched,
      async enter(username) {
        const office = await enterAs(server.url, username);
        await context.addCookies([{ name: 'token', value: office.token ?? '', url: server.url }]);
        return office;
      },
      show: screens.show,
      async giveBack() {
        // A page that acts for another, or has left for another site, has nothing to go on with.
        if (!page.url().startsWith(`${server.url}/#/`)) return context.close();
        await page.unrouteAll({ behavior: 'wait' });
        for (const other of context.pages()) if (other !== page) await other.close();
        if (page.url().includes('#/wrap/')) {
          // Not as a person would: a dialog may still stand before the menu.
          await page.locator(signOut).first().dispatchEvent('click');
          await screens.seen('input[name=username]');
        }
        // An answer that comes late and says that the session has ended leads to the login page once more.
        await screens.answered();
        await page.goto(server.url + nowhere);
        await screens.seen('main h1 > .num');
        await page.evaluate('sessionStorage.clear(); localStorage.clear()');
        await context.clearCookies({ name: 'token' });
        // What is said while somebody leaves is no fault of whoever comes next.
        complaints.length = 0;
        free.push(kept);
      },
    };
    return kept;
  }
  return { take: async () => free.pop() ?? open() };
}
