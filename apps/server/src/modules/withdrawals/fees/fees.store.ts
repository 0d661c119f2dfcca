import type { Currency } from '@suanpan/money/currency';
import { formatRate } from '@suanpan/money/rate';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { OwnerRole } from '../rules/rules.queries.ts';
import type { Price } from './fee.ts';

interface NewFee extends Price {
  readonly ownerId: bigint | null;
  readonly role: OwnerRole | null;
  readonly currency: Currency;
  readonly targetCurrency: Currency;
  readonly type: 'bank' | 'chain';
  /** Null is from now on. */
  readonly validFrom: Date | null;
  readonly byAgent: boolean;
}

/** Keeps a price; answers its id. One that begins at the same moment violates withdraw_fee_once. */
export async function insertFee(tx: Tx, fee: NewFee): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO withdraw_fee (owner_id, role, currency, target_currency, type, pct, fixed, mode, share_pct, share_fixed,
      valid_from, by_agent)
    VALUES (${fee.ownerId}, ${fee.role}, ${fee.currency}, ${fee.targetCurrency}, ${fee.type}, ${formatRate(fee.pct)}::numeric,
      ${fee.fixed}, ${fee.mode}, ${formatRate(fee.sharePct)}::numeric, ${fee.shareFixed},
      greatest(coalesce(${fee.validFrom}::timestamptz, business_now()), business_now()), ${fee.byAgent})
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The price was not stored');
  return id;
}

/** False where another wrote meanwhile. */
export async function changeFee(tx: Tx, id: bigint, version: number, price: Price): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE withdraw_fee SET pct = ${formatRate(price.pct)}::numeric, fixed = ${price.fixed}, mode = ${price.mode},
      share_pct = ${formatRate(price.sharePct)}::numeric, share_fixed = ${price.shareFixed}, version = version + 1
    WHERE id = ${id} AND version = ${version} AND removed_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Its history stays, as withdrawals were charged by it. */
export async function removeFee(tx: Tx, id: bigint, version: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE withdraw_fee SET removed_at = business_now(), version = version + 1
    WHERE id = ${id} AND version = ${version} AND removed_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}
