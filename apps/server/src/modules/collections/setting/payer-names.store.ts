import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** One name at one receiving account. */
export interface NamedPool {
  readonly channelAccountId: bigint;
  readonly mark: string;
}

/** Until the end of the transaction nobody else decides about this name here. */
export async function holdName(tx: Tx, { channelAccountId, mark }: NamedPool): Promise<void> {
  const name = `payer name ${channelAccountId} ${mark}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** How many other orders of this name wait here to be paid, of those that came after `since`. */
export async function openOrdersOf(
  tx: Tx,
  { channelAccountId, mark }: NamedPool,
  { except, since }: { readonly since: Date; readonly except: bigint },
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting
    FROM collection_payer_name n JOIN collection_order o ON o.id = n.order_id
    WHERE n.channel_account_id = ${channelAccountId} AND n.name_mark = ${mark} AND n.at > ${since}
      AND o.id <> ${except} AND o.status = 'pending' AND o.channel_account_id = n.channel_account_id`.execute(
    tx,
  );
  return rows[0]?.waiting ?? 0;
}

/** Where the order's payer wires, and under which name. */
export async function keepName(tx: Tx, orderId: bigint, pool: NamedPool, at: Date): Promise<void> {
  await sql`
    INSERT INTO collection_payer_name (order_id, channel_account_id, name_mark, at)
    VALUES (${orderId}, ${pool.channelAccountId}, ${pool.mark}, ${at})
    ON CONFLICT (order_id) DO UPDATE SET channel_account_id = EXCLUDED.channel_account_id,
      name_mark = EXCLUDED.name_mark, at = EXCLUDED.at`.execute(tx);
}
