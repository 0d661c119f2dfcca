import { sql } from 'kysely';

/** Collections by day, merchant and channel, exact to the commit, to select from: an order counts on the day of its creation, its money on that of its posting. */
export const channelDays = sql`collection_channel_day_now`;
