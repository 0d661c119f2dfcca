import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-node.ts';

/** Which tests a change asks for first: files of a project whose path contains `filter`. */
export interface Wanted {
  project: string;
  filter: string;
}

/** Where tests of a folder lie, first match first. `$1` is the piece that changed: a module, a package's folder, a file. */
const places: [changed: RegExp, project: string, filters: string[]][] = [
  [/^(apps\/server\/src\/modules\/[^/]+\/)/, 'server', ['$1']],
  [
    /^(apps\/server\/src\/adapters\/[^/]+\/)/,
    'server',
    ['$1', 'apps/server/src/adapters/conformance.test.ts'],
  ],
  [/^(apps\/server\/src\/(?:platform|adapters|demo)\/[^/.]+)/, 'server', ['$1']],
  [
    /^apps\/server\/migrations\//,
    'server',
    ['apps/server/src/platform/db/', 'apps/server/src/modules/ledger/'],
  ],
  [/^(apps\/server\/test\/[^/.]+)/, 'server', ['$1']],
  [/^(apps\/server\/src\/[^/.]+)/, 'server', ['$1']],
  [/^apps\/sandbox\//, 'sandbox', ['apps/sandbox/']],
  [/^(apps\/web\/src\/[^/]+\/[^/.]+)/, 'web', ['$1']],
  // The contract says nothing by itself: it is held against what the server answers.
  [/^packages\/contract\//, 'server', ['apps/server/test/openapi/']],
  [/^(packages\/[^/]+\/src\/[^/.]+)/, 'unit', ['$1']],
  [/^(tools\/[^/.]+)/, 'unit', ['$1']],
];

/** Whole systems: they take minutes, so they are named and left to `npm test`. */
const slow = /^e2e\/(scenarios|browser|faults)\//;

/**
 * The tests of what changed, and the parts of `npm test` that look at it too but take too long here. A test that changed
 * is always among them; what only others notice, `npm test` finds.
 */
export function testsOf(changed: string[]): { wanted: Wanted[]; left: string[] } {
  const wanted = new Map<string, Wanted>();
  const left = new Set<string>();
  for (const path of changed) {
    const part = slow.exec(path)?.[1];
    if (part !== undefined) left.add(part);
    const [pattern, project, filters] = places.find(([place]) => place.test(path)) ?? [];
    if (pattern === undefined || project === undefined || filters === undefined) continue;
    for (const filter of filters) {
      const narrowed = filter.replace('$1', pattern.exec(path)?.[1] ?? '');
      wanted.set(`${project} ${narrowed}`, { project, filter: narrowed });
    }
  }
  return { wanted: [...wanted.values()], left: [...left] };
}

/** Of changed paths those that still stand, of the kinds that a program can read. */
export function standing(changed: string[], kinds: RegExp): string[] {
  return changed.filter((path) => kinds.test(path) && existsSync(join(root, path)));
}
