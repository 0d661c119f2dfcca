import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf, root, runNode } from '../run-node.ts';

/** The house once more, so that a recipe can be followed without leaving anything behind. */
const scratch = mkdtempSync(join(tmpdir(), 'suanpan-recipes-'));
const limitMs = 180_000;

const registryPath = 'apps/web/src/app/screen-registry.tsx';
const registry = readFileSync(join(root, registryPath), 'utf8');
/** Every screen is built: one of them is forgotten in the copy and made anew there. */
const [line = '', route = '', file = ''] =
  /^ {2}'([\w.]+)': screen\(async \(\) => \(await import\('\.\.\/(screens\/[\w/]+\.tsx)'\)\)\.\w+\),\n/m.exec(
    registry,
  ) ?? [];
const recipes = {
  adapter: ['new-pay'],
  'endpoint of a module that stands': ['roles/pause-role', 'settings.roles.update', 'role'],
  'endpoint of a module to come': ['parcels/send-parcel', 'settings.roles.update', 'collection'],
  screen: [route, 'accounting/changelogs'],
};
const touched = new Set<string>();

beforeAll(() => {
  const isSource = (path: string): boolean => !['node_modules', 'dist', '.data'].includes(basename(path));
  for (const name of readdirSync(root).filter((name) => name !== '.git' && isSource(name))) {
    cpSync(join(root, name), join(scratch, name), { recursive: true, filter: isSource });
  }
  writeFileSync(join(scratch, registryPath), registry.replace(line, ''));
  rmSync(join(scratch, 'apps/web/src', file));
  // Libraries are those of the house; its own packages are the copies.
  const modules = join(scratch, 'node_modules');
  mkdirSync(join(modules, '@suanpan'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@suanpan') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(scratch, 'packages'))) {
    symlinkSync(join(scratch, 'packages', name), join(modules, '@suanpan', name));
  }
  for (const workspace of ['apps/server', 'apps/web', 'apps/sandbox', 'e2e', 'bench']) {
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(scratch, workspace, 'node_modules'));
  }
}, limitMs);
afterAll(() => rmSync(scratch, { recursive: true, force: true }), limitMs);

/** Runs one of the tools in the copy; answers what it complains of. */
async function complaints(...args: string[]): Promise<string[]> {
  const { code, output } = await runNode(args, { cwd: scratch });
  return code === 0 ? [] : output.trim().split('\n');
}

test.each(Object.entries(recipes))(
  '%s: the recipe is followed',
  async (name, args) => {
    const kind = name.split(' ', 1)[0] ?? '';
    const { code, output } = await runNode(['tools/new.ts', kind, ...args], { cwd: scratch });
    expect([code, output]).toEqual([0, expect.stringContaining('wrote')]);
    for (const [, path] of output.matchAll(/^wrote {2}(.+)$/gm)) if (path !== undefined) touched.add(path);
  },
  limitMs,
);

test(
  'what the recipes wrote compiles',
  async () => {
    // With all that these files reach; what reaches nothing of theirs is the same as in the house.
    const only = { extends: './tsconfig.json', include: [...touched, 'apps/web/src/**/*.d.ts'] };
    writeFileSync(join(scratch, 'recipes.json'), JSON.stringify(only));
    expect(await complaints(commandOf('typescript', 'tsc'), '--noEmit', '-p', 'recipes.json')).toEqual([]);
  },
  limitMs,
);

test(
  'and is formatted, without faults, and as the house is built',
  async () => {
    const paths = [...touched];
    expect(await complaints(commandOf('oxfmt', 'oxfmt'), '--list-different', ...paths)).toEqual([]);
    expect(
      await complaints(commandOf('oxlint', 'oxlint'), '--deny-warnings', '--format=unix', ...paths),
    ).toEqual([]);
    const said = await complaints('tools/tidy/main.ts');
    expect(said.filter((line) => paths.some((path) => line.startsWith(path)))).toEqual([]);
  },
  limitMs,
);
