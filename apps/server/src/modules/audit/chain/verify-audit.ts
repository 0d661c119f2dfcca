import type { AuditFinding } from '@suanpan/domain/audit/findings';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { headMaker, printBytes, sources } from './block.ts';
import { beyondChain, blocksAfter, headsOfBlocks } from './chain.queries.ts';
import type { StandingBlock } from './chain.queries.ts';
import { checkHeads } from './check-heads.ts';
import { Findings } from './findings.ts';
import type { AcceptedRestore, Heads } from './heads.ts';
import { nameRows, rowNames } from './name-rows.ts';

/** How far a verification has come; rows are those of the log and of the sign-ins. */
export interface AuditProgress {
  readonly blocks: number;
  readonly rows: number;
  readonly journals: number;
}

export interface AuditProof extends AuditProgress {
  readonly passed: boolean;
  /** Rows and journals too young to be sealed. */
  readonly unsealed: number;
  /** What was touched, by name. */
  readonly findings: readonly AuditFinding[];
  /** Restored backups that somebody with the keys has answered for. */
  readonly restores: readonly AcceptedRestore[];
  readonly head: string;
}

export interface ChainPlaces {
  readonly db: Database;
  readonly vault: Vault;
  readonly heads: Heads;
}

/**
 * Computes the chain anew from the rows as they stand, and holds it against the heads that were kept outside. Names
 * each row, journal and block that was changed, removed, added or swapped since it was sealed, a tail that was cut
 * off, a chain that was made anew, and heads that were tampered with. Reads on in stretches, so its memory does not
 * grow with the log. With `afterBlock` it takes what that block proves for granted and begins behind it.
 */
export async function verifyAudit(
  { db, vault, heads }: ChainPlaces,
  {
    afterBlock = 0n,
    onProgress = async () => {},
  }: { afterBlock?: bigint; onProgress?: (progress: AuditProgress) => Promise<void> } = {},
): Promise<AuditProof> {
  const findings = new Findings();
  const headOf = headMaker(vault);
  const counts = { log: 0, books: 0, signIns: 0 };
  let blocks = 0;
  let last = { id: afterBlock, head: (await headsOfBlocks(db.reports, [afterBlock])).get(afterBlock) ?? '' };
  const progress = (): AuditProgress => ({
    blocks,
    rows: counts.log + counts.signIns,
    journals: counts.books,
  });

  for (;;) {
    const next = await blocksAfter(db.reports, last.id);
    if (next.length === 0) break;
    for (const block of next) {
      const isNext = block.id === last.id + 1n;
      if (!isNext) findings.add('blockMissing', last.id + 1n, block.id - 1n);
      const isWhole = headOf(block) === block.head && (!isNext || block.previous === last.head);
      // What a touched block says of its rows proves nothing.
      if (isWhole) await checkRows(db, block, findings);
      else findings.add('blockChanged', block.id);
      counts[block.source] += block.prints.length / printBytes;
      blocks += 1;
      last = block;
    }
    await onProgress(progress());
  }

  let unsealed = 0;
  for (const source of sources) {
    const { young, intruders } = await beyondChain(db.reports, source);
    unsealed += young;
    for (const id of intruders ?? []) findings.add(rowNames[source].inserted, id);
  }
  const restores = await checkHeads(db, heads, findings);
  const found = findings.list();
  return { ...progress(), passed: found.length === 0, unsealed, findings: found, restores, head: last.head };
}

async function checkRows(db: Database, block: StandingBlock, findings: Findings): Promise<void> {
  if (!block.digest.equals(block.standing_digest) || !block.prints.equals(block.standing_prints)) {
    await nameRows(db, block, findings);
  }
  for (const id of block.intruders ?? []) findings.add(rowNames[block.source].inserted, id);
}
