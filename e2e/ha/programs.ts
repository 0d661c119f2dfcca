import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from '../../tools/debian.ts';
import { debianPostgresFolders } from '../../tools/pgbench.ts';

/** What the database of several machines is made of, as found on this one. */
export interface Programs {
  readonly etcd: string;
  readonly haproxy: string;
  readonly patroni: string;
  /** The folder of PostgreSQL's own programs. */
  readonly postgres: string;
  /** Each with its version, to be printed beside the figures. */
  readonly versions: string;
}

/** The Debian package of each program. */
const packages = { etcd: 'etcd-server', haproxy: 'haproxy', patroni: 'patroni' } as const;
const oldestPostgres = 15;

function find(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

const findPostgres = (): string | undefined =>
  debianPostgresFolders().find(
    ({ bin, version }) => version >= oldestPostgres && existsSync(join(bin, 'pg_rewind')),
  )?.bin;

function versionOf(path: string, flag: string): string {
  const { stdout } = spawnSync(path, [flag], { encoding: 'utf8' });
  return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'of unknown version';
}

function missing(): string[] {
  const absent = Object.entries(packages).flatMap(([program, name]) =>
    find(program) === undefined ? [name] : [],
  );
  return findPostgres() === undefined ? [...absent, `postgresql-${oldestPostgres}`] : absent;
}

/** Finds the programs, or installs them as root on a Debian. Throws, naming every package that is missing, where neither can be. */
export async function requirePrograms(): Promise<Programs> {
  const wanted = missing();
  if (wanted.length > 0) await installDebianPackages(wanted);
  const [etcd, haproxy, patroni, postgres] = [find('etcd'), find('haproxy'), find('patroni'), findPostgres()];
  if (etcd === undefined || haproxy === undefined || patroni === undefined || postgres === undefined) {
    throw new Error(
      `Missing here: ${missing().join(', ')}. As root on a Debian they are installed; elsewhere install them and start again.`,
    );
  }
  const versions = [
    `Patroni ${versionOf(patroni, '--version')}`,
    `etcd ${versionOf(etcd, '--version')}`,
    `HAProxy ${versionOf(haproxy, '-v')}`,
    `PostgreSQL ${versionOf(join(postgres, 'postgres'), '--version')}`,
  ];
  return { etcd, haproxy, patroni, postgres, versions: versions.join(', ') };
}
