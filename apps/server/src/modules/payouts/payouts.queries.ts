import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { attemptFoundOrRecalled, foundOrRecalled } from '../archive/index.ts';

/** The payout, for whoever goes on to act on it: brought back where it is archived. */
export async function findPayout(db: Kysely<Tables>, id: bigint) {
  return foundOrRecalled(db, 'payout', id, () =>
    db.selectFrom('payout_order').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}
export type PayoutRow = NonNullable<Awaited<ReturnType<typeof findPayout>>>;

export async function findPayouts(db: Kysely<Tables>, ids: readonly bigint[]): Promise<PayoutRow[]> {
  return db.selectFrom('payout_order').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

export interface ChainRow {
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
}

/** Who stands above a merchant now. */
export async function chainOf(db: Kysely<Tables>, customerId: bigint): Promise<ChainRow | undefined> {
  const { rows } = await sql<ChainRow>`
    SELECT agent_id, sub_agent_id, middleman_id FROM app_user
    WHERE id = ${customerId} AND kind = 'customer' AND agent_id IS NOT NULL`.execute(db);
  return rows[0];
}

/** One sending; by a provider's number for it, it is brought back with its payout where that is archived. */
export async function findPayoutAttempt(
  db: Kysely<Tables>,
  by:
    | { readonly orderId: bigint; readonly n: number }
    | { readonly channelAccountId: bigint; readonly requestNo: string },
) {
  const query = db.selectFrom('payout_attempt').selectAll();
  if ('orderId' in by)
    return query.where('order_id', '=', by.orderId).where('n', '=', by.n).executeTakeFirst();
  const { channelAccountId, requestNo } = by;
  const named = query.where('channel_account_id', '=', channelAccountId).where('request_no', '=', requestNo);
  return attemptFoundOrRecalled(db, 'payout', by, () => named.executeTakeFirst());
}
export type PayoutAttemptRow = NonNullable<Awaited<ReturnType<typeof findPayoutAttempt>>>;

/** Channels whose provider surely did not take this payout. */
export async function refusedChannels(db: Kysely<Tables>, orderId: bigint): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('payout_attempt')
    .select('channel_id')
    .where('order_id', '=', orderId)
    .where('outcome', '=', 'refused')
    .execute();
  return new Set(rows.map((row) => String(row.channel_id)));
}

/** Waiting for a person since longer than this; they are rejected. Business time, as their merchants count it. */
export async function undecidedPayouts(db: Kysely<Tables>, hours: number, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM payout_order
    WHERE status = 'processing' AND wait_reason IS NOT NULL
      AND created_at < business_now() - ${hours} * interval '1 hour' AND created_at > business_now() - interval '60 days'
      AND stage_since < business_now() - ${hours} * interval '1 hour'
    ORDER BY created_at LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

export interface ReverseCheckRow {
  readonly url: string;
  readonly key_sealed: string;
}

/** Where the merchant's own server confirms his payouts, if he has one. */
export async function reverseCheckOf(
  db: Kysely<Tables>,
  customerId: bigint,
): Promise<ReverseCheckRow | undefined> {
  return db
    .selectFrom('audit_setting')
    .select(['url', 'key_sealed'])
    .where('user_id', '=', customerId)
    .where('enabled', '=', true)
    .executeTakeFirst();
}
