import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, root, runNode } from '../run-node.ts';
import { licenceBreaches } from './licences.ts';
import { lockBreaches, missingHere, readLock } from './lock.ts';

/** What a gate says: open or shut, and why. `skipped` where there is nothing to look at yet. */
export interface Verdict {
  isOpen: boolean;
  says: string;
  skipped?: true;
}

/** One condition that every commit on main meets. */
export interface Gate {
  name: string;
  look(): Promise<Verdict>;
}

function program(name: string, args: () => string[]): Gate {
  return {
    name,
    async look() {
      const { code, output } = await runNode(args());
      return { isOpen: code === 0, says: output };
    },
  };
}

/** A program that stands only where its subject stands. */
function programWhere(name: string, subject: string, args: string[]): Gate {
  const gate = program(name, () => args);
  return {
    name,
    async look() {
      if (existsSync(join(root, subject))) return gate.look();
      return { isOpen: true, says: `${subject} is not there\n`, skipped: true };
    },
  };
}

function list(name: string, find: () => string[]): Gate {
  return {
    name,
    async look() {
      const found = find();
      return { isOpen: found.length === 0, says: found.map((line) => `${line}\n`).join('') };
    },
  };
}

/**
 * The compiler over everything; what did not change since the last look is not looked at again. By one checker: each of
 * several works the contract's types out for itself, 7.2 million instantiations by one and 11.2 by two.
 */
export function typesArguments(): string[] {
  const kept = 'node_modules/.cache/types.tsbuildinfo';
  return [
    commandOf('typescript', 'tsc'),
    '--noEmit',
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    kept,
  ];
}

const schema = 'apps/server/src/tools/generate-schema.ts';

/** The gates of `npm run check`, the slow ones first so that they overlap the others. */
export const gates: Gate[] = [
  program('types', typesArguments),
  programWhere('generated files fresh', schema, [schema, '--check']),
  program('lint', () => [commandOf('oxlint', 'oxlint'), '--type-aware', '--deny-warnings', '--format=unix']),
  program('format', () => [commandOf('oxfmt', 'oxfmt'), '--list-different']),
  program('unused code and dependencies', () => [commandOf('knip', 'knip'), '--no-progress']),
  program('tidy', () => ['tools/tidy/main.ts']),
  programWhere('web size budgets', 'apps/web/dist/.vite/manifest.json', ['apps/web/size.ts']),
  list('lock', () => {
    const lock = readLock(root);
    return [...lockBreaches(lock), ...missingHere(lock, (path) => existsSync(join(root, path)))];
  }),
  list('licences', () => licenceBreaches(readLock(root))),
];
