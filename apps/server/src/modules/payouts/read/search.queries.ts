import { rarePayoutStatuses } from '@suanpan/domain/states/payout';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { listQuery, sortsBy } from '../../../platform/db/list-query.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import {
  amongRare,
  feeSplitSums,
  fewPlaces,
  keptSumsOf,
  knowsPeople,
  orderConditions,
  ordersOfAmount,
  pagedBy,
  rareOrders,
  yields,
} from '../../orders/index.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { FeeSplitSum, OrderColumns } from '../../orders/index.ts';
import type { PayoutRow } from '../payouts.queries.ts';
import { sumKept, sumsAreShort } from './kept-sums.queries.ts';
import type { PayoutFilter, PayoutSum } from './payout-search.ts';
import { placesOf } from './places.queries.ts';

export type ListedPayout = PayoutRow & {
  /** It stands in the archive, whence whoever acts on it brings it back. */
  readonly archived: boolean;
  readonly channel_name: string | null;
  readonly account_label: string | null;
  readonly customer_name: string;
  readonly agent_name: string;
  /** Who has it to himself now, and until when. */
  readonly locked_by: bigint | null;
  readonly locked_by_name: string | null;
  readonly lock_until: Date | null;
  /** The platform may take it from whoever has it. */
  readonly lock_yields: boolean | null;
  /** It could be sent, and the platform lets payouts stand still. */
  readonly is_paused: boolean;
};

const columns: OrderColumns = {
  kind: 'payout',
  table: 'whole.payout_order',
  amount: 'amount',
  // What was paid is looked up account by account, as it is kept; what is under way is among the few that are worked on, and what came to
  // another end among the few that did.
  byProviderNumber: (numbers) => sql`o.id = ANY (ARRAY(
    SELECT p.order_id FROM paid_proof p
    WHERE p.channel_account_id IN (SELECT id FROM channel_account) AND p.provider_ref = ANY (${numbers}) AND p.kind = 'payout'
    UNION ALL
    SELECT q.id FROM whole.payout_order q
    WHERE q.provider_order_no = ANY (${numbers}) AND q.id = ANY (ARRAY(
      SELECT w.order_id FROM payout_work w UNION ALL SELECT r.order_id FROM ${rareOrders('payout')} r))))`,
};
const sorts = sortsBy('amount');

const figures = sql`
  count(*) FILTER (WHERE o.status = 'paid') AS paid_count, sum(o.amount) AS amount,
  coalesce(sum(o.amount) FILTER (WHERE o.status = 'paid'), 0) AS paid_amount,
  coalesce(sum(o.merchant_fee) FILTER (WHERE o.status = 'paid'), 0) AS fee`;

const list = listQuery<PayoutFilter, ListedPayout, PayoutSum, keyof typeof sorts>({
  table: columns.table,
  shown: {
    columns: sql`
      c.name AS channel_name, ca.name AS account_label, u.name AS customer_name, a.name AS agent_name,
      k.user_id AS locked_by, ku.name AS locked_by_name, k.until AS lock_until,
      CASE WHEN k.user_id IS NOT NULL THEN ${yields(sql`k.user_id`)} END AS lock_yields,
      o.stage = 'queued' AND o.wait_reason IS NULL AND is_paused('payout', o.agent_id, ca.provider_id) AS is_paused,
      EXISTS (SELECT FROM archive.payout_order x WHERE x.id = o.id) AS archived`,
    joins: sql`
      LEFT JOIN channel c ON c.id = o.channel_id
      LEFT JOIN channel_account ca ON ca.id = o.channel_account_id
      JOIN app_user u ON u.id = o.customer_id
      JOIN app_user a ON a.id = o.agent_id
      LEFT JOIN payout_lock k ON k.order_id = o.id AND k.until > now()
      LEFT JOIN app_user ku ON ku.id = k.user_id`,
  },
  sorts,
  figures,
  summed: ['amount', 'paid_amount', 'fee'],
  conditions: conditionsOf,
});

const askedOf = (scope: Scope, filter: PayoutFilter) => ({
  ...columns,
  scope,
  filter,
  conditions: conditionsOf(scope, filter),
});

/** One page of the payouts that the caller may see; every query carries his scope. */
export const listPayouts = pagedBy(list, { askedOf, placed });
export const payoutsFrom = list.from;
/** The totals of the whole filter, one row a currency: the payouts’ own, read from the sums by day where these can tell. */
export const sumPayouts: typeof list.sums = async (db, scope, filter) => {
  // Those that are kept beside the others are few enough to be summed up themselves.
  const kept = rareConditions(scope, filter).length > 0 ? null : keptSumsOf(scope, filter);
  return kept === null || (kept.by === 'merchant' && !(await sumsAreShort(db)))
    ? list.sums(db, scope, await placed(db, scope, filter, null))
    : sumKept(db, scope, filter, kept, { figures, conditions: conditionsOf });
};
/** The same by the payouts alone. */
export const sumPayoutRows = list.sums;
export const countPayouts = list.countUpTo;

/** The filter, and where its payouts are if they are few; `newest` of them are asked for, or all. */
async function placed(
  db: Kysely<Tables>,
  scope: Scope,
  filter: PayoutFilter,
  newest: number | null,
): Promise<PayoutFilter> {
  const asked = askedOf(scope, filter);
  // What stands rarely is found beside the others.
  const kept = rareConditions(scope, filter).length > 0 ? null : placesOf(scope, filter);
  const places =
    (await ordersOfAmount(db, asked, newest)) ??
    (kept === null ? null : await fewPlaces(db, scope, filter, kept, asked.conditions, newest));
  return places === null ? filter : { ...filter, places };
}

/** How the fees of what is paid were shared out; one row a currency. */
export async function splitPayouts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: PayoutFilter,
): Promise<FeeSplitSum[]> {
  const { rows } = await sql<WithSums<FeeSplitSum, (typeof feeSplitSums)[number]>>`
    SELECT o.currency, sum(o.endpoint_fee) AS endpoint, sum(o.sub_agent_fee) AS sub_agent, sum(o.middleman_fee) AS middleman,
           sum(o.merchant_fee - o.endpoint_fee - o.sub_agent_fee - o.middleman_fee) AS agent, sum(o.system_fee) AS system
    FROM whole.payout_order o
    WHERE ${sql.join(conditionsOf(scope, filter), sql` AND `)} AND o.status = 'paid'
    GROUP BY o.currency`.execute(db);
  return readSums<FeeSplitSum, (typeof feeSplitSums)[number]>(rows, feeSplitSums);
}

function conditionsOf(scope: Scope, filter: PayoutFilter): RawBuilder<unknown>[] {
  return [
    ...orderConditions(columns, scope, filter),
    ...rareConditions(scope, filter),
    ...ownConditions(scope, filter),
  ];
}

const rare: ReadonlySet<string> = new Set(rarePayoutStatuses);

function rareConditions(scope: Scope, filter: PayoutFilter): RawBuilder<unknown>[] {
  const { failure, reverseStatus, status } = filter;
  const isRare = status?.every((one) => rare.has(one)) === true;
  // Where a payout says why it failed, or came back, it stands rarely too.
  const asksForRare =
    isRare || failure !== undefined || reverseStatus?.every((one) => one === 'reversed') === true;
  return asksForRare ? [amongRare(columns.kind, isRare ? status : null, scope, filter)] : [];
}

function ownConditions(scope: Scope, filter: PayoutFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  const asksForPayee = (filter.cardHashes ?? filter.accountName) !== undefined;
  if (asksForPayee && !knowsPeople(scope)) add(sql`false`);
  if (filter.providerOrderNo !== undefined)
    add(
      sql`${columns.byProviderNumber([filter.providerOrderNo])} AND o.provider_order_no = ${filter.providerOrderNo}`,
    );
  if (filter.stage !== undefined) add(sql`o.stage = ANY (${filter.stage})`);
  if (filter.reverseStatus !== undefined) add(sql`o.reverse_status = ANY (${filter.reverseStatus})`);
  if (filter.cardHashes !== undefined) add(sql`o.card_hash = ANY (${filter.cardHashes})`);
  if (filter.accountName !== undefined) add(sql`o.account_name = ${filter.accountName}`);
  if (filter.bankCode !== undefined) add(sql`o.bank_code = ${filter.bankCode}`);
  if (filter.failure !== undefined) add(sql`o.failure = ${filter.failure}`);
  return conditions;
}
