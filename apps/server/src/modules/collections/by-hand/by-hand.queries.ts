import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope } from '../../orders/index.ts';
import { succeeded } from '../read/outcome.queries.ts';

export interface CounterSums {
  readonly currency: Currency;
  readonly count: bigint;
  readonly paid: bigint;
  /** Minor units, as really paid. */
  readonly sum: bigint;
}

/** What one person made at the counter on a business day (UTC+8), one row a currency. */
export async function counterSums(
  db: Kysely<Tables>,
  scope: Scope,
  personId: bigint,
  day: string,
): Promise<CounterSums[]> {
  const midnight = sql`((${day}::date)::timestamp - interval '8 hours') AT TIME ZONE 'UTC'`;
  const { rows } = await sql<WithSums<CounterSums, 'sum'>>`
    SELECT o.currency, count(*) AS count, count(*) FILTER (WHERE ${succeeded}) AS paid,
           coalesce(sum(o.actual_amount) FILTER (WHERE ${succeeded}), 0) AS sum
    FROM whole.collection_order o
    WHERE ${inOrderScope(scope)} AND NOT o.is_test AND o.source = 'manual'
      AND o.metadata @> jsonb_build_object('via', 'counter', 'made_by', ${String(personId)}::text)
      AND o.created_at >= ${midnight} AND o.created_at < ${midnight} + interval '1 day'
    GROUP BY o.currency ORDER BY o.currency`.execute(db);
  return readSums(rows, ['sum']);
}
