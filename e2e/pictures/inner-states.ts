import type { Locator, Page } from 'playwright-core';

type Shoot = (state: string) => Promise<void>;

/** How long motion and answers may take before a picture. */
export const settleMs = 700;

const mostButtons = 12;

/**
 * What a screen shows beyond its first sight: filters unfolded, the drawer with its tabs, each dialog of a row's
 * menu and of its buttons, the list without rows and the list that could not be fetched. Nothing is sent meanwhile.
 */
export async function shootInner(
  page: Page,
  panel: Locator,
  open: () => Promise<void>,
  shoot: Shoot,
): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ visible: true });
  const settle = (): Promise<void> => page.waitForTimeout(settleMs);
  const shut = async (): Promise<void> => {
    for (let n = 0; n < 3 && (await dialog.count()) > 0; n += 1) {
      await page.keyboard.press('Escape');
      await page.waitForTimeout(250);
    }
    if ((await dialog.count()) > 0) await open();
  };

  const fold = panel.locator('[role=search] button[aria-expanded=false]').filter({ visible: true });
  for (let n = 0, folds = await fold.count(); n < folds; n += 1) {
    await fold.nth(n).click();
    await settle();
    await shoot(`filters-${n + 1}`);
    await open();
  }

  // Where more can be done there is more to see.
  const rich = panel.locator('[data-key]:has([data-act=more]) [data-act=open]').filter({ visible: true });
  const any = panel.locator('[data-act=open]').filter({ visible: true });
  const drawer = (await rich.count()) > 0 ? rich : any;
  if ((await drawer.count()) > 0) {
    await drawer.first().click();
    await settle();
    await shoot('drawer');
    const tabs = dialog.getByRole('tab');
    for (let n = 1; n < (await tabs.count()); n += 1) {
      await tabs.nth(n).click();
      await settle();
      await shoot(`drawer-${n}`);
    }
    await shut();
  }

  const more = panel.locator('[data-act=more]').filter({ visible: true });
  if ((await more.count()) > 0) {
    await more.first().click();
    await page.waitForTimeout(250);
    await shoot('menu');
    const items = page.getByRole('menuitem').filter({ visible: true });
    const count = await items.count();
    await page.keyboard.press('Escape');
    for (let n = 0; n < count; n += 1) {
      await more.first().click();
      await page.waitForTimeout(200);
      if (!(await items.nth(n).isEnabled())) {
        await page.keyboard.press('Escape');
        continue;
      }
      await items.nth(n).click();
      await settle();
      if ((await dialog.count()) > 0) await shoot(`act-${n + 1}`);
      await shut();
    }
  }

  const buttons = panel.locator(
    'button:not([data-act]):not([type=submit]):not([aria-pressed]):not([aria-expanded]):not([role=tab]):not(nav button):not(th button):not([disabled])',
  );
  const total = Math.min(await buttons.count(), mostButtons);
  for (let n = 0; n < total; n += 1) {
    const button = buttons.nth(n);
    if ((await button.count()) === 0 || !(await button.isVisible())) continue;
    const cursor = await button.evaluate((one) => getComputedStyle(one).cursor);
    if (cursor === 'copy') continue;
    await button.click();
    await settle();
    if ((await dialog.count()) > 0) await shoot(`button-${n + 1}`);
    await shut();
  }
}

/** While this stands, every list of a screen is answered without rows, with a fault, or not at all. */
export async function spoilLists(
  page: Page,
  how: 'empty' | 'failed' | 'loading',
): Promise<() => Promise<void>> {
  const own = /\/api\/(?!users\/(self|permissions|menu|preferences)(\?|$)|banks|branding|validate)/;
  await page.route(own, async (route) => {
    const isRead = route.request().method() === 'GET' || route.request().url().endsWith('/search');
    if (!isRead) return route.fallback();
    if (how === 'loading') return undefined;
    if (how === 'failed') return route.fulfill({ status: 503, body: 'no' });
    const answer = await route.fetch();
    const body = (await answer.json()) as { data?: unknown };
    return route.fulfill({ response: answer, json: { ...body, data: emptied(body.data) } });
  });
  return () => page.unroute(own);
}

/** The same answer, every list in it without entries. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, Array.isArray(one) ? [] : one]);
  return { ...(Object.fromEntries(entries) as object), ...('total' in value ? { total: 0 } : {}) };
}
