import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { usersInScope } from '../find/users-in-scope.queries.ts';

export interface CandidateRow {
  readonly id: bigint;
  readonly name: string;
  readonly username: string;
  readonly merchants: bigint;
}

/** General agents of a scope with the number of merchants bound to each. */
export async function listSubAgents(db: Kysely<Tables>, scope: Scope): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT u.id, u.name, u.username,
           (SELECT count(*) FROM app_user m WHERE m.sub_agent_id = u.id AND m.status <> 'archived') AS merchants
    FROM app_user u
    WHERE u.kind = 'subAgent' AND u.status = 'active' AND ${usersInScope(scope)} ORDER BY u.name, u.id`.execute(
    db,
  );
  return rows;
}

/**
 * Whom a merchant of this senior agent can be bound to: general agents of that agent; middlemen of that agent or of
 * the platform.
 */
export async function listCandidates(
  db: Kysely<Tables>,
  agentId: bigint,
  kind: 'subAgent' | 'middleman',
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT u.id, u.name, u.username,
           (SELECT count(*) FROM app_user m
            WHERE u.id IN (m.sub_agent_id, m.middleman_id) AND m.agent_id = ${agentId} AND m.status <> 'archived') AS merchants
    FROM app_user u
    WHERE u.kind = ${kind} AND u.status = 'active'
      AND (u.agent_id = ${agentId} OR (u.agent_id IS NULL AND u.kind = 'middleman'))
    ORDER BY u.name, u.id`.execute(db);
  return rows;
}

export interface BoundRate {
  readonly channel_id: bigint;
  readonly channel: string;
  readonly pct: string;
  readonly per_item: bigint;
  readonly currency: Currency;
}

/** What the bound general agent or middleman earns on a merchant, by channel. */
export async function boundRates(
  db: Kysely<Tables>,
  customerId: bigint,
  kind: 'subAgent' | 'middleman',
): Promise<BoundRate[]> {
  const [pct, perItem] =
    kind === 'subAgent'
      ? [sql`m.sub_agent_pct`, sql`m.sub_agent_per_item`]
      : [sql`m.middleman_pct`, sql`m.middleman_per_item`];
  const { rows } = await sql<BoundRate>`
    SELECT c.id AS channel_id, c.name AS channel, (${pct})::text AS pct, ${perItem} AS per_item, c.currency
    FROM customer_method m JOIN channel c ON c.id = m.channel_id
    WHERE m.customer_id = ${customerId} ORDER BY c.name, c.id`.execute(db);
  return rows;
}
