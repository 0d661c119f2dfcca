import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { channelWindow } from '@suanpan/contract/endpoints/channel-row';
import type { updateChannel } from '@suanpan/contract/endpoints/channel-definitions';
import { Refusal } from '@suanpan/domain/errors';
import { isHourRange } from '@suanpan/domain/routing/time-window';
import { translate, translateError } from '@suanpan/messages/translate';
import { AmountFormatError, formatLedger, parseAmount, readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { RateFormatError, formatRate, parseRate } from '@suanpan/money/rate';
import { z } from 'zod';
import type { Locale } from '../../../platform/http/locale.ts';

const minor = z.string().regex(/^\d{1,18}$/);

/** A channel's own limits and price as plain JSON: sums in minor units, the rate in percent. */
export const channelChange = z.strictObject({
  name: z.string(),
  weight: z.number().int(),
  min_amount: minor,
  max_amount: minor,
  balance_limit: minor.nullable(),
  daily_amount: minor,
  daily_count: z.number().int(),
  windows: z.array(channelWindow),
  priority: z.number().int(),
  integer_only: z.boolean(),
  needs_payer_name: z.boolean(),
  enabled: z.boolean(),
  endpoint_pct: z.string(),
  endpoint_per_item: minor,
});
export type ChannelChange = z.output<typeof channelChange>;

type Asked = Omit<ParsedInputOf<typeof updateChannel>, 'id' | 'v' | 'reason'>;

/**
 * What was typed of a channel. Refuses `invalidFields` for what is no amount, a limit below the other, hours that end
 * where they begin ('Wrong hour range selection') and a price that is none ('Please check the handling fee').
 */
export function readChannel(locale: Locale, currency: Currency, asked: Asked): ChannelChange {
  const fields: Record<string, string[]> = {};
  const sum = (field: string, text: string): bigint => {
    const amount = readAmount(typed(text), currency);
    if (amount === null) fields[field] = [translate(locale, 'common.validation.amount')];
    return amount ?? 0n;
  };
  const [min, max] = [sum('min_amount', asked.min_amount), sum('max_amount', asked.max_amount)];
  if (max > 0n && min > max) {
    fields['max_amount'] = [translate(locale, 'common.validation.min', { min: formatLedger(min, currency) })];
  }
  if (!asked.windows.every(({ from, to }) => isHourRange(from, to, { mayCrossMidnight: true }))) {
    fields['windows'] = [translateError(locale, 'wrongHourRange')];
  }
  const price = readPrice(locale, currency, 'endpoint_fee', asked.endpoint_fee, fields);
  const change = {
    name: asked.name,
    weight: asked.weight,
    min_amount: String(min),
    max_amount: String(max),
    balance_limit: asked.balance_limit === null ? null : String(sum('balance_limit', asked.balance_limit)),
    daily_amount: String(sum('daily_amount', asked.daily_amount)),
    daily_count: asked.daily_count,
    windows: asked.windows,
    priority: asked.priority,
    integer_only: asked.integer_only,
    needs_payer_name: asked.needs_payer_name,
    enabled: asked.enabled,
    endpoint_pct: price.pct,
    endpoint_per_item: price.perItem,
  };
  if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
  return change;
}

/** A price as it is kept; what is none goes into `fields` as 'Please check the handling fee'. */
export function readPrice(
  locale: Locale,
  currency: Currency,
  name: string,
  asked: { readonly pct: string; readonly per_item: string },
  fields: Record<string, string[]>,
): { readonly pct: string; readonly perItem: string } {
  try {
    const pct = parseRate(asked.pct);
    if (pct > mostPct) throw new RateFormatError('more than everything');
    return { pct: formatRate(pct), perItem: String(parseAmount(typed(asked.per_item), currency)) };
  } catch (error) {
    if (!(error instanceof RateFormatError) && !(error instanceof AmountFormatError)) throw error;
    fields[name] = [translateError(locale, 'checkHandlingFee')];
    return { pct: '0', perItem: '0' };
  }
}

/** One hundred percent: nobody takes more than there is. */
const mostPct = parseRate('100');

/** An amount as one types it: `15.0000` is `15`. */
const typed = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
