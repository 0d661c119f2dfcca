import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';

export interface ProviderLogEntry {
  readonly orderId: bigint | null;
  /** A collection, unless it is said. */
  readonly orderKind?: 'collection' | 'payout';
  readonly channelAccountId: bigint;
  readonly at: Date;
  readonly direction: 'out' | 'in';
  readonly operation: string;
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  readonly outcome: string;
  readonly request: string;
  readonly response: string;
}

/** Keeps one exchange with a provider; both texts are masked and cut before they come here. */
export async function insertProviderLog(db: Kysely<Tables>, entry: ProviderLogEntry): Promise<void> {
  await db
    .insertInto('provider_log')
    .values({
      order_id: entry.orderId,
      ...(entry.orderKind && { order_kind: entry.orderKind }),
      channel_account_id: entry.channelAccountId,
      at: entry.at,
      direction: entry.direction,
      operation: entry.operation,
      http_status: entry.httpStatus,
      latency_ms: entry.latencyMs,
      outcome: entry.outcome,
      request: storable(entry.request),
      response: storable(entry.response),
    })
    .execute();
}

/** PostgreSQL keeps no NUL in text, and a provider in trouble sends anything. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** Channels that take part in a turn of the round robin, in their order, and their weights. */
export type TurnOf = readonly { readonly channelId: bigint; readonly weight: number }[];

/**
 * Takes one turn of the round robin of a merchant and alias, and answers how each channel stood before it. Turns are taken one
 * after the other among all processes, so never inside a transaction that does anything else; one that is lost in a crash of the
 * machine was an order's that nobody has either.
 */
export async function takeTurn(
  db: Kysely<Tables>,
  customerId: bigint,
  alias: string,
  channels: TurnOf,
): Promise<ReadonlyMap<bigint, number>> {
  const ids = channels.map(({ channelId }) => channelId);
  const { rows } = await sql<{ before: number[] }>`
    SELECT set_config('synchronous_commit', 'off', true), take_turn(${customerId}, ${alias}, ${ids}::bigint[],
      ${channels.map(({ weight }) => weight)}::int[]) AS before`.execute(db);
  return new Map(ids.map((id, n) => [id, rows[0]?.before[n] ?? 0]));
}

/** Stores the round robin's state after a choice. */
export async function savePollingState(
  tx: Tx,
  customerId: bigint,
  alias: string,
  weights: ReadonlyMap<bigint, number>,
): Promise<void> {
  if (weights.size === 0) return;
  await sql`
    INSERT INTO polling_state (customer_id, alias, channel_id, current_weight)
    SELECT ${customerId}, ${alias}, w.channel_id, w.weight
    FROM unnest(${[...weights.keys()]}::bigint[], ${[...weights.values()]}::int[]) AS w (channel_id, weight)
    ON CONFLICT (customer_id, alias, channel_id) DO UPDATE SET current_weight = EXCLUDED.current_weight`.execute(
    tx,
  );
}
