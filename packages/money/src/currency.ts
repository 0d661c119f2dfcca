/** The currencies of the ledger; adding one is adding a row to `currencies`. */
export type Currency = 'TWD' | 'CNY' | 'USD' | 'USDT';

export interface CurrencyScale {
  readonly code: Currency;
  /** Decimals of a minor unit in the ledger: fiat 4, USDT 6 (its own on-chain scale). */
  readonly ledgerScale: number;
  /** Decimals that a person or a merchant may send. */
  readonly inputScale: number;
}

export const currencies: Readonly<Record<Currency, CurrencyScale>> = {
  TWD: { code: 'TWD', ledgerScale: 4, inputScale: 2 },
  CNY: { code: 'CNY', ledgerScale: 4, inputScale: 2 },
  USD: { code: 'USD', ledgerScale: 4, inputScale: 2 },
  USDT: { code: 'USDT', ledgerScale: 6, inputScale: 6 },
};

export function isCurrency(value: unknown): value is Currency {
  return typeof value === 'string' && Object.hasOwn(currencies, value);
}
