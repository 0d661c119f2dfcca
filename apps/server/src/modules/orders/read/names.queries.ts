import { namesOffered, type FoundName, type NameKind } from '@suanpan/contract/endpoints/names';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';

export interface NameQuestion {
  readonly search?: string;
  readonly id?: bigint;
}

const sources: Readonly<Record<NameKind, (scope: Scope) => RawBuilder<unknown>>> = {
  customer: (scope) => sql`app_user n WHERE n.kind = 'customer' AND ${merchantsOf(scope)}`,
  agent: (scope) => sql`app_user n WHERE n.kind = 'agent' AND ${agentsOf(scope)}`,
  subAgent: (scope) => sql`app_user n WHERE n.kind = 'subAgent' AND ${belowOrSelf(scope)}`,
  merchantOrAgent: (scope) => sql`app_user n WHERE n.kind IN ('customer', 'agent') AND ${belowOrSelf(scope)}`,
  collectionChannel: (scope) => sql`channel n WHERE n.direction = 'collection' AND ${channelsOf(scope)}`,
  payoutChannel: (scope) => sql`channel n WHERE n.direction = 'payout' AND ${channelsOf(scope)}`,
  collectionAccount: (scope) =>
    sql`channel_account n WHERE n.direction = 'collection' AND ${accountsOf(scope)}`,
  payoutAccount: (scope) => sql`channel_account n WHERE n.direction = 'payout' AND ${accountsOf(scope)}`,
  party: (scope) =>
    sql`app_user n WHERE n.kind IN ('customer', 'agent', 'subAgent', 'middleman') AND ${belowOrSelf(scope)}`,
  // By the name under which somebody signs in, too: that is how a log calls him.
  operator: (
    scope,
  ) => sql`(SELECT u.id, u.tenant_path, u.name || ' · ' || u.username AS name FROM app_user u) n
    WHERE ${belowOrSelf(scope)}`,
};

/** Names of one kind in the caller's tree: those that begin so first, or the one with this id. */
export async function findNames(
  db: Kysely<Tables>,
  scope: Scope,
  kind: NameKind,
  { search = '', id }: NameQuestion,
): Promise<FoundName[]> {
  const part = search.replace(/[\\%_]/g, '\\$&');
  const wanted =
    id !== undefined
      ? sql`n.id = ${id}`
      : sql`(n.name ILIKE ${`%${part}%`} OR n.id::text LIKE ${`${part}%`})`;
  const { rows } = await sql<FoundName>`
    SELECT n.id::text AS id, n.name FROM ${sources[kind](scope)} AND ${wanted}
    ORDER BY n.name NOT ILIKE ${`${part}%`}, n.name, n.id LIMIT ${namesOffered}`.execute(db);
  return rows;
}

/** Whether the id is a senior agent whose orders the caller could see. */
export async function isOwnAgent(db: Kysely<Tables>, scope: Scope, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT n.id FROM app_user n WHERE n.id = ${id} AND n.kind = 'agent' AND ${agentAbove(scope)}`.execute(db);
  return rows.length > 0;
}

/** The caller's own tree by its paths. */
function belowOrSelf(scope: Scope): RawBuilder<unknown> {
  const root = ownerOf(scope);
  return root === null
    ? sql`true`
    : sql`starts_with(n.tenant_path, (SELECT top.tenant_path FROM app_user top WHERE top.id = ${root}))`;
}

function merchantsOf(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`n.agent_id = ${scope.agentId}`;
    case 'customer':
      return sql`n.id = ${scope.customerId}`;
    case 'subAgent':
      return sql`n.id IN (SELECT e.customer_id FROM merchant_earner e WHERE e.earner_id = ${scope.subAgentId})`;
    case 'middleman':
      return sql`n.id IN (SELECT e.customer_id FROM merchant_earner e WHERE e.earner_id = ${scope.middlemanId})`;
  }
}

/** Who the senior agent is, is told to himself and to the platform. */
function agentsOf(scope: Scope): RawBuilder<unknown> {
  if (scope.kind === 'platform') return sql`true`;
  return scope.kind === 'agent' ? sql`n.id = ${scope.agentId}` : sql`false`;
}

/** The senior agent of the caller's tree, for whoever stands anywhere in it. */
function agentAbove(scope: Scope): RawBuilder<unknown> {
  const under = (id: bigint): RawBuilder<unknown> =>
    sql`n.id = (SELECT u.agent_id FROM app_user u WHERE u.id = ${id})`;
  switch (scope.kind) {
    case 'customer':
      return under(scope.customerId);
    case 'subAgent':
      return under(scope.subAgentId);
    case 'middleman':
      return under(scope.middlemanId);
    case 'platform':
    case 'agent':
      return agentsOf(scope);
  }
}

/** Channels of one's own: those an agent was given, those a merchant takes payments through. */
function channelsOf(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`n.id IN (SELECT m.channel_id FROM agent_method m WHERE m.agent_id = ${scope.agentId})`;
    case 'customer':
    case 'subAgent':
    case 'middleman':
      return sql`n.id IN (SELECT m.channel_id FROM customer_method m WHERE m.customer_id IN (
        SELECT n.id FROM app_user n WHERE n.kind = 'customer' AND ${merchantsOf(scope)}))`;
  }
}

/** Accounts at providers are their senior agent's and the platform's to know. */
function accountsOf(scope: Scope): RawBuilder<unknown> {
  return inTree(scope, { agent: 'n.agent_id' });
}
