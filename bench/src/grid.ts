import type { Page } from 'playwright-core';
import { median } from './callers.ts';
import type { Office } from './office.ts';

const turns = 12;

/** Rows a page, and how much slower than this machine the browser is made. */
const cases = [
  { rows: 50, throttle: 1 },
  { rows: 200, throttle: 1 },
  { rows: 50, throttle: 4 },
  { rows: 200, throttle: 4 },
] as const;

/**
 * The list of orders, all its columns, drawn again because a column comes or goes: from the click to the end of
 * React's commit and of the layout that follows it.
 */
export async function benchGrid({ page, url }: Office): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const { rows, throttle } of cases) {
    await page.goto(`${url}/#/wrap/collections.transactions?range=all&rows=${rows}`);
    await page.reload();
    await page.getByRole('button', { name: 'Columns' }).first().click();
    const boxes = page.locator('input[type=checkbox]:not(:disabled):checked');
    await boxes.first().waitFor();
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const times = await drawAgain(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const shape = await page.evaluate(() => {
      const grid = document.querySelector('[role=grid], table');
      return `${grid?.querySelectorAll('tbody tr').length} rows in the page, ${grid?.querySelectorAll('thead th').length} columns`;
    });
    console.log(
      `grid of ${rows} orders at ${throttle}×: ${median(times).toFixed(1)} ms a commit with layout (${shape}; median of ${times.length})`,
    );
  }
}

async function drawAgain(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const all = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    const box = all.filter((one) => !one.disabled && one.checked && one.closest('li') !== null).at(2);
    if (box === undefined) throw new Error('There is no column to hide');
    const times: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const start = performance.now();
      box.click();
      await Promise.resolve();
      void document.body.offsetHeight;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    // The first two warm the code up.
    return times.slice(2);
  }, turns);
}
