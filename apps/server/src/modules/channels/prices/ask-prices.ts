import { hash } from 'node:crypto';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { priceEffect } from '@suanpan/contract/endpoints/price-matrix';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { orderMostAmount } from '@suanpan/domain/limits';
import { AmountFormatError, formatMerchant, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { RateFormatError, formatRate, parseRate } from '@suanpan/money/rate';
import type { Locale } from '../../../platform/http/locale.ts';
import { isSavable, judgeRow } from './judge-row.ts';
import { rowFor } from './price-acts.ts';
import type { PriceChange, PriceTerms } from './price-change.ts';
import type { House, PricedRow } from './prices.queries.ts';

type Asked = ParsedInputOf<typeof priceEffect>;
type AskedRow = Asked['rows'][number];

/** A change as it was asked for, with the rows that it is about. */
export interface ReadPrices {
  readonly change: PriceChange;
  readonly changed: readonly { readonly row: PricedRow; readonly wanted: PriceChange['rows'][number] }[];
  /** Of the change and of what stands before it. */
  readonly hash: string;
}

const nothing = { pct: '0', per_item: '0' };

/**
 * Reads what was typed. Refuses `invalidFields` with 'Please check the handling fee' at every cell that is no price or, unless
 * `isTried`, loses money that nobody allowed; `notFound` for a channel or merchant that is not of this house.
 */
export function readPrices(
  locale: Locale,
  house: House,
  rows: readonly PricedRow[],
  asked: Pick<Asked, 'direction' | 'currency' | 'rows'> & { readonly valid_from?: string | undefined },
  { isTried = false } = {},
): ReadPrices {
  const fields: Record<string, string[]> = {};
  const changed = asked.rows.map((typed, place) => {
    const customerId = typed.customer_id ?? (house.customer && String(house.customer.id));
    const row = rows.find(
      (one) =>
        String(one.customer_id) === customerId &&
        String(one.channel_id) === typed.channel_id &&
        (typed.alias === undefined || one.alias === typed.alias || typed.v === 0),
    );
    if (row === undefined) throw new Refusal('notFound');
    const key = {
      customer_id: String(row.customer_id),
      channel_id: typed.channel_id,
      alias: typed.alias ?? row.alias,
      v: typed.v,
    };
    const stands = rowFor(rows, key) ?? row;
    if (asked.rows.findIndex((other) => isSamePlace(other, typed)) !== place)
      fields[`rows.${place}.channel_id`] = [translateError(locale, 'staleEdit')];
    const prices = readTerms(locale, typed, stands, place, fields);
    const wanted = { ...key, prices, allow_loss: typed.allow_loss ?? false };
    return { row: stands, wanted };
  });
  if (!isTried && Object.keys(fields).length === 0)
    changed.forEach(({ row, wanted }, place) => {
      const judged = judgeRow(row, wanted.prices, asked.direction);
      if (isSavable(judged, asked.direction, wanted.allow_loss)) return;
      const loss = judged.isImpossible ? null : judged.loss;
      fields[`rows.${place}.merchant_fee`] = [
        translateError(locale, 'checkHandlingFee'),
        ...(loss === null
          ? []
          : [
              translateError(locale, 'feeInversion', {
                amount: formatMerchant(loss.amount, row.currency),
                loss: formatMerchant(-loss.net, row.currency),
              }),
            ]),
      ];
    });
  if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
  const change: PriceChange = {
    agent_id: String(house.agent.id),
    customer_id: house.customer && String(house.customer.id),
    direction: asked.direction,
    valid_from: asked.valid_from ?? null,
    rows: changed.map(({ wanted }) => wanted),
  };
  const before = changed.map(({ row }) => [row.version, row.prices, row.endpoint, row.system]);
  return { change, changed, hash: hash('sha256', JSON.stringify([change, before]), 'hex') };
}

const isSamePlace = (one: AskedRow, other: AskedRow): boolean =>
  one.channel_id === other.channel_id && one.alias === other.alias && one.customer_id === other.customer_id;

function readTerms(
  locale: Locale,
  typed: AskedRow,
  row: PricedRow,
  place: number,
  fields: Record<string, string[]>,
): PriceTerms {
  const read = (name: 'merchant_fee' | 'sub_agent_fee' | 'middleman_fee', stands: PriceTerms['merchant']) => {
    const fee = typed[name];
    if (fee === undefined) return stands;
    const found = readFee(fee, row.currency);
    if (found === null) fields[`rows.${place}.${name}`] = [translateError(locale, 'checkHandlingFee')];
    return found ?? stands;
  };
  return {
    merchant: read('merchant_fee', row.prices?.merchant ?? nothing),
    subAgent: read('sub_agent_fee', row.prices?.subAgent ?? nothing),
    middleman: read('middleman_fee', row.prices?.middleman ?? nothing),
  };
}

/**
 * A price as a plan keeps it; null for what is none: a sign, a word, more decimals than there are, more than everything, more than
 * any order can be.
 */
function readFee(
  { pct, per_item: perItem }: { readonly pct: string; readonly per_item: string },
  currency: Currency,
): PriceTerms['merchant'] | null {
  try {
    const [rate, minor] = [parseRate(pct), parseSignedLedger(perItem, currency)];
    const most = parseSignedLedger(orderMostAmount[currency], currency);
    if (minor < 0n || perItem.startsWith('-') || minor > most || rate > parseRate('100')) return null;
    return { pct: formatRate(rate), per_item: String(minor) };
  } catch (error) {
    if (error instanceof RateFormatError || error instanceof AmountFormatError) return null;
    throw error;
  }
}
