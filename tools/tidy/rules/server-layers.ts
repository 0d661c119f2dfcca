import { isTest, type ServerPlace, serverPlace } from '../place.ts';
import { rankOf } from '../ranks.ts';
import type { Finding, Rule } from '../rule.ts';

type Module = Extract<ServerPlace, { layer: 'module' }>;

const demo = 'apps/server/src/demo/';
const port = 'apps/server/src/modules/channels/port.ts';

function betweenModules(from: Module, to: Module): string | undefined {
  if (from.name === to.name) return undefined;
  if (!to.isEdge) return `reaches into modules/${to.name}; import its index.ts`;
  const [own, other] = [rankOf(from.name), rankOf(to.name)];
  if (own === undefined) return `modules/${from.name} has no rank; give it one in tools/tidy/ranks.ts`;
  if (other === undefined) return `modules/${to.name} has no rank; give it one in tools/tidy/ranks.ts`;
  if (other >= own) {
    return `modules/${from.name} may not import modules/${to.name}: calls go to lower ranks, news goes up as events`;
  }
  return undefined;
}

function breach(from: ServerPlace, to: ServerPlace, target: string): string | undefined {
  if (from.layer === 'platform') {
    return to.layer === 'platform' ? undefined : 'platform knows no business; let main hand it over';
  }
  if (from.layer === 'module') {
    if (to.layer === 'adapter') return 'modules never import adapters; main hands the registry over';
    if (to.layer === 'composition') return 'modules never import the composition';
    return to.layer === 'module' ? betweenModules(from, to) : undefined;
  }
  if (from.layer === 'adapter') {
    if (to.layer === 'composition') return 'adapters never import the composition';
    if (to.layer === 'module' && target !== port) return 'adapters know only modules/channels/port.ts';
    if (to.layer === 'adapter' && from.name !== to.name && !(from.name === '' && to.isEdge)) {
      return `reaches into adapters/${to.name}; only the registry imports an adapter, by its index.ts`;
    }
    return undefined;
  }
  if (to.layer === 'module' && !to.isEdge) return `reaches into modules/${to.name}; import its index.ts`;
  if (to.layer === 'adapter' && to.name !== '') return 'take adapters from adapters/registry.ts';
  return undefined;
}

/** The server's arrows: main → modules → platform, main → adapters → the channels' port, and the ranks. */
export const serverLayers: Rule = {
  name: 'server layers and ranks',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const from = serverPlace(source.path);
      if (!from || isTest(source.path)) continue;
      for (const { isDynamic, isType, line, specifier } of source.imports) {
        const target = tree.resolve(source, specifier);
        const to = target === undefined ? undefined : serverPlace(target);
        if (target?.startsWith(demo) && !source.path.startsWith(demo) && !isType && !isDynamic) {
          const says = 'production loads nothing of the demo; import it where the mode is a demo';
          findings.push({ path: source.path, line, says });
        }
        const says = target && to ? breach(from, to, target) : undefined;
        if (says) findings.push({ path: source.path, line, says });
        if (target && isTest(target)) {
          findings.push({ path: source.path, line, says: `product code may not import ${target}` });
        }
      }
    }
    return findings;
  },
};
