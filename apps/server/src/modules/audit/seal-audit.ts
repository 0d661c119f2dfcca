import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import {
  countSeals,
  insertSeal,
  isSealer,
  lastSealHash,
  rowsOfSeals,
  sealedHashes,
  sealsAfter,
  unsealedRows,
} from './seal.store.ts';
import type { SealableRow } from './seal.store.ts';

/** What a block holds at most. */
export const blockRows = 5_000;
const blocksAtOnce = 50;

/** The head of the chain after a sealing, for the log outside the database; undefined when nothing was sealed. */
export interface Sealing {
  readonly rows: number;
  readonly head: string;
}

/** Ties the rows that nobody has sealed yet into the next block. Any process may call it at any time. */
export async function sealAudit(db: Database, vault: Vault): Promise<Sealing | undefined> {
  return transact(db.workers, async (tx) => {
    if (!(await isSealer(tx))) return undefined;
    const rows = await unsealedRows(tx, blockRows);
    if (rows.length === 0) return undefined;
    const head = hashBlock(vault, await lastSealHash(tx), rows);
    await insertSeal(
      tx,
      rows.map((row) => ({ id: row['id'] ?? '', hash: hashRow(vault, row) })),
      head,
    );
    return { rows: rows.length, head };
  });
}

export interface AuditProof {
  readonly passed: boolean;
  readonly blocks: number;
  readonly rows: number;
  /** Rows too young to be sealed. */
  readonly unsealed: number;
  /** The first block whose rows or whose place in the chain changed. */
  readonly brokenBlock: bigint | null;
  /** The first row of that block that was changed or removed, where the block can tell. */
  readonly brokenRow: bigint | null;
  readonly head: string;
}

/** How far a verification has come. */
export interface AuditProgress {
  readonly blocks: number;
  readonly rows: number;
}

/**
 * Computes the whole chain anew from the rows as they stand. Finds every row that was changed, removed, or moved after
 * its block was made, and every block that was. A tail that was cut off shows in the head, which the log keeps.
 */
export async function verifyAudit(
  db: Database,
  vault: Vault,
  onProgress: (progress: AuditProgress) => Promise<void> = async () => {},
): Promise<AuditProof> {
  let head = '';
  let blocks = 0;
  let rows = 0;
  for (let last = 0n; ;) {
    const seals = await sealsAfter(db.reports, last, blocksAtOnce);
    const [first, final] = [seals[0], seals.at(-1)];
    if (first === undefined || final === undefined) break;
    const covered = Map.groupBy(await rowsOfSeals(db.reports, first.id, final.id), (row) => row.seal_id);
    for (const seal of seals) {
      const block = (covered.get(seal.id.toString()) ?? []).map(({ seal_id: _, ...row }): SealableRow => row);
      const hash = hashBlock(vault, head, block);
      if (hash !== seal.hash || block.length !== seal.row_count) {
        const brokenRow = await findBrokenRow(db, vault, seal.id, block);
        return { passed: false, blocks, rows, unsealed: 0, brokenBlock: seal.id, brokenRow, head };
      }
      head = hash;
      blocks += 1;
      rows += block.length;
    }
    last = final.id;
    await onProgress({ blocks, rows });
  }
  const unsealed = (await unsealedRows(db.reports, blockRows, true)).length;
  return { passed: true, blocks, rows, unsealed, brokenBlock: null, brokenRow: null, head };
}

/** How many blocks a verification would look at now. */
export function countBlocks(db: Database): Promise<number> {
  return countSeals(db.reports);
}

/** The first row that is not what it was when it was sealed; null when only its place in the chain tells. */
async function findBrokenRow(
  db: Database,
  vault: Vault,
  sealId: bigint,
  block: readonly SealableRow[],
): Promise<bigint | null> {
  const standing = new Map(block.map((row) => [row['id'], row]));
  for (const sealed of await sealedHashes(db.reports, sealId)) {
    const row = standing.get(sealed.audit_id);
    const isWhole =
      row !== undefined && (sealed.row_hash === null || sealed.row_hash === hashRow(vault, row));
    if (!isWhole) return BigInt(sealed.audit_id);
  }
  return null;
}

function hashRow(vault: Vault, row: SealableRow): string {
  return vault.keyedHash(JSON.stringify(row), 'audit row');
}

function hashBlock(vault: Vault, before: string, rows: readonly SealableRow[]): string {
  const hmac = createHmac('sha256', vault.deriveKey('audit seal')).update(before);
  for (const row of rows) hmac.update(`\n${JSON.stringify(row)}`);
  return hmac.digest('hex');
}
