import type { Database } from '../../../platform/db/database.ts';
import { chainEnd, headsOfBlocks } from './chain.queries.ts';
import type { Findings } from './findings.ts';
import { isRestore } from './heads.ts';
import type { AcceptedRestore, HeadLine, Heads, KeptHead } from './heads.ts';

const linesAtOnce = 1_000;
/** So old a block has had its head kept, also after a failed attempt or two. */
const keptWithinS = 60;

/**
 * Holds the heads that were kept outside against the chain as it stands: cut off behind, made anew, or the heads
 * themselves touched or gone. A restore that was accepted excuses what stood before it.
 */
export async function checkHeads(
  db: Database,
  heads: Heads,
  findings: Findings,
): Promise<readonly AcceptedRestore[]> {
  const restores = await restoresIn(heads);
  let newest = 0n;
  let cutFrom: bigint | undefined;
  let cutTo = 0n;
  let remadeFrom: bigint | undefined;

  for await (const { line, head, stands } of compare(db, heads)) {
    if (head === undefined) {
      if (!restores.some((restore) => restore.file === line.file && restore.line > line.line)) {
        findings.addPlace('headAltered', `${line.file}:${line.line}`);
      }
    } else if (stands === head.head || !restores.some((restore) => isExcused(head, restore.head))) {
      newest = max(newest, head.block);
      if (stands === undefined) {
        cutFrom = min(cutFrom, head.block);
        cutTo = max(cutTo, head.block);
      } else if (stands !== head.head) {
        remadeFrom = min(remadeFrom, head.block);
      }
    }
  }

  const end = await chainEnd(db.reports);
  if (cutFrom !== undefined && cutTo > end.id) findings.add('tailCut', end.id + 1n, cutTo);
  else if (cutFrom !== undefined) findings.add('blockMissing', cutFrom, cutTo);
  if (remadeFrom !== undefined) findings.add('chainRemade', remadeFrom, end.id);
  const due = await chainEnd(db.reports, keptWithinS);
  if (newest === 0n ? end.id > 0n : newest < due.id) findings.add('headsMissing', newest + 1n, end.id);
  return restores.map(({ head }) => head);
}

/** The first block for which a kept head says something else than the chain; undefined when all of them agree. */
export async function firstDisagreement(db: Database, heads: Heads): Promise<bigint | undefined> {
  const restores = await restoresIn(heads);
  let first: bigint | undefined;
  for await (const { head, stands } of compare(db, heads)) {
    if (head === undefined || stands === head.head) continue;
    if (!restores.some((restore) => isExcused(head, restore.head))) first = min(first, head.block);
  }
  return first;
}

interface Compared {
  readonly line: HeadLine;
  readonly head: KeptHead | undefined;
  /** What the block of that number has for its head now. */
  readonly stands: string | undefined;
}

async function* compare(db: Database, heads: Heads): AsyncGenerator<Compared> {
  async function* flush(lines: readonly HeadLine[]): AsyncGenerator<Compared> {
    const blocks = lines.flatMap(({ head }) => (head === undefined ? [] : [head.block]));
    const standing = await headsOfBlocks(db.reports, blocks);
    for (const line of lines) {
      yield { line, head: line.head, stands: line.head && standing.get(line.head.block) };
    }
  }
  let lines: HeadLine[] = [];
  for await (const line of heads.read()) {
    lines.push(line);
    if (lines.length < linesAtOnce) continue;
    yield* flush(lines);
    lines = [];
  }
  yield* flush(lines);
}

async function restoresIn(heads: Heads): Promise<(HeadLine & { readonly head: AcceptedRestore })[]> {
  const restores: (HeadLine & { head: AcceptedRestore })[] = [];
  for await (const line of heads.read()) {
    if (line.head !== undefined && isRestore(line.head)) restores.push({ ...line, head: line.head });
  }
  return restores;
}

function isExcused(head: KeptHead, restore: AcceptedRestore): boolean {
  return head.block > restore.after && head.at <= restore.at;
}

function min(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other < one ? other : one;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
