import type { MatrixRow, PriceVersionRow } from '@suanpan/contract/endpoints/price-matrix';
import type { Margin } from '@suanpan/domain/fees/judge-price';
import { translateError } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { formatRate } from '@suanpan/money/rate';
import type { Locale } from '../../../platform/http/locale.ts';
import { judgeRow, mostOf, termsOfRow } from './judge-row.ts';
import type { PriceTerms } from './price-change.ts';
import type { Direction, PriceFacts, PricedRow, ScheduledRow, VersionRow } from './prices.queries.ts';

type Fee = PriceTerms['merchant'];

export const presentFee = ({ pct, per_item: perItem }: Fee, currency: Currency) => ({
  pct,
  per_item: formatLedger(BigInt(perItem), currency),
});

/** In figures, which need no language: `2.8 % + 5.0000`. */
export function feeText({ pct, per_item: perItem }: Fee, currency: Currency): string {
  return perItem === '0' ? `${pct} %` : `${pct} % + ${formatLedger(BigInt(perItem), currency)}`;
}

const parties = ['merchant', 'subAgent', 'middleman', 'system', 'endpoint'] as const;

/** The prices of all parties in figures, the merchant's first. */
export function pricesText(facts: PriceFacts | null, currency: Currency): string | null {
  if (facts === null) return null;
  return parties
    .flatMap((party) => {
      const fee = facts[party];
      return fee === undefined ? [] : [feeText(fee, currency)];
    })
    .join(' · ');
}

export interface MatrixMeans {
  /** Of the last days' orders, by customer, channel and method. */
  readonly means: ReadonlyMap<string, bigint>;
  readonly scheduled: readonly ScheduledRow[];
  readonly direction: Direction;
  readonly mayEdit: boolean;
}

export const keyOf = (row: {
  readonly customer_id: bigint | string;
  readonly channel_id: bigint | string;
  readonly alias: string;
}): string => `${row.customer_id} ${row.channel_id} ${row.alias}`;

/** A row of the matrix, with what its prices bring now. */
export function presentRow(row: PricedRow, { direction, mayEdit, means, scheduled }: MatrixMeans): MatrixRow {
  const { currency, prices } = row;
  const mean = means.get(keyOf(row)) ?? null;
  const margin = ({ amount, net }: Margin) => ({
    amount: formatLedger(amount, currency),
    net: formatLedger(net, currency),
  });
  const judged = prices === null ? null : judgeRow(row, prices, direction, mean);
  return {
    id: row.method_id === null ? null : String(row.method_id),
    customer: { id: String(row.customer_id), name: row.customer_name },
    channel_id: String(row.channel_id),
    channel: row.channel,
    code: row.code,
    alias: row.alias,
    method_type: row.method_type,
    currency,
    enabled: row.enabled,
    has_sub_agent: row.has_sub_agent,
    has_middleman: row.has_middleman,
    merchant_fee: prices && presentFee(prices.merchant, currency),
    sub_agent_fee: prices && presentFee(prices.subAgent, currency),
    middleman_fee: prices && presentFee(prices.middleman, currency),
    agent_fee: prices && residualOf(row, prices),
    endpoint_fee: presentFee(row.endpoint, currency),
    system_fee: presentFee(row.system, currency),
    allow_loss: row.allow_loss,
    min_amount: formatLedger(row.min_amount, currency),
    mean_amount: mean === null ? null : formatLedger(mean, currency),
    max_amount: formatLedger(mostOf(row), currency),
    margin: judged && {
      min: margin(judged.min),
      mean: judged.mean && margin(judged.mean),
      max: margin(judged.max),
    },
    scheduled: scheduled
      .filter((next) => keyOf(next) === keyOf(row))
      .map((next) => ({
        id: String(next.id),
        valid_from: next.valid_from.toISOString(),
        merchant_fee: presentFee(next.prices.merchant, currency),
        sub_agent_fee: presentFee(next.prices.subAgent, currency),
        middleman_fee: presentFee(next.prices.middleman, currency),
      })),
    v: row.version,
    actions: mayEdit ? ['edit'] : [],
  };
}

/** What is left for the senior agent, percent and per item. */
function residualOf(row: PricedRow, prices: PriceTerms) {
  const { endpoint, merchant, middleman, subAgent } = termsOfRow(row, prices);
  const left = (part: 'pct' | 'perItem'): bigint =>
    merchant[part] - endpoint[part] - (subAgent?.[part] ?? 0n) - (middleman?.[part] ?? 0n);
  return { pct: formatRate(left('pct')), per_item: formatLedger(left('perItem'), row.currency) };
}

export function presentVersion(row: VersionRow, locale: Locale, mayEdit: boolean): PriceVersionRow {
  const { currency } = row;
  return {
    id: String(row.id),
    version: row.version,
    state: row.state,
    failure: row.failure && translateError(locale, row.failure),
    party: row.party,
    customer:
      row.customer_id === null ? null : { id: String(row.customer_id), name: row.customer_name ?? '' },
    channel: { id: String(row.channel_id), name: row.channel },
    alias: row.alias,
    currency,
    before: pricesText(row.before, currency),
    after: pricesText(row.prices, currency),
    allow_loss: row.allow_loss,
    valid_from: row.valid_from.toISOString(),
    set_by: row.set_by,
    agreed_by: row.agreed_by,
    reason: row.reason,
    approval_id: row.approval_id === null ? null : String(row.approval_id),
    actions: mayEdit && row.state === 'scheduled' ? ['withdraw'] : [],
  };
}
