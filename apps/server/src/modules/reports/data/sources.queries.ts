import { failedStatuses, payoutOutcomes, succeededStatuses } from '@suanpan/domain/reports/success-rate';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { accountDays } from '../../channels/index.ts';
import { channelDays, orderRows } from '../../collections/index.ts';
import { exchangedRows, seesExchanged } from '../../withdrawals/index.ts';
import { collectionFigures, orderFigures } from './collection-figures.ts';
import type { DataSource } from './data-screen.ts';
import { payoutFigures } from './payout-figures.ts';
import { standingFigures } from './standing-figures.ts';
import { withdrawalFigures } from './withdrawal-figures.ts';

type Sums = DataSource['sums'];

const byParty = {
  day: sql`d.day`,
  customer: sql`d.customer_id`,
  agent: sql`d.agent_id`,
  subAgent: sql`d.sub_agent_id`,
};
const byChannel = { channel: sql`d.channel_id`, channelAccount: sql`d.channel_account_id` };
const ofTree = (scope: Scope): RawBuilder<unknown> =>
  inTree(scope, { agent: 'd.agent_id', subAgent: 'd.sub_agent_id', customer: 'd.customer_id' });
const among = (statuses: readonly string[]): RawBuilder<unknown> =>
  sql`d.status IN (${sql.join(statuses.map((status) => sql.lit(status)))})`;

const collectionSums: Sums = {
  created_count: sql`sum(d.created_count)`,
  created_amount: sql`sum(d.created_amount)`,
  success_count: sql`sum(d.success_count)`,
  success_amount: sql`sum(d.success_amount)`,
  failed_count: sql`sum(d.failed_count)`,
  paid_count: sql`sum(d.paid_count)`,
  actual_amount: sql`sum(d.actual_amount)`,
  accounted_amount: sql`sum(d.accounted_amount)`,
  fee: sql`sum(d.fee)`,
  commission: sql`sum(d.sub_agent_fee)`,
};

const madePayoutSums: Sums = {
  payout_count: sql`sum(d.made_count)`,
  payout_amount: sql`sum(d.made_amount)`,
  payout_succeeded: sql`sum(d.made_count) FILTER (WHERE ${among(payoutOutcomes.succeeded)})`,
  payout_failed: sql`sum(d.made_count) FILTER (WHERE ${among(payoutOutcomes.failed)})`,
};
const payoutSums: Sums = {
  ...madePayoutSums,
  payout_paid_amount: sql`sum(d.ended_amount) FILTER (WHERE d.status = 'paid')`,
  payout_fee: sql`sum(d.payout_fee)`,
  payout_commission: sql`sum(d.payout_commission) FILTER (WHERE d.status = 'paid')`,
};

/** What a channel account brings: of collections, and of payouts that stand; the margin is shared out above it. */
export const accountCollectionSource: DataSource = {
  table: channelDays,
  dimensions: { ...byParty, ...byChannel },
  inScope: ofTree,
  part: sql`d.channel_account_id <> 0`,
  figures: collectionFigures,
  sums: {
    ...collectionSums,
    endpoint_fee: sql`sum(d.endpoint_fee)`,
    margin: sql`sum(d.fee - d.endpoint_fee)`,
  },
};
export const accountPayoutSource: DataSource = {
  table: sql`(SELECT p.*, p.fee AS payout_fee, p.sub_agent_fee AS payout_commission FROM payout_channel_day_parts p)`,
  dimensions: { ...byParty, ...byChannel },
  inScope: ofTree,
  part: sql`d.channel_account_id <> 0`,
  figures: payoutFigures,
  sums: {
    ...payoutSums,
    kept_endpoint_fee: sql`sum(d.kept_endpoint_fee)`,
    payout_margin: sql`sum(d.payout_fee - d.kept_endpoint_fee)`,
  },
};

/** Collections by day, merchant and channel, exact to the commit. */
export const collectionSource: DataSource = {
  table: channelDays,
  dimensions: { ...byParty, ...byChannel },
  inScope: ofTree,
  figures: collectionFigures,
  sums: collectionSums,
};

const within = (share: number, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`percentile_disc(${sql.lit(share)}) WITHIN GROUP (ORDER BY ${column})`;
const isPaid = among(succeededStatuses);
const isPaidOut = sql`d.status = 'paid'`;
/** Collections themselves: for a merchant's few days alone. */
export const analysisSource: DataSource = {
  table: orderRows,
  dimensions: { ...byParty, ...byChannel, hour: sql`d.hour`, state: sql`d.status`, band: sql`d.band` },
  inScope: ofTree,
  made: sql`d.created_at`,
  figures: orderFigures,
  sums: {
    created_count: sql`count(*)`,
    created_amount: sql`sum(d.order_amount)`,
    success_count: sql`count(*) FILTER (WHERE ${isPaid})`,
    success_amount: sql`sum(d.order_amount) FILTER (WHERE ${isPaid})`,
    failed_count: sql`count(*) FILTER (WHERE ${among(failedStatuses)})`,
    pay_seconds: sql`${within(0.5, sql`d.seconds`)} FILTER (WHERE ${isPaid})`,
    pay_seconds_95: sql`${within(0.95, sql`d.seconds`)} FILTER (WHERE ${isPaid})`,
  },
};
/** Collections themselves by channel and hour, and what payers are asked for still: for two days alone. */
export const channelHoursSource: DataSource = {
  ...analysisSource,
  figures: {},
  sums: {
    created_count: sql`count(*)`,
    success_count: sql`count(*) FILTER (WHERE ${isPaid})`,
    failed_count: sql`count(*) FILTER (WHERE ${among(failedStatuses)})`,
    pending_count: sql`count(*) FILTER (WHERE d.status = 'pending')`,
    pending_amount: sql`sum(d.pay_amount) FILTER (WHERE d.status = 'pending')`,
  },
};
/** How long the merchant's server took over the last answer that it gave to the news of each order. */
export const answersSource: DataSource = {
  ...analysisSource,
  table: sql`(
    SELECT r.*, (
      SELECT a.latency_ms FROM whole.collection_answer a WHERE a.order_id = r.id ORDER BY a.attempt_id DESC LIMIT 1) AS answer_ms
    FROM ${orderRows} r)`,
  figures: {},
  sums: {
    answered: sql`count(d.answer_ms)`,
    answer_50: within(0.5, sql`d.answer_ms`),
    answer_95: within(0.95, sql`d.answer_ms`),
  },
};

/** Payouts by day, merchant, channel, state and why they ended unpaid. */
export const payoutSource: DataSource = {
  table: sql`(SELECT p.*, p.fee AS payout_fee, p.sub_agent_fee AS payout_commission FROM payout_channel_day_parts p)`,
  dimensions: { ...byParty, ...byChannel, status: sql`d.status`, failure: sql`d.failure` },
  inScope: ofTree,
  figures: payoutFigures,
  sums: payoutSums,
};

/** Payouts by what never changes of them: the payee's bank, or the hour of their making. */
const facetSource = (facet: 'bank' | 'hour'): DataSource => ({
  table: sql`(SELECT f.* FROM payout_facet_day_parts f WHERE f.facet = ${sql.lit(facet)})`,
  dimensions: { ...byParty, [facet]: sql`d.value` },
  inScope: ofTree,
  figures: payoutFigures,
  sums: madePayoutSums,
});
export const payoutBankSource = facetSource('bank');
export const payoutHourSource = facetSource('hour');

const columns = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)));
const nothing = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`0::numeric AS ${sql.ref(name)}`));
const parties = [
  'day',
  'customer_id',
  'agent_id',
  'sub_agent_id',
  'channel_id',
  'channel_account_id',
  'currency',
] as const;
const ofCollections = [
  'created_count',
  'created_amount',
  'success_count',
  'success_amount',
  'failed_count',
  'paid_count',
  'actual_amount',
  'accounted_amount',
  'fee',
  'sub_agent_fee',
] as const;
const kept = ['kept_endpoint_fee', 'kept_sub_agent_fee', 'kept_middleman_fee', 'kept_system_fee'] as const;
const ofPayouts = ['made_count', 'made_amount', 'ended_amount'] as const;

/** Both ways of money beside each other, each with what it counts. */
export const bothWaysSource: DataSource = {
  table: sql`(
    SELECT ${columns(parties)}, ${columns(ofCollections)}, ${nothing(ofPayouts)}, 0::numeric AS payout_fee,
           0::numeric AS payout_commission, ''::text AS status
    FROM ${channelDays}
    UNION ALL
    SELECT ${columns(parties)}, ${nothing(ofCollections)}, ${columns(ofPayouts)}, fee, sub_agent_fee, status
    FROM payout_channel_day_parts)`,
  dimensions: { ...byParty, ...byChannel },
  inScope: ofTree,
  figures: { ...collectionFigures, ...payoutFigures, ...standingFigures },
  sums: { ...collectionSums, ...payoutSums },
};

/** How fees are shared out: of collections on the day of their posting, of payouts that stand on that of their end. */
export const layersSource: DataSource = {
  table: sql`(
    SELECT ${columns(parties)}, fee, endpoint_fee, sub_agent_fee, middleman_fee, system_fee, 0::numeric AS payout_fee,
           ${nothing(kept)}
    FROM ${channelDays}
    UNION ALL
    SELECT ${columns(parties)}, 0, 0, 0, 0, 0, fee, ${columns(kept)} FROM payout_channel_day_parts)`,
  dimensions: { ...byParty, ...byChannel },
  inScope: ofTree,
  figures: { ...collectionFigures, ...payoutFigures },
  sums: {
    fee: sql`sum(d.fee)`,
    endpoint_fee: sql`sum(d.endpoint_fee)`,
    sub_agent_fee: sql`sum(d.sub_agent_fee)`,
    middleman_fee: sql`sum(d.middleman_fee)`,
    // What is left stays with the senior agent, who owes the system fee of it.
    agent_fee: sql`sum(d.fee - d.endpoint_fee - d.sub_agent_fee - d.middleman_fee)`,
    system_fee: sql`sum(d.system_fee)`,
    payout_fee: sql`sum(d.payout_fee)`,
    kept_endpoint_fee: sql`sum(d.kept_endpoint_fee)`,
    kept_sub_agent_fee: sql`sum(d.kept_sub_agent_fee)`,
    kept_middleman_fee: sql`sum(d.kept_middleman_fee)`,
    kept_agent_fee: sql`sum(d.payout_fee - d.kept_endpoint_fee - d.kept_sub_agent_fee - d.kept_middleman_fee)`,
    kept_system_fee: sql`sum(d.kept_system_fee)`,
  },
};

/** Single payouts by which a general agent earned, by the day of their making. */
export const commissionSource: DataSource = {
  table: sql`whole.payout_commission`,
  dimensions: { ...byParty, ...byChannel, order: sql`d.order_no` },
  inScope: ofTree,
  made: sql`d.created_at`,
  part: sql`true`,
  figures: payoutFigures,
  sums: {
    payout_count: sql`count(*)`,
    payout_amount: sql`sum(d.amount)`,
    order_commission: sql`sum(d.sub_agent_fee)`,
  },
};
/** Payouts of general agents' merchants. */
export const generalsPayoutSource: DataSource = { ...payoutSource, part: sql`d.sub_agent_id <> 0` };

/** What a general agent earns on. */
export const generalsSource: DataSource = { ...bothWaysSource, part: sql`d.sub_agent_id <> 0` };

/** What came in and went out by accounts at providers, on days when nothing did as well. */
export const accountDaysSource: DataSource = {
  ...bothWaysSource,
  table: sql`(
    SELECT b.*, 0 AS stands FROM ${bothWaysSource.table} b
    UNION ALL
    SELECT a.day, 0, a.agent_id, 0, 0, a.id, a.currency, ${nothing(ofCollections)}, ${nothing(ofPayouts)}, 0, 0, '', 1
    FROM ${accountDays} a)`,
  part: sql`d.channel_account_id <> 0`,
  sums: { ...bothWaysSource.sums, stands: sql`sum(d.stands)` },
};

/** Withdrawals to another currency, by the day on which their rate was locked. */
export const exchangedSource: DataSource = {
  table: exchangedRows,
  dimensions: { day: sql`d.day`, agent: sql`d.agent_id`, owner: sql`d.owner_id`, withdrawal: sql`d.no` },
  inScope: seesExchanged,
  made: sql`d.created_at`,
  quote: sql`d.quote`,
  figures: withdrawalFigures,
  sums: {
    withdrawal_count: sql`count(*)`,
    withdrawal_paid: sql`count(*) FILTER (WHERE ${isPaidOut})`,
    withdrawal_amount: sql`sum(d.amount)`,
    withdrawal_paid_amount: sql`sum(d.amount) FILTER (WHERE ${isPaidOut})`,
    withdrawal_sent: sql`sum(d.target_amount) FILTER (WHERE ${isPaidOut})`,
    withdrawal_fee: sql`sum(d.fee) FILTER (WHERE ${isPaidOut})`,
    withdrawal_margin: sql`sum(d.agent_share) FILTER (WHERE ${isPaidOut})`,
    locked_weight: sql`sum(d.target_amount + d.fee)`,
    locked_weighted: sql`sum((d.target_amount + d.fee)::numeric * d.rate)`,
    locked_low: sql`min(d.rate)`,
    locked_high: sql`max(d.rate)`,
  },
};
