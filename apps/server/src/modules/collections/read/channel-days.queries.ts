import { sql } from 'kysely';

/**
 * Collections by day, merchant and channel, exact to the commit, to sum up from: an order counts on the day of its creation, its money on
 * that of its posting. There may be two rows of one key: what is folded, and what is not.
 */
export const channelDays = sql`collection_channel_day_parts`;
