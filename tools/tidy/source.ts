import { type Comment, type Program, parseSync } from 'oxc-parser';

/** One import, re-export or dynamic import of a file. */
export interface Import {
  /** As written: `./split.ts`, `@suanpan/money/amount`, `node:fs`. */
  specifier: string;
  line: number;
  isType: boolean;
  /** Loaded where and when it is wanted. */
  isDynamic?: true;
}

/** One file as the rules see it: its text and, for TypeScript, what the parser says of it. */
export interface Source {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
  exportsEverything: number[];
  exportsDefault: number[];
  comments: Comment[];
  program: Program | undefined;
  /** The line, counted from 1, of an offset into the text. */
  lineAt(offset: number): number;
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Reads one file for the rules. A file that does not parse throws, because no rule could be kept on it. */
export function parseSource(path: string, text: string): Source {
  const lineAt = lineCounter(text);
  const plain = { path, text, imports: [], exportsEverything: [], exportsDefault: [], comments: [], lineAt };
  if (!/\.[jt]sx?$/.test(path)) return { ...plain, program: undefined };

  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const entries = staticExports.flatMap((statement) => statement.entries);
  const imports: Import[] = [
    ...staticImports.map(({ moduleRequest, entries: names, start }) => ({
      specifier: moduleRequest.value,
      line: lineAt(start),
      isType: names.length > 0 && names.every(({ isType }) => isType),
    })),
    ...entries.flatMap(({ moduleRequest, start, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, line: lineAt(start), isType }] : [],
    ),
    ...dynamicImports.flatMap(({ moduleRequest, start }) => {
      const written = text.slice(moduleRequest.start, moduleRequest.end);
      const literal = /^(['"`])([^$]*)\1$/.exec(written)?.[2];
      return literal === undefined
        ? []
        : [{ specifier: literal, line: lineAt(start), isType: false, isDynamic: true }];
    }),
  ];
  const linesOf = (kinds: string[], at: 'importName' | 'exportName') =>
    entries.filter((entry) => kinds.includes(entry[at].kind)).map(({ start }) => lineAt(start));
  return {
    ...plain,
    imports,
    exportsEverything: linesOf(['All', 'AllButDefault'], 'importName'),
    exportsDefault: linesOf(['Default'], 'exportName'),
    comments: parsed.comments,
    program: parsed.program,
  };
}
