import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { headMaker, printBytes, sources } from './block.ts';
import { chainEnd } from './chain.queries.ts';
import type { ChainEnd } from './chain.queries.ts';
import { draftBlock, insertBlock, isSealer } from './seal.store.ts';
import type { SealingLimits } from './seal.store.ts';

/**
 * Between drawing an id and the first write of its transaction lie moments, since both are one call of the database.
 */
const usual: SealingLimits = { most: 20_000, patienceMs: 60_000 };

export interface Sealing {
  /** Rows and journals that were sealed. */
  readonly rows: number;
  /** The last block, for the heads outside the database. */
  readonly end: ChainEnd;
  /** A block was full: there may be more. */
  readonly isFull: boolean;
}

/**
 * Ties what nobody has sealed yet into the next blocks, one of each source; undefined when there is nothing, or when another process is at it. Any process may call it at any time.
 */
export async function sealAudit(
  db: Database,
  vault: Vault,
  limits: SealingLimits = usual,
): Promise<Sealing | undefined> {
  const headOf = headMaker(vault);
  return transact(db.workers, async (tx) => {
    if (!(await isSealer(tx))) return undefined;
    let end = await chainEnd(tx);
    let rows = 0;
    let isFull = false;
    for (const source of sources) {
      const block = await draftBlock(tx, source, end, limits);
      if (block === undefined) continue;
      const head = headOf(block);
      await insertBlock(tx, { ...block, head });
      const count = block.prints.length / printBytes;
      rows += count;
      isFull ||= count === limits.most;
      end = { id: block.id, head, sealed_at: block.sealed_at };
    }
    return rows === 0 ? undefined : { rows, end, isFull };
  });
}
