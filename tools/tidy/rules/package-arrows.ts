import { isTest, workspaceOf } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

/** What each workspace may import of the others. */
const arrows: Record<string, string[]> = {
  'packages/money': [],
  'packages/domain': ['packages/money'],
  'packages/contract': ['packages/domain', 'packages/money'],
  'packages/messages': ['packages/contract', 'packages/domain', 'packages/money'],
  'packages/signing': [],
  'packages/merchant-sdk': ['packages/signing'],
  'apps/server': [
    'packages/money',
    'packages/domain',
    'packages/contract',
    'packages/messages',
    'packages/signing',
  ],
  'apps/web': [
    'packages/money',
    'packages/domain',
    'packages/contract',
    'packages/messages',
    'packages/signing',
  ],
  'apps/sandbox': ['packages/contract', 'packages/signing'],
  e2e: [
    'packages/money',
    'packages/domain',
    'packages/contract',
    'packages/signing',
    'packages/merchant-sdk',
  ],
  // Benchmarks measure the server's own lanes, not only its calls.
  bench: ['apps/server', 'packages/money', 'packages/domain', 'packages/contract', 'packages/signing', 'e2e'],
  // The build of the web app, which the server makes at its start; and what the contract says of itself.
  tools: ['apps/server', 'packages/contract'],
};

/** Pure packages import no library and nothing of Node, but for what stands here. */
const librariesOf: Record<string, RegExp> = {
  'packages/money': /^$/,
  'packages/domain': /^$/,
  'packages/contract': /^zod$/,
  'packages/messages': /^$/,
  'packages/signing': /^node:crypto$/,
  'packages/merchant-sdk': /^node:crypto$/,
};

/**
 * What configurations and test rigs share: finders that know the machine, not the product, what an authenticator shows, and a
 * cluster as the migrations leave it.
 */
const shared =
  /^(tools\/(browser|debian|pgbench|postgres-server|run-folder)|apps\/server\/test\/(migrated-cluster|one-time-code))\.ts$/;

/** Programs of merchants, who have the package installed. */
const example = /^packages\/merchant-sdk\/examples\//;

function crossing(from: string, to: string, target: string): string | undefined {
  if (from === to || shared.test(target)) return undefined;
  if (!arrows[from]) return `${from} is a workspace without arrows; give it its line in tools/tidy`;
  if (!arrows[from].includes(to)) return `${from} may not import ${to}`;
  if (from === 'apps/sandbox' && to === 'packages/contract' && !target.includes('/merchant/')) {
    return 'the sandbox knows only contract/merchant';
  }
  return undefined;
}

/** Workspaces import along the arrows, by name and not by path, and the pure packages stay pure. */
export const packageArrows: Rule = {
  name: 'package arrows',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const from = workspaceOf(source.path);
      if (!from || (isTest(source.path) && !from.startsWith('packages/')) || example.test(source.path))
        continue;
      for (const { specifier, line } of source.imports) {
        const target = tree.resolve(source, specifier);
        const add = (says: string) => findings.push({ path: source.path, line, says });
        if (target === undefined) {
          const allowed = librariesOf[from];
          if (allowed && !isTest(source.path) && !allowed.test(specifier)) {
            add(`${from} is pure and may not import ${specifier}`);
          }
          continue;
        }
        const to = workspaceOf(target);
        if (!to) continue;
        const breach = crossing(from, to, target);
        if (breach) add(breach);
        else if (from !== to && specifier.startsWith('.') && to.startsWith('packages/')) {
          add(`reaches into ${to} by path; import @suanpan/… instead`);
        }
      }
    }
    return findings;
  },
};
