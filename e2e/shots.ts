import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { builtScreens } from './harness/built-screens.ts';
import { enterByCard, openBrowser, openPage, speak } from './harness/browser.ts';
import { startServer } from './harness/server.ts';

// `npm run shots`: every built screen × three languages × light and dark × 1440 and 390 px, each with its axe result.
const folder = fileURLToPath(new URL('../shots/', import.meta.url));
const languages = ['tw', 'cn', 'en'] as const;
const schemes = ['light', 'dark'] as const;
const widths = [1440, 390] as const;
const settleMs = 1_200;

interface Violation {
  readonly id: string;
  readonly nodes: readonly unknown[];
}

mkdirSync(folder, { recursive: true });
const server = await startServer({ demoOrders: 400, env: { BUILD_WEB: '1' }, startTimeoutMs: 180_000 });
const browser = await openBrowser();
let violations = 0;
try {
  for (const language of languages)
    for (const colorScheme of schemes)
      for (const width of widths) {
        const { page, context } = await openPage(browser, {
          viewport: { width, height: 900 },
          colorScheme,
          bypassCSP: true,
        });
        await speak(context, server.url, language);
        const shoot = async (name: string): Promise<void> => {
          await page.waitForTimeout(settleMs);
          const label = `${name}.${language}.${colorScheme}.${width}`;
          await page.screenshot({ path: `${folder}${label}.png` });
          await page.evaluate(axe.source);
          const found = await page.evaluate<Violation[]>(
            `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations)`,
          );
          violations += found.length;
          const faults = found.map((one) => `${one.id} (${one.nodes.length})`).join(', ');
          process.stdout.write(`${label}: ${faults || 'axe finds nothing'}\n`);
        };
        await page.goto(`${server.url}/#/userLogin`);
        await shoot('userLogin');
        await enterByCard(page, server.url, 'admin.lin');
        for (const route of builtScreens) {
          await page.goto(`${server.url}/#/wrap/${route}`);
          await shoot(route);
        }
        await context.close();
      }
} finally {
  await browser.close();
  await server.remove();
}
process.stdout.write(`${violations} axe violations\n`);
process.exitCode = violations === 0 ? 0 : 1;
