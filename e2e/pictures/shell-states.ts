import type { Page } from 'playwright-core';
import { settleMs } from './inner-states.ts';

/** What opens from the bar and the menu, whatever screen is in front. */
export async function shootShell(page: Page, shoot: (state: string) => Promise<void>): Promise<void> {
  const settle = (): Promise<void> => page.waitForTimeout(settleMs);
  const bar = page.getByRole('banner');
  const shut = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(250);
  };

  const opens = bar.locator('button[aria-haspopup]').filter({ visible: true });
  for (let n = 0, count = await opens.count(); n < count; n += 1) {
    await opens.nth(n).click();
    await settle();
    await shoot(`bar-${n + 1}`);
    await shut();
  }

  const search = bar.getByRole('combobox');
  await search.click();
  await settle();
  await shoot('search-nothing-yet');
  await search.fill('xing');
  await settle();
  await shoot('search-found');
  await search.fill('zzzz');
  await settle();
  await shoot('search-not-found');
  await search.fill('');
  await shut();
  await search.blur();

  await page.keyboard.press('?');
  await settle();
  await shoot('keys');
  await shut();

  // The menu: a drawer where there is no room for it, else folded to its icons and out again.
  await bar.getByRole('button').first().click();
  await settle();
  await shoot('menu');
  if ((await page.getByRole('dialog').filter({ visible: true }).count()) > 0) await shut();
  else await bar.getByRole('button').first().click();
}
