import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { enterAs } from './harness/back-office.ts';
import { openBrowser, openPage, speak } from './harness/browser.ts';
import { builtScreens } from './harness/built-screens.ts';
import { startServer } from './harness/server.ts';
import { Camera } from './pictures/camera.ts';
import { settleMs, shootInner, spoilLists } from './pictures/inner-states.ts';
import { readOptions } from './pictures/options.ts';
import { shootPublic } from './pictures/public-pages.ts';
import { setTheScene } from './pictures/set-the-scene.ts';

/*
 * `npm run shots`: every built screen × three languages × light and dark × 1440 and 390 px, each with its axe result.
 * Words choose screens by their routes, `public` the pages without the shell; `--inner` adds what opens on a screen.
 */
const options = readOptions(process.argv.slice(2));
const folder = fileURLToPath(new URL('../shots/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** Whoever sees a screen as it is meant. */
const seenBy: Readonly<Record<string, string>> = {
  'users.subAcc': 'agent.hengxin',
  subAuthority: 'agent.hengxin',
};

/** What is asked of a screen whose own first question has few answers. */
const askedWith: Readonly<Record<string, string>> = {
  'accounting.changelogs': '?range=all',
  'admin.loginlogs': '?range=all',
  'admin.operationLogs': '?range=all',
  'collections.transactions': '?range=all',
};

const isWanted = (name: string): boolean =>
  options.words.length === 0 || options.words.some((word) => name.toLowerCase().includes(word.toLowerCase()));

const own = options.server
  ? null
  : await startServer({ demoOrders: 400, env: { BUILD_WEB: '1' }, startTimeoutMs: 180_000 });
if (own) await setTheScene(own.view());
const place = options.server ?? own?.view();
if (!place) throw new Error('There is no server to look at');
const browser = await openBrowser();
const camera = new Camera(folder, (line) => void process.stdout.write(`${line}\n`));

/** Holds back whatever would change something, so that every picture shows the same demo. */
async function holdWrites(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request();
    const isRead =
      request.method() === 'GET' || /\/(validate|preferences|search|audience)/.test(request.url());
    return isRead ? route.fallback() : undefined;
  });
}

try {
  for (const language of options.languages)
    for (const colorScheme of options.schemes)
      for (const width of options.widths) {
        const look = { viewport: { width, height: 900 }, colorScheme, bypassCSP: true };
        const label = (name: string): string => `${name}.${language}.${colorScheme}.${width}`;
        if (isWanted('public'))
          await shootPublic({ browser, look, language, place, camera, label, hasInner: options.hasInner });
        for (const route of builtScreens.filter(isWanted)) {
          const { page, context } = await openPage(browser, look);
          await speak(context, place.url, language);
          const { token = '' } = await enterAs(place.url, seenBy[route] ?? 'admin.lin');
          await context.addCookies([{ name: 'token', value: token, url: place.url }]);
          const panel = page.locator(`[id="panel-${route}"]`);
          const open = async (): Promise<void> => {
            await page.goto('about:blank');
            await page.goto(`${place.url}/#/wrap/${route}${askedWith[route] ?? ''}`);
            await panel.waitFor();
            await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
            await page.waitForTimeout(settleMs);
          };
          await open();
          await camera.take(page, label(route));
          if (options.hasInner) {
            const shoot = (state: string): Promise<void> => camera.take(page, label(`${route}.${state}`));
            await holdWrites(page);
            await shootInner(page, panel, open, shoot).catch((error: unknown) => {
              process.stdout.write(`${route}: ${String(error).split('\n').slice(0, 14).join(' | ')}\n`);
            });
            for (const how of ['empty', 'failed'] as const) {
              const mend = await spoilLists(page, how);
              await open();
              await page.waitForTimeout(how === 'failed' ? settleMs * 3 : 0);
              await shoot(how);
              await mend();
            }
          }
          await context.close();
        }
      }
} finally {
  await browser.close();
  await own?.remove();
}
process.stdout.write(`${camera.pictures} pictures, ${camera.violations} axe violations\n`);
process.exitCode = camera.violations === 0 ? 0 : 1;
