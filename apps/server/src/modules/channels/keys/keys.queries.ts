import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { likePattern } from '../listed-channel.queries.ts';

/** A senior agent's contract with a provider; its credentials are sealed. */
export interface KeptContract {
  readonly id: bigint;
  readonly direction: 'collection' | 'payout';
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly provider_id: bigint;
  readonly provider_name: string;
  readonly driver: string;
  readonly name: string;
  readonly currency: Currency;
  readonly base_url: string;
  readonly late_payment: 'credit' | 'abnormal';
  readonly notify_networks: string[];
  readonly credentials_sealed: string;
  readonly enabled: boolean;
  readonly previous_until: Date | null;
  readonly tested_at: Date | null;
  readonly test_outcome: 'accepted' | 'timeout' | 'domain' | 'refused' | null;
  readonly version: number;
}

export interface ContractFilter {
  readonly direction: 'collection' | 'payout';
  readonly agentId?: bigint;
  readonly search?: string;
  readonly id?: bigint;
}

const columns = sql`a.id, a.direction, a.agent_id, g.name AS agent_name, a.provider_id, p.name AS provider_name, p.driver,
  a.name, a.currency, a.base_url, a.late_payment, a.notify_networks, a.credentials_sealed, a.enabled,
  CASE WHEN a.previous_until > now() THEN a.previous_until END AS previous_until, a.tested_at, a.test_outcome, a.version`;
const from = sql`FROM channel_account a JOIN provider p ON p.id = a.provider_id JOIN app_user g ON g.id = a.agent_id`;

/** Contracts of the reader's tree: the platform's all, a senior agent's own, nobody else's. */
export async function listContracts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ContractFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<KeptContract[]> {
  const { rows } = await sql<KeptContract>`
    SELECT ${columns} ${from} WHERE ${wanted(scope, filter)}
    ORDER BY g.name, a.name, a.id OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countContracts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ContractFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count ${from} WHERE ${wanted(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

function wanted(scope: Scope, { agentId, direction, id, search }: ContractFilter): RawBuilder<unknown> {
  const conditions = [
    sql`a.direction = ${direction}`,
    inTree(scope, { agent: 'a.agent_id' }),
    ...(agentId === undefined ? [] : [sql`a.agent_id = ${agentId}`]),
    ...(id === undefined ? [] : [sql`a.id = ${id}`]),
    ...(search === undefined || search === ''
      ? []
      : [sql`(a.name ILIKE ${likePattern(search)} OR g.name ILIKE ${likePattern(search)})`]),
  ];
  return sql.join(conditions, sql` AND `);
}

/** A contract under its lock. */
export async function lockContract(tx: Tx, id: bigint): Promise<KeptContract | undefined> {
  const { rows } = await sql<KeptContract>`
    SELECT ${columns} ${from} WHERE a.id = ${id} FOR NO KEY UPDATE OF a`.execute(tx);
  return rows[0];
}

export interface NamedRow {
  readonly id: bigint;
  readonly name: string;
}

/** A senior agent by his id; undefined for anybody else. */
export async function findAgent(db: Kysely<Tables>, id: bigint): Promise<NamedRow | undefined> {
  const { rows } = await sql<NamedRow>`
    SELECT id, name FROM app_user WHERE id = ${id} AND kind = 'agent'`.execute(db);
  return rows[0];
}

export async function findProvider(
  db: Kysely<Tables>,
  id: bigint,
): Promise<(NamedRow & { readonly driver: string }) | undefined> {
  const { rows } = await sql<NamedRow & { driver: string }>`
    SELECT id, name, driver FROM provider WHERE id = ${id}`.execute(db);
  return rows[0];
}
