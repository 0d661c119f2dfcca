import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RoutingReplay } from '@suanpan/contract/endpoints/routing-replay';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** What a replay came to, as it is kept: reasons by their names. */
export type KeptReplay = Omit<RoutingReplay, 'id' | 'state' | 'orders'>;

export interface ReplayRow {
  readonly id: bigint;
  readonly state: RoutingReplay['state'];
  readonly orders: bigint;
  readonly result: KeptReplay | null;
}

export interface NewReplay {
  readonly userId: bigint;
  readonly agentId: bigint | null;
  readonly direction: 'collection' | 'payout';
  readonly day: string;
  readonly customerId: bigint | null;
  readonly changes: object;
}

/** Runs that take longer were cut off with their process. */
const longestMinutes = 5;

/** Keeps a replay that begins; undefined while another of this user is under way. */
export async function insertReplay(db: Kysely<Tables>, replay: NewReplay): Promise<bigint | undefined> {
  await sql`
    UPDATE routing_replay SET state = 'failed', ended_at = now()
    WHERE user_id = ${replay.userId} AND state = 'running'
      AND created_at <= now() - ${longestMinutes} * interval '1 minute'`.execute(db);
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO routing_replay (user_id, agent_id, direction, day, customer_id, changes, state, created_at)
    VALUES (${replay.userId}, ${replay.agentId}, ${replay.direction}, ${replay.day}::date, ${replay.customerId}, ${JSON.stringify(replay.changes)}::jsonb,
      'running', now())
    ON CONFLICT DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id;
}

export async function endReplay(
  db: Kysely<Tables>,
  id: bigint,
  end: { readonly state: 'done' | 'failed'; readonly orders: number; readonly result: KeptReplay | null },
): Promise<void> {
  await sql`
    UPDATE routing_replay SET state = ${end.state}, orders = ${end.orders}, ended_at = now(),
      result = ${end.result === null ? null : JSON.stringify(end.result)}::jsonb
    WHERE id = ${id}`.execute(db);
}

export async function noteOrders(db: Kysely<Tables>, id: bigint, orders: number): Promise<void> {
  await sql`UPDATE routing_replay SET orders = ${orders} WHERE id = ${id} AND state = 'running'`.execute(db);
}

/** A replay of this user alone. */
export async function findReplay(
  db: Kysely<Tables>,
  id: bigint,
  userId: bigint,
): Promise<ReplayRow | undefined> {
  const { rows } = await sql<ReplayRow>`
    SELECT id, orders, result,
           CASE WHEN state = 'running' AND created_at < now() - ${longestMinutes} * interval '1 minute' THEN 'failed'
             ELSE state END AS state
    FROM routing_replay WHERE id = ${id} AND user_id = ${userId}`.execute(db);
  return rows[0];
}
