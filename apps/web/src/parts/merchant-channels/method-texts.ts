import type { ModelItem } from '@suanpan/contract/endpoints/channel-models';
import type { MerchantChannelRow } from '@suanpan/contract/endpoints/merchant-channels';
import { countOfText, trimmed, windowsOfText, windowsToText } from '../withdrawal/rule-texts.ts';

/** A merchant's channel as a person types it: 0 is no limit, and what stays empty limits nothing. */
export interface MethodTexts {
  readonly alias: string;
  readonly weight: string;
  readonly priority: string;
  readonly polling: boolean;
  readonly min: string;
  readonly max: string;
  readonly dailyAmount: string;
  readonly dailyCount: string;
  readonly balanceLimit: string;
  readonly windows: string;
}

/** Percent, and a sum for each order. */
export interface PriceTexts {
  readonly pct: string;
  readonly perItem: string;
}

export interface FeeTexts {
  readonly merchant: PriceTexts;
  readonly subAgent: PriceTexts;
  readonly middleman: PriceTexts;
}

export const newMethod: MethodTexts = {
  alias: '',
  weight: '100',
  priority: '',
  polling: true,
  min: '0',
  max: '0',
  dailyAmount: '0',
  dailyCount: '0',
  balanceLimit: '',
  windows: '',
};
const noPrice: PriceTexts = { pct: '0', perItem: '0' };
export const noFees: FeeTexts = {
  merchant: { pct: '', perItem: '0' },
  subAgent: noPrice,
  middleman: noPrice,
};

const everyDay = [0, 1, 2, 3, 4, 5, 6];

type Limits = ModelItem['limits'];

function textsOf(
  { alias, polling, priority, weight }: Pick<ModelItem, 'alias' | 'polling' | 'priority' | 'weight'>,
  limits: Limits,
): MethodTexts {
  return {
    alias,
    weight: String(weight),
    priority: priority === null ? '' : String(priority),
    polling,
    min: trimmed(limits.min_amount),
    max: trimmed(limits.max_amount),
    dailyAmount: trimmed(limits.daily_amount),
    dailyCount: String(limits.daily_count),
    balanceLimit: limits.balance_limit === null ? '' : trimmed(limits.balance_limit),
    windows: hoursToText(limits.windows),
  };
}

export function hoursToText(windows: Limits['windows']): string {
  return windowsToText(
    windows.map(({ days, from, to }) => ({ days: days?.length ? days : everyDay, from, to })),
  );
}

export const textsOfRow = (row: MerchantChannelRow): MethodTexts =>
  textsOf({ ...row, alias: row.alias ?? '', priority: row.own_priority }, row);

export const textsOfItem = (item: ModelItem): MethodTexts => textsOf(item, item.limits);

export function feesOfItem({ fees }: ModelItem): FeeTexts {
  const typed = (price: { pct: string; per_item: string }): PriceTexts => ({
    pct: price.pct,
    perItem: trimmed(price.per_item),
  });
  return {
    merchant: typed(fees.merchant),
    subAgent: typed(fees.sub_agent),
    middleman: typed(fees.middleman),
  };
}

/** What both calls take of the texts; null where a count or an hour is none. */
export function valuesOf(texts: MethodTexts) {
  const windows = windowsOfText(texts.windows);
  const [weight, dailyCount] = [countOfText(texts.weight), countOfText(texts.dailyCount)];
  const priority = texts.priority.trim() === '' ? null : countOfText(texts.priority);
  if (windows === null || weight === null || dailyCount === null) return null;
  if (priority === null && texts.priority.trim() !== '') return null;
  return {
    alias: texts.alias.trim(),
    weight,
    priority,
    polling: texts.polling,
    limits: {
      min_amount: texts.min.trim() || '0',
      max_amount: texts.max.trim() || '0',
      daily_amount: texts.dailyAmount.trim() || '0',
      daily_count: dailyCount,
      balance_limit: texts.balanceLimit.trim() === '' ? null : texts.balanceLimit.trim(),
      windows,
    },
  };
}

/** Prices as the calls take them. */
export function pricesOf(fees: FeeTexts) {
  const sent = ({ pct, perItem }: PriceTexts) => ({ pct: pct.trim(), per_item: perItem.trim() || '0' });
  return { merchant: sent(fees.merchant), sub_agent: sent(fees.subAgent), middleman: sent(fees.middleman) };
}
