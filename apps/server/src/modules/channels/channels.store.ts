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

/** The merchant's methods that take part in a turn of the round robin, in their order, and their weights, all above 0. */
export type TurnOf = readonly { readonly methodId: bigint; readonly weight: number }[];

/**
 * Takes one turn of the round robin of a merchant and alias, and answers the method that was drawn, as the domain draws it
 * (routing/smooth-weighted). Turns are taken one after the other among all processes, so never inside a transaction that does
 * anything else; one that is lost in a crash of the machine was an order's that nobody has either.
 */
export async function takeTurn(
  db: Kysely<Tables>,
  customerId: bigint,
  alias: string,
  methods: TurnOf,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ drawn: bigint }>`
    SELECT set_config('synchronous_commit', 'off', true), take_turn(${customerId}, ${alias}, ${methods.map(({ methodId }) => methodId)}::bigint[],
      ${methods.map(({ weight }) => weight)}::int[]) AS drawn`.execute(db);
  return rows[0]?.drawn;
}

/** Stores the round robin's state, by method, after choices of the past. */
export async function savePollingState(
  tx: Tx,
  customerId: bigint,
  alias: string,
  turns: ReadonlyMap<bigint, number>,
): Promise<void> {
  if (turns.size === 0) return;
  await sql`
    INSERT INTO polling_state AS s (customer_id, alias, stands)
    SELECT ${customerId}, ${alias}, jsonb_object_agg(t.method_id::text, t.stands)
    FROM unnest(${[...turns.keys()]}::bigint[], ${[...turns.values()]}::int[]) AS t (method_id, stands)
    ON CONFLICT (customer_id, alias) DO UPDATE SET stands = s.stands || EXCLUDED.stands`.execute(tx);
}
