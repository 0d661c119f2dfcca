import type { SupplySource } from '@suanpan/domain/journals/collection-supply';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { foundOrRecalled } from '../../archive/index.ts';

/** What an order would be settled with. */
export interface Supply {
  readonly orderId: bigint;
  readonly source: SupplySource;
  /** Of the source `receipt`. */
  readonly receiptId: bigint | null;
  /** Minor units of the order's currency, above zero. */
  readonly amount: bigint;
}

/** How it would be split, in minor units; null where no channel's price can be charged. The order is brought back where it is archived. */
export async function splitOfSupply(
  db: Kysely<Tables>,
  { amount, orderId, receiptId, source }: Supply,
): Promise<{ readonly credited: bigint; readonly fee: bigint } | null> {
  const row = await foundOrRecalled(db, 'collection', orderId, async () => {
    const { rows } = await sql<{ credited: bigint | null; fee: bigint | null }>`
      SELECT (p.fee_snapshot ->> 'credited')::bigint AS credited, (p.fee_snapshot ->> 'merchantFee')::bigint AS fee
      FROM collection_order o LEFT JOIN LATERAL plan_supply(o, ${source}, ${receiptId}::bigint, ${amount}::bigint) p ON true
      WHERE o.id = ${orderId}`.execute(db);
    return rows[0];
  });
  if (row === undefined || row.credited === null || row.fee === null || row.credited < 0n) return null;
  return { credited: row.credited, fee: row.fee };
}
