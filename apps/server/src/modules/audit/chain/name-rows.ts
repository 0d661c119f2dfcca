import type { AuditFindingName } from '@suanpan/domain/audit/findings';
import type { Database } from '../../../platform/db/database.ts';
import { printBytes } from './block.ts';
import type { Block, Source } from './block.ts';
import { printsUnder } from './chain.queries.ts';
import type { Findings } from './findings.ts';

/** What a row of each source is called when it was touched. */
export const rowNames = {
  log: { changed: 'rowChanged', removed: 'rowRemoved', inserted: 'rowInserted', swapped: 'rowsSwapped' },
  books: {
    changed: 'journalChanged',
    removed: 'journalRemoved',
    inserted: 'journalInserted',
    swapped: 'journalsSwapped',
  },
  signIns: {
    changed: 'signInChanged',
    removed: 'signInRemoved',
    inserted: 'signInInserted',
    swapped: 'signInsSwapped',
  },
} as const satisfies Record<Source, Record<string, AuditFindingName>>;

/** Names the rows of a block that are not what was sealed: removed, exchanged with each other, or changed. */
export async function nameRows(db: Database, block: Block, findings: Findings): Promise<void> {
  const names = rowNames[block.source];
  const standing = await printsUnder(db.reports, block.source, block.ids);
  const touched = new Map<bigint, { sealed: string; stands: string }>();
  for (const { id, print: sealed } of sealedPrints(block)) {
    const stands = standing.get(id);
    if (stands === undefined) findings.add(names.removed, id);
    else if (stands !== sealed) touched.set(id, { sealed, stands });
  }
  const bySealed = new Map([...touched].map(([id, { sealed }]) => [sealed, id]));
  // Prints are short enough to be met on purpose; the digest is not.
  if (touched.size === 0 && standing.size * printBytes === block.prints.length) {
    for (const { id } of sealedPrints(block)) findings.add(names.changed, id);
  }
  for (const [id, { sealed, stands }] of touched) {
    const partner = touched.get(bySealed.get(stands) ?? id);
    findings.add(partner?.stands === sealed ? names.swapped : names.changed, id);
  }
}

/** The ids of a block with the print that was sealed of each. */
function* sealedPrints({ ids, prints }: Block): Generator<{ id: bigint; print: string }> {
  let offset = 0;
  for (const [, from = '', to = ''] of ids.matchAll(/\[(-?\d+),(-?\d+)\)/g)) {
    for (let id = BigInt(from); id < BigInt(to); id += 1n, offset += printBytes) {
      yield { id, print: prints.toString('hex', offset, offset + printBytes) };
    }
  }
}
