import { parseAmount } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import type { CollectionTerms } from './split.ts';

/** The terms of all worked journals in domain §3: merchant 2.8 % + 5, end point 1.5 % + 2, 0.3, 0.1, 0.2 %. */
export const exampleTerms = {
  merchant: { pct: parseRate('2.8'), perItem: parseAmount('5', 'TWD') },
  endpoint: { pct: parseRate('1.5'), perItem: parseAmount('2', 'TWD') },
  subAgent: { pct: parseRate('0.3'), perItem: 0n },
  middleman: { pct: parseRate('0.1'), perItem: 0n },
  system: { pct: parseRate('0.2'), perItem: 0n },
} as const satisfies CollectionTerms;
