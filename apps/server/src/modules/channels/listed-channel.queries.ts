import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Rates in percent as the database writes them, fixed parts in minor units; a party that has no price here is null. */
export interface ListedPrices {
  readonly merchant_pct: string | null;
  readonly merchant_per_item: bigint | null;
  readonly sub_agent_pct: string | null;
  readonly sub_agent_per_item: bigint | null;
  readonly middleman_pct: string | null;
  readonly middleman_per_item: bigint | null;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
}

/** A channel of a list, whichever list it is: its own row, or somebody's use of it. Sums are minor units. */
export interface ListedChannel extends ListedPrices {
  /** Of the list's row. */
  readonly id: string;
  readonly channel_id: bigint;
  readonly code: string;
  readonly name: string;
  readonly alias: string | null;
  readonly method_type: string;
  readonly currency: Currency;
  readonly weight: number;
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly balance_limit: bigint | null;
  readonly daily_amount: bigint;
  readonly daily_count: number;
  readonly windows: unknown;
  /** Of the channel itself, in which an order has to fall besides. */
  readonly channel_windows: unknown;
  readonly priority: number;
  readonly enabled: boolean;
  readonly polling: boolean;
  readonly runtime: 'ok' | 'tripped' | 'maintenance';
  readonly runtime_since: Date | null;
  /** The channel, or its use, took all that it may take in a day. */
  readonly is_capped: boolean;
  readonly version: number;
}

/**
 * What every list of channels reads of the channel itself, which it has as `c`, with its `channel_state` as `st`
 * (`LEFT JOIN channel_state st ON st.channel_id = c.id`).
 */
export const channelFacts: RawBuilder<unknown> = sql`c.id AS channel_id, c.code, c.name, c.method_type, c.currency,
  c.windows AS channel_windows, coalesce(st.state, 'ok') AS runtime, st.since AS runtime_since,
  trim_scale(c.endpoint_pct)::text AS endpoint_pct, c.endpoint_per_item`;

/** Limits and switches of the channel itself; a list of somebody's use of it reads its own instead. */
export const channelLimits: RawBuilder<unknown> = sql`c.weight, c.min_amount, c.max_amount, c.balance_limit,
  c.daily_amount, c.daily_count, c.windows, c.priority, is_day_full(c.id, 0, c.daily_amount, c.daily_count) AS is_capped`;

/** Where a name contains what somebody typed, letter by letter. */
export const likePattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
