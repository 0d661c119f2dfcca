import type { Lock } from './lock.ts';

/** Licences whose terms an Apache-2.0 product can keep. MPL-2.0 binds changed files only, and we change none. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that state their licence in a form that npm does not copy into the lock; read there by hand. */
const statedElsewhere: Record<string, string> = { 'xmlhttprequest-ssl': 'MIT' };

/** An SPDX expression of OR and AND; every package here writes at most one level of brackets. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/[()]/g, ' ').trim();
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => allowed.has(name.trim())));
}

/** The licence of a package, as it or its page states it. */
export function licenceOf(path: string, entry: Lock[string]): string | undefined {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return entry.license ?? statedElsewhere[name];
}

/** Packages of the lock whose licence is missing or not on the list. */
export function licenceBreaches(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return [];
    const licence = licenceOf(path, entry);
    return licence && isAllowed(licence) ? [] : [`${path}: ${licence ?? 'no licence'}`];
  });
}
