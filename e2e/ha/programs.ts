import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from '../../tools/debian.ts';
import { debianPostgresFolders } from '../../tools/pgbench.ts';
import { findPatroni, oldestPatroni, versionOf } from './patroni.ts';

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

/** The Debian package of each program. Patroni comes from elsewhere: Debian's may be too old. */
const packages = { etcd: 'etcd-server', haproxy: 'haproxy' } as const;
const oldestPostgres = 15;

function find(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

const findPostgres = (): string | undefined =>
  debianPostgresFolders().find(
    ({ bin, version }) => version >= oldestPostgres && existsSync(join(bin, 'pg_rewind')),
  )?.bin;

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
  const [etcd, haproxy, postgres] = [find('etcd'), find('haproxy'), findPostgres()];
  const patroni = await findPatroni(find('patroni'));
  if (etcd === undefined || haproxy === undefined || patroni === undefined || postgres === undefined) {
    const all = patroni === undefined ? [...missing(), `patroni of at least ${oldestPatroni}`] : missing();
    throw new Error(
      `Missing here: ${all.join(', ')}. As root on a Debian they are installed; elsewhere install them and start again.`,
    );
  }
  const told = (program: string, flag: string): string => versionOf(program, flag) ?? 'of unknown version';
  const versions = [
    `Patroni ${told(patroni, '--version')}`,
    `etcd ${told(etcd, '--version')}`,
    `HAProxy ${told(haproxy, '-v')}`,
    `PostgreSQL ${told(join(postgres, 'postgres'), '--version')}`,
  ];
  return { etcd, haproxy, patroni, postgres, versions: versions.join(', ') };
}
