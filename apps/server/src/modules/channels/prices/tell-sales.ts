import type { OutputOf } from '@suanpan/contract/endpoint';
import type { priceWhatIf } from '@suanpan/contract/endpoints/price-matrix';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countOf } from '../../../platform/db/count-of.ts';
import type { SalesOfMerchant } from './sales-port.ts';

type WhatIf = OutputOf<typeof priceWhatIf>;
type Sums = Pick<SalesOfMerchant, 'orders' | 'amount' | 'fee_now' | 'net_now' | 'fee_then' | 'net_then'>;

const none: Sums = { orders: 0n, amount: 0n, fee_now: 0n, net_now: 0n, fee_then: 0n, net_then: 0n };

/** What orders brought and would have brought, of all and of each merchant; the greatest difference first. */
export function tellSales(
  found: readonly SalesOfMerchant[],
  names: ReadonlyMap<bigint, string>,
  currency: Currency,
): WhatIf {
  const whole = found.reduce<Sums>(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      amount: sum.amount + row.amount,
      fee_now: sum.fee_now + row.fee_now,
      net_now: sum.net_now + row.net_now,
      fee_then: sum.fee_then + row.fee_then,
      net_then: sum.net_then + row.net_then,
    }),
    none,
  );
  const difference = (row: SalesOfMerchant): bigint => row.net_then - row.net_now;
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  return {
    ...compare(whole, currency),
    by_merchant: found
      .toSorted((left, right) => (size(difference(left)) < size(difference(right)) ? 1 : -1))
      .map((row) => ({
        customer: { id: String(row.customer_id), name: names.get(row.customer_id) ?? '' },
        ...compare(row, currency),
      })),
  };
}

function compare(row: Sums, currency: Currency) {
  const figure = (minor: bigint): string => formatLedger(minor, currency);
  const base = { orders: countOf(row.orders), amount: figure(row.amount) };
  return {
    now: { ...base, merchant_fee: figure(row.fee_now), net: figure(row.net_now) },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { ...base, merchant_fee: figure(row.fee_then), net: figure(row.net_then) },
    difference: {
      orders: 0,
      amount: figure(0n),
      merchant_fee: figure(row.fee_then - row.fee_now),
      net: figure(row.net_then - row.net_now),
    },
  };
}
