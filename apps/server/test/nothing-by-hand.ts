import type { ManualQueue } from '../src/modules/collections/index.ts';

/** For tests of receipts alone: no payout and no withdrawal waits for anybody. */
export const nothingByHand: ManualQueue = async () => ({ items: [], sums: [], open: 0n, most: 0 });
