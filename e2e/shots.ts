import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { enterAs } from './harness/back-office.ts';
import { openBrowser, openPage, speak } from './harness/browser.ts';
import { builtScreens } from './harness/built-screens.ts';
import { startServer } from './harness/server.ts';
import { Album } from './pictures/album.ts';
import { Camera } from './pictures/camera.ts';
import type { Look } from './pictures/camera.ts';
import { settleMs, shootInner, spoilLists } from './pictures/inner-states.ts';
import { putMoneyOnTheDesk } from './pictures/money-on-the-desk.ts';
import { readOptions } from './pictures/options.ts';
import { shootPublic } from './pictures/public-pages.ts';
import { reconcile, setTheScene } from './pictures/set-the-scene.ts';
import { shootShell } from './pictures/shell-states.ts';

/*
 * `npm run shots`: every built screen and what opens on it × three languages × light and dark × 1440 and 390 px, lists
 * also at 1024 and 1920, each with what axe and the layout say, and `shots/index.html` to leaf through them. Words
 * choose screens by their names, `shell` what opens from the bar, `public` the pages without it.
 */
const options = readOptions(process.argv.slice(2));
const folder = fileURLToPath(new URL('../shots/', import.meta.url));
const album = new Album(folder, (line) => void process.stdout.write(`${line}\n`));

/** Whoever sees a screen as it is meant; the first is the one who opens it. */
const seenBy: Readonly<Record<string, readonly string[]>> = {
  'index.statistics': ['admin.lin', 'agent.hengxin', 'yunduan'],
  'collections.transactions': ['admin.lin', 'yunduan'],
  'collections.create': ['admin.lin', 'yunduan'],
  counter: ['yunduan', 'agent.hengxin'],
  'withdraws.apply': ['xingji'],
  'users.subAcc': ['agent.hengxin'],
  subAuthority: ['agent.hengxin'],
};

/** What is asked of a screen whose own first question has few answers. */
const askedWith: Readonly<Record<string, string>> = {
  callbacks: '?range=all',
  'payment.transactions': '?range=all',
  'accounting.changelogs': '?range=all',
  'admin.loginlogs': '?range=all',
  'admin.operationLogs': '?range=all',
  'collections.transactions': '?range=all',
};

const isWanted = (name: string): boolean =>
  options.words.length === 0 || options.words.some((word) => name.toLowerCase().includes(word));

/** The two widths that a screen is drawn for; at the others only lists differ. */
const isDrawnFor = (width: number): boolean => width === 1440 || width === 390;

const own = options.server
  ? null
  : await startServer({ demoOrders: 400, env: { BUILD_WEB: '1' }, startTimeoutMs: 300_000 });
if (own) {
  await setTheScene(own.view());
  await reconcile(own.view());
  await putMoneyOnTheDesk(own.view());
}
const place = options.server ?? own?.view();
if (!place) throw new Error('There is no server to look at');
const { url } = place;
const browser = await openBrowser();

/** Holds back whatever would change something, so that every picture shows the same demo. */
async function holdWrites(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request();
    const isRead =
      request.method() === 'GET' || /\/(validate|search|audience|effect)|[?&]preview=1/.test(request.url());
    return isRead ? route.fallback() : undefined;
  });
}

/** A page of the back office as this user sees it, with tabs of its own. */
async function enter(username: string, look: Look) {
  const viewport = { width: look.width, height: 900 };
  const { page, context } = await openPage(browser, { viewport, bypassCSP: true });
  await speak(context, url, look.language);
  const { token = '' } = await enterAs(url, username);
  await context.addCookies([{ name: 'token', value: token, url }]);
  await holdWrites(page);
  return { page, context };
}

async function shootScreen(route: string, username: string, camera: Camera): Promise<void> {
  const isFirst = (seenBy[route]?.[0] ?? 'admin.lin') === username;
  const name = isFirst ? route : `${route} (${username})`;
  const { page, context } = await enter(username, camera.look);
  const shoot = (state: string): Promise<void> => camera.take(page, name, state);
  const panel = page.locator(`[id="panel-${route}"]`);
  const open = async (): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${url}/#/wrap/${route}${askedWith[route] ?? ''}`);
    await panel.waitFor();
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
    await page.waitForTimeout(settleMs);
  };
  await open();
  const isList = (await panel.getByRole('search').count()) > 0;
  if (isDrawnFor(camera.look.width) || isList) await shoot('first-sight');
  if (isFirst && isDrawnFor(camera.look.width) && !options.isFirstSight) {
    await shootInner(page, panel, open, shoot).catch((error: unknown) => {
      process.stdout.write(`${route}: ${String(error).split('\n').slice(0, 14).join(' | ')}\n`);
    });
    for (const how of ['empty', 'failed', 'loading'] as const) {
      const mend = await spoilLists(page, how);
      await open();
      await page.waitForTimeout(how === 'failed' ? settleMs * 3 : 0);
      await shoot(how);
      await mend();
    }
  }
  await context.close();
}

try {
  for (const language of options.languages)
    for (const width of options.widths) {
      const look = { language, width, schemes: options.schemes };
      const camera = new Camera(folder, album, look);
      if (isWanted('public') && isDrawnFor(width)) {
        const window = { viewport: { width, height: 900 }, bypassCSP: true };
        await shootPublic({ browser, window, place, camera });
      }
      if (isWanted('shell') && isDrawnFor(width)) {
        const { page, context } = await enter('admin.lin', look);
        await page.goto(`${url}/#/wrap/users.list`);
        await page.locator('[id="panel-users.list"] [data-key]').first().waitFor();
        await shootShell(page, (state) => camera.take(page, 'shell', state));
        await context.close();
      }
      for (const route of builtScreens.filter(isWanted))
        for (const username of seenBy[route] ?? ['admin.lin']) await shootScreen(route, username, camera);
      album.write();
    }
} finally {
  album.write();
  await browser.close();
  await own?.remove();
}
process.stdout.write(`${album.taken} pictures, ${album.faults} faults, ${folder}index.html\n`);
process.exitCode = album.faults === 0 ? 0 : 1;
