import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { DataSource } from './data-screen.ts';
import { collectionFigures } from './collection-figures.ts';

const parties = {
  day: sql`d.day`,
  customer: sql`d.customer_id`,
  agent: sql`d.agent_id`,
  subAgent: sql`d.sub_agent_id`,
  channel: sql`d.channel_id`,
  channelAccount: sql`d.channel_account_id`,
};
// Sums are numeric: as many amounts as a range holds may come to more than a bigint of the database does.
const summed = (...columns: readonly string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(columns.map((name) => [name, sql`sum(${sql.ref(`d.${name}`)})`]));

/** Collections by day, merchant and channel, exact to the commit. */
export const collectionSource: DataSource = {
  table: sql`collection_channel_day_now`,
  dimensions: parties,
  inScope: (scope) =>
    inTree(scope, { agent: 'd.agent_id', subAgent: 'd.sub_agent_id', customer: 'd.customer_id' }),
  figures: collectionFigures,
  sums: summed(
    'created_count',
    'created_amount',
    'success_count',
    'success_amount',
    'failed_count',
    'paid_count',
    'actual_amount',
    'accounted_amount',
    'fee',
  ),
};
