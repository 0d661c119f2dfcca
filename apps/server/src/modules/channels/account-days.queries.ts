import { sql } from 'kysely';

/** Accounts at providers, each on every day since it was made, to select from: one that did nothing has its row too. */
export const accountDays = sql`(
  SELECT a.id, a.agent_id, a.currency, g.day::date AS day
  FROM channel_account a
  CROSS JOIN LATERAL generate_series(business_day(a.created_at)::timestamp, business_day((SELECT business_now()))::timestamp,
    interval '1 day') AS g (day))`;
