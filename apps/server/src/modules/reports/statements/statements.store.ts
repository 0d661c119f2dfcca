import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface KeptStatement {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly period: string;
  readonly currency: string;
  readonly head: string;
  readonly signature: string;
}

export interface StatementFilter {
  readonly id?: bigint;
  readonly customerId?: bigint;
  readonly period?: string;
  readonly currency?: string;
}

/**
 * The statements of the caller's tree, the latest first, with how many there are. Balances of merchants are no business of a general
 * agent's, so he finds none.
 */
export async function listStatements(
  db: Kysely<Tables>,
  scope: Scope,
  filter: StatementFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: KeptStatement[]; readonly total: bigint }> {
  const conditions = [inTree(scope, { agent: 's.agent_id', customer: 's.customer_id' })];
  if (filter.id !== undefined) conditions.push(sql`s.id = ${filter.id}`);
  if (filter.customerId !== undefined) conditions.push(sql`s.customer_id = ${filter.customerId}`);
  if (filter.period !== undefined) conditions.push(sql`s.period = ${filter.period}`);
  if (filter.currency !== undefined) conditions.push(sql`s.currency = ${filter.currency}`);
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await sql<KeptStatement>`
    SELECT s.id, s.customer_id, s.period, s.currency, s.head, s.signature FROM statement s WHERE ${where}
    ORDER BY s.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  const { rows: counts } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM statement s WHERE ${where}`.execute(db);
  return { rows, total: counts[0]?.total ?? 0n };
}

export interface NewStatement {
  readonly customerId: bigint;
  readonly agentId: bigint;
  readonly period: string;
  readonly currency: string;
  readonly head: string;
  readonly keyId: string;
  readonly signature: string;
  readonly madeBy: bigint;
}

/** Keeps what was signed; where another came first, that one stands, and this is dropped. */
export async function keepStatement(tx: Tx, made: NewStatement): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO statement (customer_id, agent_id, period, currency, head, key_id, signature, made_by, made_at)
    VALUES (${made.customerId}, ${made.agentId}, ${made.period}, ${made.currency}, ${made.head}, ${made.keyId}, ${made.signature},
      ${made.madeBy}, business_now())
    ON CONFLICT (customer_id, period, currency) DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
}
