import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';
import { isToldByPlace, seesTheChain } from '../../orders/index.ts';
import type { KeptPlaces } from '../../orders/index.ts';
import type { PayoutFilter } from './payout-search.ts';

/** Where the payouts of a filter are by the sums by day; null where these would tell nothing. */
export function placesOf(scope: Scope, filter: PayoutFilter): KeptPlaces | null {
  const { channelAccountId, channelId, currency, stage, status } = filter;
  const which: RawBuilder<unknown>[] = [
    ...(channelId === undefined ? [] : [sql`k.channel_id = ${channelId}`]),
    ...(channelAccountId === undefined ? [] : [sql`k.channel_account_id = ${channelAccountId}`]),
    ...(currency === undefined ? [] : [sql`k.currency = ${currency}`]),
    ...(status === undefined ? [] : [sql`k.status = ANY (${status})`]),
    ...(stage === undefined ? [] : [sql`k.status = 'processing'`]),
  ];
  if (which.length === 0 || (channelAccountId !== undefined && !seesTheChain(scope))) return null;
  const of = (table: RawBuilder<unknown>, owners: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT k.day, ${owners}, k.made_count AS count FROM ${table} k
    WHERE ${sql.join([...which, sql`k.made_count <> 0`], sql` AND `)}`;
  const owners = sql`k.customer_id, k.agent_id, k.sub_agent_id`;
  return {
    table: 'whole.payout_order',
    kept: sql`(${of(sql`payout_channel_day`, owners)}
      UNION ALL ${of(sql`payouts_by_channel(ARRAY(SELECT n FROM payout_delta n))`, owners)})`,
    ofAgents: sql`(${of(sql`payout_agent_day_now`, sql`k.agent_id`)})`,
    isExact: isToldByPlace(filter),
  };
}
