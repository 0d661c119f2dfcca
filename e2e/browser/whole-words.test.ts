import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { layoutFaultsOf, paleWordsOf } from '../harness/appearance.ts';
import { enterAs } from '../harness/back-office.ts';
import { openPage, speak } from '../harness/browser.ts';
import { builtScreens } from '../harness/built-screens.ts';
import { watchSettling } from '../harness/settled.ts';
import { theServer } from '../harness/shared-server.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const browser = await testBrowser();

/** Lists of the days, asked for all of them: a demo that is a minute old has no today. */
const always = new Set([
  'collections.transactions',
  'accounting.changelogs',
  'admin.loginlogs',
  'admin.operationLogs',
]);
const screens = builtScreens.filter((name) => name !== 'subAuthority' && name !== 'users.subAcc');

/** Above which width of a window how many rows of a list stand whole (lists, second design). */
const wide = { width: 1440, height: 900, rows: 20 } as const;
const windows = [wide, { width: 1024, height: 768, rows: 12 }] as const;

type Language = 'tw' | 'cn' | 'en';

interface Sight {
  readonly page: Page;
  readonly settle: () => Promise<void>;
  readonly show: (screen: string) => Promise<void>;
  readonly leave: () => Promise<void>;
}

async function look(language: Language): Promise<Sight> {
  const { page, context } = await openPage(browser, { bypassCSP: true, reducedMotion: 'reduce' });
  const settle = await watchSettling(page);
  await speak(context, server.url, language);
  const { token = '' } = await enterAs(server.url, 'admin.lin');
  await context.addCookies([{ name: 'token', value: token, url: server.url }]);
  return {
    page,
    settle,
    async show(screen) {
      await page.goto(`${server.url}/#/wrap/${screen}${always.has(screen) ? '?range=all' : ''}`);
      await page.locator(`[id="panel-${screen}"]`).getByRole('heading', { level: 1 }).first().waitFor();
      await settle();
    },
    leave: () => context.close(),
  };
}

/** Of the list in front: what it hides sideways, and how many rows there are and stand whole. */
const listOf = (page: Page): Promise<{ hidden: number; rows: number; whole: number } | null> =>
  page.evaluate(`(() => {
    const panel = [...document.querySelectorAll('main [id^="panel-"]')].find((one) => one.clientWidth > 0);
    const table = panel?.querySelector('[role=search]') && panel.querySelector('table[aria-rowcount]');
    const box = table?.parentElement;
    if (!box) return null;
    const bottom = box.getBoundingClientRect().bottom;
    const rows = [...table.querySelectorAll('tbody tr[data-key]')];
    const whole = rows.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length;
    return { hidden: box.scrollWidth - box.clientWidth, rows: rows.length, whole };
  })()`);

/** What a reader of one language would not get to see, and what he would hardly see. */
interface Faults {
  readonly cut: readonly string[];
  readonly pale: readonly string[];
}

/**
 * Shows every screen once and turns it to every side. Each begins in the window and the colours in which the one before it
 * ended: to draw a page anew costs more than to look at it. Colours are the same in every language and width, and are looked at
 * in one.
 */
async function walkThrough(language: Language): Promise<Faults> {
  const { page, show, settle, leave } = await look(language);
  const cut: string[] = [];
  const pale: string[] = [];
  for (const [n, screen] of screens.entries()) {
    await show(screen);
    for (const { width, height, rows } of turned(windows, n)) {
      await page.setViewportSize({ width, height });
      await settle();
      const say = (fault: string): void => void cut.push(`${screen} at ${width}: ${fault}`);
      for (const fault of await layoutFaultsOf(page)) say(fault);
      const list = await listOf(page);
      if (list && list.hidden > 0) say(`the list hides ${list.hidden} px`);
      if (list && list.whole < Math.min(rows, list.rows)) say(`only ${list.whole} rows stand whole`);
      if (language !== 'tw' || width !== wide.width) continue;
      for (const colorScheme of turned(['light', 'dark'] as const, n)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settle();
        for (const fault of await paleWordsOf(page)) pale.push(`${screen} ${colorScheme}: ${fault}`);
      }
    }
  }
  await leave();
  return { cut, pale };
}

/** There, and the next time back. */
const turned = <T>(way: readonly T[], time: number): readonly T[] =>
  time % 2 === 0 ? way : way.toReversed();

const walks = new Map<Language, Promise<Faults>>();

function faultsIn(language: Language): Promise<Faults> {
  const faults = walks.get(language) ?? walkThrough(language);
  walks.set(language, faults);
  return faults;
}

// They only look, each walk at a page of its own, and wait for frames most of the time: so they go beside each other.
const walk = { concurrent: true, timeout: 900_000 } as const;

describe.each(['tw', 'cn', 'en'] as const)('in %s', walk, (language) => {
  test('no figure, no header and no page is cut, and lists show their rows', async () => {
    expect((await faultsIn(language)).cut).toEqual([]);
  });
});

test('a header and a figure that are cut are seen', walk, async () => {
  const { page, show, settle, leave } = await look('en');
  await show('collections.transactions');
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.addStyleTag({ content: 'th, td { max-width: 52px }' });
  await settle();
  const faults = await layoutFaultsOf(page);
  expect(faults.some((fault) => fault.includes('the header'))).toBe(true);
  expect(faults.some((fault) => fault.includes('the figure'))).toBe(true);
  await leave();
});

test('pale words are seen in front of other tabs, which stand as they stood afterwards', walk, async () => {
  const { page, show, settle, leave } = await look('en');
  await show('callbacks');
  await show('collections.transactions');
  expect(await paleWordsOf(page)).toEqual([]);
  await page.addStyleTag({ content: 'th * { color: #ddd !important }' });
  await settle();
  expect(await paleWordsOf(page)).toEqual([expect.stringMatching(/^color-contrast .*<span title=/)]);
  const stand = '[...document.querySelectorAll(\'main [id^="panel-"]\')].map(({ id }) => id)';
  expect(await page.evaluate(stand)).toEqual(['panel-callbacks', 'panel-collections.transactions']);
  await leave();
});

test('words stand out from what is behind them, in light and in dark', walk, async () => {
  expect((await faultsIn('tw')).pale).toEqual([]);
});
