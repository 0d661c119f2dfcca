import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian.ts';

/** A pgbench that has answered its version here. */
export interface Pgbench {
  path: string;
  version: string;
}

function answering(path: string): Pgbench | undefined {
  const ended = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const version = /\d+(\.\d+)*/.exec(ended.stdout ?? '')?.[0];
  return ended.status === 0 && version ? { path, version } : undefined;
}

/** The bin folders of Debian's PostgreSQL packages, newest first. */
export function debianPostgresFolders(): { version: number; bin: string }[] {
  const home = '/usr/lib/postgresql';
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .map((name) => ({ version: Number(name), bin: join(home, name, 'bin') }))
    .filter(({ version, bin }) => Number.isInteger(version) && existsSync(bin))
    .sort((a, b) => b.version - a.version);
}

/** Debian's package would start a server of its own on port 5432; this setting, made first, keeps it from that. */
async function installWithoutCluster(): Promise<boolean> {
  const folder = '/etc/postgresql-common/createcluster.d';
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'suanpan.conf'), 'create_main_cluster = false\n');
  }
  return installDebianPackages(['postgresql-15']);
}

function installed(): Pgbench | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  const debian = debianPostgresFolders().map(({ bin }) => join(bin, 'pgbench'));
  for (const path of [...onPath, ...debian]) {
    const found = existsSync(path) ? answering(path) : undefined;
    if (found) return found;
  }
  return undefined;
}

/**
 * The pgbench that the benchmarks measure against: PGBENCH, PATH, Debian's folders, one from apt.
 * Answers undefined where there is none; then there is no ratio to print. Rejects when PGBENCH names no pgbench.
 */
export async function findPgbench(): Promise<Pgbench | undefined> {
  const chosen = process.env['PGBENCH'];
  if (chosen) {
    const found = answering(chosen);
    if (!found) throw new Error(`PGBENCH is ${chosen}, which is no pgbench.`);
    return found;
  }
  return installed() ?? ((await installWithoutCluster()) ? installed() : undefined);
}

/** For benchmarks: like findPgbench, but without one it says that there is no ratio and ends the process with 2. */
export async function requirePgbench(): Promise<Pgbench> {
  const found = await findPgbench();
  if (found) return found;
  process.stderr.write(
    'no ratio: no pgbench here. Name one in PGBENCH, or install postgresql-contrib or postgresql.\n',
  );
  process.exit(2);
}
