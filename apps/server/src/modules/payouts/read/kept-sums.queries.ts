import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { within } from '../../../platform/db/list-query.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { endsOf } from '../../orders/index.ts';
import type { KeptSums } from '../../orders/index.ts';
import type { PayoutFilter, PayoutSum } from './payout-search.ts';

/** Payouts that stand behind one row of a merchant's sums before it is quicker to read those. */
const leastBehindOne = 4;

/** A merchant with a payout or two a day has as many sums as payouts: these are then read themselves. */
export async function sumsAreShort(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ short: boolean }>`
    SELECT p.reltuples < 0 OR s.reltuples < 0 OR p.reltuples > ${leastBehindOne} * s.reltuples AS short
    FROM pg_class p, pg_class s
    WHERE p.oid = 'payout_order'::regclass AND s.oid = 'payout_channel_day'::regclass`.execute(db);
  return rows[0]?.short ?? true;
}

/** How the list of payouts reads them; in each piece the payout is called `o`. */
interface PayoutsOfList {
  readonly figures: RawBuilder<unknown>;
  conditions(scope: Scope, filter: PayoutFilter): readonly RawBuilder<unknown>[];
}

// What is kept and what came since, neither of them brought to one row a key first: it is summed up anyway. Zero is no channel.
const sumsOf = (from: RawBuilder<unknown>, owners: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT day, ${owners}, nullif(channel_id, 0) AS channel_id, nullif(channel_account_id, 0) AS channel_account_id, currency, status,
         made_count, made_amount, made_fee
  ${from}`;
const owners = sql`customer_id, agent_id, nullif(sub_agent_id, 0) AS sub_agent_id`;
const kept = {
  agent: sumsOf(sql`FROM payout_agent_day_now`, sql`agent_id`),
  merchant: sql`${sumsOf(sql`FROM payout_channel_day`, owners)} UNION ALL
    ${sumsOf(sql`FROM payouts_by_channel(ARRAY(SELECT n FROM payout_delta n))`, owners)}`,
};

const summed = ['amount', 'paid_amount', 'fee'] as const;

/**
 * The totals of a filter, one row a currency: of whole days by the kept sums, and by the payouts what these leave out, all in one
 * statement and so of one moment. The same figures as the payouts’ own, which proofs R4 and R15 hold the kept sums against.
 */
export async function sumKept(
  db: Kysely<Tables>,
  scope: Scope,
  filter: PayoutFilter,
  { by, days }: KeptSums,
  { conditions, figures }: PayoutsOfList,
): Promise<PayoutSum[]> {
  const { createdFrom: _from, createdTo: _to, isTest, ...dateless } = filter;
  const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` AND `);
  const ofWhom = all(conditions(scope, dateless));
  const payouts = (which: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`
    SELECT o.currency, count(*) AS count, ${figures} FROM whole.payout_order o
    WHERE ${ofWhom} AND ${all(which)} GROUP BY o.currency`;
  const parts = [
    sql`
    SELECT o.currency, sum(o.made_count) AS count, sum(o.made_count) FILTER (WHERE o.status = 'paid') AS paid_count,
           sum(o.made_amount) AS amount, sum(o.made_amount) FILTER (WHERE o.status = 'paid') AS paid_amount,
           sum(o.made_fee) FILTER (WHERE o.status = 'paid') AS fee
    FROM (${kept[by]}) o
    WHERE ${ofWhom} AND o.day >= business_day(${days.from}) AND o.day < business_day(${days.to})
    GROUP BY o.currency`,
    ...(isTest === false ? [] : [payouts([sql`o.is_test`, ...within('o.created_at', days.from, days.to)])]),
    ...endsOf(filter, days).map(({ from, to }) =>
      payouts([...within('o.created_at', from, to), ...(isTest === false ? [sql`NOT o.is_test`] : [])]),
    ),
  ];
  const { rows } = await sql<WithSums<PayoutSum, (typeof summed)[number]>>`
    SELECT t.currency, sum(t.count)::bigint AS count, coalesce(sum(t.paid_count), 0)::bigint AS paid_count, sum(t.amount) AS amount,
           coalesce(sum(t.paid_amount), 0) AS paid_amount, coalesce(sum(t.fee), 0) AS fee
    FROM (${sql.join(parts, sql` UNION ALL `)}) t
    GROUP BY t.currency HAVING sum(t.count) > 0 ORDER BY t.currency`.execute(db);
  return readSums<PayoutSum, (typeof summed)[number]>(rows, summed);
}
