import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

interface Places {
  readonly destinations: readonly string[];
  readonly shared: boolean;
  readonly stepMinor: bigint;
  readonly below: number;
  readonly above: number;
  readonly graceS: number;
}

/** Keeps a place and a sum for an order without a way, and asks its payer for that; null where every sum is taken. */
export async function awaitTransfer(
  tx: Tx,
  orderId: bigint,
  channelAccountId: bigint,
  { above, below, destinations, graceS, shared, stepMinor }: Places,
): Promise<{ readonly destination: string; readonly amount: bigint } | null> {
  const { rows } = await sql<{ destination: string | null; amount: bigint | null }>`
    SELECT destination, amount
    FROM await_transfer(${orderId}, ${channelAccountId}, ${[...destinations]}::text[], ${shared}, ${stepMinor}, ${below}::int,
      ${above}::int, ${graceS}::int)`.execute(tx);
  const { amount, destination } = rows[0] ?? { amount: null, destination: null };
  return amount === null || destination === null ? null : { amount, destination };
}

/** Gives its place back, and asks its payer for what was ordered. */
export async function awaitNoTransfer(tx: Tx, orderId: bigint): Promise<void> {
  await sql`SELECT FROM await_no_transfer(${orderId})`.execute(tx);
}

/** Books money of nobody's order; false where this payment was booked before. */
export async function receiveUnidentified(
  tx: Tx,
  money: {
    readonly channelAccountId: bigint;
    readonly ref: string;
    readonly currency: Currency;
    readonly amount: bigint;
  },
): Promise<boolean> {
  const { amount, channelAccountId, currency, ref } = money;
  const { rows } = await sql<{ booked: boolean }>`
    SELECT receive_unidentified(${channelAccountId}, ${ref}, ${currency}, ${amount}, NULL) AS booked`.execute(
    tx,
  );
  return rows[0]?.booked === true;
}

/** Keeps how far an account was read, and whether it answered; what is unread begins with a new account. */
export async function saveRead(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  until: Date,
  answered: boolean,
): Promise<void> {
  await sql`
    INSERT INTO channel_feed AS f (channel_account_id, read_until, looked_at) VALUES (${channelAccountId}, ${until}, now())
    ON CONFLICT (channel_account_id) DO UPDATE
      SET read_until = EXCLUDED.read_until, looked_at = now(),
          answered_at = CASE WHEN ${answered} THEN now() ELSE f.answered_at END`.execute(db);
}
