import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';
import { isToldByPlace, seesTheChain } from '../../orders/index.ts';
import type { KeptPlaces } from '../../orders/index.ts';
import type { CollectionFilter } from './collection-search.ts';

/** Where the orders of a filter are by the sums by day; null where these would tell nothing. */
export function placesOf(scope: Scope, filter: CollectionFilter): KeptPlaces | null {
  const { channelAccountId, channelId, currency, status } = filter;
  const isPending = status?.length === 1 && status[0] === 'pending';
  const which: RawBuilder<unknown>[] = [
    ...(channelId === undefined ? [] : [sql`k.channel_id = ${channelId}`]),
    ...(channelAccountId === undefined ? [] : [sql`k.channel_account_id = ${channelAccountId}`]),
    ...(currency === undefined ? [] : [sql`k.currency = ${currency}`]),
  ];
  if ((which.length === 0 && !isPending) || (channelAccountId !== undefined && !seesTheChain(scope)))
    return null;
  const count = isPending ? sql`k.created_count - k.success_count - k.failed_count` : sql`k.created_count`;
  const of = (table: RawBuilder<unknown>, owners: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT k.day, ${owners}, ${count} AS count FROM ${table} k
    WHERE ${sql.join([...which, sql`${count} <> 0`], sql` AND `)}`;
  const owners = sql`k.customer_id, k.agent_id, k.sub_agent_id`;
  return {
    table: 'whole.collection_order',
    kept: sql`(${of(sql`collection_channel_day`, owners)}
      UNION ALL ${of(sql`counted_by_channel(ARRAY(SELECT n FROM collection_delta n))`, owners)})`,
    ofAgents: sql`(${of(sql`collection_agent_day_now`, sql`k.agent_id`)})`,
    isExact: (status === undefined || isPending) && isToldByPlace(filter),
  };
}
