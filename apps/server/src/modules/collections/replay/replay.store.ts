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
  readonly day: string;
  readonly customerId: bigint | null;
  readonly changes: object;
}

/** Runs that take longer were cut off with their process. */
const longestMinutes = 5;

export async function insertReplay(db: Kysely<Tables>, replay: NewReplay): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO routing_replay (user_id, agent_id, day, customer_id, changes, state, created_at)
    VALUES (${replay.userId}, ${replay.agentId}, ${replay.day}::date, ${replay.customerId}, ${JSON.stringify(replay.changes)}::jsonb,
      'running', now())
    RETURNING id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A replay was not kept');
  return row.id;
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

/** Whether a replay of this user is under way. */
export async function isReplaying(db: Kysely<Tables>, userId: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM routing_replay WHERE user_id = ${userId} AND state = 'running'
      AND created_at > now() - ${longestMinutes} * interval '1 minute' LIMIT 1`.execute(db);
  return rows.length > 0;
}
