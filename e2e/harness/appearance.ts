import axe from 'axe-core';
import type { Page } from 'playwright-core';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds against WCAG 2.2 A and AA. */
export function violationsOf(page: Page): Promise<string[]> {
  return askAxe(page, `axe.run(document, ${optionsFor(standard)})`);
}

/**
 * Words that stand out too little from what is behind them. Axe reads all of a document, and the tabs behind the one in front,
 * of which it says nothing here, cost more than that one: they are out of the page meanwhile.
 */
export function paleWordsOf(page: Page): Promise<string[]> {
  return askAxe(
    page,
    `(async () => {
      const panels = [...document.querySelectorAll('main [id^="panel-"]')];
      const behind = panels.filter((panel) => panel.clientWidth === 0).map((panel) => [panel, new Comment()]);
      for (const [panel, place] of behind) panel.replaceWith(place);
      try {
        return await axe.run(document, ${optionsFor(['color-contrast'])});
      } finally {
        for (const [panel, place] of behind) place.replaceWith(panel);
      }
    })()`,
  );
}

const optionsFor = (rules: readonly string[]): string =>
  JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });

async function askAxe(page: Page, question: string): Promise<string[]> {
  // In two steps: a string is evaluated as the page's own words are not, whatever its policy forbids.
  if (!(await page.evaluate<boolean>('typeof window.axe === "object"'))) await page.evaluate(axe.source);
  const found = await page.evaluate<Violation[]>(`${question}.then(({ violations }) => violations)`);
  return found.map(({ id, nodes }) => `${id} (${nodes.length}: ${nodes[0]?.html.slice(0, 160)})`);
}

/**
 * What a reader would not get to see: a page wider than its window, a screen that scrolls sideways, a figure or a header
 * that is cut, and words that are cut without an ellipsis. Words with one tell the whole in a tooltip: see kit/cut-words.ts.
 */
export function layoutFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${String(faultsOfLayout)})()`);
}

/** Runs in the page. */
function faultsOfLayout(): string[] {
  const faults: string[] = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) faults.push(`the page is ${over} px wider than its window`);
  for (const panel of document.querySelectorAll<HTMLElement>('main [id^="panel-"]')) {
    const beyond = panel.scrollWidth - panel.clientWidth;
    if (panel.clientWidth > 0 && beyond > 0) faults.push(`the screen scrolls sideways by ${beyond} px`);
  }
  const bar = document.querySelector('body header');
  const top = bar?.getBoundingClientRect().top ?? 0;
  const above = [...(bar?.querySelectorAll('dl > div') ?? [])].find(
    (one) => one.clientHeight > 4 && one.getBoundingClientRect().top < top - 0.5,
  );
  if (above) faults.push(`"${above.textContent}" stands above the bar`);
  const cut = new Set<string>();
  for (const title of document.querySelectorAll<HTMLElement>('thead th > :first-child')) {
    // A header that reaches into its padding scrolls nothing and is cut all the same.
    const head = title.parentElement;
    const words = document.createRange();
    words.selectNodeContents(title);
    const room = (head?.clientWidth ?? 0) - 16;
    const isShown = room > 0 && getComputedStyle(title).clipPath === 'none';
    if (isShown && title.matches('span, button') && words.getBoundingClientRect().width > room + 0.5)
      cut.add(`the header "${title.textContent.trim()}"`);
  }
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    if (one.scrollWidth - one.clientWidth <= 1 || one.clientWidth < 4 || one.clientHeight < 4) continue;
    const style = getComputedStyle(one);
    if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue;
    if (style.clipPath !== 'none' || style.visibility === 'hidden') continue;
    if (one.closest('[hidden], [aria-hidden="true"], svg')) continue;
    const words = one.textContent.trim();
    // A frame that holds other boxes cuts them for its own reasons; words stand in boxes that hold only words.
    const holdsBlocks = [...one.children].some(
      (child) => !getComputedStyle(child).display.startsWith('inline'),
    );
    if (words === '' || holdsBlocks) continue;
    const name = `${one.tagName.toLowerCase()} "${words.slice(0, 40)}"`;
    if (one.matches('.num, td:has(> .num:only-child)')) cut.add(`the figure ${name}`);
    else if (style.textOverflow !== 'ellipsis') cut.add(`${name} without an ellipsis`);
  }
  return [...faults, ...[...cut].slice(0, 12).map((one) => `cut: ${one}`)];
}
