import { awaited, awaitedMost } from '../awaited.ts';
import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';
import type { Source } from '../source.ts';
import type { Tree } from '../tree.ts';
import { unreadWords } from '../words.ts';

const list = 'tools/tidy/awaited.ts';
const registry = 'apps/web/src/app/screen-registry.tsx';
const limits = 'packages/domain/src/limits.ts';
const catalogue = 'packages/domain/src/errors.ts';
const words = /^packages\/messages\/src\/(zh-TW|zh-CN|en)\//;

interface Named {
  /** As the list of what is awaited says it: `limits.exportMaxDays`. */
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly isRead: boolean;
}

/** The names and quoted texts in a file, without what its comments say. */
function saidIn({ comments, text }: Source): Set<string> {
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  return new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? []);
}

/** How often a file says a name: more than once where it uses itself what it exports. */
function isUsedWithin({ text }: Source, name: string): boolean {
  return (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
}

/**
 * Every value that a package exports. Its own test is no reader; a test of somebody else is, because recipes of journals
 * and test vectors are there to be held against what the product does. Of limits only the product counts.
 */
function exportsOf(tree: Tree, said: Map<Source, Set<string>>): Named[] {
  return tree.sources.flatMap((source) => {
    if (!/^packages\/[^/]+\/src\//.test(source.path) || isTest(source.path) || words.test(source.path))
      return [];
    const isLimit = source.path === limits;
    const own = source.path.replace(/\.ts$/, '.test.ts');
    const readers = tree.sources.filter(
      ({ path }) => path !== source.path && path !== own && !(isLimit && isTest(path)),
    );
    const file = source.path.replace(/^packages\/[^/]+\/src\//, '').replace(/\.ts$/, '');
    return [...source.text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map((match) => {
      const name = match[1] ?? '';
      const isRead = readers.some((reader) => said.get(reader)?.has(name)) || isUsedWithin(source, name);
      return { key: `${file}.${name}`, path: source.path, line: source.lineAt(match.index), isRead };
    });
  });
}

/** Every refusal of the catalogue, read where some product code names it. */
function errorsOf(tree: Tree, said: Map<Source, Set<string>>): Named[] {
  const source = tree.sources.find(({ path }) => path === catalogue);
  const readers = tree.sources.filter(
    ({ path }) => path !== catalogue && !words.test(path) && !isTest(path) && path !== list,
  );
  return [...(source?.text.matchAll(/^ {2}(\w+): \{ code/gm) ?? [])].map((match) => {
    const name = match[1] ?? '';
    const isRead = readers.some((reader) => said.get(reader)?.has(name));
    return { key: `errors.${name}`, path: catalogue, line: source?.lineAt(match.index) ?? 1, isRead };
  });
}

/** The words that no page and no answer says. */
function wordsOf(tree: Tree, said: Map<Source, Set<string>>): Named[] {
  return unreadWords(tree, said).map((word) => ({ ...word, key: `words.${word.key}`, isRead: false }));
}

/** The screens that the router can open. */
function builtScreens(tree: Tree): Set<string> {
  const text = tree.sources.find(({ path }) => path === registry)?.text ?? '';
  return new Set([...text.matchAll(/^ {2}'?([\w.]+)'?: screen\(/gm)].map((match) => match[1] ?? ''));
}

/**
 * What a package offers has a reader in the product: its exports, its refusals, its words. What the specification fixes for a screen that is not built yet is
 * awaited by that screen, on a list that only shrinks.
 */
export function unreadNamesBut(expected: Readonly<Record<string, readonly string[]>>, most: number): Rule {
  return {
    name: 'names without a reader',
    check(tree) {
      // A tree that was planted to show something else has nothing that could be read.
      if (!tree.sources.some(({ path }) => path === catalogue)) return [];
      const said = new Map(
        tree.sources.filter(({ path }) => path !== list).map((source) => [source, saidIn(source)]),
      );
      const named = [...exportsOf(tree, said), ...errorsOf(tree, said), ...wordsOf(tree, said)];
      const unread = new Map(named.filter(({ isRead }) => !isRead).map((each) => [each.key, each]));
      const built = builtScreens(tree);
      const findings: Finding[] = [];
      const say = (path: string, line: number, says: string) => findings.push({ path, line, says });
      const entries = Object.entries(expected).flatMap(([screen, keys]) =>
        keys.map((key) => ({ screen, key })),
      );
      for (const { screen, key } of entries) {
        if (!unread.has(key)) say(list, 1, `${key} is read or gone: take it off the list`);
        else if (built.has(screen)) say(list, 1, `${screen} is built and does not read ${key}`);
      }
      const isAwaited = new Set(entries.map(({ key }) => key));
      for (const { key, path, line } of unread.values()) {
        if (!isAwaited.has(key)) say(path, line, `${key} has no reader: use it or take it away`);
      }
      if (entries.length !== most) {
        say(
          list,
          1,
          `${entries.length} names are awaited and not ${most}: the list only shrinks, awaitedMost with it`,
        );
      }
      return findings;
    },
  };
}

export const unreadNames = unreadNamesBut(awaited, awaitedMost);
