import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optional?: boolean;
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

/** Node's own way of finding a package: the nearest node_modules that has it, going up. */
function isFound(lock: Lock, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (lock[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
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
      if (!isFound(lock, path, name))
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

function fits(wanted: string[] | undefined, here: string): boolean {
  if (!wanted) return true;
  return wanted.includes(here) || wanted.some((name) => name.startsWith('!') && name !== `!${here}`);
}

/**
 * Optional packages meant for this machine that are not installed. npm under Node 20 leaves out, silently, those whose
 * engines exclude it, and the first start runs npm under whatever Node the machine has.
 */
export function missingHere(lock: Lock, root: string): string[] {
  return Object.entries(lock)
    .filter(([path, entry]) => {
      const isMine =
        fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, 'glibc');
      return path.includes('node_modules/') && isMine && !existsSync(join(root, path));
    })
    .map(([path]) => `${path} is meant for this machine and is not installed`);
}
