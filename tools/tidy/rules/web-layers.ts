import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

/** From each layer of the web app, the layers below it that it may import. */
const below: Record<string, string[]> = {
  app: ['app', 'screens', 'public', 'parts', 'kit', 'lib', 'theme'],
  screens: ['parts', 'kit', 'lib', 'theme'],
  public: ['public', 'kit', 'lib', 'theme'],
  parts: ['parts', 'kit', 'lib', 'theme'],
  kit: ['kit', 'lib', 'theme'],
  lib: ['lib', 'theme'],
  theme: ['theme'],
};

function layerOf(path: string): string | undefined {
  const inside = /^apps\/web\/src\/(.+)$/.exec(path)?.[1];
  if (!inside) return undefined;
  const [first, ...rest] = inside.split('/');
  return first && rest.length > 0 && first in below ? first : 'app';
}

/** A screen and the pieces in the folder that bears its name: payment/card.tsx and payment/card/totals.tsx. */
function isOneScreen(a: string, b: string): boolean {
  const screenOf = (path: string) => /^apps\/web\/src\/screens\/[^/]+\/[^/.]+/.exec(path)?.[0];
  return screenOf(a) !== undefined && screenOf(a) === screenOf(b);
}

/** Inside the web app: app → screens → parts → kit → lib, and a screen never imports a screen. */
export const webLayers: Rule = {
  name: 'web layers',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const from = layerOf(source.path);
      if (!from || isTest(source.path)) continue;
      for (const { specifier, line } of source.imports) {
        const target = tree.resolve(source, specifier);
        const to = target === undefined ? undefined : layerOf(target);
        if (!to || below[from]?.includes(to)) continue;
        if (from === 'screens' && (target?.endsWith('.css') || isOneScreen(source.path, target ?? '')))
          continue;
        const says =
          from === 'screens' && to === 'screens' ? 'a screen never imports a screen; lift it to parts' : '';
        findings.push({ path: source.path, line, says: says || `${from} may not import ${to}` });
      }
    }
    return findings;
  },
};
