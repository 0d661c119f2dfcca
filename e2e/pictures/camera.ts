import axe from 'axe-core';
import type { Page } from 'playwright-core';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Takes a picture, and says what axe finds, whether the page overflows and which words are cut off. */
export class Camera {
  readonly #folder: string;
  readonly #print: (line: string) => void;
  violations = 0;
  pictures = 0;

  constructor(folder: string, print: (line: string) => void) {
    this.#folder = folder;
    this.#print = print;
  }

  async take(page: Page, label: string): Promise<void> {
    this.pictures += 1;
    await page.screenshot({ path: `${this.#folder}${label.replaceAll('/', '-')}.png` });
    await page.evaluate(axe.source);
    const found = await page.evaluate<Violation[]>(
      `axe.run(document, { runOnly: ${JSON.stringify(standard)} }).then((result) => result.violations)`,
    );
    this.violations += found.length;
    const faults = found.map(({ id, nodes }) => `${id} (${nodes.length}: ${nodes[0]?.html.slice(0, 160)})`);
    const layout = await page.evaluate<string[]>(faultsOfLayout);
    this.#print([`${label}: ${faults.join(', ') || 'axe finds nothing'}`, ...layout].join('\n    '));
  }
}

/** Runs in the page: a body wider than the window, and texts that end in an ellipsis or are cut without one. */
const faultsOfLayout = `(() => {
  const faults = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) faults.push('overflows by ' + over + ' px');
  for (const table of document.querySelectorAll('table')) {
    const beyond = table.parentElement.scrollWidth - table.parentElement.clientWidth;
    if (beyond > 0 && table.offsetWidth > 0) faults.push('a table scrolls sideways by ' + beyond + ' px');
  }
  const cut = [];
  for (const one of document.querySelectorAll('th, td, dt, dd, button, a, span, b, p, label, h1, h2, h3')) {
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || one.closest('[hidden], [aria-hidden="true"]')) continue;
    const style = getComputedStyle(one);
    if (style.overflowX === 'visible' || style.clipPath !== 'none') continue;
    if (one.scrollWidth - one.clientWidth > 1) cut.push(one.tagName.toLowerCase() + ' "' + one.textContent.trim().slice(0, 40) + '"');
  }
  if (cut.length > 0) faults.push('cut: ' + [...new Set(cut)].slice(0, 12).join(', '));
  return faults;
})()`;
