import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  optional?: boolean;
  dev?: boolean;
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What package-lock.json says, by path: '' is the root, `node_modules/x` a package, `apps/web` a workspace. */
export type Lock = Record<string, Entry>;

export function readLock(root: string): Lock {
  return (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;
}

/** Node's own way of finding a package: the nearest node_modules that has it, going up. Answers its path. */
function findEntry(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === '') return undefined;
  }
}

/**
 * Why `npm ci` from this lock might install something else, or less, than is meant.
 * npm drops optional packages that a registry lacks without a word, and then another machine cannot install.
 */
export function lockBreaches(lock: Lock): string[] {
  const breaches: string[] = [];
  for (const [path, entry] of Object.entries(lock)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!findEntry(lock, path, name))
        breaches.push(`${path || 'the root'} wants ${name}, which has no entry`);
    }
    if (!path.includes('node_modules/')) {
      const wanted = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies };
      for (const [name, version] of Object.entries(wanted)) {
        if (!/^\d/.test(version))
          breaches.push(`${path || 'the root'} pins ${name} to "${version}": give one version`);
      }
    } else if (!entry.link) {
      if (!entry.integrity) breaches.push(`${path} has no integrity`);
      if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/')) {
        breaches.push(`${path} comes from ${entry.resolved}, which is no registry`);
      }
    }
  }
  return breaches;
}

/** npm writes one platform as a word and several as a list; `!x` stands for all but x. */
function fits(wanted: string | string[] | undefined, here: string): boolean {
  const names = [wanted ?? []].flat();
  const refused = names.filter((name) => name.startsWith('!'));
  if (refused.length > 0) return !refused.includes(`!${here}`);
  return names.length === 0 || names.includes(here);
}

/**
 * Optional packages that an installed package wants on this machine and that are not installed. npm under Node 20 leaves
 * out, silently, those whose engines exclude it, and the first start runs npm under whatever Node the machine has.
 */
export function missingHere(lock: Lock, isInstalled: (path: string) => boolean): string[] {
  const missing = new Set<string>();
  for (const [path, { optionalDependencies }] of Object.entries(lock)) {
    if (path.includes('node_modules/') && !isInstalled(path)) continue;
    for (const name of Object.keys(optionalDependencies ?? {})) {
      const wanted = findEntry(lock, path, name);
      const entry = wanted === undefined ? undefined : lock[wanted];
      if (!wanted || !entry || isInstalled(wanted)) continue;
      const isMine = fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
      if (isMine && fits(entry.libc, 'glibc')) {
        missing.add(`${wanted} is meant for this machine and is not installed`);
      }
    }
  }
  return [...missing];
}
