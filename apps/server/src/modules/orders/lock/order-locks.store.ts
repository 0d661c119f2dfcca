import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { OrderKind } from '../read/story.queries.ts';

/** Keeping orders of one kind, or receipts, to one person for a while; wall time, as a person's patience is. */
export function orderLocks(kind: OrderKind | 'receipt') {
  const table = sql.table(`${kind}_lock`);
  return {
    /**
     * Keeps an order to one person, or keeps it longer. Answers until when; `taken` where somebody else has it, `many` where this
     * person has so many others already.
     */
    async lockFor(
      tx: Tx,
      orderId: bigint,
      userId: bigint,
      limits: { readonly minutes: number; readonly most: number },
    ): Promise<Date | 'taken' | 'many'> {
      // What one person has is counted by one call at a time.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind}_lock ${userId}`}, 0))`.execute(tx);
      await sql`DELETE FROM ${table} WHERE user_id = ${userId} AND until <= now()`.execute(tx);
      const { rows: own } = await sql<{ others: bigint }>`
        SELECT count(*) AS others FROM ${table}
        WHERE user_id = ${userId} AND order_id <> ${orderId}`.execute(tx);
      if ((own[0]?.others ?? 0n) >= BigInt(limits.most)) return 'many';
      const { rows } = await sql<{ until: Date }>`
        INSERT INTO ${table} AS l (order_id, user_id, until)
        VALUES (${orderId}, ${userId}, now() + ${limits.minutes} * interval '1 minute')
        ON CONFLICT (order_id) DO UPDATE SET user_id = EXCLUDED.user_id, until = EXCLUDED.until
        WHERE l.user_id = EXCLUDED.user_id OR l.until <= now()
        RETURNING until`.execute(tx);
      return rows[0]?.until ?? 'taken';
    },
    /** Gives an order back that this person has; false where he has it not. */
    async unlockFor(tx: Tx, orderId: bigint, userId: bigint): Promise<boolean> {
      const { rows } = await sql`
        DELETE FROM ${table} WHERE order_id = ${orderId} AND user_id = ${userId} AND until > now()
        RETURNING order_id`.execute(tx);
      return rows.length > 0;
    },
    /** Whether somebody else has the order to himself now. */
    async isLockedByAnother(db: Kysely<Tables>, orderId: bigint, userId: bigint): Promise<boolean> {
      const { rows } = await sql`
        SELECT FROM ${table} WHERE order_id = ${orderId} AND user_id <> ${userId} AND until > now()`.execute(
        db,
      );
      return rows.length > 0;
    },
    /** Takes orders from whoever has them; answers those that somebody had. */
    async takeFromAll(tx: Tx, orderIds: readonly bigint[]): Promise<bigint[]> {
      const { rows } = await sql<{ order_id: bigint }>`
        DELETE FROM ${table} WHERE order_id = ANY (${orderIds}::bigint[]) AND until > now()
        RETURNING order_id`.execute(tx);
      return rows.map(({ order_id: id }) => id);
    },
  };
}
