import { channelRow } from '@suanpan/contract/endpoints/channel-row';
import { isOpenAt } from '@suanpan/domain/routing/time-window';
import { formatLedger } from '@suanpan/money/amount';
import { formatRate, parseRate } from '@suanpan/money/rate';
import { z } from 'zod';
import type { Scope } from '../../platform/http/actor.ts';
import type { ListedChannel, ListedPrices } from './listed-channel.queries.ts';

/** A channel as a list tells it. */
const told = z.object(channelRow);
export type ChannelRow = z.output<typeof told>;
type Price = NonNullable<ChannelRow['merchant_fee']>;

/** Whoever looks: what he may know of prices, what he may do with this row, and the business time it is looked at. */
export interface ChannelViewer {
  readonly scope: Scope;
  readonly at: Date;
  readonly actions: readonly string[];
}

type Party = 'merchant' | 'subAgent' | 'middleman' | 'endpoint' | 'agent';

/** Whoever stands above a merchant knows the whole split, everybody else his own price (domain §2). */
const known: Readonly<Record<Scope['kind'], readonly Party[]>> = {
  platform: ['merchant', 'subAgent', 'middleman', 'endpoint', 'agent'],
  agent: ['merchant', 'subAgent', 'middleman', 'endpoint', 'agent'],
  subAgent: ['subAgent'],
  customer: ['merchant'],
  middleman: ['middleman'],
};

/** A channel's row as this viewer may know it. */
export function presentChannel(row: ListedChannel, { scope, at, actions }: ChannelViewer): ChannelRow {
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  const knows = (party: Party): boolean => known[scope.kind].includes(party);
  const fee = (party: Party, pct: string | null, perItem: bigint | null): Price | null =>
    pct === null || perItem === null || !knows(party) ? null : priceOf(parseRate(pct), perItem, row);
  const state = stateOf(row, at);
  return {
    id: row.id,
    channel_id: String(row.channel_id),
    code: row.code,
    name: row.name,
    alias: row.alias,
    method_type: row.method_type,
    currency: row.currency,
    weight: row.weight,
    min_amount: money(row.min_amount),
    max_amount: money(row.max_amount),
    balance_limit: row.balance_limit === null ? null : money(row.balance_limit),
    daily_amount: money(row.daily_amount),
    daily_count: row.daily_count,
    windows: windowsOf(row.windows),
    priority: row.priority,
    enabled: row.enabled,
    polling: row.polling,
    state,
    state_since: state === row.runtime ? (row.runtime_since?.toISOString() ?? null) : null,
    merchant_fee: fee('merchant', row.merchant_pct, row.merchant_per_item),
    agent_fee: knows('agent') ? residualOf(row) : null,
    sub_agent_fee: fee('subAgent', row.sub_agent_pct, row.sub_agent_per_item),
    middleman_fee: fee('middleman', row.middleman_pct, row.middleman_per_item),
    endpoint_fee: fee('endpoint', row.endpoint_pct, row.endpoint_per_item),
    v: row.version,
    actions: [...actions],
  };
}

/** What a channel is good for now, the gravest first; an order has to fall into the channel's hours and the row's. */
export function stateOf(
  row: Pick<ListedChannel, 'runtime' | 'windows' | 'channel_windows' | 'is_capped'>,
  at: Date,
): ChannelRow['state'] {
  if (row.runtime !== 'ok') return row.runtime;
  if (![row.channel_windows, row.windows].every((windows) => isOpenAt(windowsOf(windows), at)))
    return 'out_of_window';
  return row.is_capped ? 'amount_capped' : 'ok';
}

/** What the others leave of the merchant's price for the senior agent; null where no merchant has a price here. */
function residualOf(row: ListedPrices & Pick<ListedChannel, 'currency'>): Price | null {
  if (row.merchant_pct === null || row.merchant_per_item === null) return null;
  const rate = (pct: string | null): bigint => (pct === null ? 0n : parseRate(pct));
  const pct =
    rate(row.merchant_pct) - rate(row.endpoint_pct) - rate(row.sub_agent_pct) - rate(row.middleman_pct);
  const perItem =
    row.merchant_per_item -
    row.endpoint_per_item -
    (row.sub_agent_per_item ?? 0n) -
    (row.middleman_per_item ?? 0n);
  return priceOf(pct, perItem, row);
}

/** A price in words: percent without trailing zeros, the fixed part at the ledger scale. */
export function priceOf(pct: bigint, perItem: bigint, { currency }: Pick<ListedChannel, 'currency'>): Price {
  return { pct: formatRate(pct), per_item: formatLedger(perItem, currency) };
}

/** Hours as they are kept, which were checked when they were saved. */
export function windowsOf(kept: unknown): { days?: number[]; from: string; to: string }[] {
  return told.shape.windows.parse(kept).map(({ days, from, to }) => ({ ...(days && { days }), from, to }));
}
