import { execFileSync } from 'node:child_process';
import { standing, testsOf } from './changed-tests.ts';
import { typesArguments } from './gates/gates.ts';
import { commandOf, type Ended, root, runNode } from './run-node.ts';

const usage = `npm run test:changed             what changed since main, or with the last commit on main itself
npm run test:changed -- <commit> what changed since that commit
`;

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** Where this branch left main; on main itself the last commit, unless something is not committed yet. */
function baseOf(): string {
  const parent = () => (git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD');
  try {
    const fork = git('merge-base', 'main', 'HEAD');
    return fork === git('rev-parse', 'HEAD') ? parent() : fork;
  } catch {
    // A checkout of one commit or without a main.
    return parent();
  }
}

function changedSince(base: string): string[] {
  const committed = git('diff', '--name-only', '--no-renames', base);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set(`${committed}\n${untracked}`.split('\n').filter((path) => path !== ''))];
}

const [given] = process.argv.slice(2);
if (given?.startsWith('-')) {
  process.stderr.write(usage);
  process.exit(2);
}
const base = given ?? baseOf();
const changed = changedSince(base);
const { wanted, left } = testsOf(changed);
process.stdout.write(`${changed.length} files changed since ${base}\n`);

/** What is looked at, all at once: tests, types and house rules of the tree, form and faults of what changed. */
const looks: [name: string, args: string[]][] = [];
if (wanted.length > 0) {
  const projects = [...new Set(wanted.map(({ project }) => `--project=${project}`))];
  const filters = wanted.map(({ filter }) => filter);
  looks.push(['tests', [commandOf('vitest', 'vitest'), 'run', '--passWithNoTests', ...projects, ...filters]]);
}
const code = standing(changed, /\.[jt]sx?$/);
if (code.length > 0) {
  looks.push(['types', typesArguments()]);
  looks.push(['lint', [commandOf('oxlint', 'oxlint'), '--deny-warnings', '--format=unix', ...code]]);
}
const readable = standing(changed, /\.([jt]sx?|json|md|css|html|ya?ml)$/);
if (readable.length > 0)
  looks.push(['format', [commandOf('oxfmt', 'oxfmt'), '--list-different', ...readable]]);
if (changed.length > 0) looks.push(['tidy', ['tools/tidy/main.ts']]);

async function look(name: string, args: string[]): Promise<boolean> {
  const started = performance.now();
  const ended: Ended = await runNode(args);
  const isGood = ended.code === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const says = isGood && name !== 'tests' ? '' : ended.output.replace(/^(?=.)/gm, '     ');
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n${says}`);
  return isGood;
}

const results = await Promise.all(looks.map(([name, args]) => look(name, args)));
for (const part of left) process.stdout.write(`left: npm test -- --only=${part}\n`);
process.exitCode = results.every(Boolean) ? 0 : 1;
