import { chooseChannel } from '@suanpan/domain/routing/choose-channel';
import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import { candidateOf, merchantChannels, readUsage } from '../../channels/index.ts';
import type { MerchantChannelRow } from '../../channels/index.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { Collections } from '../service.ts';

/** A method as its payers and its merchant know it: never a channel or its provider. Amounts are minor units. */
export interface Method {
  readonly code: string;
  /** How a payer pays: bank_transfer, qr, redirect, cvs … */
  readonly kind: string;
  readonly currency: Currency;
  /** 0 means no limit. */
  readonly min: bigint;
  readonly max: bigint;
  readonly needsName: boolean;
  /** Empty means always. */
  readonly hours: readonly TimeWindow[];
  /** The dearest of the channels behind the method: the merchant pays this at the most. */
  readonly feeRate: bigint;
  readonly feePerItem: bigint;
}

/** The methods under which this order would find a channel at this moment; it chooses and reserves nothing. */
export async function availableMethods(
  collections: Collections,
  order: OrderRow,
  at: Date,
): Promise<Method[]> {
  const currency = order.currency as Currency;
  const rows = await usableChannels(collections, order.customer_id, order.agent_id, order.is_test, currency);
  const chain = { hasSubAgent: order.sub_agent_id !== null, hasMiddleman: order.middleman_id !== null };
  const named =
    order.method === null
      ? rows
      : rows.filter((row) => row.alias === order.method || row.code === order.method);
  const usage = await readUsage(collections.db.app, named);
  return groupByMethod(named).flatMap((group) => {
    const choice = chooseChannel(
      group.map((row) => candidateOf(row, chain, usage.get(row.method_id))),
      { amount: order.pay_amount, currency, at },
    );
    const eligible = new Set([choice.id, ...choice.fallbacks]);
    const open = group.filter((row) => eligible.has(String(row.method_id)));
    return open.length === 0 ? [] : [toMethod(open)];
  });
}

/** What a merchant may name in his calls: every method with an enabled channel, whatever the hour. */
export async function listMethods(
  collections: Collections,
  merchant: { readonly customerId: bigint; readonly agentId: bigint; readonly isTest: boolean },
): Promise<Method[]> {
  const rows = await usableChannels(
    collections,
    merchant.customerId,
    merchant.agentId,
    merchant.isTest,
    null,
  );
  const enabled = rows.filter(
    (row) => row.merchant_enabled && row.agent_enabled && row.channel_enabled && row.account_enabled,
  );
  return groupByMethod(enabled).map(toMethod);
}

async function usableChannels(
  { db, channels }: Collections,
  customerId: bigint,
  agentId: bigint,
  isTest: boolean,
  currency: Currency | null,
): Promise<MerchantChannelRow[]> {
  const rows = await merchantChannels(db.app, customerId, agentId, currency, null);
  const drivers = channels.driversFor({ isTest });
  return drivers === null ? rows : rows.filter((row) => drivers.has(row.driver));
}

function groupByMethod(rows: readonly MerchantChannelRow[]): MerchantChannelRow[][] {
  return Object.values(Object.groupBy(rows, (row) => `${row.alias} ${row.currency}`)).map(
    (group) => group ?? [],
  );
}

function toMethod(rows: readonly MerchantChannelRow[]): Method {
  const [first] = rows;
  if (first === undefined) throw new Error('A method without a channel');
  const windows = rows.map((row) => openHours(row));
  const maxima = rows.map((row) => least([row.max_amount, row.merchant_max].filter((max) => max > 0n)));
  return {
    code: first.alias,
    kind: first.method_type,
    currency: first.currency,
    min: least(rows.map((row) => greatest([row.min_amount, row.merchant_min]))),
    max: maxima.includes(0n) ? 0n : greatest(maxima),
    needsName: rows.some((row) => row.needs_payer_name),
    hours: windows.some((list) => list.length === 0) ? [] : distinct(windows.flat()),
    feeRate: greatest(rows.map((row) => parseRate(row.merchant_pct))),
    feePerItem: greatest(rows.map((row) => row.merchant_per_item)),
  };
}

/** The merchant's own hours where he has any, which lie within the channel's. */
function openHours(row: MerchantChannelRow): TimeWindow[] {
  const own = row.merchant_windows as TimeWindow[];
  return own.length > 0 ? own : (row.windows as TimeWindow[]);
}

const least = (values: readonly bigint[]): bigint =>
  values.reduce((a, b) => (b < a ? b : a), values[0] ?? 0n);
const greatest = (values: readonly bigint[]): bigint =>
  values.reduce((a, b) => (b > a ? b : a), values[0] ?? 0n);

function distinct(windows: readonly TimeWindow[]): TimeWindow[] {
  return [...new Map(windows.map((window) => [JSON.stringify(window), window])).values()];
}
