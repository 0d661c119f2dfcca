import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';

/** One try of a refund at its provider, under our number for it. */
export type RefundAttempt = Selectable<Tables['refund_attempt']>;

/** What is due, in hand for a minute; from the second asking on only what became of it is asked. */
export async function takeRefundAttempts(db: Database, most: number): Promise<RefundAttempt[]> {
  const { rows } = await sql<RefundAttempt>`SELECT * FROM take_refund_attempts(${most})`.execute(db.workers);
  return rows;
}

/** What the provider said, and when it is asked next, in seconds. */
export interface Heard {
  readonly said: 'accepted' | 'paid' | 'failed' | 'notFound' | 'unknown';
  readonly providerRef?: string;
  /** Minor units; of what was paid. */
  readonly amount?: bigint;
  readonly againS: number;
}

/** Keeps it and does what it decides, through the door. Answers what the refund is then. */
export async function hearRefund(
  db: Database,
  { n, refund_id }: RefundAttempt,
  heard: Heard,
): Promise<string> {
  const { againS, amount, providerRef, said } = heard;
  return transact(db.workers, async (tx: Tx) => {
    const { rows } = await sql<{ status: string }>`
      SELECT refund_heard(${refund_id}, ${n}::smallint, ${said}, ${providerRef ?? null}, ${amount ?? null}, ${againS}, NULL)
        AS status`.execute(tx);
    afterCommit(tx, wakeRelays);
    return rows[0]?.status ?? 'refunding';
  });
}

/** The refund, and by which account its payer had paid. */
export async function refundToAsk(
  db: Database,
  refundId: bigint,
): Promise<{ order_id: bigint; channel_account_id: bigint; amount: bigint; currency: string } | undefined> {
  return db.workers
    .selectFrom('refund')
    .select(['order_id', 'channel_account_id', 'amount', 'currency'])
    .where('id', '=', refundId)
    .executeTakeFirst();
}
