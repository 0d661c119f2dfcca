import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '../../tools/debian.ts';

/**
 * Up to 3.0.2, which Debian 12 brings, a primary that comes back from being cut off writes its name over its successor's in etcd:
 * both lead for a moment, and what the successor acknowledged is lost.
 */
export const oldestPatroni = '3.0.3';
const requirements = fileURLToPath(new URL('../../deploy/patroni-requirements.txt', import.meta.url));

/** The system's own where there is one: Patroni runs as another user, who may not look into a home. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

/** What a program says of its version. */
export function versionOf(path: string, flag: string): string | undefined {
  const { stdout } = spawnSync(path, [flag], { encoding: 'utf8' });
  return /\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0];
}

/** Whether one version is not older than another, number by number. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [own, least] = [version, oldest].map((text) => text.split('.').map(Number));
  const place = least?.findIndex((number, n) => (own?.[n] ?? 0) !== number) ?? -1;
  return place < 0 || (own?.[place] ?? 0) > (least?.[place] ?? 0);
}

const isSafe = (patroni: string): boolean => isAtLeast(versionOf(patroni, '--version') ?? '0', oldestPatroni);

/**
 * The Patroni of this machine where it is new enough; otherwise the one of deploy/patroni-requirements.txt, installed from PyPI
 * beside the system, once for each text of that file. Undefined where that cannot be.
 */
export async function findPatroni(installed: string | undefined): Promise<string | undefined> {
  if (installed !== undefined && isSafe(installed)) return installed;
  const text = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `suanpan-patroni-${process.getuid?.() ?? 'user'}-${text}`);
  const patroni = join(folder, 'bin/patroni');
  const mark = join(folder, 'installed');
  mkdirSync(folder, { recursive: true });
  // The temporary folder is everybody's: nothing is run from a place that somebody else laid there.
  if (statSync(folder).uid !== process.getuid?.()) return undefined;
  if (existsSync(mark)) return patroni;
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`Installing Patroni of ${requirements} with pip …\n`);
  const install = (): boolean => {
    const runs = (program: string, args: readonly string[]): boolean =>
      spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
    const fromPypi = ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
    return runs(python, ['-m', 'venv', folder]) && runs(join(folder, 'bin/pip'), fromPypi);
  };
  if (!install() && !((await installDebianPackages(['python3-venv'])) && install())) return undefined;
  writeFileSync(mark, '');
  return patroni;
}
