import { Refusal } from '@suanpan/domain/errors';
import { openClaimsPerPerson, orderLockMinutes, orderLockMostMinutes } from '@suanpan/domain/limits';
import { regionTimeText } from '@suanpan/domain/region-day';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { OrderKind } from '../read/story.queries.ts';

export interface Locked {
  readonly until: Date;
  /** Whoever had it to himself until now. */
  readonly takenFrom: bigint | null;
}

interface Holder {
  readonly user_id: bigint;
  readonly name: string;
  readonly until: Date;
  /** It has not run out. */
  readonly is_live: boolean;
}

const lockedBy = ({ name, until }: Holder): Refusal =>
  new Refusal('orderLocked', { params: { name, until: regionTimeText(until) } });

/** Whether the platform may take an order from this holder: from everybody who is none of its own people. */
export const yields = (holder: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(stands_over(${holder}, NULL) IS NOT TRUE)`;

/** Keeping orders of one kind, or receipts, to one person for a while; wall time, as a person's patience is. */
export function orderLocks(kind: OrderKind | 'receipt') {
  const table = sql.table(`${kind}_lock`);

  async function holderOf(db: Kysely<Tables>, orderId: bigint): Promise<Holder | undefined> {
    const { rows } = await sql<Holder>`
      SELECT l.user_id, u.name, l.until, l.until > now() AS is_live
      FROM ${table} l JOIN app_user u ON u.id = l.user_id WHERE l.order_id = ${orderId}`.execute(db);
    return rows[0];
  }

  async function refusalFor(tx: Tx, orderId: bigint, userId: bigint): Promise<Refusal> {
    const holder = await holderOf(tx, orderId);
    if (holder === undefined || holder.user_id === userId) {
      return new Refusal('lockUsedUp', { params: { minutes: String(orderLockMinutes) } });
    }
    return lockedBy(holder);
  }

  return {
    /**
     * Keeps an order to one person, or keeps it longer, though not beyond an end from the beginning on; then he has it only after
     * a pause. Whoever is of the platform takes it from everybody who is not. Refuses `orderLocked`, `lockUsedUp`, and
     * `tooManyClaims` for whom so many others belong to already.
     */
    async lockFor(tx: Tx, orderId: bigint, actor: Pick<Actor, 'userId' | 'scope'>): Promise<Locked> {
      const { userId } = actor;
      const [minutes, most] = [orderLockMinutes, orderLockMostMinutes];
      // What one person has is counted by one call at a time.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind}_lock ${userId}`}, 0))`.execute(tx);
      await sql`
        DELETE FROM ${table} WHERE user_id = ${userId} AND until <= now() - ${minutes} * interval '1 minute'`.execute(
        tx,
      );
      const { rows: own } = await sql<{ others: bigint }>`
        SELECT count(*) AS others FROM ${table}
        WHERE user_id = ${userId} AND order_id <> ${orderId} AND until > now()`.execute(tx);
      if ((own[0]?.others ?? 0n) >= BigInt(openClaimsPerPerson)) {
        throw new Refusal('tooManyClaims', { params: { max: String(openClaimsPerPerson) } });
      }
      const before = await holderOf(tx, orderId);
      const { rows } = await sql<{ until: Date }>`
        INSERT INTO ${table} AS l (order_id, user_id, until, since)
        VALUES (${orderId}, ${userId}, now() + ${minutes} * interval '1 minute', now())
        ON CONFLICT (order_id) DO UPDATE SET user_id = EXCLUDED.user_id,
          since = CASE WHEN l.user_id = EXCLUDED.user_id THEN l.since ELSE EXCLUDED.since END,
          until = CASE WHEN l.user_id = EXCLUDED.user_id
            THEN least(EXCLUDED.until, l.since + ${most} * interval '1 minute') ELSE EXCLUDED.until END
        WHERE CASE WHEN l.user_id = EXCLUDED.user_id THEN now() < l.since + ${most} * interval '1 minute'
          ELSE l.until <= now() OR (${actor.scope.kind === 'platform'} AND ${yields(sql`l.user_id`)}) END
        RETURNING until`.execute(tx);
      const [got] = rows;
      if (got === undefined) throw await refusalFor(tx, orderId, userId);
      const isTaken = before !== undefined && before.user_id !== userId && before.is_live;
      return { until: got.until, takenFrom: isTaken ? before.user_id : null };
    },
    /** Gives an order back that this person has; false where he has it not. Since when he had it stays until his pause is over. */
    async unlockFor(tx: Tx, orderId: bigint, userId: bigint): Promise<boolean> {
      const { rows } = await sql`
        UPDATE ${table} SET until = now() WHERE order_id = ${orderId} AND user_id = ${userId} AND until > now()
        RETURNING order_id`.execute(tx);
      return rows.length > 0;
    },
    /** How many one person keeps to himself now. */
    async countOf(db: Kysely<Tables>, userId: bigint): Promise<bigint> {
      const { rows } = await sql<{ count: bigint }>`
        SELECT count(*) AS count FROM ${table} WHERE user_id = ${userId} AND until > now()`.execute(db);
      return rows[0]?.count ?? 0n;
    },
    /** Refuses `orderLocked` where somebody else has the order to himself now. */
    async refuseLockedByAnother(db: Kysely<Tables>, orderId: bigint, userId: bigint): Promise<void> {
      const holder = await holderOf(db, orderId);
      if (holder?.is_live === true && holder.user_id !== userId) throw lockedBy(holder);
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
