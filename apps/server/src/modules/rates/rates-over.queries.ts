import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

export interface RateOver {
  /** Null for the platform's. */
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly collection_rate: string;
  readonly payment_rate: string;
  readonly valid_from: Date;
}

export interface RatesAsked {
  readonly base: Currency;
  readonly quote: Currency;
  /** Half open; what is not in force yet is left out. */
  readonly from: Date;
  readonly to: Date;
  /** The one beside the platform's, for whoever stands above senior agents. */
  readonly agentId?: bigint;
}

/**
 * Every version of a pair that was in force in a range, the platform's first, the earliest first: also the one with which the
 * range began. A senior agent is told the platform's and his own; whoever stands below him none.
 */
export async function ratesOver(
  db: Kysely<Tables>,
  scope: Scope,
  { agentId, base, from, quote, to }: RatesAsked,
): Promise<RateOver[]> {
  if (scope.kind !== 'platform' && scope.kind !== 'agent') return [];
  const own = scope.kind === 'agent' ? scope.agentId : (agentId ?? null);
  const { rows } = await sql<RateOver>`
    SELECT r.agent_id, u.name AS agent_name, trim_scale(r.collection_rate)::text AS collection_rate,
           trim_scale(r.payment_rate)::text AS payment_rate, r.valid_from
    FROM exchange_rate r LEFT JOIN app_user u ON u.id = r.agent_id
    WHERE r.base = ${base} AND r.quote = ${quote} AND (r.agent_id IS NULL OR r.agent_id = ${own}) AND r.withdrawn_at IS NULL
      AND r.valid_from < ${to} AND r.valid_from <= (SELECT business_now())
      AND NOT EXISTS (
        SELECT FROM exchange_rate x
        WHERE x.base = r.base AND x.quote = r.quote AND x.agent_id IS NOT DISTINCT FROM r.agent_id AND x.withdrawn_at IS NULL
          AND x.valid_from <= greatest(r.valid_from, ${from}) AND (x.valid_from, x.version) > (r.valid_from, r.version))
    ORDER BY r.agent_id NULLS FIRST, r.valid_from`.execute(db);
  return rows;
}
