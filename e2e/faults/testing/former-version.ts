import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRunFolder } from '../../../tools/run-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const migrations = 'apps/server/migrations';
/** So many steps that touched migrations are looked at. */
const most = 100;

/** The product as it was before its newest migrations. */
export interface FormerVersion {
  readonly commit: string;
  /** A checkout of it that starts, on the libraries of this one. */
  readonly root: string;
  /** What it does not know yet, in their order. */
  readonly added: readonly string[];
  remove(): void;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const sqlOf = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('.sql')).toSorted();

/**
 * The last commit of the line from which the product was served whose migrations are the beginning of ours and not all of them, or
 * undefined where git or its history is not here.
 */
export function findFormer(): Pick<FormerVersion, 'added' | 'commit'> | undefined {
  const now = sqlOf(readdirSync(join(root, migrations)));
  try {
    const touched = git('log', '--first-parent', '--format=%H %P', `--max-count=${most}`, '--', migrations);
    const before = touched.split('\n').flatMap((line) => line.split(' ').slice(1, 2));
    for (const commit of ['HEAD', ...before]) {
      const listed = git('ls-tree', '--name-only', `${commit}:${migrations}`);
      const then = sqlOf(listed.split('\n'));
      const isBeginning = then.length < now.length && then.every((name, n) => name === now[n]);
      if (isBeginning && then.length > 0) return { commit, added: now.slice(then.length) };
    }
  } catch {
    // No git, no history, or not all of it.
  }
  return undefined;
}

/**
 * Lays the former version out, with links to the libraries of this one and its own packages among them. Until the first release
 * migrations that landed were still edited, and a database that another text made is refused: it takes our text of those it knows.
 */
export function layOutFormer(found: Pick<FormerVersion, 'added' | 'commit'>): FormerVersion {
  const folder = makeRunFolder('suanpan-former-');
  const archive = execFileSync('git', ['archive', '--format=tar', found.commit], {
    cwd: root,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of sqlOf(readdirSync(join(folder, migrations))))
    copyFileSync(join(root, migrations, name), join(folder, migrations, name));
  const [libraries, own] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(own, '@suanpan'), { recursive: true });
  for (const name of readdirSync(libraries)) {
    if (name !== '@suanpan' && name !== '.cache') symlinkSync(join(libraries, name), join(own, name));
  }
  for (const name of readdirSync(join(libraries, '@suanpan'))) {
    const place = readlinkSync(join(libraries, '@suanpan', name));
    symlinkSync(place, join(own, '@suanpan', name));
    const inside = join(place.replaceAll('../', ''), 'node_modules');
    if (existsSync(join(root, inside)) && existsSync(dirname(join(folder, inside))))
      symlinkSync(join(root, inside), join(folder, inside));
  }
  return { ...found, root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
