import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';

/** The orders of one owner's tree, in SQL, the order being called `o`; an order keeps the chain it was made with. */
export function inOrderScope(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`o.agent_id = ${scope.agentId}`;
    case 'subAgent':
      return sql`o.sub_agent_id = ${scope.subAgentId} AND ${earnedOn(scope.subAgentId)}`;
    case 'customer':
      return sql`o.customer_id = ${scope.customerId}`;
    case 'middleman':
      return sql`o.middleman_id = ${scope.middlemanId} AND ${earnedOn(scope.middlemanId)}`;
  }
}

/** Orders are indexed by merchant and not by who earns on them. */
function earnedOn(earnerId: bigint): RawBuilder<unknown> {
  return sql`o.customer_id IN (${merchantsOf(earnerId)})`;
}

/** The merchants on whose orders somebody has ever earned. */
export function merchantsOf(earnerId: bigint): RawBuilder<unknown> {
  return sql`SELECT e.customer_id FROM merchant_earner e WHERE e.earner_id = ${earnerId}`;
}
