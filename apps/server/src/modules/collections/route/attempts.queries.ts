import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { attemptFoundOrRecalled, foundOrRecalled } from '../../archive/index.ts';
import type { OrderRow } from '../collections.queries.ts';

/** One sending of an order to a channel account. */
export type AttemptRow = Selectable<Tables['collection_attempt']>;

/** The attempt that a provider names by our number; brought back with its order where that is archived. */
export async function findAttempt(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  requestNo: string,
): Promise<AttemptRow | undefined> {
  return attemptFoundOrRecalled(db, 'collection', { channelAccountId, requestNo }, () =>
    db
      .selectFrom('collection_attempt')
      .selectAll()
      .where('channel_account_id', '=', channelAccountId)
      .where('request_no', '=', requestNo)
      .executeTakeFirst(),
  );
}

/** The attempt by which an order goes now: the last one at its account. Every routed order has one; it is brought back with it. */
export async function currentAttempt(
  db: Kysely<Tables>,
  order: Pick<OrderRow, 'id' | 'channel_account_id'>,
): Promise<AttemptRow> {
  const attempt = await foundOrRecalled(db, 'collection', order.id, () =>
    db
      .selectFrom('collection_attempt')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('channel_account_id', '=', order.channel_account_id)
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  if (attempt === undefined) throw new Error(`Order ${order.id} was routed without an attempt`);
  return attempt;
}

/** Attempts of which a provider has spoken and could not be asked yet. */
export async function doubtedAttempts(db: Kysely<Tables>, orderId: bigint): Promise<AttemptRow[]> {
  return db
    .selectFrom('collection_attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('doubted', '=', true)
    .orderBy('n')
    .execute();
}

/** Whether a provider said so lately that this attempt was paid, and denied it when it was asked. */
export async function isToldPaidWithin(
  db: Kysely<Tables>,
  { channel_account_id, request_no }: AttemptRow,
  withinMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    SELECT EXISTS (
      SELECT FROM channel_notice
      WHERE channel_account_id = ${channel_account_id} AND order_no = ${request_no} AND outcome = 'not_confirmed'
        AND received_at > business_now() - ${withinMs} * interval '1 millisecond'
    ) AS told`.execute(db);
  return rows[0]?.told === true;
}
