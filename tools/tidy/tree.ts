import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Import, type Source, parseSource } from './source.ts';

/** All files of the project that the rules look at. */
export interface Tree {
  sources: Source[];
  /** Every path, also of files that are not read (pictures …), for the rules on folders and names. */
  paths: string[];
  /** The path an import leads to inside the project, or undefined for a library. */
  resolve(from: Source, specifier: Import['specifier']): string | undefined;
}

const read = /\.([jt]sx?|css|sql)$/;

/** Where the workspaces lie: `@suanpan/money/amount` is packages/money/src/amount.ts. */
const workspace = /^@suanpan\/([a-z-]+)\/(.+)$/;

function build(sources: Source[], paths: string[]): Tree {
  const known = new Set(paths);
  const asSource = (path: string) =>
    [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? path;
  return {
    sources,
    paths,
    resolve(from, specifier) {
      if (specifier.startsWith('.'))
        return posix.join(posix.dirname(from.path), specifier.split('?')[0] ?? '');
      const [, name, inside] = workspace.exec(specifier) ?? [];
      return name && inside ? asSource(`packages/${name}/src/${inside}`) : undefined;
    },
  };
}

/** The tree on disk: what git tracks or would track. */
export function readTree(root: string): Tree {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const texts: [string, string][] = [];
  const paths: string[] = [];
  for (const path of new Set(listed.split('\0').filter(Boolean))) {
    try {
      if (read.test(path)) texts.push([path, readFileSync(join(root, path), 'utf8')]);
      paths.push(path);
    } catch (error) {
      // A file that git still lists but that is deleted in the work tree is no part of the tree.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return build(
    texts.map(([path, text]) => parseSource(path, text)),
    paths,
  );
}

/** A tree made of texts, to show in a test what a rule catches. */
export function plantTree(files: Record<string, string>): Tree {
  const sources = Object.entries(files)
    .filter(([path]) => read.test(path))
    .map(([path, text]) => parseSource(path, text));
  return build(sources, Object.keys(files));
}
