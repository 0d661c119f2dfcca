import type { Currency } from '@suanpan/money/currency';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope } from '../../orders/index.ts';
import { succeeded } from '../read/outcome.queries.ts';

/** As many as one looks back over between two payers. */
const counterOrdersShown = 20;

export interface CounterSums {
  readonly currency: Currency;
  readonly count: bigint;
  readonly paid: bigint;
  /** Minor units, as really paid. */
  readonly sum: bigint;
}

/** The orders that one person made at the counter on a business day (UTC+8), test orders apart. */
const madeThere = (scope: Scope, personId: bigint, day: string) => {
  const midnight = sql`((${day}::date)::timestamp - interval '8 hours') AT TIME ZONE 'UTC'`;
  return sql`${inOrderScope(scope)} AND NOT o.is_test AND o.source = 'manual'
      AND o.metadata @> jsonb_build_object('via', 'counter', 'made_by', ${String(personId)}::text)
      AND o.created_at >= ${midnight} AND o.created_at < ${midnight} + interval '1 day'`;
};

/** What they come to, one row a currency. */
export async function counterSums(
  db: Kysely<Tables>,
  scope: Scope,
  personId: bigint,
  day: string,
): Promise<CounterSums[]> {
  const { rows } = await sql<WithSums<CounterSums, 'sum'>>`
    SELECT o.currency, count(*) AS count, count(*) FILTER (WHERE ${succeeded}) AS paid,
           coalesce(sum(o.actual_amount) FILTER (WHERE ${succeeded}), 0) AS sum
    FROM whole.collection_order o WHERE ${madeThere(scope, personId, day)}
    GROUP BY o.currency ORDER BY o.currency`.execute(db);
  return readSums(rows, ['sum']);
}

export interface CounterOrderRow {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly customer_name: string;
  readonly product_name: string | null;
  readonly order_amount: bigint;
  readonly currency: Currency;
  readonly status: CollectionStatus;
  readonly created_at: Date;
}

/** The latest of them. */
export async function counterOrders(
  db: Kysely<Tables>,
  scope: Scope,
  personId: bigint,
  day: string,
): Promise<CounterOrderRow[]> {
  const { rows } = await sql<CounterOrderRow>`
    SELECT o.id, o.order_no, o.merchant_order_no, u.name AS customer_name, o.product_name, o.order_amount, o.currency,
           o.status, o.created_at
    FROM whole.collection_order o JOIN app_user u ON u.id = o.customer_id WHERE ${madeThere(scope, personId, day)}
    ORDER BY o.id DESC LIMIT ${counterOrdersShown}`.execute(db);
  return rows;
}
